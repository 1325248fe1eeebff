//! The actual parameters of modules: which signature each name means.

use super::files::{Files, ParsedFile};
use super::graph::{Instance, SigEntry, SigKey, sig_entries};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::typed::World;

/// Finds the values of all parameters. A value may depend on others, so this goes on until nothing changes.
pub(crate) fn resolve(files: &mut Files, instances: &mut [Instance]) {
    let mut errors = Vec::new();
    loop {
        let mut changed = false;
        let mut missing: Vec<(Span, String)> = Vec::new();
        let mut found: Vec<(usize, usize, SigKey)> = Vec::new();
        let scope = Scope::new(&files.parsed, instances);
        for (at, instance) in instances.iter().enumerate() {
            for open in &instance.opens {
                for (i, arg) in open.args.iter().enumerate() {
                    if instances[open.target].params[i].value.is_some() {
                        continue;
                    }
                    match scope.find(at, arg)[..] {
                        [] => missing.push((open.span, arg.clone())),
                        [SigKey::Builtin(World::NONE)] => errors.push(Diagnostic::error(
                            "E0314",
                            open.span,
                            "`none` cannot be the parameter of a module",
                        )),
                        [key] => found.push((open.target, i, key)),
                        [..] => {
                            let text = format!("the signature name `{arg}` is ambiguous");
                            errors.push(Diagnostic::error("E0302", open.span, text));
                        }
                    }
                }
            }
        }
        for (target, i, key) in found {
            instances[target].params[i].value = Some(key);
            changed = true;
        }
        if !errors.is_empty() {
            break;
        }
        if !changed {
            let scope = Scope::new(&files.parsed, instances);
            let known: Vec<(&str, String)> = scope
                .sigs
                .iter()
                .flatten()
                .map(|e| (e.name, "a signature".to_owned()))
                .collect();
            errors.extend(missing.into_iter().map(|(span, name)| {
                let text = format!("the signature `{name}` cannot be found");
                let wrong = Diagnostic::error("E0315", span, text);
                match crate::resolve::names::nearest(&name, &known) {
                    Some((near, what)) => wrong.help(format!("{what} is called `{near}`")),
                    None => wrong,
                }
            }));
            break;
        }
    }
    files.diagnostics.append(&mut errors);
}

/// What the names of signatures mean in each instance.
struct Scope<'a> {
    instances: &'a [Instance],
    sigs: Vec<Vec<SigEntry<'a>>>,
}

impl<'a> Scope<'a> {
    fn new(files: &'a [ParsedFile], instances: &'a [Instance]) -> Self {
        let sigs = instances
            .iter()
            .enumerate()
            .map(|(i, inst)| sig_entries(&files[inst.file], i == 0))
            .collect();
        Scope { instances, sigs }
    }

    fn find(&self, at: usize, name: &str) -> Vec<SigKey> {
        let builtin = match name {
            "univ" => Some(World::UNIV),
            "Int" => Some(World::INT),
            "seq/Int" => Some(World::SEQ_INT),
            "String" => Some(World::STRING),
            "none" => Some(World::NONE),
            _ => None,
        };
        if let Some(sig) = builtin {
            return vec![SigKey::Builtin(sig)];
        }
        let bare = name.strip_prefix("this/").unwrap_or(name);
        let mut keys = if name.contains('/') {
            self.qualified(at, bare)
        } else {
            self.visible(at, at, name)
        };
        let param = self.instances[at].params.iter().find(|p| p.name == bare);
        if let Some(key) = param.and_then(|p| p.value)
            && !keys.contains(&key)
        {
            keys.push(key);
        }
        keys
    }

    fn qualified(&self, start: usize, name: &str) -> Vec<SigKey> {
        let segments: Vec<&str> = name.split('/').collect();
        let Some((&last, aliases)) = segments.split_last() else {
            return Vec::new();
        };
        let mut at = start;
        for (level, alias) in aliases.iter().enumerate() {
            match self.instances[at].opens.iter().find(|o| o.alias == *alias) {
                Some(open) if level == 0 || !open.private => at = open.target,
                _ => return Vec::new(),
            }
        }
        let own = self.own(at, last, !aliases.is_empty());
        if own.is_empty() {
            self.visible(at, start, last)
        } else {
            own
        }
    }

    fn own(&self, at: usize, name: &str, public: bool) -> Vec<SigKey> {
        let named = |(_, e): &(usize, &SigEntry)| e.name == name && !(public && e.private);
        self.sigs[at]
            .iter()
            .enumerate()
            .filter(named)
            .map(|(i, _)| SigKey::Declared(at, i))
            .collect()
    }

    fn visible(&self, from: usize, start: usize, name: &str) -> Vec<SigKey> {
        visible_from(from, |at| &self.instances[at].opens)
            .into_iter()
            .flat_map(|at| self.own(at, name, at != start))
            .collect()
    }
}

/// The instances whose names are visible from one: itself and what it opens; private opens only at the first step.
pub(crate) fn visible_from<'a>(from: usize, opens: impl Fn(usize) -> &'a [super::graph::Edge]) -> Vec<usize> {
    let mut seen = vec![from];
    let mut todo: Vec<usize> = opens(from).iter().rev().map(|o| o.target).collect();
    while let Some(at) = todo.pop() {
        if seen.contains(&at) {
            continue;
        }
        seen.push(at);
        todo.extend(opens(at).iter().rev().filter(|o| !o.private).map(|o| o.target));
    }
    seen
}
