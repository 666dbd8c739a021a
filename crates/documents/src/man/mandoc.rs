//! Has mandoc write a page as HTML, whose titles, lists and tables are read like those of other HTML.

use crate::{DocumentError, Format, Section, converter::Converter, html};
use std::time::Duration;

/// What makes HTML of a page in the macros `man` or `mdoc`.
const MANDOC: Converter<'static> = Converter {
    program: "mandoc",
    package: "mandoc",
    arguments: &["-K", "utf-8", "-T", "html", "-O", "fragment"],
    deadline: Duration::from_secs(10),
    format: Format::ManPage,
};

/// What is before the text of a page, and what is behind it. Signs of HTML in the text itself are escaped.
const AROUND: [&str; 2] = ["<div class=\"manual-text\">", "<table class=\"foot\">"];
/// The elements that mandoc writes, and those that are read in their place: titles are below that of the page,
/// and explained terms are items of a list.
const RENAMED: [(&str, &str); 5] = [("h2", "h3"), ("h1", "h2"), ("dl", "ul"), ("dt", "li"), ("dd", "div")];
/// The tags of a table that only indents a synopsis.
const CELLS: [&str; 4] = ["<tr>", "</tr>", "<td>", "</td>"];

/// The package to install so that manual pages are read with their lists and tables, and not as plain text;
/// `None` where none is missing.
pub fn missing_for_manual_pages() -> Option<&'static str> {
    MANDOC.missing_package()
}

/// The title and the sections of a page.
///
/// # Errors
/// mandoc does not run, does not read the page, or writes more than is read.
pub(super) fn sections(source: &str, title: &str) -> Result<(String, Vec<Section>), DocumentError> {
    let html = MANDOC.output(source.as_bytes())?;
    let text = text(&html).ok_or_else(|| DocumentError::damaged(Format::ManPage, &"it has no text"))?;
    html::sections_under(title, &as_read(text))
}

/// The text of a page without the lines above and below it.
fn text(html: &str) -> Option<&str> {
    let [before, behind] = AROUND;
    let (_, text) = html.split_once(before)?;
    Some(text.rsplit_once(behind)?.0)
}

/// The text with the elements that are read in place of mandoc's.
fn as_read(html: &str) -> String {
    let html = changed(html, ["<table class=\"Nm\">", "</table>"], |synopsis| {
        let text = CELLS.iter().fold(synopsis.to_owned(), |text, tag| text.replace(tag, ""));
        format!("<p>{text}</p>")
    });
    // A line of code that begins with a space has a line break before it, and one more as an element.
    let html = changed(&html, ["<pre", "</pre>"], |code| {
        format!("<pre{}</pre>", code.replace("<br/>\n", "").trim_end())
    });
    RENAMED.iter().fold(html, |html, (from, to)| {
        html.replace(&format!("<{from}"), &format!("<{to}"))
            .replace(&format!("</{from}>"), &format!("</{to}>"))
    })
}

/// A text with another one in place of each part between these two signs, and of the signs.
fn changed(html: &str, [begin, end]: [&str; 2], change: impl Fn(&str) -> String) -> String {
    let mut parts = html.split(begin);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inner, rest) = part.split_once(end).unwrap_or((part, ""));
        text.push_str(&change(inner));
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_html_of_mandoc_becomes_what_is_read() {
        let html = "<table class=\"head\"><tr><td>T(1)</td></tr></table>\n<div class=\"manual-text\">\
            <h1 class=\"Sh\">A</h1><table class=\"Nm\">\n<tr>\n<td>t</td>\n<td>[-a]</td>\n</tr>\n</table>\
            <h2 class=\"Ss\">B</h2><dl><dt>-a</dt><dd>x</dd></dl><pre>a\n<br/>\n  b\n</pre></div>\n\
            <table class=\"foot\"><tr><td>2020</td></tr></table>";
        let (title, sections) = html::sections_under("t(1)", &as_read(text(html).unwrap())).unwrap();
        let sections: Vec<String> =
            sections.iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect();
        assert_eq!(title, "t(1)");
        assert_eq!(sections, ["t(1) / A: t [-a]", "t(1) / A / B: - -a\n  x\n\n```\na\n  b\n```"]);
        assert_eq!(text("no page"), None);
    }

    #[test]
    fn a_page_that_takes_too_long_is_given_up() {
        if missing_for_manual_pages().is_some() {
            return;
        }
        let nested = format!(".TH A 1\n.SH B\n{}", ".if n ".repeat(200_000));
        let hurried = Converter { deadline: Duration::from_millis(500), ..MANDOC };
        assert!(matches!(hurried.output(nested.as_bytes()), Err(DocumentError::Program(_))));
    }
}
