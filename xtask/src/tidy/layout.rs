//! Form and names of every source file: its length, its first line, names of types, stubs, examples that nothing runs.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};

/// The most lines of a source file.
const MAX_LINES: usize = 500;

/// What no source file may contain, and why. Each text is split in two, so that this table does not contain it either.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("to", "do!(", "a stub is never done"),
    ("unimpl", "emented!(", "a stub is never done"),
    ("db", "g!(", "a debugging aid"),
    ("#[all", "ow(", "write #[expect(lint, reason = \"...\")]"),
    ("#[ign", "ore", "a test is run or deleted"),
    ("#[should", "_panic", "check the error instead"),
    GETTER,
];

/// The prefix of getters. An implementation of a trait may have it, because it does not choose the names.
const GETTER: (&str, &str, &str) = ("fn ge", "t_", "name a getter for what it returns");

/// Endings that no type's name may have: they do not say what the type is.
const VAGUE: &[&str] =
    &["Manager", "Factory", "Helper", "Util", "Utils", "Handler", "Base", "Facade", "Impl"];

/// Every violation of these files.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    let of = |source: &Source| {
        let violations = [of_file(&source.text), of_lines(&source.text), of_examples(&source.text)].concat();
        let violation =
            |(line, what)| Violation { rule: Rule::Layout, file: source.path.clone(), line, what };
        violations.into_iter().map(violation).collect::<Vec<_>>()
    };
    sources.iter().flat_map(of).collect()
}

fn of_file(text: &str) -> Vec<(usize, String)> {
    let mut violations = Vec::new();
    let lines = text.lines().count();
    if lines > MAX_LINES {
        violations.push((lines, format!("{lines} lines; at most {MAX_LINES}: what parts does it have?")));
    }
    if !text.starts_with("//!") {
        violations.push((1, "the first line does not say what the file is for (`//!`)".into()));
    }
    violations
}

fn of_lines(text: &str) -> Vec<(usize, String)> {
    let mut violations = Vec::new();
    let mut of_trait = false;
    for (number, line) in (1..).zip(text.lines()) {
        of_trait = line.starts_with("impl") && line.contains(" for ") || of_trait && line != "}";
        if let Some(name) = declared(line)
            && VAGUE.iter().any(|ending| name.ends_with(ending))
        {
            violations.push((number, format!("{name}: name what it is")));
        }
        for (head, tail, why) in FORBIDDEN.iter().filter(|it| !of_trait || **it != GETTER) {
            if line.contains(&format!("{head}{tail}")) && !line.trim_start().starts_with("//") {
                violations.push((number, format!("{head}{tail}: {why}")));
            }
        }
    }
    violations
}

/// Examples in doc comments: only rustdoc would run them, and no command here starts it.
fn of_examples(text: &str) -> Vec<(usize, String)> {
    let mut violations = Vec::new();
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(about) = doc.and_then(|it| it.trim().strip_prefix("```")) else { continue };
        is_open = !is_open;
        if is_open && matches!(about, "" | "rust" | "no_run" | "compile_fail") {
            violations.push((number, "no command runs an example here: write a test, or say ```text".into()));
        }
    }
    violations
}

/// The name of the type that this line declares.
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
        violations(&[Source::of("crates/core/src/x.rs", text)]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_long_file_a_silent_one_and_a_stub_are_violations() {
        let long = of(&format!("//! x\n{}", "\n".repeat(500)));
        assert_eq!(long, ["crates/core/src/x.rs:501: 501 lines; at most 500: what parts does it have?"]);
        assert_eq!(of("fn x() {}").len(), 1);
        let vague = of("//! x\npub(crate) struct TaskManager {");
        assert_eq!(vague, ["crates/core/src/x.rs:2: TaskManager: name what it is"]);
        assert!(of("//! x\nenum Part { WindowManager }").is_empty());
        assert_eq!(of(concat!("//! x\nfn x() { to", "do!() }")).len(), 1);
        assert!(of("//! x\nfn x() {}\n").is_empty());
    }

    #[test]
    fn a_getter_is_a_violation_but_not_of_those_who_implement_a_trait() {
        let getter = concat!("    fn ge", "t_x() {}\n}\n");
        assert!(of(&format!("//! x\nimpl X for Y {{\n{getter}")).is_empty());
        assert_eq!(of(&format!("//! x\nimpl X for Y {{\n}}\nimpl Y {{\n{getter}")).len(), 1);
    }

    #[test]
    fn an_example_that_nobody_runs_is_a_violation() {
        assert!(of("//! x\n/// ```text\n/// a\n/// ```\nfn x() {}\n").is_empty());
        assert_eq!(of("//! x\n/// ```\n/// a()\n/// ```\nfn x() {}\n").len(), 1);
    }
}
