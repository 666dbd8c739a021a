//! The length of functions.

use super::{
    scan::{Line, Source},
    violation::{Rule, Violation},
};

/// The most lines of a function outside tests, its first and last included.
const MAX_LINES: usize = 60;

/// Every function that is longer.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    sources.iter().flat_map(of_source).collect()
}

fn of_source(source: &Source) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut open: Vec<(Line, &str)> = Vec::new();
    for line in source.product_lines() {
        let ends =
            |(begin, _): &&(Line, &str)| line.text.trim() == "}" && line.indentation() == begin.indentation();
        if let Some((begin, name)) = open.last().filter(ends) {
            let lines = line.number - begin.number + 1;
            if lines > MAX_LINES {
                let what = format!("{name} has {lines} lines; at most {MAX_LINES}: what parts does it have?");
                let (file, line) = (source.path.clone(), begin.number);
                violations.push(Violation { rule: Rule::Functions, file, line, what });
            }
            open.pop();
        }
        if let Some(name) = function_name(line.text)
            && !line.text.ends_with(['}', ';'])
        {
            open.retain(|(begin, _)| begin.indentation() < line.indentation());
            open.push((line, name));
        }
    }
    violations
}

/// The name of the function that begins on this line.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line.trim_start().split_once("fn ")?;
    // `pub(in crate::desktop)` is two words.
    let is_qualifier = |word: &str| {
        word.starts_with("pub") || word.ends_with(')') || ["const", "async", "unsafe"].contains(&word)
    };
    before.split_whitespace().all(is_qualifier).then(|| after.split(['(', '<']).next())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        violations(&[Source::of("crates/core/src/x.rs", text)]).iter().map(ToString::to_string).collect()
    }

    fn function(lines: usize) -> String {
        format!("    pub(crate) async fn long<T>(\n{}    }}\n", "        x();\n".repeat(lines - 2))
    }

    #[test]
    fn a_function_over_the_measure_is_a_violation() {
        assert!(of(&format!("//! x\nimpl X {{\n{}}}\n", function(60))).is_empty());
        let expected = ["crates/core/src/x.rs:3: long has 61 lines; at most 60: what parts does it have?"];
        let long = format!("//! x\nimpl X {{\n{}}}\n", function(61));
        assert_eq!(of(&long), expected);
        assert_eq!(of(&long.replace("pub(crate)", "pub(in crate::desktop)")), expected);
    }

    #[test]
    fn functions_of_tests_and_those_without_a_body_are_passed_over() {
        assert!(of(&format!("//! x\n#[cfg(test)]\nmod tests {{\n{}}}\n", function(99))).is_empty());
        assert!(of(&format!("//! x\nfn one(&self);\nfn two() {{}}\n{}", "\n".repeat(99))).is_empty());
    }
}
