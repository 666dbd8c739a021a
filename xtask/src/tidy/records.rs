//! The map of the code and the records of decisions are true: the places and records that they name are there.

use super::violation::{Rule, Violation};
use anyhow::{Context, Result};
use std::{collections::BTreeSet, fs, path::Path};

/// The map.
const MAP: &str = "ARCHITECTURE.md";

/// The folder of the records, and its page.
const RECORDS: &str = "docs/decisions";
const PAGE: &str = "README.md";

/// How many records its page lists, and how long it may be.
const DECIDING: usize = 12;
const MAX_LINES: usize = 60;

/// Every place of the map and every record that is missing, every number of two records, and a page that lists too many.
pub(crate) fn violations(root: &Path) -> Result<Vec<Violation>> {
    let read = |file: &Path| {
        fs::read_to_string(root.join(file)).with_context(|| format!("{} cannot be read", file.display()))
    };
    let is_place = |it: &str| ["", "crates"].iter().any(|folder| root.join(folder).join(it).exists());
    let map = of_map(&read(Path::new(MAP))?, is_place);
    let mut violations: Vec<Violation> =
        map.into_iter().map(|it| Violation::of_file(Rule::Records, MAP, it)).collect();
    let names = names(&root.join(RECORDS))?;
    for name in &names {
        let file = format!("{RECORDS}/{name}");
        let text = read(Path::new(&file))?;
        let of_page = if name == PAGE { of_page(&text) } else { of_record(name, &text) };
        let all = [of_page, of_links(&text, &names)].concat();
        violations.extend(all.into_iter().map(|it| Violation::of_file(Rule::Records, &file, it)));
    }
    let twice = of_numbers(&names).into_iter();
    Ok(violations.into_iter().chain(twice.map(|it| Violation::of_file(Rule::Records, RECORDS, it))).collect())
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    entries.map(|it| Ok(it?.file_name().to_string_lossy().into_owned())).collect()
}

/// The places in code that the map names, such as `core/src/remembering/event.rs`, and that are not there.
fn of_map(map: &str, is_place: impl Fn(&str) -> bool) -> Vec<String> {
    let quoted = map.split('`').skip(1).step_by(2);
    let places = quoted.filter(|it| it.contains("/src/") && !it.contains(char::is_whitespace));
    places.filter(|it| !is_place(it)).map(|it| format!("there is no {it}")).collect()
}

fn of_page(page: &str) -> Vec<String> {
    let (listed, lines) = (page.lines().filter(|it| it.starts_with("- [")).count(), page.lines().count());
    let count =
        (listed != DECIDING).then(|| format!("lists {listed} records, and {DECIDING} are enough to begin"));
    let length = (lines > MAX_LINES).then(|| format!("{lines} lines; at most {MAX_LINES}"));
    count.into_iter().chain(length).collect()
}

/// A record that was superseded says by which later one.
fn of_record(name: &str, text: &str) -> Vec<String> {
    let lines = text.lines().filter(|it| it.starts_with("Superseded"));
    let bare = lines.filter(|line| !links(line).any(|it| number(it) > number(name)));
    bare.map(|line| format!("no later record is linked: {line}")).collect()
}

fn of_links(text: &str, names: &BTreeSet<String>) -> Vec<String> {
    links(text).filter(|it| !names.contains(*it)).map(|it| format!("there is no record {it}")).collect()
}

fn of_numbers(names: &BTreeSet<String>) -> Vec<String> {
    let mut numbers = BTreeSet::new();
    let twice = names.iter().filter(|it| number(it).is_some_and(|it| !numbers.insert(it)));
    twice.map(|it| format!("another record has the number of {it}")).collect()
}

/// The records that a text links to, by the names of their files.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let links = text.split("](").skip(1).filter_map(|it| Some(it.split_once(')')?.0));
    links.filter(|it| number(it).is_some())
}

fn number(name: &str) -> Option<u32> {
    name.get(..4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn a_place_that_is_gone_is_a_violation_of_the_map() {
        let map =
            "```\na ──► b\n```\n| windows | `linux/src/a.rs`; `b.rs` | `linux/src/gone.rs`, `MAY_USE` |\n";
        assert_eq!(of_map(map, |it| it == "linux/src/a.rs"), ["there is no linux/src/gone.rs"]);
    }

    #[test]
    fn the_page_lists_twelve_records_that_are_there() {
        let page = |count: usize| "- [1. The log](0001-the-log.md): all\n".repeat(count);
        assert!(of_page(&page(12)).is_empty());
        assert_eq!(of_page(&page(13)), ["lists 13 records, and 12 are enough to begin"]);
        assert_eq!(of_page(&(page(12) + &"\n".repeat(49))), ["61 lines; at most 60"]);
        let names = names_of(&["0001-the-log.md", "README.md"]);
        assert!(of_links(&page(12), &names).is_empty());
        assert_eq!(of_links("[2](0002-x.md)", &names), ["there is no record 0002-x.md"]);
    }

    #[test]
    fn what_was_superseded_links_a_later_record_and_a_number_is_given_once() {
        assert!(
            of_record("0002-x.md", "Superseded by [decision 3](0003-y.md).\nSupersedes decision 1.")
                .is_empty()
        );
        for line in ["Superseded by decision 3.", "Superseded by [decision 1](0001-a.md)."] {
            assert_eq!(of_record("0002-x.md", line), [format!("no later record is linked: {line}")]);
        }
        let names = names_of(&["0001-a.md", "0002-b.md", "0002-c.md", "README.md"]);
        assert_eq!(of_numbers(&names), ["another record has the number of 0002-c.md"]);
    }
}
