//! A document as its flat OpenDocument file has it. Pure.

use super::{
    canon,
    styles::Styles,
    xml::{Element, Node},
};
use anyhow::{Context, Result};

/// Elements that only gather rows or columns.
const GROUPS: &[&str] = &[
    "table:table-header-rows",
    "table:table-rows",
    "table:table-row-group",
    "table:table-header-columns",
    "table:table-columns",
    "table:table-column-group",
];

/// A document.
#[derive(Clone, Debug)]
pub(super) struct FlatDocument {
    root: Element,
    /// What is in its body: the spreadsheet, the text or the presentation.
    body: Element,
    pub(super) styles: Styles,
    /// What it says and how it looks.
    pub(super) lines: Vec<String>,
}

impl FlatDocument {
    /// The document of a file.
    pub(super) fn of(xml: &str) -> Result<FlatDocument> {
        let root = Element::parse(xml)?;
        let body = root.child("office:body").and_then(|it| it.elements().next());
        let body = body.context("the document has no body")?.clone();
        let (styles, lines) = (Styles::of(&root), canon::lines(&root));
        Ok(FlatDocument { root, body, styles, lines })
    }

    /// What is in its body.
    pub(super) fn body(&self) -> &Element {
        &self.body
    }

    /// Its page styles, with what is above and below their pages.
    pub(super) fn masters(&self) -> Vec<&Element> {
        self.root.all("style:master-page")
    }

    /// The papers of its page styles.
    pub(super) fn papers(&self) -> Vec<&Element> {
        self.root.all("style:page-layout-properties")
    }

    /// What its window shows, by the name of a setting.
    pub(super) fn setting(&self, name: &str) -> Option<String> {
        let settings = self.root.child("office:settings")?;
        let items = settings.all("config:config-item");
        items.into_iter().find(|it| it.attribute("config:name") == Some(name)).map(Element::text)
    }

    /// What its window shows of a sheet, by the name of a setting.
    pub(super) fn sheet_setting(&self, sheet: &str, name: &str) -> Option<String> {
        let settings = self.root.child("office:settings")?;
        let entries = settings.all("config:config-item-map-entry");
        let entry = entries.into_iter().find(|it| it.attribute("config:name") == Some(sheet))?;
        entry.elements().find(|it| it.attribute("config:name") == Some(name)).map(Element::text)
    }

    /// Its paragraphs outside of tables, in order, as commands number them.
    pub(super) fn paragraphs(&self) -> Vec<&Element> {
        let mut found = Vec::new();
        paragraphs(&self.body, &mut found);
        found
    }

    /// The texts of all its paragraphs, in tables, slides, notes, headers and footers too, and not in comments.
    pub(super) fn all_texts(&self) -> Vec<String> {
        let mut found = Vec::new();
        for part in self.masters().into_iter().chain([&self.body]) {
            all_paragraphs(part, &mut found);
        }
        found.into_iter().map(Element::text).collect()
    }

    /// Its tables with these names; those of a spreadsheet are its sheets.
    pub(super) fn tables(&self) -> Vec<&Element> {
        self.body
            .all("table:table")
            .into_iter()
            .filter(|it| it.attribute("table:name") != Some("local-table"))
            .collect()
    }

    /// The sheet of this name; the one in front without a name.
    pub(super) fn sheet(&self, name: Option<&str>) -> Option<&Element> {
        let front = self.setting("ActiveTable");
        let name = name.or(front.as_deref());
        let sheets = self.tables();
        match name {
            Some(name) => sheets.into_iter().find(|it| it.attribute("table:name") == Some(name)),
            None => sheets.into_iter().next(),
        }
    }

    /// The slides of a presentation.
    pub(super) fn slides(&self) -> Vec<&Element> {
        self.body.elements().filter(|it| it.name == "draw:page").collect()
    }

    /// The addresses of its links, each with its text; parts of one link next to each other are one.
    pub(super) fn links(&self) -> Vec<(String, String)> {
        let mut links: Vec<(String, String)> = Vec::new();
        let mut found = Vec::new();
        all_paragraphs(&self.body, &mut found);
        for paragraph in found {
            let begin = links.len();
            for link in paragraph.all("text:a") {
                let address = link.attribute("xlink:href").unwrap_or_default();
                match links.last_mut().filter(|it| it.0 == address) {
                    Some(last) => last.1.push_str(&link.text()),
                    None => links.push((address.to_owned(), link.text())),
                }
            }
            // The next paragraph begins another link.
            if links.len() > begin {
                links.push((String::new(), String::new()));
            }
        }
        links.retain(|it| !it.0.is_empty());
        links
    }
}

/// The paragraphs of a part outside of tables, frames and comments.
fn paragraphs<'a>(part: &'a Element, found: &mut Vec<&'a Element>) {
    for child in part.elements() {
        match child.name.as_str() {
            "text:p" | "text:h" => found.push(child),
            "table:table" | "text:tracked-changes" | "office:annotation" | "draw:frame" => {}
            _ => paragraphs(child, found),
        }
    }
}

/// All paragraphs of a part but those of comments and of what replaces a chart.
fn all_paragraphs<'a>(part: &'a Element, found: &mut Vec<&'a Element>) {
    for child in part.elements() {
        match child.name.as_str() {
            "text:tracked-changes" | "office:annotation" | "draw:object" => {}
            "text:p" | "text:h" => {
                found.push(child);
                all_paragraphs(child, found);
            }
            _ => all_paragraphs(child, found),
        }
    }
}

/// The text of a part: its paragraphs outside of tables, each on a line.
pub(super) fn text_of(part: &Element) -> String {
    let mut found = Vec::new();
    paragraphs(part, &mut found);
    found.into_iter().map(Element::text).collect::<Vec<_>>().join("\n")
}

