//! Writes Markdown: blocks, lists, tables and texts in their order.

use super::{containers::Containers, element::Element, gap::Gap, table::Table};
use crate::limits::MOST_TEXT;

/// Markdown under way.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    /// What must come before the next text.
    gap: Gap,
    /// What the next block begins with, such as `Note: `.
    lead: String,
    /// Signs that begin with the next text, such as `**`.
    signs: String,
    containers: Containers,
    /// How many elements with fixed line breaks are open.
    fixed: usize,
    table: Option<Table>,
}

impl Writer {
    pub(super) fn start(&mut self, element: Element) {
        match element {
            Element::Heading(level) => {
                self.break_up(Gap::Paragraph);
                self.lead = format!("{} ", "#".repeat(usize::from(level)));
            }
            Element::List(marker) => {
                self.break_up(Gap::Paragraph);
                self.containers.start_list(marker);
            }
            Element::Item => self.start_item(),
            Element::Quote => {
                self.break_up(Gap::Paragraph);
                self.containers.start_quote();
            }
            Element::CodeBlock => {
                self.break_up(Gap::Paragraph);
                self.put("```");
                self.gap = Gap::Line;
                self.fixed += 1;
            }
            Element::Table => {
                self.break_up(Gap::Paragraph);
                self.table = Some(Table::default());
            }
            Element::Row => self.start_row(),
            Element::Cell => self.start_cell(),
            Element::Rule => {
                self.break_up(Gap::Paragraph);
                self.put("---");
                self.break_up(Gap::Paragraph);
            }
            Element::Code if self.fixed == 0 => self.text_start("`"),
            Element::Strong if self.fixed == 0 => self.text_start("**"),
            Element::Struck if self.fixed == 0 => self.text_start("~~"),
            Element::Code | Element::Strong | Element::Struck | Element::Inline => {}
            Element::Line | Element::Break => self.break_up(Gap::Line),
            Element::Paragraph => self.break_up(Gap::Paragraph),
        }
    }

    pub(super) fn end(&mut self, element: Element) {
        match element {
            Element::List(_) => {
                self.containers.end_list();
                self.break_up(Gap::Paragraph);
            }
            Element::Quote => {
                self.break_up(Gap::Paragraph);
                self.containers.end_quote();
                self.lead.clear();
            }
            Element::CodeBlock if self.fixed > 0 => {
                self.fixed -= 1;
                self.gap = Gap::Line;
                self.put("```");
                self.break_up(Gap::Paragraph);
            }
            Element::Cell => self.end_cell(),
            Element::Row => self.end_row(),
            Element::Table => {
                self.end_row();
                self.table = None;
                self.break_up(Gap::Paragraph);
            }
            Element::Code if self.fixed == 0 => self.text_end("`", "`"),
            Element::Strong if self.fixed == 0 => self.text_end("**", "**"),
            Element::Struck if self.fixed == 0 => self.text_end("~~", "~~"),
            Element::Heading(_) => {
                self.lead.clear();
                self.break_up(Gap::Paragraph);
            }
            Element::Item | Element::Line => self.break_up(Gap::Line),
            Element::CodeBlock | Element::Paragraph => self.break_up(Gap::Paragraph),
            Element::Code
            | Element::Strong
            | Element::Struck
            | Element::Inline
            | Element::Rule
            | Element::Break => {}
        }
    }

    /// A text; white space in it is one space unless line breaks are fixed.
    pub(super) fn text(&mut self, text: &str) {
        if self.fixed > 0 {
            return self.put(text);
        }
        for word in text.split_inclusive(char::is_whitespace) {
            let bare = word.trim();
            if !bare.is_empty() {
                self.put(bare);
            }
            if bare.len() < word.len() {
                self.gap = self.gap.max(Gap::Space);
            }
        }
    }

    /// A text as it is.
    pub(super) fn verbatim(&mut self, text: &str) {
        if !self.is_full() {
            self.out.push_str(text);
        }
    }

