//! Pages in the macros `mdoc`.

use super::{
    lists::Page,
    mdoc_line::{self, Spacing},
    roff::Line,
    table,
};
use crate::{
    DocumentError, Section,
    markdown::{Element, Headings, Marker, Outline},
};

/// How the items of a list begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListKind {
    /// With a term.
    Terms,
    /// With a dash.
    Bullets,
    /// With a number.
    Numbers,
    /// They are rows of a table.
    Columns,
}

/// The title and the sections of a page.
pub(super) fn sections(lines: &[Line], title: &str) -> Result<(String, Vec<Section>), DocumentError> {
    let mut outline = Outline::new(Headings::Sections);
    outline.open_section(1, title);
    let mut reader = Reader {
        page: Page::of(outline),
        lists: Vec::new(),
        name: String::new(),
        spacing: Spacing::On,
        in_term: false,
    };
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
    lists: Vec<ListKind>,
    /// What the page is about: `.Nm` alone stands for it.
    name: String,
    spacing: Spacing,
    /// Whether the term of an item continues in the next lines.
    in_term: bool,
}

impl Reader {
    fn call(&mut self, name: &str, arguments: &[String]) {
        match name {
            "Dd" | "Dt" | "Os" | "Bk" | "Ek" | "Ed" | "Rs" | "Re" | "Db" => self.page.end_fixed(),
            "Sm" => self.space(arguments),
            "Xc" => self.end_term(),
            "Sh" => self.section(2, arguments),
            "Ss" => self.section(3, arguments),
            "Pp" | "Lp" | "sp" => self.page.next(),
            "br" => self.page.outline.start(Element::Break),
            "Bl" => self.list(arguments),
            "El" => {
                self.lists.pop();
                self.page.dedent();
            }
            "It" => self.item(arguments),
            "Bd" if arguments.iter().any(|it| it == "-literal" || it == "-unfilled") => self.page.fix(),
            "Bd" => self.page.next(),
            "D1" | "Dl" => {
                self.page.fix();
                self.page.line(&mdoc_line::text("No", arguments, &self.name, self.spacing));
                self.page.end_fixed();
            }
            "Nm" => self.about(arguments),
            "Nd" => {
                self.page.line(&format!("— {}", mdoc_line::text("No", arguments, &self.name, self.spacing)));
            }
            _ => {
                let text = mdoc_line::text(name, arguments, &self.name, self.spacing);
                self.write(&text);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if text.trim().is_empty() && !self.page.is_fixed() {
            self.page.next();
        } else {
            self.write(text);
        }
    }

    fn write(&mut self, text: &str) {
        if self.spacing == Spacing::Off {
            self.page.outline.text(text);
        } else if !text.is_empty() || self.page.is_fixed() {
            self.page.line(text);
        }
    }

    /// Sets the spacing of the words that follow. There is a space before the first of them.
    fn space(&mut self, arguments: &[String]) {
        let is_off = arguments.first().is_some_and(|it| it == "off");
        self.spacing = if is_off { Spacing::Off } else { Spacing::On };
        self.page.outline.text(" ");
    }

    fn end_term(&mut self) {
        if std::mem::take(&mut self.in_term) {
            self.page.outline.end(Element::Strong);
            self.page.outline.start(Element::Break);
        }
    }

    fn section(&mut self, level: u8, arguments: &[String]) {
        self.end_term();
        self.lists.clear();
        let title = mdoc_line::text("No", arguments, &self.name, self.spacing);
        self.page.section(level, &title);
    }

    /// The first name is what the page is about.
    fn about(&mut self, arguments: &[String]) {
        if self.name.is_empty() {
            self.name = arguments.first().cloned().unwrap_or_default();
        }
        let text = mdoc_line::text("Nm", arguments, &self.name, self.spacing);
        self.page.line(&text);
    }

    fn list(&mut self, arguments: &[String]) {
        let kind = match arguments.first().map(String::as_str) {
            Some("-bullet" | "-dash" | "-hyphen" | "-item") => ListKind::Bullets,
            Some("-enum") => ListKind::Numbers,
            Some("-column") => ListKind::Columns,
            _ => ListKind::Terms,
        };
        self.lists.push(kind);
        self.page.indent();
    }

    fn item(&mut self, arguments: &[String]) {
        self.end_term();
        let kind = self.lists.last().copied().unwrap_or(ListKind::Bullets);
        let marker = if kind == ListKind::Numbers { Marker::Number } else { Marker::Dash };
        self.page.item(marker);
        let text = mdoc_line::text("No", arguments, &self.name, self.spacing);
        let outline = &mut self.page.outline;
        match kind {
            ListKind::Terms => {
                outline.start(Element::Strong);
                outline.text(&text);
                self.in_term = true;
                if arguments.iter().all(|it| it != "Xo") {
                    self.end_term();
                }
            }
            ListKind::Columns => self.page.line(&text.replace('\t', " | ")),
            ListKind::Bullets | ListKind::Numbers => {}
        }
    }
}
