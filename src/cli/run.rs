//! Running the commands of a file and reporting on each.

use std::cell::RefCell;

use relfind::{
    RunOptions, Session,
    lang::diag::{Diagnostic, Severity},
    relational::Overflow,
    report::{CommandReport, Verdict},
    translator::lower,
};

use super::{
    AS_WANTED, BAD_INPUT, INTERRUPTED, NOT_AS_WANTED, UNKNOWN,
    args::{Format, MeaningArgs, OverflowArg, RunArgs, Scopes, SizeArgs},
    batch::Batch,
    desk::Desk,
    fit,
    folder::Archive,
    json, list, order,
    output::Output,
    page::Page,
    picture, rerun,
    runner::{Runner, Task},
    select::select,
    watch::Watch,
    worst,
};

/// Runs the commands of a file; the exit status.
pub(crate) fn run(args: &RunArgs) -> u8 {
    let watch = Watch::start(args.memory);
    if args.watch {
        return rerun::rerun(args, &watch);
    }
    once(args, &watch)
}

/// Runs them once; the exit status.
pub(crate) fn once(args: &RunArgs, watch: &Watch) -> u8 {
    let Some(path) = args.file.as_deref() else {
        return BAD_INPUT;
    };
    let desk = Desk {
        path,
        json: args.shown() == Format::Json,
        quiet: args.output.quiet,
        output: Output::new(args.output.color),
    };
    let mut session = match desk.open(args.meaning.dialect) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let data = match args.data.read(&mut session) {
        Ok(data) => data,
        Err(errors) => return desk.refuse_with(&session, &errors),
    };
    let refuse =
        |session: &Session, message: &str| desk.refuse(session.sources(), session.warnings(), message);
    let picked = match pick(args, &session) {
        Ok(picked) => picked,
        Err(message) => return refuse(&session, &message),
    };
    let mut options = match run_options(args) {
        Ok(options) => options,
        Err(message) => return refuse(&session, &message),
    };
    options.lower.data = data;
    if let Err(errors) = order::read(&args.order, &mut session, &mut options, desk) {
        return desk.refuse_with(&session, &errors);
    }
    if args.list {
        return list(args, desk, &session, &picked, &options);
    }
    let archive = match Archive::open(args, &mut session, &options, &picked) {
        Ok(archive) => archive.map(RefCell::new),
        Err(message) => return refuse(&session, &message),
    };
    let theme = match picture::theme(&session, &args.picture, desk.output, desk.quiet) {
        Ok(theme) => theme,
        Err(message) => return refuse(&session, &message),
    };
    if args.check {
        return check(args, desk, &session, &picked, &options);
    }
    let runner = Runner {
        args,
        desk,
        page: Page::open(desk.output),
        session: &session,
        options,
        theme: &theme,
        watch,
        archive: archive.as_ref(),
        beside_others: false,
    };
    all(runner, &tasks(args, &picked))
}

/// The commands that are meant.
fn pick(args: &RunArgs, session: &Session) -> Result<Vec<usize>, String> {
    let mut picked = select(session.commands(), &args.select.command)?;
    if args.list || args.check {
        return Ok(picked);
    }
    // Facts are those of one instance, and a document is one.
    if matches!(args.shown(), Format::Facts | Format::Svg | Format::Xml) && args.select.command.is_empty() {
        picked.truncate(1);
    }
    fit::check_documents(args, picked.len())?;
    Ok(picked)
}

/// What the flags say of running.
fn run_options(args: &RunArgs) -> Result<RunOptions, String> {
    let mut options = options(&args.meaning, &args.size);
    options.solver.clone_from(&args.solver);
    if let Err(error) = relfind::solver::create(&options.solver) {
        return Err(format!("the solver `{}` cannot be used: {error}", options.solver));
    }
    fit::check(args)?;
    order::check(args)?;
    options.twins = args.twins;
    options.counter.clone_from(&args.counter);
    if args.count || args.twins {
        options.translate.symmetry = 0;
    }
    Ok(options)
}

/// Lists the commands and runs nothing.
fn list(args: &RunArgs, desk: Desk<'_>, session: &Session, picked: &[usize], options: &RunOptions) -> u8 {
    if desk.json {
        let commands = list::values(session, picked);
        desk.document(commands, session.warnings(), session.sources());
    } else {
        let listed = list::list(session, picked, &options.lower);
        desk.output.print(&listed);
    }
    finish(AS_WANTED, session.warnings().iter(), args, desk)
}

/// Looks at the commands' scopes and runs nothing. A file with wrong scopes loads, so that the status is not that of a file that does not.
fn check(args: &RunArgs, desk: Desk<'_>, session: &Session, picked: &[usize], options: &RunOptions) -> u8 {
    let scopes = |&index: &usize| lower::scopes(session.world(), index, 0, &options.lower);
    let errors: Vec<Diagnostic> = picked
        .iter()
        .filter_map(|index| scopes(index).err())
        .flatten()
        .collect();
    if !errors.is_empty() {
        desk.refuse_with(session, &errors);
        return NOT_AS_WANTED;
    }
    document(desk, session, &[]);
    finish(AS_WANTED, session.warnings().iter(), args, desk)
}

