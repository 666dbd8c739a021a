//! The core does no input or output, reads no clock and starts no thread.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};

/// Modules of `std` with side effects.
const MODULES: &[&str] = &["fs", "env", "net", "thread", "process"];

/// Other names of side effects.
const NAMES: &[&str] = &["SystemTime::now", "Instant::now", "tokio", "async fn ", ".await"];

/// Every line of the core with a side effect.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    let core = sources.iter().filter(|it| it.path.starts_with("crates/core/src/"));
    core.flat_map(of_source).collect()
}

fn of_source(source: &Source) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut of_std = false;
    for line in source.product_lines() {
        let text = line.text.trim();
        of_std |= text.starts_with("use std::{");
        let module =
            MODULES.iter().find(|it| text.contains(&format!("std::{it}")) || of_std && names(text, it));
        let name = NAMES.iter().find(|it| text.contains(**it));
        if let Some(found) = module.or(name) {
            let what = format!("the core must be pure and uses `{}`: move it behind a port", found.trim());
            violations.push(Violation {
                rule: Rule::Purity,
                file: source.path.clone(),
                line: line.number,
                what,
            });
        }
        of_std &= !text.ends_with(';');
    }
    violations
}

/// Whether a line of an import list names the module itself.
fn names(line: &str, module: &str) -> bool {
    let line = line.strip_prefix("use std::{").unwrap_or(line);
    let words = line.split([',', '{', '}', ';']).map(str::trim);
    words.into_iter().any(|it| it == module || it.starts_with(&format!("{module}::")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Vec<usize> {
        violations(&[Source::of(path, text)]).iter().map(|it| it.line).collect()
    }

    #[test]
    fn a_core_that_reaches_the_world_is_a_violation() {
        let core = "crates/core/src/x.rs";
        for planted in [
            "let x = std::fs::read(p);",
            "use std::{collections::BTreeMap, env};",
            "use std::{\n    fmt,\n    process::Command,\n};",
            "let now = SystemTime::now();",
            "let now = std::time::Instant::now();",
            "use tokio::sync::mpsc;",
            "thread::spawn(|| {}); std::thread::yield_now();",
        ] {
            assert_eq!(of(core, &format!("//! x\n{planted}\n")).len(), 1, "{planted}");
            assert!(of("crates/log/src/x.rs", &format!("//! x\n{planted}\n")).is_empty(), "{planted}");
        }
    }

    #[test]
    fn words_that_only_look_like_it_are_none() {
        let text =
            "//! x\nuse std::{fmt, collections::BTreeSet};\nlet environment = process(fs);\n// std::fs\n";
        assert!(of("crates/core/src/x.rs", text).is_empty());
        let tests = "//! x\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n";
        assert!(of("crates/core/src/x.rs", tests).is_empty());
    }
}
