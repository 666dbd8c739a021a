//! Offences that are known: each with its reason, and gone from here as soon as they are gone from the house.

use super::offence::{
    Offence,
    Rule::{self, Cycles, English, Functions},
};

/// The rule, the file, and why it is so today.
type Exception = (Rule, &'static str, &'static str);

/// What is known. This list only ever becomes shorter.
pub(crate) const KNOWN: &[Exception] = &[
    (Cycles, "crates/dataflow/src/task/check.rs", "a check has a kind"),
    (Cycles, "crates/deciders/src/steps/forms.rs", "forms may hold steps"),
    (English, "crates/model/src/operator/openai.rs", "the provider gives no code for it"),
    (Functions, "crates/cli/src/config/build.rs", "a list of settings"),
];

/// The offences that are not known, and the exceptions that are none any more.
pub(crate) fn unknown(offences: Vec<Offence>, known: &[Exception]) -> Vec<Offence> {
    let covers = |(rule, file, _): &Exception, it: &Offence| it.rule == *rule && it.file == *file;
    let needless = known.iter().filter(|exception| !offences.iter().any(|it| covers(exception, it)));
    let needless = needless.map(|(rule, file, _)| {
        let what = format!("keeps the rule {rule:?} again: delete its line from xtask/src/tidy/known.rs");
        Offence::of_file(*rule, file, what)
    });
    let needless: Vec<Offence> = needless.collect();
    let unknown = offences.into_iter().filter(|it| !known.iter().any(|exception| covers(exception, it)));
    unknown.chain(needless).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::offence::Rule::Platform, *};

    #[test]
    fn what_is_known_is_no_offence_until_it_is_gone() {
        let known: &[Exception] = &[(English, "a.rs", "x")];
        let offence = |rule, file: &str| Offence::of_file(rule, file, "x".into());
        assert!(unknown(vec![offence(English, "a.rs"), offence(English, "a.rs")], known).is_empty());
        let other = offence(Platform, "a.rs");
        assert_eq!(unknown(vec![offence(English, "a.rs"), other.clone()], known), [other]);
        let needless = unknown(Vec::new(), known);
        let expected = "a.rs: keeps the rule English again: delete its line from xtask/src/tidy/known.rs";
        assert_eq!(needless[0].to_string(), expected);
    }
}
