//! The script for a shell of Windows, read without running it: its commands, and whether that is all.
//!
//! PowerShell and the command interpreter (`cmd`) are read. Only what certainly means one thing is read; at anything else the reader
//! stops, and says where. Nothing is evaluated: a variable, and what a command gives back, is a word that is not known.

mod cmd;
mod cmdlets;
mod drives;
mod powershell;

pub(super) use cmdlets::{Cmdlet, Parameter, Takes, full_name, is_ambiguous};
pub(super) use drives::is_name_of_shell;

use cmdlets::cmdlet;
use drives::is_registry_key;

/// How often one shell may call another.
const MAX_NESTING: usize = 4;
/// Names of PowerShell as a program.
const POWERSHELL: &[&str] = &["powershell", "pwsh"];
/// Names of the command interpreter as a program.
const CMD: &str = "cmd";

/// The commands of a script in their order, as far as it could be read.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Script {
    pub(super) commands: Vec<ScriptCommand>,
    /// What could not be read, if anything.
    pub(super) unread: Option<String>,
}

/// A shell whose scripts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shell {
    PowerShell,
    Cmd,
}

/// A command of a script.
#[derive(Debug, PartialEq)]
pub(super) struct ScriptCommand {
    pub(super) shell: Shell,
    /// Its name in lower case.
    pub(super) name: String,
    pub(super) words: Vec<ScriptWord>,
    /// The files into which its output is redirected.
    pub(super) written: Vec<ScriptWord>,
    pub(super) input: CommandInput,
}

/// Where a command's input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandInput {
    Nothing,
    /// The command before it in a pipeline.
    Pipe,
}

/// A word of a command.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScriptWord {
    /// A text that may be a parameter.
    Bare(String),
    /// A text within quotes.
    Quoted(String),
    /// A block of commands, which are among those of the script.
    Block,
    /// A word whose text is not known; how it is written.
    Unknown(String),
}

impl Script {
    /// What the call of a program tells a shell to do; `None` if the program is no shell of Windows.
    pub(super) fn of_call(argv: &[String]) -> Option<Script> {
        Script::nested(argv, 0)
    }

    fn nested(argv: &[String], depth: usize) -> Option<Script> {
        let (program, arguments) = argv.split_first()?;
        let name = program_name(program);
        let mut script = match name.as_str() {
            CMD => cmd::script(arguments),
            name if POWERSHELL.contains(&name) => powershell::script(name, arguments),
            _ => return None,
        };
        // The range is fixed here: the commands that are added have been looked at one level deeper.
        for at in 0..script.commands.len() {
            let command = &script.commands[at];
            if command.name != CMD && !POWERSHELL.contains(&command.name.as_str()) {
                continue;
            }
            let inner = match command.call() {
                Some(call) if depth < MAX_NESTING => Script::nested(&call, depth + 1).unwrap_or_default(),
                Some(_) | None => Script::unread(format!("the call of {:?}", command.name)),
            };
            script.commands.extend(inner.commands);
            script.unread = script.unread.or(inner.unread);
        }
        Some(script)
    }

    fn unread(what: String) -> Script {
        Script { commands: Vec::new(), unread: Some(what) }
    }

    /// The words that may name files and sites.
    pub(super) fn places(&self) -> Vec<String> {
        self.commands.iter().flat_map(ScriptCommand::places).collect()
    }
}

impl ScriptCommand {
    fn new(shell: Shell, name: &str, input: CommandInput) -> ScriptCommand {
        let name = program_name(name);
        ScriptCommand { shell, name, words: Vec::new(), written: Vec::new(), input }
    }

    /// The cmdlet that it calls, if it is one that is known.
    pub(super) fn cmdlet(&self) -> Option<&'static Cmdlet> {
        (self.shell == Shell::PowerShell).then(|| cmdlet(&self.name)).flatten()
    }

    /// Its words after its name, as a program would get them; `None` if one is not known.
    pub(super) fn arguments(&self) -> Option<Vec<String>> {
        let text = |word: &ScriptWord| word.text().map(str::to_owned);
        self.words.iter().map(text).collect()
    }

    fn call(&self) -> Option<Vec<String>> {
        Some([vec![self.name.clone()], self.arguments()?].concat())
    }

    fn places(&self) -> Vec<String> {
        let cmdlet = self.cmdlet();
        let is_data = cmdlet.is_some_and(|it| it.takes == Takes::Data);
        // To look at a key of the registry is not to look at a file.
        let only_reads = cmdlet.is_some_and(|it| it.risks.is_empty());
        let named = self.words.iter().filter(|_| !is_data).filter_map(|it| self.operand(it));
        let named = named.filter(|it| !(only_reads && is_registry_key(it)));
        let written = self.written.iter().filter_map(ScriptWord::text);
        named.chain(written).map(|it| self.place(it)).collect()
    }

    /// The part of a word that is no option.
    fn operand<'w>(&self, word: &'w ScriptWord) -> Option<&'w str> {
        let text = word.text()?;
        let starts = |with: char| matches!(word, ScriptWord::Bare(_)) && text.starts_with(with);
        let is_option = match self.cmdlet() {
            Some(_) => starts('-'),
            // Programs of Windows have options such as `/q`; a path has another separator or an extension.
            None => starts('-') || starts('/') && !text[1..].contains(['/', '\\', '.']),
        };
        match (is_option, text.split_once([':', '='])) {
            (false, _) => Some(text),
            (true, Some((_, value))) => Some(value),
            (true, None) => None,
        }
        .filter(|it| !it.is_empty())
    }

    /// PowerShell finds files with brackets as with stars: which, only the machine knows.
    fn place(&self, text: &str) -> String {
        match self.shell == Shell::PowerShell && !text.contains("://") {
            true => text.replace('[', "*"),
            false => text.to_owned(),
        }
    }
}

impl ScriptWord {
    /// The word's text, if it is known and no block.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            ScriptWord::Bare(text) | ScriptWord::Quoted(text) => Some(text),
            ScriptWord::Block | ScriptWord::Unknown(_) => None,
        }
    }
}

/// The name of a program or command in lower case, without its folder and the extension of a program.
pub(super) fn program_name(program: &str) -> String {
    let name = program.rsplit(['/', '\\', ':']).next().unwrap_or(program).trim_end_matches(['.', ' ']);
    let name = name.to_lowercase();
    let stem = [".exe", ".com"].iter().find_map(|it| name.strip_suffix(it));
    stem.unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod testing;
