//! Every crate that is built or tested with has a licence that `deny.toml` allows: the same as `cargo deny
//! check licenses`, but without a tool to install.

use super::violation::{Rule, Violation};
use crate::crates::{self, ExternalCrate};
use anyhow::{Context, Result};
use std::{fs, path::Path};
use toml::{Table, Value};

/// Every crate under another licence.
pub(crate) fn violations(root: &Path) -> Result<Vec<Violation>> {
    let deny = fs::read_to_string(root.join("deny.toml")).context("deny.toml cannot be read")?;
    let deny: Table = deny.parse().context("deny.toml is not TOML")?;
    let allowed = deny.get("licenses").and_then(|it| it.get("allow")).and_then(Value::as_array);
    let allowed: Vec<&str> = allowed.into_iter().flatten().filter_map(Value::as_str).collect();
    Ok(crates::of_workspace(root)?.iter().filter_map(|it| of_crate(it, &allowed)).collect())
}

fn of_crate(it: &ExternalCrate, allowed: &[&str]) -> Option<Violation> {
    let ExternalCrate { name, version, licence, .. } = it;
    let what = format!("{name} {version} is under {licence:?}, which deny.toml does not allow");
    (!permits(licence, allowed)).then(|| Violation::of_file(Rule::Licences, "Cargo.lock", what))
}

/// Whether the allowed licences are enough for this expression of SPDX: one side of an `OR`, both of an `AND`.
fn permits(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    either(&mut rest, allowed) == Some(true) && rest.is_empty()
}

fn either(words: &mut &[&str], allowed: &[&str]) -> Option<bool> {
    let mut is_enough = both(words, allowed)?;
    while take(words, "OR") {
        is_enough |= both(words, allowed)?;
    }
    Some(is_enough)
}

fn both(words: &mut &[&str], allowed: &[&str]) -> Option<bool> {
    let mut is_enough = one(words, allowed)?;
    while take(words, "AND") {
        is_enough &= one(words, allowed)?;
    }
    Some(is_enough)
}

fn one(words: &mut &[&str], allowed: &[&str]) -> Option<bool> {
    if take(words, "(") {
        let inner = either(words, allowed)?;
        return take(words, ")").then_some(inner);
    }
    let name = words.split_off_first()?;
    if take(words, "WITH") {
        let exception = words.split_off_first()?;
        return Some(allowed.contains(&format!("{name} WITH {exception}").as_str()));
    }
    Some(allowed.contains(name))
}

/// Whether this word is next; if so, skips it.
fn take(words: &mut &[&str], word: &str) -> bool {
    let is_next = words.first() == Some(&word);
    if is_next {
        *words = &words[1..];
    }
    is_next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_permitted_as_a_lawyer_reads_it() {
        let allowed = ["MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
        for (expression, permitted) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0 OR MIT", true),
            ("MIT AND GPL-3.0", false),
            ("(GPL-3.0 OR MIT) AND Unicode-3.0", true),
            ("(GPL-3.0 OR MIT) AND Unicode-2.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH LLVM-exception", false),
            ("MIT OR GPL-3.0 AND GPL-2.0", true),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT Apache-2.0", false),
        ] {
            assert_eq!(permits(expression, &allowed), permitted, "{expression}");
        }
    }

    #[test]
    fn a_crate_under_another_licence_is_a_violation() {
        let checksum = String::new();
        let planted =
            ExternalCrate { name: "x".into(), version: "1.0.0".into(), licence: "AGPL-3.0".into(), checksum };
        let violation = of_crate(&planted, &["MIT"]).unwrap().to_string();
        assert_eq!(violation, "Cargo.lock: x 1.0.0 is under \"AGPL-3.0\", which deny.toml does not allow");
    }
}
