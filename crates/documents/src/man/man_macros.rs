//! Pages in the macros `man`.

use super::{lists::Page, roff::Line, table};
use crate::{
    DocumentError, Section,
    markdown::{Element, Headings, Marker, Outline},
};

/// What a line of text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// It is text.
    Text,
    /// It is the title of a section of this level.
    Title(u8),
    /// It is the term of an item.
    Term,
}

/// The title and the sections of a page.
pub(super) fn sections(lines: &[Line], title: &str) -> Result<(String, Vec<Section>), DocumentError> {
    let mut outline = Outline::new(Headings::Sections);
    outline.open_section(1, title);
    let mut reader = Reader { page: Page::of(outline), next: Next::Text };
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        rest = match line {
            Line::Macro { name, .. } if name == "TS" => table::read(after, &mut reader.page),
            Line::Macro { name, arguments } => {
                reader.call(name, arguments);
                after
            }
            Line::Text(text) => {
                reader.text(text);
                after
            }
        };
    }
    reader.page.end_fixed();
    reader.page.outline.finish(title)
}

struct Reader {
    page: Page,
    next: Next,
}

impl Reader {
    fn call(&mut self, name: &str, arguments: &[String]) {
        match name {
            "SH" => self.title(2, arguments),
            "SS" => self.title(3, arguments),
            "PP" | "P" | "LP" | "HP" => self.page.paragraph(),
            "TP" => self.next = Next::Term,
            "TQ" => {
                self.page.next();
                self.next = Next::Text;
            }
            "IP" => self.item(arguments),
            "RS" => self.page.indent(),
            "RE" => self.page.dedent(),
            "nf" | "EX" | "Vb" => self.page.fix(),
            "fi" | "EE" | "Ve" => self.page.end_fixed(),
            "br" if !self.page.is_fixed() => self.page.outline.start(Element::Break),
            "sp" | "Sp" if !self.page.is_fixed() => self.page.next(),
            "sp" | "Sp" => self.page.line(""),
            "B" | "I" | "SM" | "SB" | "R" if !arguments.is_empty() => self.text(&arguments.join(" ")),
            "BR" | "RB" | "IR" | "RI" | "BI" | "IB" => self.text(&arguments.concat()),
            "SY" => {
                self.page.next();
                self.text(&arguments.join(" "));
            }
            "OP" => self.text(&format!("[{}]", arguments.join(" "))),
            "UR" | "MT" => {}
            "UE" | "ME" => self.text(&arguments.concat()),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        match std::mem::replace(&mut self.next, Next::Text) {
            Next::Title(level) => self.page.section(level, text),
            Next::Term => self.term(text),
            Next::Text if text.trim().is_empty() && !self.page.is_fixed() => self.page.next(),
            // A line that begins with a space begins a line.
            Next::Text if text.starts_with([' ', '\t']) && !self.page.is_fixed() => {
                self.page.outline.start(Element::Break);
                self.page.line(text);
            }
            Next::Text => self.page.line(text),
        }
    }

    fn title(&mut self, level: u8, arguments: &[String]) {
        if arguments.is_empty() {
            self.next = Next::Title(level);
        } else {
            self.page.section(level, &arguments.join(" "));
        }
    }

    fn term(&mut self, term: &str) {
        self.page.end_fixed();
        self.page.item(Marker::Dash);
        self.page.outline.start(Element::Strong);
        self.page.outline.text(term);
        self.page.outline.end(Element::Strong);
        self.page.outline.start(Element::Break);
    }

    /// An item with a bullet, a number or a term; without any it is a paragraph of the item before it.
    fn item(&mut self, arguments: &[String]) {
        match arguments.first().map_or("", |it| it.trim()) {
            "" => self.page.next(),
            "•" | "-" | "*" | "o" | "·" | "—" | "–" | "+" | "○" => self.page.item(Marker::Dash),
            number if number.ends_with(['.', ')']) && number.starts_with(|it: char| it.is_ascii_digit()) => {
                self.page.item(Marker::Dash);
                self.page.outline.text(number);
                self.page.outline.text(" ");
            }
            term => self.term(term),
        }
    }
}
