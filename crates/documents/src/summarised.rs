//! XML of no format of its own: its texts, and the title and the summary that a second file has.

use crate::{
    Document, DocumentError, Format,
    markdown::{Element, Headings, Outline},
    xml::{Content, XmlEvent, walk_document},
};

/// What a file with `.meta` behind the name of a document says about it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    title: String,
    text: String,
}

impl Summary {
    /// The title is an element, the summary the value of one.
    pub(crate) fn read(xml: &str) -> Result<Summary, DocumentError> {
        let mut summary = Summary::default();
        let mut in_title = false;
        walk_document(xml, Format::Summarised, |event| {
            match event {
                XmlEvent::Open(tag) if tag.name() == "title" => in_title = summary.title.is_empty(),
                XmlEvent::Open(tag) if tag.name() == "Content-Summary" => {
                    summary.text = tag.attribute("value").unwrap_or_default();
                }
                XmlEvent::Open(_) => {}
                XmlEvent::Close(_) => in_title = false,
                XmlEvent::Text(text) if in_title => summary.title.push_str(text),
                XmlEvent::Text(_) => {}
            }
            Content::Visited
        })?;
        Ok(summary)
    }
}

/// The texts of a document, those of each element on lines of their own.
pub(crate) fn read(xml: &str, name: &str, summary: &Summary) -> Result<Document, DocumentError> {
    let mut outline = Outline::new(Headings::Sections);
    let title = if summary.title.trim().is_empty() { name } else { &summary.title };
    outline.open_section(1, title);
    outline.text(&summary.text);
    outline.start(Element::Paragraph);
    walk_document(xml, Format::Xml, |event| {
        match event {
            XmlEvent::Open(_) | XmlEvent::Close(_) => outline.start(Element::Line),
            XmlEvent::Text(text) => outline.text(text),
        }
        Content::Visited
    })?;
    let (title, sections) = outline.finish(title)?;
    Ok(Document { title, application: None, version: None, language: None, sections, missing_text: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_summary_are_in_a_second_file() {
        let meta = "<meta><title>Make a chart</title><Content-Summary value='How charts are made'/></meta>";
        let summary = Summary::read(meta).unwrap();
        let document = read("<doc><h>Charts</h><p>Select\n cells.</p></doc>", "file", &summary).unwrap();
        assert_eq!(document.title, "Make a chart");
        assert_eq!(document.sections[0].path, ["Make a chart"]);
        assert_eq!(document.sections[0].text, "How charts are made\n\nCharts\nSelect cells.");
    }

    #[test]
    fn without_one_the_file_names_it() {
        let document = read("<a>x</a>", "file", &Summary::default()).unwrap();
        assert_eq!((document.title.as_str(), document.sections[0].text.as_str()), ("file", "x"));
    }
}
