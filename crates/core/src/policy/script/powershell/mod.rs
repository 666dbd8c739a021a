//! Reads how PowerShell is called, and the script that it is given.

mod expression;
mod reader;
mod statement;
mod word;

use super::Script;
use reader::Reader;

/// Parameters of the program that change nothing but what it shows.
const HARMLESS: &[&str] = &["mta", "nologo", "noninteractive", "noprofile", "sta"];
/// Parameters of the same kind, with a value in the next word.
const WITH_VALUE: &[&str] = &["inputformat", "outputformat", "windowstyle"];
/// Short names, which are no beginnings of the long ones.
const SHORT: &[(&str, &str)] = &[
    ("c", "command"),
    ("if", "inputformat"),
    ("nop", "noprofile"),
    ("of", "outputformat"),
    ("w", "windowstyle"),
];

/// What PowerShell is called with.
#[derive(Default)]
struct Called {
    /// The words of the script.
    script: Vec<String>,
    has_profile: bool,
}

/// What a call of PowerShell with these arguments does.
pub(super) fn script(program: &str, arguments: &[String]) -> Script {
    match called(program, arguments) {
        Err(word) => Script::unread(format!("the word {word:?} of {program:?}")),
        Ok(called) if called.script.is_empty() => Script::unread(format!("the program {program:?}")),
        Ok(called) => {
            let mut script = read(&called.script.join(" "));
            let profile = called.has_profile.then(|| format!("the profile of {program:?}"));
            script.unread = script.unread.or(profile);
            script
        }
    }
}

/// The commands of a script's text.
pub(super) fn read(text: &str) -> Script {
    let mut reader = Reader::new(text);
    let unread = reader.script().err();
    Script { commands: reader.into_commands(), unread }
}

/// The script among the arguments.
///
/// # Errors
/// The word that leads elsewhere: to a file, to encoded commands, or to what is not known.
fn called(program: &str, arguments: &[String]) -> Result<Called, String> {
    let mut called = Called { has_profile: true, ..Called::default() };
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let Some(name) = word.strip_prefix(['-', '/', '–', '—', '―']).map(str::to_lowercase) else {
            // Windows PowerShell takes it for a command, its successor for a file.
            let is_command = program == "powershell";
            called.script = std::iter::once(word).chain(rest).cloned().collect();
            return if is_command { Ok(called) } else { Err(word.clone()) };
        };
        match full_name(&name) {
            Some("command") => {
                called.script = rest.cloned().collect();
                // It reads its commands from its input.
                let is_input = called.script.first().is_some_and(|it| it == "-");
                return if is_input { Err(word.clone()) } else { Ok(called) };
            }
            Some("noprofile") => called.has_profile = false,
            Some(it) if HARMLESS.contains(&it) => {}
            Some(it) if WITH_VALUE.contains(&it) => drop(rest.next()),
            _ => return Err(word.clone()),
        }
    }
    Ok(called)
}

/// The parameter with this name or with a beginning of its name that no other has.
fn full_name(name: &str) -> Option<&'static str> {
    if let Some((_, long)) = SHORT.iter().find(|it| it.0 == name) {
        return Some(long);
    }
    let all = [&["command"], HARMLESS, WITH_VALUE].concat();
    let mut matching = all.into_iter().filter(|it| name.len() > 2 && it.starts_with(name));
    match (matching.next(), matching.next()) {
        (Some(it), None) => Some(it),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
