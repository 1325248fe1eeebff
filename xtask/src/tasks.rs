//! Tables of commands of public models.
//!
//! A table has a heading and columns `repo`, `file` and `command`; files are found under a folder for each repository. Rows with something in a column
//! `temporal` or `error` are left out.

use std::{fs, path::PathBuf};

use clap::Args;

use crate::table::{number, rows};

#[derive(Debug, Args)]
pub(crate) struct TasksArgs {
    /// The table of commands.
    #[arg(long)]
    table: Option<PathBuf>,
    /// The folder that holds a folder for each repository of the table.
    #[arg(long, requires = "table")]
    root: Option<PathBuf>,
    /// Leave out commands for which the table's columns `translate_cpu_ms` and `solve_cpu_ms` come to more seconds than this.
    #[arg(long, default_value_t = 30.0)]
    skip: f64,
    /// Of the commands of the table for which these columns come to at most `--heavy` seconds, measure only so many, spread over it; 0 for all.
    #[arg(long, default_value_t = 0)]
    sample: usize,
    /// Commands that take more seconds than this are all measured.
    #[arg(long, default_value_t = 2.0)]
    heavy: f64,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The file as the table names it.
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    /// The command's number.
    pub(crate) command: String,
    /// The seconds that the table has for it.
    seconds: f64,
}

impl TasksArgs {
    /// The static commands of the table that are not left out; none without a table.
    pub(crate) fn read(&self) -> Result<Vec<Task>, String> {
        let Some(table) = &self.table else {
            return Ok(Vec::new());
        };
        let root = self.root.clone().unwrap_or_default();
        let text = fs::read_to_string(table).map_err(|error| format!("{}: {error}", table.display()))?;
        let heading: Vec<&str> = text.lines().next().unwrap_or_default().split('\t').collect();
        let column = |name: &str| heading.iter().position(|column| *column == name);
        let needed = |name| column(name).ok_or_else(|| format!("the table has no column `{name}`"));
        let (repo, file, command) = (needed("repo")?, needed("file")?, needed("command")?);
        let empty = |row: &[String], name| {
            column(name)
                .and_then(|at| row.get(at))
                .is_none_or(String::is_empty)
        };
        let time = |row: &[String], name| column(name).map_or(0.0, |at| number(row, at));
        let mut tasks = Vec::new();
        for row in rows(table) {
            let seconds = (time(&row, "translate_cpu_ms") + time(&row, "solve_cpu_ms")) / 1e3;
            let short = row.len() <= repo.max(file).max(command);
            if short || !empty(&row, "temporal") || !empty(&row, "error") || seconds > self.skip {
                continue;
            }
            let name = format!("{}/{}", row[repo], row[file]);
            tasks.push(Task {
                file: root.join(&name),
                name,
                command: row[command].clone(),
                seconds,
            });
        }
        Ok(self.sampled(tasks))
    }

    fn sampled(&self, tasks: Vec<Task>) -> Vec<Task> {
        let light = tasks.iter().filter(|task| task.seconds <= self.heavy).count();
        if self.sample == 0 || self.sample >= light {
            return tasks;
        }
        let mut at = 0;
        let kept = |task: &Task| {
            if task.seconds > self.heavy {
                return true;
            }
            at += 1;
            // The last of each of so many equal stretches.
            (at - 1) * self.sample / light != at * self.sample / light
        };
        tasks.into_iter().filter(kept).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_and_heavy_tasks_are_kept() {
        let task = |n: u32| Task {
            name: n.to_string(),
            file: PathBuf::new(),
            command: "0".into(),
            seconds: if n == 4 { 3.0 } else { 0.1 },
        };
        let args = TasksArgs {
            table: None,
            root: None,
            skip: 30.0,
            sample: 3,
            heavy: 2.0,
        };
        let kept = args.sampled((0..10).map(task).collect());
        let names: Vec<&str> = kept.iter().map(|task| task.name.as_str()).collect();
        assert_eq!(names, ["2", "4", "6", "9"]);
    }
}
