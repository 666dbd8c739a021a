//! Office Open XML text documents and presentations.

use super::{
    bold::{Style, Styles},
    package::{Package, Trouble},
    shown::Shown,
    xml::{Piece, Tag, walk},
};

/// Elements of recorded changes that hold moved text and former formatting.
const FORMER: &[&str] = &["moveFrom", "rPrChange", "pPrChange"];
/// Styles have no family here, only names.
const ANY: &str = "";

/// The text of a document.
pub(super) fn text(package: &mut Package) -> Result<Shown, Trouble> {
    let document = package.part("word/document.xml")?;
    let mut reading = Reading::default();
    if let Some(xml) = package.part_if_there("word/styles.xml")? {
        read_styles(&xml, &mut reading.styles)?;
    }
    walk(&document, FORMER, |piece| reading.take(&piece))?;
    Ok(reading.shown)
}

/// The text of a presentation, slide by slide.
pub(super) fn slides(package: &mut Package) -> Result<Shown, Trouble> {
    package.part("ppt/presentation.xml")?;
    let mut reading = Reading::default();
    for number in package.numbered("ppt/slides/slide", ".xml") {
        let slide = package.part(&format!("ppt/slides/slide{number}.xml"))?;
        walk(&slide, FORMER, |piece| reading.take(&piece))?;
    }
    Ok(reading.shown)
}

fn read_styles(xml: &str, styles: &mut Styles) -> Result<(), Trouble> {
    let mut open: Option<(String, Style)> = None;
    walk(xml, FORMER, |piece| match piece {
        Piece::Open(tag) if tag.name() == "style" => {
            open = Some((tag.value("styleId").unwrap_or_default(), Style::default()));
        }
        Piece::Open(tag) => {
            let Some((_, style)) = &mut open else { return };
            match tag.name() {
                "basedOn" => style.parent = tag.value("val"),
                "b" => style.bold = Some(is_on(tag.value("val"))),
                _ => {}
            }
        }
        Piece::Close("style") => {
            if let Some((name, style)) = open.take() {
                styles.put(ANY, &name, style);
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
struct Reading {
    styles: Styles,
    shown: Shown,
    /// The bold setting of the paragraph's style.
    paragraph: Option<bool>,
    /// The bold settings of the run's style and of the run itself.
    run: (Option<bool>, Option<bool>),
    in_run: bool,
    in_text: bool,
}

impl Reading {
    fn take(&mut self, piece: &Piece<'_>) {
        match piece {
            Piece::Open(tag) => self.begin(tag),
            Piece::Text(text) if self.in_text => {
                let (style, itself) = self.run;
                let bold = itself.or(style).or(self.paragraph).unwrap_or(false);
                self.shown.push(text, bold);
            }
            Piece::Close("t") => self.in_text = false,
            Piece::Close("r" | "fld") => self.in_run = false,
            Piece::Close("p") => self.shown.pause(),
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag.name() {
            "p" => {
                self.shown.pause();
                self.paragraph = None;
            }
            "pStyle" => self.paragraph = self.style(tag),
            "r" | "fld" => (self.in_run, self.run) = (true, (None, None)),
            "rStyle" if self.in_run => self.run.0 = self.style(tag),
            "b" if self.in_run => self.run.1 = Some(is_on(tag.value("val"))),
            // Slides have it as an attribute.
            "rPr" if self.in_run => self.run.1 = tag.value("b").map(|value| is_on(Some(value))),
            "t" => self.in_text = true,
            "tab" | "br" | "cr" => self.shown.pause(),
            _ => {}
        }
    }

    fn style(&self, tag: &Tag<'_>) -> Option<bool> {
        self.styles.bold(ANY, &tag.value("val")?)
    }
}
