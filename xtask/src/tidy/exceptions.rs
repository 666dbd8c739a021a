//! Known violations, each with its reason. Mend one, and delete its line here.

use super::violation::{
    Rule::{self, English, Functions},
    Violation,
};

/// The rule, the file, and the reason.
type Exception = (Rule, &'static str, &'static str);

/// The known violations. This list only becomes shorter.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    (Functions, "crates/settings/src/build.rs", "a list of settings"),
    (English, "crates/core/src/doing/outcome/record.rs", "the first formats of the log have sentences alone"),
];

/// The violations without an exception, and a violation for each exception that nothing needs any more.
pub(crate) fn apply(violations: Vec<Violation>, exceptions: &[Exception]) -> Vec<Violation> {
    let covers = |(rule, file, _): &Exception, it: &Violation| it.rule == *rule && it.file == *file;
    let needless = exceptions.iter().filter(|exception| !violations.iter().any(|it| covers(exception, it)));
    let needless = needless.map(|(rule, file, _)| {
        let what =
            format!("obeys the rule {rule:?} again: delete its line from xtask/src/tidy/exceptions.rs");
        Violation::of_file(*rule, file, what)
    });
    let needless: Vec<Violation> = needless.collect();
    let rest = violations.into_iter().filter(|it| !exceptions.iter().any(|exception| covers(exception, it)));
    rest.chain(needless).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::violation::Rule::Platform, *};

    #[test]
    fn what_is_known_is_no_violation_until_it_is_gone() {
        let known: &[Exception] = &[(English, "a.rs", "x")];
        let violation = |rule, file: &str| Violation::of_file(rule, file, "x".into());
        assert!(apply(vec![violation(English, "a.rs"), violation(English, "a.rs")], known).is_empty());
        let other = violation(Platform, "a.rs");
        assert_eq!(apply(vec![violation(English, "a.rs"), other.clone()], known), [other]);
        let needless = apply(Vec::new(), known);
        let expected =
            "a.rs: obeys the rule English again: delete its line from xtask/src/tidy/exceptions.rs";
        assert_eq!(needless[0].to_string(), expected);
    }
}
