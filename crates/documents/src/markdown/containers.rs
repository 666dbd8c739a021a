//! The lists and quotations that are open, which every line in them begins with.

use super::element::Marker;

/// The most lists and quotations that are shown by the beginning of a line.
const DEEPEST: usize = 8;

/// The lists and quotations that are open, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Containers {
    open: Vec<Container>,
    lists: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum Container {
    Quote,
    List {
        marker: Marker,
        /// How many of its items have begun.
        items: usize,
        /// Whether the next line is the first one of an item.
        begins: bool,
    },
}

impl Containers {
    pub(super) fn start_list(&mut self, marker: Marker) {
        self.lists += 1;
        self.open.push(Container::List { marker, items: 0, begins: false });
    }

    /// Ends the innermost list, and the quotations in it.
    pub(super) fn end_list(&mut self) {
        if self.lists > 0 {
            self.lists -= 1;
            while matches!(self.open.pop(), Some(Container::Quote)) {}
        }
    }

    pub(super) fn start_quote(&mut self) {
        self.open.push(Container::Quote);
    }

    /// Ends a quotation if it is innermost.
    pub(super) fn end_quote(&mut self) {
        if self.open.last() == Some(&Container::Quote) {
            self.open.pop();
        }
    }

    /// Begins an item if a list is innermost.
    pub(super) fn start_item(&mut self) {
        if let Some(Container::List { items, begins, .. }) = self.open.last_mut() {
            *items += 1;
            *begins = true;
        }
    }

    pub(super) const fn has_list(&self) -> bool {
        self.lists > 0
    }

    /// Writes what a line in these begins with.
    pub(super) fn begin_line(&mut self, out: &mut String) {
        for container in self.open.iter_mut().take(DEEPEST) {
            match container {
                Container::Quote => out.push_str("> "),
                // A title of the list.
                Container::List { items: 0, .. } => {}
                Container::List { marker: Marker::Dash, begins: true, .. } => out.push_str("- "),
                Container::List { marker: Marker::Number, items, begins: true } => {
                    out.push_str(&format!("{items}. "));
                }
                Container::List { .. } => out.push_str("  "),
            }
            if let Container::List { begins, .. } = container {
                *begins = false;
            }
        }
    }
}
