//! Lists of paragraphs that each say how deep they are.

use crate::markdown::{Element, Marker, Outline};

/// The deepest list.
const DEEPEST: usize = 9;

/// The lists that are open, the innermost last.
#[derive(Debug, Default)]
pub(super) struct ListLevels(Vec<Marker>);

impl ListLevels {
    /// Begins an item at this depth, from 0, with the lists around it that are missing.
    pub(super) fn item(&mut self, depth: usize, marker: Marker, outline: &mut Outline) {
        let depth = depth.min(DEEPEST);
        self.end_to(depth + 1, outline);
        if self.0.get(depth).is_some_and(|it| *it != marker) {
            self.end_to(depth, outline);
        }
        while self.0.len() <= depth {
            outline.start(Element::List(marker));
            self.0.push(marker);
        }
        outline.start(Element::Item);
    }

    /// Ends all lists.
    pub(super) fn end(&mut self, outline: &mut Outline) {
        self.end_to(0, outline);
    }

    fn end_to(&mut self, depth: usize, outline: &mut Outline) {
        while self.0.len() > depth {
            self.0.pop();
            outline.end(Element::List(Marker::Dash));
        }
    }
}
