//! What programs of Windows and the commands of its shells risk.

mod programs;

use super::super::super::{
    Finding,
    risk::Risk,
    script::{
        Cmdlet, CommandInput, Parameter, Script, ScriptCommand, ScriptWord, Shell, Takes, full_name,
        is_ambiguous, is_name_of_shell, program_name,
    },
};
use super::hands_over;
use programs::PROGRAMS;

/// Extensions of scripts, which do what they say and not what their name says.
const SCRIPTS: &[&str] =
    &["bat", "cmd", "hta", "js", "jse", "msc", "ps1", "psm1", "vbe", "vbs", "wsf", "wsh"];
/// What changes the folder from which later commands read relative paths.
const MOVERS: &[&str] =
    &["cd", "chdir", "popd", "pushd", "pop-location", "push-location", "set-location", "sl"];
/// What the verb of an unknown cmdlet says.
const VERBS: &[(&str, Risk)] = &[
    ("clear", Risk::Deletes),
    ("install", Risk::Installs),
    ("remove", Risk::Deletes),
    ("restart", Risk::Closes),
    ("send", Risk::Sends),
    ("stop", Risk::Closes),
    ("uninstall", Risk::Installs),
];

/// A program whose words say what it risks.
struct Program {
    name: &'static str,
    /// The risks of every call.
    risks: &'static [Risk],
    /// Words of its calls, and what they add.
    words: &'static [(&'static str, &'static [Risk])],
    /// What it risks in addition where its first word is none of these.
    otherwise: &'static [Risk],
}

/// The risks of running a program of Windows with these arguments.
pub(super) fn risks(argv: &[String]) -> Vec<Finding> {
    let Some((program, arguments)) = argv.split_first() else { return Vec::new() };
    let found = match Script::of_call(argv) {
        Some(script) => script_risks(&script),
        None => program_risks(program, arguments),
    };
    std::iter::once(Finding::plain(Risk::Runs)).chain(found).collect()
}

fn script_risks(script: &Script) -> Vec<Finding> {
    let unread = script.unread.iter().map(|it| Finding { risk: Risk::Unknown, sign: it.clone() });
    // A change of the folder matters only to the commands after it.
    let is_alone = script.commands.len() == 1;
    let moves = |it: &&ScriptCommand| MOVERS.contains(&it.name.as_str()) && !is_alone;
    let moved = script.commands.iter().find(moves).map(|it| named(Risk::Unknown, &it.name));
    script.commands.iter().flat_map(command_risks).chain(unread).chain(moved).collect()
}

fn command_risks(command: &ScriptCommand) -> Vec<Finding> {
    let written = command.written.iter().flat_map(|it| {
        let overwrites = named(Risk::Overwrites, &command.name);
        std::iter::once(overwrites).chain(unknown_word(it, command))
    });
    let cmdlet = command.cmdlet();
    let by_cmdlet = cmdlet.map(|it| cmdlet_risks(it, command)).unwrap_or_default();
    let by_program = match cmdlet {
        Some(_) if !is_ambiguous(&command.name) => Vec::new(),
        // It may be a program, too: in another version of PowerShell, or where there is one of that name.
        _ => in_script(command),
    };
    by_cmdlet.into_iter().chain(by_program).chain(written).collect()
}

fn cmdlet_risks(cmdlet: &Cmdlet, command: &ScriptCommand) -> Vec<Finding> {
    let mut found: Vec<Finding> = cmdlet.risks.iter().map(|it| named(*it, &command.name)).collect();
    // What it works on then depends on what another command writes.
    if command.input == CommandInput::Pipe && takes_names(cmdlet, command) {
        found.push(Finding { risk: Risk::Unknown, sign: format!("the input of {:?}", command.name) });
    }
    let renamed = command.words.iter().filter_map(ScriptWord::text).find(|it| is_name_of_shell(it));
    // Later commands are other ones then.
    found.extend(renamed.filter(|_| !cmdlet.risks.is_empty()).map(|it| unclear(it, &command.name)));
    for word in &command.words {
        match word {
            ScriptWord::Bare(text) if text.starts_with('-') => found.extend(parameter(cmdlet, text)),
            ScriptWord::Bare(_) | ScriptWord::Quoted(_) if cmdlet.takes == Takes::Blocks => {
                found.extend(word.text().map(|it| unclear(it, &command.name)));
            }
            ScriptWord::Unknown(_) if cmdlet.takes == Takes::Data => {}
            word => found.extend(unknown_word(word, command)),
        }
    }
    found
}

