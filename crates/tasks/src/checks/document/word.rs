//! Office Open XML text documents and presentations.

use super::{
    bold::{Style, Styles},
    document_error::DocumentError,
    visible_text::VisibleText,
    walk::walk,
};
use deskpilot_documents::{
    office::Package,
    xml::{Tag, XmlEvent},
};

/// Elements of recorded changes that hold moved text and former formatting.
const FORMER: &[&str] = &["moveFrom", "rPrChange", "pPrChange"];
/// Styles have no family here, only names.
const ANY: &str = "";

/// The text of a document.
pub(super) fn text(package: &mut Package<'_>) -> Result<VisibleText, DocumentError> {
    let document = package.part("word/document.xml")?;
    let mut reader = WordReader::default();
    if let Some(xml) = package.optional_part("word/styles.xml")? {
        read_styles(&xml, &mut reader.styles)?;
    }
    walk(&document, FORMER, |event| reader.handle(&event))?;
    Ok(reader.shown)
}

/// The text of a presentation, slide by slide.
pub(super) fn slides(package: &mut Package<'_>) -> Result<VisibleText, DocumentError> {
    package.part("ppt/presentation.xml")?;
    let mut reader = WordReader::default();
    for number in part_numbers(package, "ppt/slides/slide", ".xml") {
        let slide = package.part(&format!("ppt/slides/slide{number}.xml"))?;
        walk(&slide, FORMER, |event| reader.handle(&event))?;
    }
    Ok(reader.shown)
}

/// The numbers N of all parts named `before` N `after`, ascending.
fn part_numbers(package: &Package<'_>, before: &str, after: &str) -> Vec<u32> {
    let number = |name: &str| name.strip_prefix(before)?.strip_suffix(after)?.parse().ok();
    let mut numbers: Vec<u32> = package.part_names().filter_map(|name| number(&name)).collect();
    numbers.sort_unstable();
    numbers
}

fn read_styles(xml: &str, styles: &mut Styles) -> Result<(), DocumentError> {
    let mut open: Option<(String, Style)> = None;
    walk(xml, FORMER, |event| match event {
        XmlEvent::Open(tag) if tag.name() == "style" => {
            open = Some((tag.attribute("styleId").unwrap_or_default(), Style::default()));
        }
        XmlEvent::Open(tag) => {
            let Some((_, style)) = &mut open else { return };
            match tag.name() {
                "basedOn" => style.parent = tag.attribute("val"),
                "b" => style.bold = Some(is_on(tag.attribute("val"))),
                _ => {}
            }
        }
        XmlEvent::Close("style") => {
            if let Some((name, style)) = open.take() {
                styles.insert(ANY, &name, style);
            }
        }
        _ => {}
    })
}

/// A toggle property is on unless its value says otherwise.
fn is_on(value: Option<String>) -> bool {
    !value.is_some_and(|it| matches!(it.as_str(), "0" | "false" | "off"))
}

#[derive(Default)]
struct WordReader {
    styles: Styles,
    shown: VisibleText,
    /// The bold setting of the paragraph's style.
    paragraph: Option<bool>,
    /// The bold settings of the run's style and of the run itself.
    run: (Option<bool>, Option<bool>),
    in_run: bool,
    in_text: bool,
}

impl WordReader {
    fn handle(&mut self, event: &XmlEvent<'_>) {
        match event {
            XmlEvent::Open(tag) => self.begin(tag),
            XmlEvent::Text(text) if self.in_text => {
                let (style, itself) = self.run;
                let bold = itself.or(style).or(self.paragraph).unwrap_or(false);
                self.shown.push(text, bold);
            }
            XmlEvent::Close("t") => self.in_text = false,
            XmlEvent::Close("r" | "fld") => self.in_run = false,
            XmlEvent::Close("p") => self.shown.separate(),
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag.name() {
            "p" => {
                self.shown.separate();
                self.paragraph = None;
            }
            "pStyle" => self.paragraph = self.style(tag),
            "r" | "fld" => (self.in_run, self.run) = (true, (None, None)),
            "rStyle" if self.in_run => self.run.0 = self.style(tag),
            "b" if self.in_run => self.run.1 = Some(is_on(tag.attribute("val"))),
            // Slides have it as an attribute.
            "rPr" if self.in_run => self.run.1 = tag.attribute("b").map(|value| is_on(Some(value))),
            "t" => self.in_text = true,
            "tab" | "br" | "cr" => self.shown.separate(),
            _ => {}
        }
    }

    fn style(&self, tag: &Tag<'_>) -> Option<bool> {
        self.styles.resolve_bold(ANY, &tag.attribute("val")?)
    }
}
