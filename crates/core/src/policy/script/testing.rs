//! Scripts as tests show them.

use super::{CommandInput, Script, ScriptCommand, ScriptWord};

/// The commands of a script with `/` between them, then what was not read.
pub(super) fn shown(script: &Script) -> String {
    let commands = script.commands.iter().map(shown_command);
    let unread = script.unread.iter().map(|_| "(unread)".to_owned());
    commands.chain(unread).collect::<Vec<_>>().join(" / ")
}

fn shown_command(command: &ScriptCommand) -> String {
    let pipe = if command.input == CommandInput::Pipe { "|" } else { "" };
    let words = command.words.iter().map(|it| format!(" {}", shown_word(it)));
    let written = command.written.iter().map(|it| format!(" > {}", shown_word(it)));
    format!("{pipe}{}{}", command.name, words.chain(written).collect::<String>())
}

fn shown_word(word: &ScriptWord) -> String {
    match word {
        ScriptWord::Bare(text) => text.clone(),
        ScriptWord::Quoted(text) => format!("'{text}'"),
        ScriptWord::Block => "{}".into(),
        ScriptWord::Unknown(_) => "?".into(),
    }
}
