//! What holds for every source file: its length, its first line, names, stubs, and that tests stand where they are run.

use super::{
    offence::{Offence, Rule},
    scan::Source,
};

/// The longest a source file may be.
const WALL: usize = 500;

/// What no source file may hold, and why. Each is written in two parts, so that this table does not hold it either.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("to", "do!(", "a stub is never done"),
    ("unimpl", "emented!(", "a stub is never done"),
    ("db", "g!(", "a left-over"),
    ("#[all", "ow(", "write #[expect(lint, reason = \"...\")]"),
    ("#[ign", "ore", "a test is run or deleted"),
    ("#[should", "_panic", "check the error instead"),
    GETTER,
];

/// What a function of a trait is called is not for those to say who implement it.
const GETTER: (&str, &str, &str) = ("fn ge", "t_", "a getter is a noun");

/// How no type's name may end: such names say that something is done, and not what.
const VAGUE: &[&str] =
    &["Manager", "Factory", "Helper", "Util", "Utils", "Handler", "Base", "Facade", "Impl"];

/// Every offence of these files.
pub(crate) fn offences(sources: &[Source]) -> Vec<Offence> {
    let of = |source: &Source| {
        let offences = [of_file(&source.text), of_lines(&source.text), of_examples(&source.text)].concat();
        let offence = |(line, what)| Offence { rule: Rule::Layout, file: source.path.clone(), line, what };
        offences.into_iter().map(offence).collect::<Vec<_>>()
    };
    sources.iter().flat_map(of).collect()
}

fn of_file(text: &str) -> Vec<(usize, String)> {
    let mut offences = Vec::new();
    let lines = text.lines().count();
    if lines > WALL {
        offences.push((lines, format!("{lines} lines; the wall is {WALL}")));
    }
    if !text.starts_with("//!") {
        offences.push((1, "the first line does not say what the file is for (`//!`)".into()));
    }
    offences
}

fn of_lines(text: &str) -> Vec<(usize, String)> {
    let mut offences = Vec::new();
    let mut of_trait = false;
    for (number, line) in (1..).zip(text.lines()) {
        of_trait = line.starts_with("impl") && line.contains(" for ") || of_trait && line != "}";
        if let Some(name) = declared(line)
            && VAGUE.iter().any(|ending| name.ends_with(ending))
        {
            offences.push((number, format!("{name}: name what it is")));
        }
        for (head, tail, why) in FORBIDDEN.iter().filter(|it| !of_trait || **it != GETTER) {
            if line.contains(&format!("{head}{tail}")) && !line.trim_start().starts_with("//") {
                offences.push((number, format!("{head}{tail}: {why}")));
            }
        }
    }
    offences
}

/// Examples in doc comments that rustdoc would run: nothing here runs them.
fn of_examples(text: &str) -> Vec<(usize, String)> {
    let mut offences = Vec::new();
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(about) = doc.and_then(|it| it.trim().strip_prefix("```")) else { continue };
        is_open = !is_open;
        if is_open && matches!(about, "" | "rust" | "no_run" | "compile_fail") {
            offences.push((number, "no command runs an example here: write a test, or say ```text".into()));
        }
    }
    offences
}

/// The name of the type that the line declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    let keyword = words.next()?;
    let name = ["struct", "enum", "trait", "type"].contains(&keyword).then(|| words.next())??;
    name.split(|c: char| !c.is_alphanumeric()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        offences(&[Source::of("crates/core/src/x.rs", text)]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_long_file_a_silent_one_and_a_stub_are_offences() {
        let long = of(&format!("//! x\n{}", "\n".repeat(500)));
        assert_eq!(long, ["crates/core/src/x.rs:501: 501 lines; the wall is 500"]);
        assert_eq!(of("fn x() {}").len(), 1);
        let vague = of("//! x\npub(crate) struct TaskManager {");
        assert_eq!(vague, ["crates/core/src/x.rs:2: TaskManager: name what it is"]);
        assert!(of("//! x\nenum Part { WindowManager }").is_empty());
        assert_eq!(of(concat!("//! x\nfn x() { to", "do!() }")).len(), 1);
        assert!(of("//! x\nfn x() {}\n").is_empty());
    }

    #[test]
    fn a_getter_is_an_offence_but_not_of_those_who_implement_a_trait() {
        let getter = concat!("    fn ge", "t_x() {}\n}\n");
        assert!(of(&format!("//! x\nimpl X for Y {{\n{getter}")).is_empty());
        assert_eq!(of(&format!("//! x\nimpl X for Y {{\n}}\nimpl Y {{\n{getter}")).len(), 1);
    }

    #[test]
    fn an_example_that_nobody_runs_is_an_offence() {
        assert!(of("//! x\n/// ```text\n/// a\n/// ```\nfn x() {}\n").is_empty());
        assert_eq!(of("//! x\n/// ```\n/// a()\n/// ```\nfn x() {}\n").len(), 1);
    }
}