/// The rows, the columns or the cells of a part, whatever gathers them.
pub(super) fn gathered<'a>(part: &'a Element, names: &[&str]) -> Vec<&'a Element> {
    let mut found = Vec::new();
    for child in part.elements() {
        if names.contains(&child.name.as_str()) {
            found.push(child);
        } else if GROUPS.contains(&child.name.as_str()) {
            found.extend(gathered(child, names));
        }
    }
    found
}

/// The element at a place, counted from 0, of some that stand for as many as this attribute says.
pub(super) fn at<'a>(elements: &[&'a Element], repeated: &str, place: usize) -> Option<&'a Element> {
    let mut end = 0_usize;
    elements.iter().copied().find(|it| {
        end = end.saturating_add(it.count(repeated));
        place < end
    })
}

/// The texts of a table, row by row, of at most so many rows and columns.
pub(super) fn cell_texts(table: &Element, most: usize) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in gathered(table, &["table:table-row"]) {
        let mut texts = Vec::new();
        for cell in gathered(row, &["table:table-cell", "table:covered-table-cell"]) {
            let count = cell.count("table:number-columns-repeated").min(most - texts.len());
            texts.extend(std::iter::repeat_n(text_of(cell), count));
        }
        let count = row.count("table:number-rows-repeated").min(most - rows.len());
        rows.extend(std::iter::repeat_n(texts, count));
    }
    rows
}

/// The widths of the columns of a table in centimetres, one for each.
pub(super) fn column_widths(table: &Element, styles: &Styles, most: usize) -> Vec<f64> {
    let mut widths = Vec::new();
    for column in gathered(table, &["table:table-column"]) {
        let style = column.attribute("table:style-name").unwrap_or_default();
        let width = styles.property("table-column", style, "style:column-width");
        let width = width.and_then(super::styles::centimetres).unwrap_or_default();
        let count = column.count("table:number-columns-repeated").min(most - widths.len());
        widths.extend(std::iter::repeat_n(width, count));
    }
    widths
}

/// The texts of a paragraph that look alike, each with the name of its letters' style, or nothing.
pub(super) fn runs(paragraph: &Element) -> Vec<(String, Option<&str>)> {
    let mut found = Vec::new();
    add_runs(paragraph, None, &mut found);
    found
}

fn add_runs<'a>(part: &'a Element, style: Option<&'a str>, found: &mut Vec<(String, Option<&'a str>)>) {
    for child in &part.children {
        match child {
            Node::Text(text) => found.push((text.clone(), style)),
            Node::Element(it) if matches!(it.name.as_str(), "text:span" | "text:a") => {
                // A link looks as its own style says, unless there is a span in it.
                let own = if it.name == "text:span" { it.attribute("text:style-name") } else { None };
                add_runs(it, own.or(style), found);
            }
            Node::Element(it) => {
                let text = Element { children: vec![Node::Element(it.clone())], ..Element::default() }.text();
                if !text.is_empty() {
                    found.push((text, style));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"<office:document><office:automatic-styles><style:style style:name="A" style:family="table-column">
        <style:table-column-properties style:column-width="1in"/></style:style></office:automatic-styles>
        <office:master-styles><style:master-page><style:header><text:p>Above</text:p></style:header></style:master-page>
        </office:master-styles><office:body><office:text><text:h>Garden</text:h><text:list><text:list-item><text:p>The <text:a
        xlink:href="https://example.org/">be</text:a><text:a xlink:href="https://example.org/"><text:span
        text:style-name="T1">es</text:span></text:a></text:p></text:list-item></text:list><table:table table:name="Table1">
        <table:table-column table:style-name="A" table:number-columns-repeated="2"/><table:table-header-rows><table:table-row>
        <table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell><table:table-cell/></table:table-row>
        </table:table-header-rows><table:table-row table:number-rows-repeated="3"><table:table-cell
        table:number-columns-repeated="2"/></table:table-row></table:table></office:text></office:body></office:document>"#;

    #[test]
    fn a_text_has_paragraphs_links_and_tables() {
        let document = FlatDocument::of(TEXT).unwrap();
        let texts: Vec<String> = document.paragraphs().into_iter().map(Element::text).collect();
        assert_eq!(texts, ["Garden", "The bees"]);
        assert_eq!(document.all_texts(), ["Above", "Garden", "The bees", "a", "b"]);
        assert_eq!(document.links(), [("https://example.org/".to_owned(), "bees".to_owned())]);
        let table = document.tables()[0];
        let cells = cell_texts(table, 100);
        assert_eq!((cells.len(), cells[0].as_slice()), (4, ["a\nb".to_owned(), String::new()].as_slice()));
        assert_eq!(column_widths(table, &document.styles, 100), [2.54, 2.54]);
        let rows = gathered(table, &["table:table-row"]);
        assert!(at(&rows, "table:number-rows-repeated", 3).is_some());
        assert!(at(&rows, "table:number-rows-repeated", 4).is_none());
    }

    #[test]
    fn letters_have_the_style_of_the_innermost_span() {
        let document = FlatDocument::of(TEXT).unwrap();
        let runs = runs(document.paragraphs()[1]);
        let expected = [("The ", None), ("be", None), ("es", Some("T1"))];
        assert_eq!(runs, expected.map(|(text, style)| (text.to_owned(), style)));
    }

    #[test]
    fn what_is_no_document_is_an_error() {
        for broken in ["", "<office:document/>", "<office:document><office:body>"] {
            assert!(FlatDocument::of(broken).is_err(), "{broken}");
        }
    }
}
