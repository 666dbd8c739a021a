//! The manual page of a table of commands.

use anyhow::Result;
use deskpilot_core::{CommandSpec, Presence};
use deskpilot_desktop::CommandTable;
use std::fmt::Write;

/// The applications, each with what its commands are for.
pub(super) fn list(tables: &[CommandTable]) -> String {
    let line = |it: &CommandTable| format!("  {:<13} {:>3}  {}", it.name, it.commands.len(), it.about);
    let lines: Vec<String> = tables.iter().map(line).collect();
    format!(
        "Native commands, with their number:\n\n{}\n\n`deskpilot commands APPLICATION` describes them; \
         `deskpilot call APPLICATION COMMAND NAME=VALUE` runs one of an application with a window.",
        lines.join("\n")
    )
}

/// The page of one table.
pub(crate) fn table_page(table: &CommandTable) -> Result<String> {
    let by_hand = match table.application {
        Some(_) => format!("; `deskpilot call {} COMMAND NAME=VALUE` runs one by hand", table.name),
        None => String::new(),
    };
    let mut page = format!(
        "# Commands of {}\n\n\
         Native commands for {}. An AppAgent gets these where they are at hand, besides those of\n\
         [every application](../commands.md){by_hand}. The policy rules by what a\n\
         command does, as it says here, and by what its arguments touch.\n",
        table.name, table.about
    );
    for spec in table.commands {
        describe(&mut page, spec)?;
        writeln!(page, "\nEffect: {}.", spec.side_effects)?;
    }
    Ok(page)
}

/// Adds a command with its parameters.
pub(crate) fn describe(page: &mut String, spec: &CommandSpec) -> Result<()> {
    writeln!(page, "\n## {}\n\n{}", spec.name, spec.doc)?;
    if spec.params.is_empty() {
        return Ok(());
    }
    writeln!(page, "\n| argument | values | needed | meaning |\n| --- | --- | --- | --- |")?;
    for param in spec.params.iter() {
        let values = param.kind.to_string().replace('|', ", ");
        let needed = if param.presence == Presence::Required { "yes" } else { "no" };
        writeln!(page, "| `{}` | {values} | {needed} | {} |", param.name, param.doc)?;
    }
    Ok(())
}
