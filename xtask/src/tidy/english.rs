//! No decision hangs on an English sentence of ours: what is decided on is an enum, from which the sentence is printed.
//!
//! A test of a text is taken for such a decision when the text is printed from a value, or is called as sentences of ours
//! are. What a person, an application or another program wrote is parsed under other names.

use super::{
    offence::{Offence, Rule},
    scan::Source,
};

/// The crates that decide.
const DECIDERS: &[&str] = &["agent", "deciders", "model", "runtime"];

/// The methods with which a text is tested.
const TESTS: &[&str] = &["starts_with", "ends_with", "contains", "strip_prefix", "strip_suffix"];

/// What sentences of ours are called.
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

/// Calls after which a text is still the same sentence.
const STILL: &[&str] = &["as_str()", "as_deref()", "clone()", "to_lowercase()", "to_owned()", "trim()"];

/// Every decision by a sentence.
pub(crate) fn offences(sources: &[Source]) -> Vec<Offence> {
    let deciders = sources.iter().filter(|it| DECIDERS.contains(&it.home()));
    deciders.flat_map(of_source).collect()
}

fn of_source(source: &Source) -> Vec<Offence> {
    let statements = source.statements().into_iter().filter(|(_, text)| decides(text));
    let offence = |(line, text): (usize, String)| {
        let what = format!("decides by an English sentence: give the value an enum to match on: {text}");
        Offence { rule: Rule::English, file: source.path.clone(), line, what }
    };
    statements.map(offence).collect()
}

fn decides(statement: &str) -> bool {
    let tested =
        TESTS.iter().flat_map(|test| statement.match_indices(&format!(".{test}(\"")).collect::<Vec<_>>());
    let tested = tested.map(|(at, call)| (&statement[..at], &statement[at + call.len()..]));
    let compared = statement.match_indices(".to_string() == \"");
    let compared = compared.map(|(at, call)| (&statement[..at + 12], &statement[at + call.len()..]));
    tested.chain(compared).any(|(text, words)| is_english(words) && is_ours(text))
}

/// Whether the literal that begins here holds a word.
fn is_english(literal: &str) -> bool {
    let literal = literal.split('"').next().unwrap_or_default();
    literal.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 1)
}

/// Whether what an expression ends with is a sentence of ours.
fn is_ours(expression: &str) -> bool {
    let mut rest = expression;
    while let Some(shorter) = STILL.iter().find_map(|call| rest.strip_suffix(call)?.strip_suffix('.')) {
        rest = shorter;
    }
    let name = rest.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    rest.ends_with(".to_string()") || SENTENCES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(planted: &str) -> usize {
        offences(&[Source::of("crates/agent/src/x.rs", &format!("//! x\n{planted}\n"))]).len()
    }

    #[test]
    fn a_decision_by_a_sentence_is_an_offence() {
        for planted in [
            r#"matches!(evidence, Evidence::State(what) if what.starts_with("already "))"#,
            r#"_ if reason.contains("look again") && last.repeat_times == 0 => again(last),"#,
            r#"last.status == "no_change" && last.results.starts_with("no change: already ")"#,
            r#"[only] if only.comment.contains("gone") => Ok(()),"#,
            "turn.failures\n    .last()\n    .is_some_and(|it| it.comment.contains(\"gone\"))",
            r#"if effect.to_string().starts_with("confirmed") {"#,
            r#"if effect.to_string() == "no change" {"#,
            r#"if error.to_lowercase().trim().ends_with("refused") {"#,
        ] {
            assert_eq!(of(planted), 1, "{planted}");
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
        ] {
            assert_eq!(of(planted), 0, "{planted}");
        }
        let elsewhere = Source::of("crates/cli/src/x.rs", "//! x\nreason.contains(\"gone\")\n");
        assert!(offences(&[elsewhere]).is_empty());
    }
}
