//! Arguments of `commands` and `call`: the native commands of applications.

use super::{CommonArgs, JsonArgs};
use clap::{
    Args, Command,
    builder::{PossibleValue, PossibleValuesParser},
};
use deskpilot_desktop::CommandTable;
use std::path::PathBuf;

/// `commands`
#[derive(Debug, Args)]
pub(crate) struct CommandsArgs {
    /// The application; without one, all are listed.
    pub(crate) application: Option<String>,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// `call`
#[derive(Debug, Args)]
#[command(after_help = "\
Without --file the command works on a new document, which is gone with a private desktop. A FILE that is not there is made with
--save. Lists are written as JSON:

  deskpilot call calc set_cells range=A1 'rows=[[\"Tea\", 3], [\"Sum\", \"=B1*2\"]]' --file budget.ods --save
  deskpilot call writer get_text --file letter.odt
  deskpilot call firefox links --page https://example.org/

Exit code: 0 if all is as the command says, also where it was so before; 1 if not, such as a text that was not found; 3 if a person is
needed, such as for the password of the document.")]
pub(crate) struct CallArgs {
    /// The application.
    pub(crate) application: String,
    /// The command; `deskpilot commands APPLICATION` describes all.
    pub(crate) command: String,
    /// Its arguments.
    #[arg(value_name = "NAME=VALUE")]
    pub(crate) arguments: Vec<String>,
    /// The document to open first.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The web page to open first.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "file")]
    pub(crate) page: Option<String>,
    /// Save the document to its file afterwards.
    #[arg(long, requires = "file")]
    pub(crate) save: bool,
    /// The name of the secret with which the document opens, if it asks for a password.
    #[arg(long, value_name = "NAME", requires = "file")]
    pub(crate) secret: Option<String>,
    /// Print the effect and what was read as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// The command line that takes the names of these tables, and no others.
pub(super) fn with_tables(line: Command, tables: &[CommandTable]) -> Command {
    let all = names(tables.iter());
    let of_windows = names(tables.iter().filter(|it| it.application.is_some()));
    line.mut_subcommands(|it| match it.get_name() {
        "commands" => of_applications(it, &all),
        "call" => of_applications(it, &of_windows),
        _ => it,
    })
}

fn names<'t>(tables: impl Iterator<Item = &'t CommandTable>) -> PossibleValuesParser {
    PossibleValuesParser::new(tables.map(|it| PossibleValue::new(it.name).help(it.about)))
}

/// The command whose argument `application` is one of these names.
fn of_applications(command: Command, names: &PossibleValuesParser) -> Command {
    command.mut_args(|it| match it.get_id() == "application" {
        true => it.value_parser(names.clone()),
        false => it,
    })
}
