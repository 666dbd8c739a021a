//! Puts a report into docs/benchmarks.md.

use crate::{app_under_test::write, root, say};
use anyhow::{Context, Result};
use std::fs;

/// The page of the benchmarks.
const PAGE: &str = "docs/benchmarks.md";
/// The line after a report.
const END: &str = "<!-- end of the bench -->";

/// Writes the report of this command into the page, after the line that names the command.
pub(crate) fn put_report(command: &str, report: &str) -> Result<()> {
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).with_context(|| format!("{PAGE} cannot be read"))?;
    write(&path, &replace_report(&page, command, report)?)?;
    say(&format!("{PAGE} is written"));
    Ok(())
}

/// The page with this report in place of the last one of the command.
fn replace_report(page: &str, command: &str, report: &str) -> Result<String> {
    let begin = format!("<!-- {command} -->");
    let missing = || format!("{PAGE} has no place for the report: add the lines `{begin}` and `{END}`");
    let (before, rest) = page.split_once(&begin).with_context(missing)?;
    let (_, after) = rest.split_once(END).with_context(missing)?;
    Ok(format!("{before}{begin}\n\n{report}\n\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_takes_the_place_of_the_last_one() {
        let page = format!("a\n<!-- one -->\nold\n{END}\nb\n<!-- two -->\n{END}\n");
        let placed_once = replace_report(&page, "one", "new").unwrap();
        assert_eq!(placed_once, format!("a\n<!-- one -->\n\nnew\n\n{END}\nb\n<!-- two -->\n{END}\n"));
        assert_eq!(replace_report(&placed_once, "one", "new").unwrap(), placed_once);
        assert!(replace_report("a\n", "one", "new").is_err());
    }
}
