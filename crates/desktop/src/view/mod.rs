//! What a window shows, as a text for prompts: ranked, compact, and never longer than it may be. Pure.
//!
//! Rank decides what is listed, the tree decides how it is laid out. What is left out is counted, and its label can be
//! used all the same.

mod filters;
mod layout;
mod likeness;
mod rank;
mod tokens;
mod words;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use filters::Filter;
pub use likeness::{Likeness, Spelling};
pub use tokens::tokens;

use deskpilot_core::{Control, Truncation};
use layout::Page;
use rank::Ranking;

/// How long a text may be and what decides on what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewOptions {
    /// The most tokens, as [`tokens`] counts them.
    pub tokens: usize,
    /// What lifts the controls that a request is about.
    pub filters: Vec<Filter>,
    /// How many controls each filter lifts.
    pub top: usize,
}

impl Default for ViewOptions {
    /// 1,500 tokens, and every filter for 15 controls.
    fn default() -> ViewOptions {
        ViewOptions { tokens: 1500, filters: Filter::ALL.to_vec(), top: 15 }
    }
}

/// What an agent wants to see of a window.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// What it is about, the weightiest first, such as the subtask, the plan and the request.
    pub about: &'a [&'a str],
    /// Controls of an earlier look: what is in them is listed, or what is in a list with them.
    pub more: &'a [Control],
    /// Controls of an earlier look that are listed themselves.
    pub chosen: &'a [Control],
    /// Texts: every control with one of them is listed.
    pub sought: &'a [String],
    /// In how many others each of the controls is; see [`crate::Seen::levels`].
    pub levels: &'a [u16],
    /// What the reading left out.
    pub truncated: Option<&'a Truncation>,
    /// Who tells what is alike.
    pub likeness: &'a dyn Likeness,
    /// How long the text may be.
    pub options: &'a ViewOptions,
}

/// A window as a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextView {
    /// Lines of [`deskpilot_core::ControlLine`] controls, and notes that begin with `…`.
    pub text: String,
    /// How many controls worth listing are not in it.
    pub left_out: usize,
}

/// The text of a window with these controls, labelled as they are. The same for the same, always.
///
/// First come dialogs and open menus, then the rest in the order of the tree. Where not all fits, what has the focus stays,
/// then what is in dialogs and menus, then what the request is about, then what can be used, then texts. Of long lists the
/// first items are listed. Notes say how many controls are missing and how to see them.
pub fn text_view(controls: &[Control], wanted: &Wanted<'_>) -> TextView {
    let ranking = Ranking::of(controls, wanted);
    let page = |most: usize| Page { controls, ranking: &ranking, most, wanted }.laid_out();
    let fits = |view: &TextView| tokens(&view.text) <= wanted.options.tokens;
    let whole = page(ranking.order.len());
    if fits(&whole) {
        return whole;
    }
    let (mut best, mut too_many) = (0, ranking.order.len());
    while best + 1 < too_many {
        let middle = best.midpoint(too_many);
        if fits(&page(middle)) { best = middle } else { too_many = middle }
    }
    let view = page(best);
    if fits(&view) { view } else { TextView { text: String::new(), ..view } }
}
