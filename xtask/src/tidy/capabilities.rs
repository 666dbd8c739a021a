//! The table of what works on Windows is true: it says of each capability how it was tried, and names the tests that show it.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};
use crate::windows::CRATES;
use anyhow::{Context, Result};
use std::{collections::BTreeSet, fs, path::Path};

/// The page.
const PAGE: &str = "docs/windows.md";

/// What its tables begin with.
const HEAD: &str = "| capability | how it was tried | tests |";

/// The fewest capabilities of the page: none gets lost because a table is written in another way.
const MIN_ROWS: usize = 80;

/// What the name of a step of `cargo xtask windows` begins with, which runs what it tries under Wine.
const STEP: &str = "xtask windows ";

/// What nobody may say, in small letters: no machine with Windows has run a line of the platform.
const UNTRUE: &str = "tested on windows";

/// How a capability was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    UnderWine,
    AgainstFake,
    CompiledOnly,
    NotBegun,
}

impl Proof {
    fn of(words: &str) -> Option<Proof> {
        match words {
            "run under Wine" => Some(Proof::UnderWine),
            "run against a fake" => Some(Proof::AgainstFake),
            "compiled only" => Some(Proof::CompiledOnly),
            "not begun" => Some(Proof::NotBegun),
            _ => None,
        }
    }

    /// Whether tests show it.
    fn is_run(self) -> bool {
        matches!(self, Proof::UnderWine | Proof::AgainstFake)
    }
}

/// A test by its full name, such as `win32 it windows::a_window_is_listed`.
struct TestName<'a> {
    folder: &'a str,
    target: &'a str,
    modules: Vec<&'a str>,
    name: &'a str,
}

impl<'a> TestName<'a> {
    fn of(words: &'a str) -> Option<TestName<'a>> {
        let (folder, rest) = words.split_once(' ')?;
        let (target, path) = rest.split_once(' ')?;
        let mut modules: Vec<&str> = path.split("::").collect();
        let name = modules.pop()?;
        Some(TestName { folder, target, modules, name })
    }

    /// The attributes of this test; `None` where no source has it.
    fn attributes<'s>(&self, sources: &'s [Source]) -> Option<Vec<&'s str>> {
        sources.iter().filter(|it| self.may_be_in(it)).find_map(|it| attributes(&it.text, self.name))
    }

    /// Whether the modules of the test are this file's own, and then such as are written in it.
    fn may_be_in(&self, source: &Source) -> bool {
        let Some(of_file) = modules(source, self.folder, self.target) else { return false };
        let inner = self.modules.strip_prefix(of_file.as_slice());
        inner.is_some_and(|it| it.iter().all(|name| source.text.contains(&format!("mod {name} {{"))))
    }
}

/// What the page says and is not so.
pub(crate) fn violations(root: &Path, sources: &[Source]) -> Result<Vec<Violation>> {
    let page = fs::read_to_string(root.join(PAGE)).with_context(|| format!("{PAGE} cannot be read"))?;
    let found = of_page(&page, sources).into_iter().chain(of_length(&page)).chain(of_words(&page));
    Ok(found.map(|it| Violation::of_file(Rule::Capabilities, PAGE, it)).collect())
}

fn of_page(page: &str, sources: &[Source]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let twice = rows(page).filter(|row| !known.insert(cells(row).first().copied().unwrap_or_default()));
    let twice: Vec<String> = twice.map(|row| format!("another row is about the same: {row}")).collect();
    rows(page).flat_map(|row| of_row(row, sources)).chain(twice).collect()
}

fn of_row(row: &str, sources: &[Source]) -> Vec<String> {
    let [capability, words, tests] = cells(row)[..] else { return vec![format!("not three cells: {row}")] };
    let Some(proof) = Proof::of(words) else {
        return vec![format!("nothing can be tried like this: {words} ({capability})")];
    };
    let tests: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
    let count = match (proof.is_run(), tests.is_empty()) {
        (true, true) => Some(format!("no test shows this: {capability}")),
        (false, false) => Some(format!("has tests, and yet it is {words}: {capability}")),
        _ => None,
    };
    count.into_iter().chain(tests.iter().filter_map(|test| of_test(test, proof, sources))).collect()
}

fn cells(row: &str) -> Vec<&str> {
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|').unwrap_or(row).split('|').map(str::trim).collect()
}

/// The rows of the tables.
fn rows(page: &str) -> impl Iterator<Item = &str> {
    let tables = page.split(HEAD).skip(1);
    // After the head there is the rest of its line, and a line of dashes.
    tables.flat_map(|table| table.lines().skip(2).take_while(|it| it.starts_with('|')))
}

/// Why a test does not show what it is named for.
fn of_test(test: &str, proof: Proof, sources: &[Source]) -> Option<String> {
    if let Some(step) = test.strip_prefix(STEP).filter(|_| proof == Proof::UnderWine) {
        return (!is_step(step, sources)).then(|| format!("there is no step {test}"));
    }
    let named = TestName::of(test).filter(|it| ["unit", "it"].contains(&it.target));
    let Some(named) = named else {
        return Some(format!("not the name of a test, such as `win32 it windows::is_listed`: {test}"));
    };
    let Some(attributes) = named.attributes(sources) else { return Some(format!("there is no test {test}")) };
    let is_elsewhere = |it: &&str| ["not(windows)", "unix", "linux"].iter().any(|word| it.contains(word));
    if proof == Proof::UnderWine && (!CRATES.contains(&named.folder) || attributes.iter().any(is_elsewhere)) {
        return Some(format!("does not run under Wine: {test}"));
    }
    None
}