/// Every command at every scope that is asked for.
fn tasks(args: &RunArgs, picked: &[usize]) -> Vec<Task> {
    let at = |index, scope| Task { index, scope };
    let scopes = args.scopes.as_ref();
    let of_command = |&index: &usize| match scopes {
        None => vec![at(index, None)],
        Some(Scopes(scopes)) => scopes.iter().map(|&scope| at(index, Some(scope))).collect(),
    };
    picked.iter().flat_map(of_command).collect()
}

/// Runs tasks one after the other, or as many side by side as asked for.
fn all(runner: Runner<'_>, tasks: &[Task]) -> u8 {
    let Runner {
        args,
        desk,
        session,
        watch,
        ..
    } = runner;
    let jobs = jobs(args).min(tasks.len());
    let reports = if jobs > 1 {
        side_by_side(&runner, tasks, jobs)
    } else {
        one_by_one(runner, tasks)
    };
    let status = reports
        .iter()
        .fold(AS_WANTED, |status, report| worst(status, exit_status(report)));
    document(desk, session, &reports);
    let of_commands = reports.iter().flat_map(|report| &report.diagnostics);
    let status = finish(status, session.warnings().iter().chain(of_commands), args, desk);
    if watch.interrupted() { INTERRUPTED } else { status }
}

/// How many tasks may run at the same time.
fn jobs(args: &RunArgs) -> usize {
    match args.jobs {
        0 => std::thread::available_parallelism().map_or(1, Into::into),
        jobs => jobs as usize,
    }
}

fn one_by_one(mut runner: Runner<'_>, tasks: &[Task]) -> Vec<CommandReport> {
    let mut reports = Vec::new();
    for &task in tasks {
        runner.options.lower.overall_scope = task.scope.or(runner.args.meaning.scope);
        reports.push(runner.command(task));
        if runner.watch.interrupted() {
            break;
        }
    }
    reports
}

fn side_by_side(runner: &Runner<'_>, tasks: &[Task], jobs: usize) -> Vec<CommandReport> {
    let batch = Batch {
        tasks: tasks.len(),
        jobs,
        output: runner.desk.output,
        quiet: runner.desk.quiet || runner.desk.json,
        watch: runner.watch,
    };
    // What threads share of the runner: all but its page and its archive.
    let &Runner {
        args,
        desk,
        session,
        theme,
        watch,
        ..
    } = runner;
    let options = &runner.options;
    batch.run(&|number: usize, page: &Page| {
        let task = tasks[number];
        let mut options = options.clone();
        options.lower.overall_scope = task.scope.or(args.meaning.scope);
        let runner = Runner {
            args,
            desk,
            page: page.clone(),
            session,
            options,
            theme,
            watch,
            archive: None,
            beside_others: true,
        };
        runner.command(task)
    })
}

/// The JSON document, where it is asked for.
fn document(desk: Desk<'_>, session: &Session, reports: &[CommandReport]) {
    let (world, sources) = (session.world(), session.sources());
    let commands = reports
        .iter()
        .map(|report| json::command(report, world, sources))
        .collect();
    desk.document(commands, session.warnings(), sources);
}

/// Ends a run: where to read more about what was said, and the status with warnings taken for what they are asked to be.
fn finish<'a>(
    status: u8,
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
    args: &RunArgs,
    desk: Desk<'_>,
) -> u8 {
    let all: Vec<&Diagnostic> = diagnostics.collect();
    desk.pointer(all.iter().copied());
    let warnings = all.iter().filter(|d| d.severity == Severity::Warning).count();
    if !args.deny_warnings || warnings == 0 {
        return status;
    }
    let plural = if warnings == 1 { "" } else { "s" };
    desk.output.error(&format!(
        "{warnings} warning{plural}, and --deny-warnings is given"
    ));
    worst(status, BAD_INPUT)
}

/// The exit status that a command alone would give.
pub(crate) fn exit_status(report: &CommandReport) -> u8 {
    match report.verdict {
        Verdict::Error => BAD_INPUT,
        Verdict::Unknown(_) => UNKNOWN,
        _ if report.as_expected() => AS_WANTED,
        _ => NOT_AS_WANTED,
    }
}

/// What the flags say of the meaning of commands.
pub(crate) fn options(meaning: &MeaningArgs, size: &SizeArgs) -> RunOptions {
    let mut options = RunOptions::default();
    options.lower.overall_scope = meaning.scope;
    options.lower.bitwidth = meaning.bitwidth;
    options.lower.unrolls = meaning.unrolls;
    options.lower.overflow = match meaning.overflow {
        OverflowArg::Prevent => Overflow::Prevent,
        OverflowArg::Wrap => Overflow::Wrap,
    };
    options.translate.symmetry = meaning.symmetry;
    options.translate.skolem_depth = meaning.skolem_depth;
    options.lower.limits.atoms = size.max_atoms;
    options.lower.limits.tuples = size.max_tuples.into();
    options.lower.limits.nodes = size.max_nodes as usize;
    let limits = &mut options.translate.limits;
    limits.variables = size.max_tuples;
    limits.tuples = size.max_tuples as usize;
    limits.gates = size.max_gates as usize;
    limits.clauses = size.max_clauses as usize;
    options
}
