//! Ranks controls for views that cannot list all of them.

use super::cells::{CellText, Cells};
use super::group::Group;
use super::sheet_count::contradicted_counts;
use super::{ViewRequest, filters};
use crate::look::is_same_control;
use deskpilot_core::{CellAddress, Control, Outline, Role, State, is_in_front};
use std::collections::HashMap;

/// The controls of a view in the order of importance.
pub(super) struct Ranking {
    pub(super) outline: Outline,
    pub(super) cells: Cells,
    /// The indices of the controls, most important first.
    pub(super) order: Vec<usize>,
    /// Whether a control is worth a line at all.
    pub(super) is_worth: Vec<bool>,
    /// Whether the agent requested a control, so that it has a line of its own.
    pub(super) is_requested: Vec<bool>,
}

/// Why a control is listed, best reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    Requested,
    Focused,
    InFront,
    InMenu,
    Relevant,
    Filled,
    Usable,
    Readable,
    Disabled,
    Text,
    Other,
}

/// How many items of one list are listed without a request.
const ITEMS: usize = 20;
/// How many cells of one table are listed without a request.
const CELLS: usize = 40;
/// How many filled cells of one sheet are listed without a request; more than of a table, because rows are short.
const FILLED_CELLS: usize = 400;

impl Ranking {
    pub(super) fn of(controls: &[Control], wanted: &ViewRequest<'_>) -> Ranking {
        let outline = Outline::of(controls, wanted.levels);
        let cells = Cells::of(controls, &outline, wanted.levels);
        let options = wanted.options;
        let scores =
            filters::scores(controls, &cells, wanted.about, &options.filters, wanted.similarity, options.top);
        let opened = opened(controls, wanted);
        let is_requested = requested(controls, &outline, &cells, wanted, &opened);
        let mut is_worth: Vec<bool> = controls.iter().map(is_worth_listing).collect();
        for at in contradicted_counts(controls, &outline, &cells) {
            is_worth[at] = false;
        }
        let is_opened = |at: usize| opened.iter().any(|open| is_shown_with(controls, &outline, at, *open));
        let reason = |at: usize| match () {
            () if is_requested[at] || (is_filled_in_sheet(&cells, at) && is_opened(at)) => Reason::Requested,
            () if controls[at].states.has(State::Focused) => Reason::Focused,
            () if is_in_dialog(controls, &outline, at) => Reason::InFront,
            () if controls[at].role == Role::MenuItem => Reason::InMenu,
            () if scores[at] > 0.0 => Reason::Relevant,
            () if is_filled_in_sheet(&cells, at) => Reason::Filled,
            () => usual(&controls[at]),
        };
        let mut ranked: Vec<(Reason, usize)> =
            (0..controls.len()).filter(|at| is_worth[*at]).map(|at| (reason(at), at)).collect();
        collapse(controls, &outline, &cells, &mut ranked);
        let places = places(controls, &outline, &cells);
        let score = |reason: Reason, at: usize| if reason == Reason::Relevant { scores[at] } else { 0.0 };
        ranked.sort_by(|(one, at), (other, place)| {
            one.cmp(other)
                .then(score(*other, *place).total_cmp(&score(*one, *at)))
                .then(places[*at].cmp(&places[*place]))
                .then(at.cmp(place))
        });
        let order = ranked.into_iter().map(|(_, at)| at).collect();
        Ranking { outline, cells, order, is_worth, is_requested }
    }
}

/// The order of controls that are listed for the same reason: that of the tree, but the cells of all panes of a sheet row by row, so
/// that its frozen rows and columns come first.
fn places(controls: &[Control], outline: &Outline, cells: &Cells) -> Vec<(usize, Option<CellAddress>)> {
    let mut sheets: HashMap<&str, usize> = HashMap::new();
    let place = |at: usize| match (cells.address(at), outline.parent(at)) {
        (Some(address), Some(pane)) => {
            let sheet = *sheets.entry(controls[pane].name.as_str()).or_insert(pane);
            (sheet, Some(address))
        }
        _ => (at, None),
    };
    (0..controls.len()).map(place).collect()
}

/// Whether it is a cell of a sheet that is listed within its row.
fn is_filled_in_sheet(cells: &Cells, at: usize) -> bool {
    cells.is_in_sheet(at) && cells.text(at) == CellText::Own
}

/// Whether it has a label or a text, or is a dialog, which an agent must know is open.
fn is_worth_listing(control: &Control) -> bool {
    control.label.is_some() || !control.text().is_empty() || is_in_front(control.role)
}

