//! No decision depends on an English sentence of ours: code decides on an enum and prints the sentence from it.
//!
//! The rule finds tests of a text that is printed from a value, or whose name is one that sentences of ours have. Code that
//! parses what a person, an application or another program wrote uses other names.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};

/// The methods that test a text or split it.
const TESTS: &[&str] = &[
    "contains",
    "ends_with",
    "find",
    "match_indices",
    "matches",
    "rfind",
    "rsplit",
    "rsplit_once",
    "split",
    "split_once",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
];

/// The names that sentences of ours have.
const SENTENCES: &[&str] = &[
    "comment",
    "complaint",
    "effect",
    "error",
    "evidence",
    "message",
    "outcome",
    "reason",
    "results",
    "sentence",
    "verdict",
    "what",
    "why",
];

/// Calls that return the same sentence.
const SAME_TEXT: &[&str] = &["as_str()", "as_deref()", "clone()", "to_lowercase()", "to_owned()", "trim()"];

/// Every decision by a sentence.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    // What the testkit tests of a sentence is an assertion.
    sources.iter().filter(|it| it.crate_name() != "testkit").flat_map(of_source).collect()
}

fn of_source(source: &Source) -> Vec<Violation> {
    let statements = source.statements().into_iter().filter(|(_, text)| decides(text));
    let violation = |(line, text): (usize, String)| {
        let what = format!("decides by an English sentence: match on an enum instead: {text}");
        Violation { rule: Rule::English, file: source.path.clone(), line, what }
    };
    statements.map(violation).collect()
}

fn decides(statement: &str) -> bool {
    let tested =
        TESTS.iter().flat_map(|test| statement.match_indices(&format!(".{test}(")).collect::<Vec<_>>());
    let tested = tested.map(|(at, call)| (&statement[..at], &statement[at + call.len()..]));
    tested
        .chain(compared(statement))
        .chain(matched(statement))
        .any(|(text, words)| is_english(words) && is_ours(text))
}

/// What stands before and after each comparison.
fn compared(statement: &str) -> impl Iterator<Item = (&str, &str)> {
    let operators = [" == ", " != "].into_iter().flat_map(move |it| statement.match_indices(it));
    operators.map(move |(at, operator)| (&statement[..at], &statement[at + operator.len()..]))
}

/// What is matched with a pattern, and the pattern.
fn matched(statement: &str) -> impl Iterator<Item = (&str, &str)> {
    let calls = statement.match_indices("matches!(");
    calls.filter_map(move |(at, call)| statement[at + call.len()..].split_once(", "))
}

/// Whether what begins here is a literal with a word, or a constant.
fn is_english(argument: &str) -> bool {
    match argument.strip_prefix('"') {
        Some(literal) => {
            let literal = literal.split('"').next().unwrap_or_default();
            literal.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 1)
        }
        None => {
            let name: String =
                argument.chars().take_while(|it| it.is_ascii_uppercase() || *it == '_').collect();
            let goes_on = |it: char| it.is_alphanumeric() || matches!(it, ':' | '.' | '(' | '[');
            name.len() > 1 && !argument[name.len()..].starts_with(goes_on)
        }
    }
}

/// Whether an expression ends in a sentence of ours.
fn is_ours(expression: &str) -> bool {
    let mut rest = expression;
    while let Some(shorter) = SAME_TEXT.iter().find_map(|call| rest.strip_suffix(call)?.strip_suffix('.')) {
        rest = shorter;
    }
    let name = rest.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    rest.ends_with(".to_string()") || SENTENCES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(planted: &str) -> usize {
        violations(&[Source::of("crates/agent/src/x.rs", &format!("//! x\n{planted}\n"))]).len()
    }

    #[test]
    fn a_decision_by_a_sentence_is_a_violation() {
        for planted in [
            r#"matches!(evidence, Evidence::State(what) if what.starts_with("already "))"#,
            r#"_ if reason.contains("look again") && last.repeat_times == 0 => again(last),"#,
            r#"last.status == "no_change" && last.results.starts_with("no change: already ")"#,
            r#"[only] if only.comment.contains("gone") => Ok(()),"#,
            "turn.failures\n    .last()\n    .is_some_and(|it| it.comment.contains(\"gone\"))",
            r#"if effect.to_string().starts_with("confirmed") {"#,
            r#"if effect.to_string() == "no change" {"#,
            r#"if error.to_lowercase().trim().ends_with("refused") {"#,
            r#"let title = sentence.rsplit_once(" -> new ")?.1;"#,
            r#"let at = reason.find("because")?;"#,
            "Ruling::Allow => reason.rsplit(SINCE).next()",
            r#"Verdict::Finished(comment) if comment.is_empty() || comment == "done" => {"#,
            "comment.trim().is_empty() || comment != DONE",
            r#"if matches!(reason.as_str(), "the window is gone" | "it is gone") {"#,
        ] {
            assert_eq!(of(planted), 1, "{planted}");
            let elsewhere = Source::of("crates/cli/src/x.rs", &format!("//! x\n{planted}\n"));
            assert_eq!(violations(&[elsewhere]).len(), 1, "{planted}");
        }
    }

    #[test]
    fn the_rule_is_that_of_every_crate_and_an_assertion_of_the_testkit_is_none() {
        let crates = std::fs::read_dir(crate::root().unwrap().join("crates")).unwrap();
        let crates = crates.map(|it| format!("crates/{}", it.unwrap().file_name().to_str().unwrap()));
        for folder in crates.chain(["adversary", "bench", "matrix", "xtask"].map(str::to_owned)) {
            let planted = "//! x\nif reason.split_once(\"because\").is_some() {}\n";
            let violations = violations(&[Source::of(&format!("{folder}/src/x.rs"), planted)]);
            assert_eq!(violations.len(), usize::from(folder != "crates/testkit"), "{folder}");
        }
    }

    #[test]
    fn what_others_wrote_may_be_parsed() {
        for planted in [
            r#"let Some(menu) = bare(rest).strip_suffix(" menu") else { return };"#,
            r#"after.starts_with(" as ")"#,
            r#"url.strip_prefix("data:image/png;base64,")"#,
            r#"what.contains('%') || reason.contains(", ")"#,
            r#"if why.contains(name) {"#,
            r#"if title == "done" || error == Errno::NOENT || what == TABLE[0] || why != "" {"#,
            "matches!(error, DesktopError::Busy)",
        ] {
            assert_eq!(of(planted), 0, "{planted}");
        }
    }
}
