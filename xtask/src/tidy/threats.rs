//! The threat model is true: every class of faults has a test that exists, and all packages come from one registry.

use super::violation::{Rule, Violation};
use anyhow::{Context, Result};
use std::{collections::BTreeSet, fs, path::Path};
use toml::{Table, Value};

/// The page.
const PAGE: &str = "docs/threat-model.md";

/// The fewest tests that the page may name.
const MIN_TESTS: usize = 41;

/// Every test of the page that does not exist, every class without a test, every package from elsewhere.
pub(crate) fn violations(root: &Path) -> Result<Vec<Violation>> {
    let read =
        |file: &str| fs::read_to_string(root.join(file)).with_context(|| format!("{file} cannot be read"));
    let table =
        |file: &str| -> Result<Table> { read(file)?.parse().with_context(|| format!("{file} is not TOML")) };
    let page = read(PAGE)?;
    let tests = of_tests(&page, |file| read(file).unwrap_or_default());
    let page =
        [tests, of_classes(&page)].concat().into_iter().map(|it| Violation::of_file(Rule::Threats, PAGE, it));
    let lock = of_lock(&table("Cargo.lock")?).into_iter();
    let lock = lock.map(|it| Violation::of_file(Rule::Threats, "Cargo.lock", it));
    let deny = of_deny(&table("deny.toml")?).into_iter();
    let deny = deny.map(|it| Violation::of_file(Rule::Threats, "deny.toml", it));
    Ok(page.chain(lock).chain(deny).collect())
}

/// The tests that the page names as [`name`](../file) and that are missing in their files.
fn of_tests(page: &str, read: impl Fn(&str) -> String) -> Vec<String> {
    let links = page.split("[`").skip(1).filter_map(|it| it.split_once("`](../"));
    let tests: Vec<(&str, &str)> =
        links.filter_map(|(name, rest)| Some((name, rest.split_once(')')?.0))).collect();
    let few = format!("names {} tests, and there are at least {MIN_TESTS}", tests.len());
    let few = (tests.len() < MIN_TESTS).then_some(few);
    let absent = tests.into_iter().filter(|(name, file)| !read(file).contains(&format!("fn {name}(")));
    absent.map(|(name, file)| format!("{file} has no test {name}")).chain(few).collect()
}

/// The classes of the page that name no test.
fn of_classes(page: &str) -> Vec<String> {
    let rows = page.lines().filter(|it| it.starts_with("| ") && it.matches(" | ").count() == 2);
    let is_head = |row: &&str| row.contains("---") || *row == "| class | guard | test |";
    let bare = rows.filter(|it| !it.contains("](../") && !is_head(it));
    bare.map(|row| format!("a class without a test: {row}")).collect()
}

/// Packages from a second source, from no registry, or without a checksum.
fn of_lock(lock: &Table) -> Vec<String> {
    let packages = lock.get("package").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let external: Vec<&Value> = packages.iter().filter(|it| it.get("source").is_some()).collect();
    let sources: BTreeSet<&str> = external.iter().filter_map(|it| it.get("source")?.as_str()).collect();
    let several = (sources.len() > 1).then(|| format!("packages come from several places: {sources:?}"));
    let other = sources.iter().find(|it| !it.starts_with("registry+https://"));
    let other = other.map(|it| format!("packages come from no registry: {it}"));
    let unchecked = external.iter().find(|it| it.get("checksum").is_none());
    let unchecked = unchecked.map(|it| format!("a package without a checksum: {it}"));
    several.into_iter().chain(other).chain(unchecked).collect()
}

/// What deny.toml must deny and does not.
fn of_deny(deny: &Table) -> Vec<String> {
    let keys = [("sources", "unknown-registry"), ("sources", "unknown-git"), ("bans", "wildcards")];
    let is_denied = |(section, key): &(&str, &str)| {
        deny.get(*section).and_then(|it| it.get(key)?.as_str()) == Some("deny")
    };
    keys.iter()
        .filter(|it| !is_denied(it))
        .map(|(section, key)| format!("{section}.{key} is not denied"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with as many tests as it must name, and one row more.
    fn page(last: &str) -> String {
        format!("{}| a | b | {last} |\n", "| a | b | [`x`](../x.rs) |\n".repeat(MIN_TESTS))
    }

    #[test]
    fn every_class_of_faults_has_a_test_that_is_there() {
        let of = |page: &str| [of_tests(page, |_| "fn x() {".into()), of_classes(page)].concat();
        assert!(of(&page("[`x`](../x.rs)")).is_empty());
        assert_eq!(of(&page("[`y`](../y.rs)")), ["y.rs has no test y"]);
        assert_eq!(of(&page("none")), ["a class without a test: | a | b | none |"]);
        assert_eq!(of("[`x`](../x.rs)"), ["names 1 tests, and there are at least 41"]);
    }

    #[test]
    fn packages_come_from_one_registry_and_are_checked() {
        let of = |source: &str| {
            let lock = format!("[[package]]\nname = \"a\"\n[[package]]\nname = \"b\"\n{source}\n");
            of_lock(&lock.parse().unwrap())
        };
        assert!(of("source = \"registry+https://x\"\nchecksum = \"1\"").is_empty());
        assert_eq!(of("source = \"registry+https://x\"").len(), 1);
        assert_eq!(of("source = \"git+https://x\"\nchecksum = \"1\"").len(), 1);
        let deny =
            "[sources]\nunknown-registry = \"deny\"\nunknown-git = \"warn\"\n[bans]\nwildcards = \"deny\"\n";
        assert_eq!(of_deny(&deny.parse().unwrap()), ["sources.unknown-git is not denied"]);
    }
}
