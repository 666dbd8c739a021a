//! A window as text for prompts: ranked, compact, within a token limit. Pure.
//!
//! The ranking decides what is listed, the tree decides the layout. The text counts what is left out; agents can use the
//! labels of those controls too.

mod addresses;
mod cells;
mod filters;
mod group;
mod hidden_lines;
mod layout;
mod rank;
mod sheet;
mod sheet_count;
mod similarity;
mod tokens;
mod words;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use filters::Filter;
pub(crate) use rank::has_text;
pub use sheet::used_cells;
pub use similarity::{SpellingSimilarity, TextSimilarity};
pub use tokens::tokens;

use deskpilot_core::{BeyondView, Control, Truncation};
use layout::Layout;
use rank::Ranking;

/// The length of the text and the filters that choose its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewOptions {
    /// The maximum number of tokens, as [`tokens`] counts them.
    pub tokens: usize,
    /// The filters that rank relevant controls higher.
    pub filters: Vec<Filter>,
    /// How many controls each filter ranks higher.
    pub top: usize,
}

impl Default for ViewOptions {
    /// 1,500 tokens; every filter, for 15 controls each.
    fn default() -> ViewOptions {
        ViewOptions { tokens: 1500, filters: Filter::ALL.to_vec(), top: 15 }
    }
}

/// What an agent needs to see of a window.
#[derive(Clone, Copy)]
pub struct ViewRequest<'a> {
    /// The texts it is about, most important first, such as the subtask, the plan and the request.
    pub about: &'a [&'a str],
    /// Controls of an earlier look whose children, or whose siblings in a list, must be listed.
    pub expand: &'a [Control],
    /// Controls of an earlier look that must be listed.
    pub include: &'a [Control],
    /// Texts; every control with one of them must be listed.
    pub find: &'a [String],
    /// The nesting level of each control; see [`crate::ControlSnapshot::levels`].
    pub levels: &'a [u16],
    /// What the read left out.
    pub truncated: Option<&'a Truncation>,
    /// The controls of a page that are out of view.
    pub beyond: BeyondView,
    /// Compares texts with the request.
    pub similarity: &'a dyn TextSimilarity,
    /// The limits and filters.
    pub options: &'a ViewOptions,
}

/// A window as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextView {
    /// Lines of [`deskpilot_core::ControlLine`] controls, and notes that begin with `…`.
    pub text: String,
    /// How many controls worth listing it leaves out.
    pub left_out: usize,
}

/// The text of a window with these labelled controls. Deterministic.
///
/// Dialogs and open menus come first, then the rest in tree order. If not all fits, it keeps in this order: the focused
/// control, dialogs and menus, controls relevant to the request, usable controls, texts. Of long lists it has the first
/// items. Notes say how many controls are missing and how to see them.
pub fn text_view(controls: &[Control], wanted: &ViewRequest<'_>) -> TextView {
    let ranking = Ranking::of(controls, wanted);
    let page = |most: usize| Layout { controls, ranking: &ranking, most, wanted }.text_view();
    let fits = |view: &TextView| tokens(&view.text) <= wanted.options.tokens;
    let complete = page(ranking.order.len());
    if fits(&complete) {
        return complete;
    }
    let (mut best, mut too_many) = (0, ranking.order.len());
    while best + 1 < too_many {
        let middle = best.midpoint(too_many);
        if fits(&page(middle)) { best = middle } else { too_many = middle }
    }
    let view = page(best);
    // With no control listed, the notes alone may still be too long.
    if fits(&view) { view } else { TextView { text: String::new(), ..view } }
}
