//! Alloy, driven by a small program in Java.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use clap::Args;

/// Where Alloy is and how it is run. Both programs wrap integers, and break symmetries alike.
#[derive(Clone, Debug, Args)]
pub(crate) struct AlloyArgs {
    /// Alloy's jar, or a class path of Alloy and its libraries; without it Alloy is left out, where that makes sense.
    #[arg(long = "alloy", value_name = "CLASSPATH")]
    pub(crate) class_path: Option<String>,
    /// Flags of the virtual machine.
    #[arg(long, default_value = "-Xmx4g -XX:+UseSerialGC", allow_hyphen_values = true)]
    pub(crate) java_flags: String,
}

/// The driver, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Alloy {
    class_path: String,
    java_flags: String,
}

/// What Alloy says of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// `SAT`, `UNSAT`, `TIMEOUT`, or `FAULT` with a reason.
    pub(crate) verdict: String,
    /// How many clauses it made.
    pub(crate) clauses: u64,
    /// Milliseconds of processor time for translation and search, run by run.
    pub(crate) milliseconds: Vec<f64>,
}

impl Answer {
    /// The median of the last three runs.
    pub(crate) fn warm(&self) -> f64 {
        let last = self.milliseconds.len().saturating_sub(3);
        crate::table::median(self.milliseconds[last..].to_vec())
    }
}

impl Alloy {
    /// Compiles the driver, if Alloy is given.
    pub(crate) fn new(args: &AlloyArgs) -> Result<Option<Self>, String> {
        let Some(given) = args.class_path.clone() else {
            return Ok(None);
        };
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/Alloy.java");
        let classes = PathBuf::from("target/bench/java");
        fs::create_dir_all(&classes).map_err(|error| error.to_string())?;
        let mut compiler = Command::new("javac");
        compiler
            .args(["-nowarn", "-cp", &given, "-d"])
            .arg(&classes)
            .arg(source);
        let done = compiler
            .status()
            .map_err(|error| format!("javac cannot be run: {error}"))?;
        if !done.success() {
            return Err("the driver of Alloy cannot be compiled; is the class path right?".into());
        }
        let joined = env::join_paths(env::split_paths(&given).chain([classes]));
        let class_path = joined
            .map_err(|error| error.to_string())?
            .to_string_lossy()
            .into_owned();
        Ok(Some(Self {
            class_path,
            java_flags: args.java_flags.clone(),
        }))
    }

    /// A process that runs commands, each so many times.
    pub(crate) fn command(&self, times: usize, limit: u64, commands: &[(PathBuf, String)]) -> Command {
        let mut java = Command::new("java");
        java.args(self.java_flags.split_whitespace())
            .args(["-cp", &self.class_path, "Alloy"]);
        java.args([&times.to_string(), &limit.to_string(), "wrap", "20", "0"]);
        for (file, command) in commands {
            java.arg(file).arg(command);
        }
        java
    }

    /// Runs commands in as few virtual machines as the time limit allows, and tells each answer with the number of its command.
    pub(crate) fn answers(
        &self,
        times: usize,
        limit: u64,
        commands: &[(PathBuf, String)],
        mut tell: impl FnMut(usize, &Answer) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut done = 0;
        while done < commands.len() {
            let mut java = self.command(times, limit, &commands[done..]);
            let java = java
                .stdin(Stdio::null())
                .stderr(Stdio::null())
                .stdout(Stdio::piped());
            let mut child = java
                .spawn()
                .map_err(|error| format!("java cannot be run: {error}"))?;
            let before = done;
            if let Some(output) = child.stdout.take() {
                for line in BufReader::new(output).lines() {
                    if let Some(answer) = answer(&line.map_err(|error| error.to_string())?) {
                        tell(done, &answer)?;
                        done += 1;
                    }
                }
            }
            child.wait().map_err(|error| error.to_string())?;
            if done == before {
                // The machine gave up without a word.
                tell(
                    done,
                    &Answer {
                        verdict: "FAULT".into(),
                        ..Answer::default()
                    },
                )?;
                done += 1;
            }
        }
        Ok(())
    }
}

/// A line of the driver; `None` for what Alloy itself has to say.
pub(crate) fn answer(line: &str) -> Option<Answer> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [_, _, verdict, _, _, clauses, milliseconds] = fields[..] else {
        return None;
    };
    Some(Answer {
        verdict: verdict.to_owned(),
        clauses: clauses.parse().ok()?,
        milliseconds: milliseconds.split(',').filter_map(|n| n.parse().ok()).collect(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

    use super::answer;

    #[test]
    fn the_last_three_runs_count() {
        let answer = answer("a.als\t0\tSAT\t1\t2\t30\t9.0,8.0,3.0,1.0,2.0").unwrap();
        assert_eq!((answer.verdict.as_str(), answer.clauses), ("SAT", 30));
        assert!((answer.warm() - 2.0).abs() < 1e-9);
    }

    #[test]
    fn other_lines_are_left_alone() {
        assert!(answer("Warning: nothing").is_none());
    }
}
