//! The documents that the applications open, the same each time: a long text, a long sheet, a large page, a full folder.

use crate::app_under_test::write;
use crate::root;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Rows of the sheets, pages of the texts, lists of the page and their entries, files in the folder.
const ROWS: [usize; 2] = [1_000, 100_000];
const PAGES: [usize; 2] = [10, 100];
const LISTS: usize = 4;
const ENTRIES: usize = 250;
const FILES: usize = 2_000;
const PARAGRAPHS: usize = 8;

const TEXT_HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><style:style style:name="Page" style:family="paragraph">
<style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles>
<office:body><office:text>
"#;

/// How long a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// A few pages, or a thousand rows.
    Short,
    /// A hundred pages, or a hundred thousand rows.
    Long,
}

/// The folder of the documents.
#[derive(Clone, Debug)]
pub(super) struct Documents {
    folder: PathBuf,
}

impl Documents {
    /// Writes all documents.
    pub(super) fn write() -> Result<Documents> {
        let documents = Documents { folder: root().join("target/bench/documents") };
        // What an earlier run left, such as a lock, must not be there.
        fs::remove_dir_all(&documents.folder).ok();
        for length in [Length::Short, Length::Long] {
            write(&documents.text(length), &text(PAGES[length as usize]))?;
            write(&documents.sheet(length), &sheet(ROWS[length as usize]))?;
        }
        write(&documents.page(), &page())?;
        let folder = documents.files();
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
        for number in 1..=FILES {
            write(&folder.join(format!("report-{number:04}.txt")), "x\n")?;
        }
        Ok(documents)
    }

    /// A text for a word processor.
    pub(super) fn text(&self, length: Length) -> PathBuf {
        self.folder.join(format!("pages-{}.fodt", PAGES[length as usize]))
    }

    /// A sheet, as comma-separated values.
    pub(super) fn sheet(&self, length: Length) -> PathBuf {
        self.folder.join(format!("rows-{}.csv", ROWS[length as usize]))
    }

    /// A page for a browser.
    pub(super) fn page(&self) -> PathBuf {
        self.folder.join("page.html")
    }

    /// A folder full of files.
    pub(super) fn files(&self) -> PathBuf {
        self.folder.join("files")
    }
}

fn text(pages: usize) -> String {
    let mut text = TEXT_HEAD.to_owned();
    for page in 1..=pages {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<text:p text:style-name=\"Page\">Chapter {page}</text:p>");
        for paragraph in 1..=PARAGRAPHS {
            let sentence = format!("This is sentence {paragraph} of chapter {page}. ").repeat(6);
            let _ = writeln!(text, "<text:p>{sentence}</text:p>");
        }
    }
    text + "</office:text></office:body></office:document>\n"
}

fn sheet(rows: usize) -> String {
    let mut text = "number,name,city,amount,note\n".to_owned();
    for row in 1..rows {
        let _ = writeln!(text, "{row},name {row},city {},{},note {row}", row % 97, row * 7 % 1000);
    }
    text
}

fn page() -> String {
    let mut text = "<!doctype html><meta charset=utf-8><title>Large page</title><h1>Large page</h1>\n\
        <p><button onclick=\"this.textContent='pressed'\">Press</button>\n\
        <label><input type=checkbox>Agree</label>\n"
        .to_owned();
    for list in 1..=LISTS {
        let _ = writeln!(text, "<h2>Chapter {list}</h2>\n<ul>");
        for entry in 1..=ENTRIES {
            let _ = writeln!(text, "<li><a href=\"#{entry}\">Entry {list}.{entry}</a> and a note about it");
        }
        text += "</ul>\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_as_long_as_they_say() {
        assert_eq!(sheet(1000).lines().count(), 1000);
        assert_eq!(text(10).matches("Chapter ").count(), 10);
        assert_eq!(page().matches("<li>").count(), LISTS * ENTRIES);
    }
}
