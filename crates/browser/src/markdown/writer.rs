//! Writes Markdown: blocks, lists, tables and texts in their order.

/// The deepest list that is shown by its indentation.
const DEEPEST_LIST: usize = 8;

/// Markdown under way.
#[derive(Default)]
pub(super) struct Writer {
    out: String,
    /// What must come before the next text.
    gap: Gap,
    /// What the next line begins with, such as `- `.
    lead: String,
    /// The open lists; for an ordered one its last number.
    lists: Vec<Option<usize>>,
    quotes: usize,
    /// How many elements with fixed line breaks are open.
    fixed: usize,
    table: Option<Table>,
}

/// A table that is open.
#[derive(Default)]
struct Table {
    rows: usize,
    cells: usize,
    in_cell: bool,
}

/// What is between two texts.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    Paragraph,
}

impl Writer {
    pub(super) fn start(&mut self, name: &str) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.break_up(Gap::Paragraph);
                let level = usize::from(name.as_bytes()[1] - b'0');
                self.lead = format!("{} ", "#".repeat(level));
            }
            "title" => self.break_up(Gap::Paragraph),
            "ul" | "menu" => self.start_list(None),
            "ol" => self.start_list(Some(0)),
            "li" => self.start_item(),
            "blockquote" => {
                self.break_up(Gap::Paragraph);
                self.quotes += 1;
            }
            "pre" => {
                self.break_up(Gap::Paragraph);
                self.put("```");
                self.gap = Gap::Line;
                self.fixed += 1;
            }
            "table" => {
                self.break_up(Gap::Paragraph);
                self.table = Some(Table::default());
            }
            "tr" => self.start_row(),
            "td" | "th" => self.start_cell(),
            "br" => self.break_up(Gap::Line),
            "hr" => {
                self.break_up(Gap::Paragraph);
                self.put("---");
                self.break_up(Gap::Paragraph);
            }
            "code" if self.fixed == 0 => self.text_start("`"),
            "strong" | "b" => self.text_start("**"),
            _ => self.break_up(gap_of(name)),
        }
    }

    pub(super) fn end(&mut self, name: &str) {
        match name {
            "ul" | "ol" | "menu" => {
                self.lists.pop();
                self.break_up(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
            }
            "blockquote" => {
                self.break_up(Gap::Paragraph);
                self.quotes = self.quotes.saturating_sub(1);
            }
            "pre" if self.fixed > 0 => {
                self.fixed -= 1;
                self.gap = Gap::Line;
                self.put("```");
                self.break_up(Gap::Paragraph);
            }
            "td" | "th" => self.end_cell(),
            "tr" => self.end_row(),
            "table" => {
                self.end_row();
                self.table = None;
                self.break_up(Gap::Paragraph);
            }
            "code" if self.fixed == 0 => self.text_end("`"),
            "strong" | "b" => self.text_end("**"),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "title" => {
                self.lead.clear();
                self.break_up(Gap::Paragraph);
            }
            _ => self.break_up(gap_of(name)),
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

    /// A sign before a text.
    pub(super) fn text_start(&mut self, sign: &str) {
        self.put(sign);
    }

    /// A sign behind a text: the space before it comes after it.
    pub(super) fn text_end(&mut self, sign: &str) {
        let gap = std::mem::take(&mut self.gap);
        self.out.push_str(sign);
        self.gap = gap;
    }

    pub(super) fn finish(mut self) -> String {
        self.end_row();
        self.out.trim().to_owned()
    }

    fn put(&mut self, text: &str) {
        let gap = std::mem::take(&mut self.gap);
        match gap {
            Gap::None => {}
            _ if self.out.is_empty() => {}
            Gap::Space => self.out.push(' '),
            Gap::Line => self.out.push('\n'),
            Gap::Paragraph => self.out.push_str("\n\n"),
        }
        if self.out.is_empty() || gap >= Gap::Line {
            self.out.push_str(&"> ".repeat(self.quotes.min(DEEPEST_LIST)));
            self.out.push_str(&std::mem::take(&mut self.lead));
        }
        self.out.push_str(text);
    }

    fn break_up(&mut self, gap: Gap) {
        // A line of a table is one line.
        let gap = if self.is_in_cell() { gap.min(Gap::Space) } else { gap };
        self.gap = self.gap.max(gap);
    }

    fn is_in_cell(&self) -> bool {
        self.table.as_ref().is_some_and(|it| it.in_cell)
    }

    fn start_list(&mut self, number: Option<usize>) {
        self.break_up(if self.lists.is_empty() { Gap::Paragraph } else { Gap::Line });
        self.lists.push(number);
    }

    fn start_item(&mut self) {
        self.break_up(Gap::Line);
        if self.is_in_cell() {
            return;
        }
        let depth = self.lists.len().saturating_sub(1).min(DEEPEST_LIST);
        let sign = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{number}. ")
            }
            _ => "- ".to_owned(),
        };
        self.lead = format!("{}{sign}", "  ".repeat(depth));
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
            self.put("|");
            if let Some(table) = &mut self.table {
                table.in_cell = false;
            }
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        let Some(table) = &mut self.table else { return };
        let cells = std::mem::take(&mut table.cells);
        if cells == 0 {
            return;
        }
        table.rows += 1;
        let is_head = table.rows == 1;
        self.gap = Gap::Line;
        if is_head {
            self.put(&format!("|{}", " --- |".repeat(cells)));
            self.gap = Gap::Line;
        }
    }
}

/// What an element puts between itself and what is beside it.
fn gap_of(name: &str) -> Gap {
    match name {
        "p" | "section" | "article" | "main" | "form" | "fieldset" | "dl" | "figure" | "details"
        | "header" | "footer" | "nav" | "aside" => Gap::Paragraph,
        "div" | "dt" | "dd" | "label" | "legend" | "summary" | "figcaption" | "address" | "option"
        | "body" | "html" | "head" | "caption" => Gap::Line,
        _ => Gap::None,
    }
}
