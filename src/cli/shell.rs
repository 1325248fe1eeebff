//! What a shell wants to know of the program: completions and the manual page, made from the definition of the flags.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{AS_WANTED, Cli, UNKNOWN, args::Color, output::Output};

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}

/// Prints the script that makes a shell complete the flags; the exit status.
pub(crate) fn completions(args: &CompletionsArgs) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "relfind", &mut script);
    Output::new(Color::Never).print(&String::from_utf8_lossy(&script));
    AS_WANTED
}

/// Prints the manual page in troff: the program, and then each of its actions; the exit status.
pub(crate) fn man() -> u8 {
    let output = Output::new(Color::Never);
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    let mut pages = vec![command.clone()];
    pages.extend(
        command
            .get_subcommands()
            .filter(|c| c.get_name() != "help")
            .cloned(),
    );
    for (number, command) in pages.into_iter().enumerate() {
        let man = clap_mangen::Man::new(command);
        let rendered = if number == 0 {
            man.render(&mut page)
        } else {
            man.render_name_section(&mut page)
                .and_then(|()| man.render_synopsis_section(&mut page))
                .and_then(|()| man.render_options_section(&mut page))
        };
        if let Err(error) = rendered {
            output.error(&format!("the manual page cannot be made: {error}"));
            return UNKNOWN;
        }
    }
    output.print(&String::from_utf8_lossy(&page));
    AS_WANTED
}