fn is_in_dialog(controls: &[Control], outline: &Outline, at: usize) -> bool {
    std::iter::once(at).chain(outline.around(at)).any(|it| is_in_front(controls[it].role))
}

fn usual(control: &Control) -> Reason {
    match control.role {
        role if control.label.is_some() && role.is_interactive() => Reason::Usable,
        _ if control.label.is_some() => Reason::Readable,
        role if role.is_interactive() => Reason::Disabled,
        Role::Text | Role::StatusBar | Role::ProgressBar => Reason::Text,
        _ => Reason::Other,
    }
}

/// Drops the items beyond the limits of long lists that have no special reason to be listed; of a table's cells the empty
/// ones first, and of a sheet's all that are empty: they are named by their addresses. A cell whose text stands in a child is
/// listed with that.
fn collapse(controls: &[Control], outline: &Outline, cells: &Cells, ranked: &mut Vec<(Reason, usize)>) {
    let mut listed: HashMap<Group, usize> = HashMap::new();
    let is_plain = |reason: Reason, at: usize| {
        let is_chosen = controls[at].states.has(State::Selected) && !cells.is_in_sheet(at);
        reason > Reason::Relevant && is_many(controls[at].role) && !is_chosen
    };
    // What has a reason of its own counts first: plain items only fill up what it leaves of the limit.
    for (_, at) in ranked.iter().filter(|(reason, at)| !is_plain(*reason, *at)) {
        *listed.entry((outline.parent(*at), controls[*at].role)).or_default() += 1;
    }
    let mut empty = Vec::new();
    ranked.retain(|(reason, at)| {
        if !is_plain(*reason, *at) {
            return true;
        }
        let control = &controls[*at];
        let most = match control.role {
            Role::Cell if is_filled_in_sheet(cells, *at) => FILLED_CELLS,
            Role::Cell if cells.is_in_sheet(*at) => 0,
            Role::Cell if control.name.is_empty() && !cells.is_filled(*at) => {
                empty.push((*reason, *at));
                return false;
            }
            Role::Cell => CELLS,
            _ => ITEMS,
        };
        is_one_of_few(&mut listed, (outline.parent(*at), control.role), most)
    });
    let few = |(_, at): &(Reason, usize)| {
        is_one_of_few(&mut listed, (outline.parent(*at), controls[*at].role), CELLS)
    };
    ranked.extend(empty.into_iter().filter(few));
}

/// Counts a listed item, unless there are enough of its group; those that are not listed do not count.
fn is_one_of_few(listed: &mut HashMap<Group, usize>, group: Group, most: usize) -> bool {
    let count = listed.entry(group).or_default();
    let is_listed = *count < most;
    *count += usize::from(is_listed);
    is_listed
}

const fn is_many(role: Role) -> bool {
    matches!(role, Role::Cell | Role::ListItem | Role::TreeItem | Role::Header)
}

/// The controls that the agent opened with `show_more`.
fn opened(controls: &[Control], wanted: &ViewRequest<'_>) -> Vec<usize> {
    (0..controls.len()).filter(|at| is_among(wanted.expand, &controls[*at])).collect()
}

/// Which controls the agent requested. Of a sheet that it opened only the one cell: the others are listed in rows.
fn requested(
    controls: &[Control],
    outline: &Outline,
    cells: &Cells,
    wanted: &ViewRequest<'_>,
    opened: &[usize],
) -> Vec<bool> {
    let sought: Vec<String> = wanted.find.iter().map(|text| text.trim().to_lowercase()).collect();
    let is_opened = |at: usize| {
        opened.iter().any(|open| match cells.is_in_sheet(at) {
            true => at == *open,
            false => is_shown_with(controls, outline, at, *open),
        })
    };
    (0..controls.len())
        .map(|at| {
            let control = &controls[at];
            is_among(wanted.include, control)
                || sought.iter().any(|text| has_text(control, text))
                || is_opened(at)
        })
        .collect()
}

fn is_among(controls: &[Control], now: &Control) -> bool {
    controls.iter().any(|then| is_same_control(now, then))
}

/// Whether the control has the text, which is in lower case.
pub(crate) fn has_text(control: &Control, text: &str) -> bool {
    let has = |shown: &str| !text.is_empty() && shown.to_lowercase().contains(text);
    has(&control.name) || control.value.as_deref().is_some_and(has)
}

/// Whether a control is the opened one, is inside it, or is a sibling of the same role.
fn is_shown_with(controls: &[Control], outline: &Outline, at: usize, opened: usize) -> bool {
    let is_like = controls[at].role == controls[opened].role && outline.parent(at) == outline.parent(opened);
    at == opened || is_like || outline.around(at).any(|around| around == opened)
}
