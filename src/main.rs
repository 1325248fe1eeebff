//! The command line of relfind.

#![allow(clippy::print_stderr, reason = "the command line talks to people")]

mod cli;

use std::process::ExitCode;

/// Stack of a thread that does the work, in bytes. Formulas nest as deeply as the parser allows and every stage follows them down.
const STACK_BYTES: usize = 1 << 30;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(cli::main);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has told its story; whatever the verdict would have been, it is not known.
        Ok(Err(_)) => ExitCode::from(cli::UNKNOWN),
        Err(error) => {
            eprintln!(
                "relfind: no thread with a stack of {} MB can be started: {error}",
                STACK_BYTES >> 20
            );
            ExitCode::from(cli::UNKNOWN)
        }
    }
}
