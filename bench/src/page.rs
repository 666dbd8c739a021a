//! A report in its place on a page.

use crate::{root, say, stage::write};
use anyhow::{Context, Result};
use std::fs;

/// Where a report ends.
const END: &str = "<!-- end of the bench -->";

/// Writes what this command measured into README.md, behind the line that names the command.
pub(crate) fn into_readme(command: &str, report: &str) -> Result<()> {
    let path = root().join("README.md");
    let page = fs::read_to_string(&path).context("README.md cannot be read")?;
    write(&path, &placed(&page, command, report)?)?;
    say("README.md is written");
    Ok(())
}

/// The page with this in the place of what stood between the marks.
fn placed(page: &str, command: &str, report: &str) -> Result<String> {
    let begin = format!("<!-- {command} -->");
    let missing = || format!("the page has no place for it: write the lines `{begin}` and `{END}`");
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
        let placed_once = placed(&page, "one", "new").unwrap();
        assert_eq!(placed_once, format!("a\n<!-- one -->\n\nnew\n\n{END}\nb\n<!-- two -->\n{END}\n"));
        assert_eq!(placed(&placed_once, "one", "new").unwrap(), placed_once);
        assert!(placed("a\n", "one", "new").is_err());
    }
}