    /// Whether an empty line was written last, or nothing.
    pub(super) fn is_at_paragraph(&self) -> bool {
        self.out.is_empty() || self.out.ends_with("\n\n")
    }

    /// What the next block begins with, such as `Note: `.
    pub(super) fn label(&mut self, label: &str) {
        if self.is_in_cell() {
            self.text(label);
        } else {
            self.lead.push_str(label);
        }
    }

    /// A sign before the next text.
    pub(super) fn text_start(&mut self, sign: &str) {
        self.signs.push_str(sign);
    }

    /// A sign behind a text: the space before it comes after it. Without a text, both signs are left out.
    pub(super) fn text_end(&mut self, start: &str, sign: &str) {
        if let Some(earlier) = self.signs.strip_suffix(start) {
            self.signs.truncate(earlier.len());
            return;
        }
        let gap = std::mem::take(&mut self.gap);
        self.out.push_str(sign);
        self.gap = gap;
    }

    /// Whether a list is open.
    pub(super) const fn is_in_list(&self) -> bool {
        self.containers.has_list()
    }

    /// Whether [`MOST_TEXT`] was written, and the rest left out.
    pub(super) const fn is_full(&self) -> bool {
        self.out.len() > MOST_TEXT
    }

    pub(super) fn finish(mut self) -> String {
        self.end_row();
        self.out.truncate(self.out.trim_end().len());
        let leading = self.out.len() - self.out.trim_start().len();
        self.out.drain(..leading);
        self.out
    }

    fn put(&mut self, text: &str) {
        if self.is_full() {
            return;
        }
        let gap = std::mem::take(&mut self.gap);
        match gap {
            Gap::None => {}
            _ if self.out.is_empty() => {}
            Gap::Space => self.out.push(' '),
            Gap::Line => self.out.push('\n'),
            Gap::Paragraph => self.out.push_str("\n\n"),
        }
        if self.out.is_empty() || gap >= Gap::Line {
            self.begin_line();
        }
        self.out.push_str(&std::mem::take(&mut self.signs));
        if self.is_in_cell() && text.contains('|') {
            self.out.push_str(&text.replace('|', "\\|"));
        } else {
            self.out.push_str(text);
        }
    }

    fn begin_line(&mut self) {
        self.containers.begin_line(&mut self.out);
        self.out.push_str(&std::mem::take(&mut self.lead));
    }

    fn break_up(&mut self, gap: Gap) {
        let most = if self.is_in_cell() {
            // A line of a table is one line.
            Gap::Space
        } else if self.containers.has_list() {
            // No blank lines between the items of a list.
            Gap::Line
        } else {
            Gap::Paragraph
        };
        self.gap = self.gap.max(gap.min(most));
    }

    fn is_in_cell(&self) -> bool {
        self.table.as_ref().is_some_and(|it| it.in_cell)
    }

    fn start_item(&mut self) {
        self.break_up(Gap::Line);
        if self.is_in_cell() {
            return;
        }
        if self.containers.has_list() {
            self.containers.start_item();
        } else {
            self.lead = "- ".into();
        }
    }

    fn start_row(&mut self) {
        self.end_row();
        if self.table.is_some() {
            self.break_up(Gap::Line);
        }
    }

    fn start_cell(&mut self) {
        self.end_cell();
        let Some(table) = &mut self.table else { return };
        let is_first = table.cells == 0;
        table.cells += 1;
        if is_first {
            self.put("|");
        }
        self.gap = Gap::Space;
        if let Some(table) = &mut self.table {
            table.in_cell = true;
        }
    }

    fn end_cell(&mut self) {
        if self.is_in_cell() {
            self.gap = Gap::Space;
            if let Some(table) = &mut self.table {
                table.in_cell = false;
            }
            self.put("|");
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        let Some(cells) = self.table.as_mut().and_then(Table::end_row) else { return };
        self.gap = Gap::Line;
        if let Some(rule) = cells {
            self.put(&rule);
            self.gap = Gap::Line;
        }
    }
}