/// Whether the input of a cmdlet may be names of what it works on.
fn takes_names(cmdlet: &Cmdlet, command: &ScriptCommand) -> bool {
    match cmdlet.takes {
        Takes::Names => true,
        Takes::Target => {
            command.words.first().and_then(ScriptWord::text).is_none_or(|it| it.starts_with('-'))
        }
        Takes::Data | Takes::Blocks => false,
    }
}

fn parameter(cmdlet: &Cmdlet, text: &str) -> Option<Finding> {
    let name = text.trim_start_matches('-').split(':').next().unwrap_or_default();
    // A number is a value.
    if name.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    match cmdlet.parameter(name) {
        Parameter::Harmless => None,
        Parameter::Risk(risk) => {
            Some(Finding { risk, sign: format!("the word {text:?} of {:?}", cmdlet.name) })
        }
        Parameter::Unknown => Some(unclear(text, cmdlet.name)),
    }
}

/// What a command does that is no cmdlet that is known: a program, a function, or a cmdlet of a module.
fn in_script(command: &ScriptCommand) -> Vec<Finding> {
    let name = command.name.as_str();
    let known = PROGRAMS.binary_search_by_key(&name, |it| it.name).is_ok();
    let verb = name.split_once('-').map(|it| it.0).filter(|_| !known);
    if let Some(verb) = verb {
        let by_verb = VERBS.iter().find(|it| it.0 == verb).map(|it| named(it.1, name));
        return by_verb.into_iter().chain([named(Risk::Unknown, name)]).collect();
    }
    let unknown = command.words.iter().find_map(|it| unknown_word(it, command));
    let texts: Vec<String> = command.words.iter().filter_map(|it| it.text().map(str::to_owned)).collect();
    // A shell that a script calls is read as a part of it.
    let is_shell = Script::of_call(std::slice::from_ref(&command.name)).is_some();
    let called = if is_shell { Vec::new() } else { program_risks(name, &texts) };
    let is_alias = command.shell == Shell::PowerShell && full_name(name) != name;
    let is_other = (is_alias && command.cmdlet().is_none()).then(|| named(Risk::Unknown, name));
    let nameless = name.is_empty().then(|| Finding::plain(Risk::Unknown));
    called.into_iter().chain(unknown).chain(is_other).chain(nameless).collect()
}

/// What a program risks that no shell reads.
fn program_risks(program: &str, arguments: &[String]) -> Vec<Finding> {
    let name = program_name(program);
    let known = PROGRAMS.binary_search_by_key(&name.as_str(), |it| it.name).ok().map(|at| &PROGRAMS[at]);
    let by_table = known.map(|it| it.risks_of(arguments)).unwrap_or_default();
    let by_table = by_table.into_iter().map(|it| named(it, program));
    let extension = name.rsplit_once('.').map_or("", |it| it.1);
    let script = SCRIPTS.contains(&extension).then(|| named(Risk::Unknown, program));
    let unknown = hands_over(program, arguments).map(|sign| Finding { risk: Risk::Unknown, sign });
    by_table.chain(script).chain(unknown).collect()
}

impl Program {
    fn risks_of(&self, arguments: &[String]) -> Vec<Risk> {
        let is_word = |argument: &String, word: &str| {
            let argument = argument.to_lowercase();
            let option = argument.strip_prefix(['/', '-']).filter(|_| word.starts_with('/'));
            // Options have values behind a colon.
            option.map_or(argument == word, |it| it.split(':').next() == word.get(1..))
        };
        let said = self.words.iter().filter(|it| arguments.iter().any(|argument| is_word(argument, it.0)));
        // Another machine may come before what is done there.
        let mut after_machine = arguments.iter().skip_while(|it| it.starts_with("\\\\"));
        let is_known =
            after_machine.next().is_some_and(|it| self.words.iter().any(|(word, _)| is_word(it, word)));
        let otherwise = if is_known { &[] } else { self.otherwise };
        self.risks.iter().chain(said.flat_map(|it| it.1)).chain(otherwise).copied().collect()
    }
}

fn unknown_word(word: &ScriptWord, command: &ScriptCommand) -> Option<Finding> {
    match word {
        ScriptWord::Unknown(text) => Some(unclear(text, &command.name)),
        ScriptWord::Bare(_) | ScriptWord::Quoted(_) | ScriptWord::Block => None,
    }
}

fn unclear(word: &str, command: &str) -> Finding {
    Finding { risk: Risk::Unknown, sign: format!("the word {word:?} of {command:?}") }
}

fn named(risk: Risk, command: &str) -> Finding {
    Finding { risk, sign: format!("the command {command:?}") }
}

#[cfg(test)]
mod tests;
