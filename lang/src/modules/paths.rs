//! Where the file of an opened module is.

/// The file of module `opened`, opened from `file`, whose module is called `opener` (`None`: it has no `module` line).
///
/// The leading components that both names share stand for the directories both files are below of.
pub(crate) fn path_of(file: &str, opener: Option<&str>, opened: &str) -> String {
    let relative = opened.starts_with('.');
    let mut from: Vec<&str> = opener.unwrap_or("unknown").split('/').collect();
    let mut to: Vec<&str> = opened.split('/').collect();
    while from.len() > 1 && to.len() > 1 && from[0] == to[0] {
        from.remove(0);
        to.remove(0);
    }
    let mut path = directory(file);
    // A relative path, which only older dialects have, does not look at the opener's name.
    for _ in 1..if relative { 1 } else { from.len() } {
        go_up(&mut path);
    }
    for part in to {
        match part {
            "." => {}
            ".." => go_up(&mut path),
            _ => path.push(part),
        }
    }
    let root = if file.starts_with('/') { "/" } else { "" };
    format!("{root}{}.als", path.join("/"))
}

/// The directories of a file's path.
fn directory(file: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = file.split('/').filter(|p| !p.is_empty() && *p != ".").collect();
    parts.pop();
    parts
}

fn go_up(path: &mut Vec<&str>) {
    match path.last() {
        Some(&last) if last != ".." => {
            path.pop();
        }
        _ => path.push(".."),
    }
}

/// The order in which a module's paths are preferred: without `$`, then with fewer components, then by the alphabet.
pub(crate) fn preference(path: &str) -> (bool, usize, String, &str) {
    (
        path.contains('$'),
        path.matches('/').count(),
        path.to_lowercase(),
        path,
    )
}

/// Whether a text may be an alias: a plain ASCII identifier.
pub(crate) fn is_plain_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '"'))
}

#[cfg(test)]
mod tests {
    use super::path_of;

    #[test]
    fn shared_components_are_stripped() {
        assert_eq!(path_of("/r/a/b/c.als", Some("a/b/c"), "a/q"), "/r/a/q.als");
        assert_eq!(path_of("models/main.als", None, "lib/x"), "models/lib/x.als");
        assert_eq!(path_of("main.als", Some("main"), "x"), "x.als");
        assert_eq!(path_of("main.als", Some("p/main"), "x"), "../x.als");
        assert_eq!(path_of("m/a.als", Some("p/a"), "../q/b"), "q/b.als");
        assert_eq!(path_of("/r/a.als", None, "./q/../b"), "/r/b.als");
        assert_eq!(
            path_of("util/graph.als", Some("util/graph"), "util/relation"),
            "util/relation.als"
        );
    }
}