/// Whether `cargo xtask windows` has this step, such as `archive_trial::try_archive`.
fn is_step(step: &str, sources: &[Source]) -> bool {
    let Some((module, name)) = step.rsplit_once("::") else { return false };
    let file = format!("xtask/src/windows/{}.rs", module.replace("::", "/"));
    let has_it = |it: &Source| it.path == file && it.text.contains(&format!("fn {name}("));
    sources.iter().any(has_it)
}

/// The modules of a source file in the unit tests of a crate, or in its tests `it`; `None` for a file of anything else.
fn modules<'a>(source: &'a Source, folder: &str, target: &str) -> Option<Vec<&'a str>> {
    let rest = source.path.strip_prefix("crates/")?.strip_prefix(folder)?;
    let rest = rest.strip_prefix(if target == "unit" { "/src/" } else { "/tests/it/" })?;
    let mut modules: Vec<&str> = rest.strip_suffix(".rs")?.split('/').collect();
    if let Some("mod" | "lib" | "main") = modules.last().copied() {
        modules.pop();
    }
    Some(modules)
}

/// The attributes of the test of this name in a text.
fn attributes<'t>(text: &'t str, name: &str) -> Option<Vec<&'t str>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_head = |line: &&str| line.contains(&format!("fn {name}("));
    let place = lines.iter().position(is_head)?;
    let before = lines[..place].iter().rev().take_while(|it| it.starts_with("#[") || it.starts_with("//"));
    let attributes: Vec<&str> = before.copied().filter(|it| it.starts_with("#[")).collect();
    attributes.iter().any(|it| *it == "#[test]" || it.contains("::test")).then_some(attributes)
}

fn of_length(page: &str) -> Option<String> {
    let rows = rows(page).count();
    (rows < MIN_ROWS).then(|| format!("{rows} capabilities, and there are at least {MIN_ROWS}"))
}

fn of_words(page: &str) -> Option<String> {
    page.to_lowercase().contains(UNTRUE).then(|| format!("nothing was {UNTRUE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: &str = "fn a() {}\nmod tests {\n    #[test]\n    // Why.\n    fn b() {\n    }\n    fn c() {}\n    \
                        #[test]\n    #[cfg(not(windows))]\n    fn d() {}\n}\n";

    fn complaints(row: &str) -> Vec<String> {
        let sources = [
            Source::of("crates/win32/src/x/y.rs", UNIT),
            Source::of("crates/win32/tests/it/z.rs", "#[tokio::test]\nasync fn e() {}\n"),
            Source::of("crates/x11/src/lib.rs", UNIT),
            Source::of("xtask/src/windows/trial.rs", "fn try_it() {}\n"),
        ];
        of_page(&format!("# x\n\n{HEAD}\n| --- | --- | --- |\n{row}\n\n| a | b |\n"), &sources)
    }

    #[test]
    fn a_row_that_names_what_shows_it_is_true() {
        for row in [
            "| it clicks | run under Wine | `win32 unit x::y::tests::b`, `win32 it z::e` |",
            "| it clicks | run against a fake | `x11 unit tests::d` |",
            "| it clicks | run under Wine | `xtask windows trial::try_it` |",
            "| it clicks | compiled only | |",
            "| it clicks | not begun | |",
        ] {
            assert_eq!(complaints(row), [""; 0], "{row}");
        }
    }

    #[test]
    fn a_row_that_claims_more_than_its_tests_show_is_a_violation() {
        for (row, complaint) in [
            ("| it clicks | run under Wine | |", "no test shows this: it clicks"),
            ("| it clicks | run against a fake | |", "no test shows this: it clicks"),
            ("| it clicks | not begun | `win32 it z::e` |", "has tests, and yet it is not begun: it clicks"),
            ("| it clicks | works | |", "nothing can be tried like this: works (it clicks)"),
            ("| it clicks | not begun |", "not three cells: | it clicks | not begun |"),
            (
                "| a | not begun | |\n| a | compiled only | |",
                "another row is about the same: | a | compiled only | |",
            ),
            ("| it clicks | run under Wine | `win32 it z::gone` |", "there is no test win32 it z::gone"),
            (
                "| it clicks | run under Wine | `win32 unit x::tests::b` |",
                "there is no test win32 unit x::tests::b",
            ),
            (
                "| it clicks | run under Wine | `win32 unit x::y::b::b` |",
                "there is no test win32 unit x::y::b::b",
            ),
            (
                "| it clicks | run under Wine | `win32 unit x::y::tests::c` |",
                "there is no test win32 unit x::y::tests::c",
            ),
            (
                "| it clicks | run under Wine | `x11 unit tests::b` |",
                "does not run under Wine: x11 unit tests::b",
            ),
            (
                "| it clicks | run under Wine | `win32 unit x::y::tests::d` |",
                "does not run under Wine: win32 unit x::y::tests::d",
            ),
            (
                "| it clicks | run under Wine | `xtask windows trial::gone` |",
                "there is no step xtask windows trial::gone",
            ),
            (
                "| it clicks | run against a fake | `xtask windows trial::try_it` |",
                "not the name of a test, such as `win32 it windows::is_listed`: xtask windows trial::try_it",
            ),
            (
                "| it clicks | run under Wine | `z::e` |",
                "not the name of a test, such as `win32 it windows::is_listed`: z::e",
            ),
        ] {
            assert_eq!(complaints(row), [complaint], "{row}");
        }
    }

    #[test]
    fn a_table_that_is_not_read_and_words_that_are_not_true_are_violations() {
        assert_eq!(
            of_length("| capability |"),
            Some(format!("0 capabilities, and there are at least {MIN_ROWS}"))
        );
        assert_eq!(of_words("It was Tested on Windows 11."), Some("nothing was tested on windows".into()));
        assert_eq!(of_words("It has never run on Windows."), None);
    }
}
