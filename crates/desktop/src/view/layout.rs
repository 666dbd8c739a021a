//! The lines of the text, their order, and the notes on missing controls.

use super::cells::CellText;
use super::group::Group;
use super::rank::{Ranking, has_text};
use super::sheet::{SheetRow, extent};
use super::{TextView, ViewRequest};
use deskpilot_core::{
    BeyondView, CellAddress, CellRanges, Control, ControlLine, Role, State, Truncation, is_container,
    is_in_front,
};
use std::collections::{BTreeMap, HashMap};

/// A text with the highest ranked controls.
pub(super) struct Layout<'a> {
    pub(super) controls: &'a [Control],
    pub(super) ranking: &'a Ranking,
    /// How many of the ranked controls are listed.
    pub(super) most: usize,
    pub(super) wanted: &'a ViewRequest<'a>,
}

/// The number of missing siblings of one role from which they get their own note.
const WORTH_A_NOTE: usize = 2;
/// How many roles of missing controls the last note names.
const KINDS: usize = 5;

/// The regions of the text, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    InFront,
    Menus,
    Rest,
}

impl Layout<'_> {
    pub(super) fn text_view(&self) -> TextView {
        let shown = self.shown();
        let hidden: Vec<usize> =
            (0..self.controls.len()).filter(|at| self.is_reported_missing(*at) && !shown[*at]).collect();
        let mut groups: HashMap<Group, Vec<usize>> = HashMap::new();
        for at in &hidden {
            groups.entry(self.group(*at)).or_default().push(*at);
        }
        let mut lines: Vec<String> = self.focus(&shown).into_iter().collect();
        for region in [Region::InFront, Region::Menus, Region::Rest] {
            self.add(region, &shown, &mut groups, &mut lines);
        }
        lines.extend(self.not_found());
        lines.extend(left_out(self.controls, &groups));
        lines.extend(out_of_view(self.wanted.beyond));
        lines.extend(self.wanted.truncated.map(unread));
        TextView { text: lines.join("\n"), left_out: hidden.len() }
    }

    /// Whether a missing control is reported; the containers of listed controls are not.
    fn is_reported_missing(&self, at: usize) -> bool {
        let control = &self.controls[at];
        self.ranking.is_worth[at]
            && (control.label.is_some() || is_in_front(control.role) || !is_container(control.role))
    }

    /// Which controls are listed: the highest ranked, and containers that shorten the lines of their items.
    fn shown(&self) -> Vec<bool> {
        let mut shown = vec![false; self.controls.len()];
        let mut inside: BTreeMap<usize, usize> = BTreeMap::new();
        for at in self.ranking.order.iter().take(self.most) {
            shown[*at] = true;
            for around in self.ranking.outline.around(*at) {
                *inside.entry(around).or_default() += 1;
            }
        }
        for (container, count) in inside {
            // The text of such a cell is listed, and belongs to its address.
            let is_cell = self.ranking.cells.is_in_sheet(container);
            shown[container] |= is_cell || count >= worth_a_line(&self.controls[container]);
        }
        shown
    }

    fn add(
        &self,
        region: Region,
        shown: &[bool],
        groups: &mut HashMap<Group, Vec<usize>>,
        lines: &mut Vec<String>,
    ) {
        let listed: Vec<usize> =
            (0..self.controls.len()).filter(|at| shown[*at] && self.region(*at) == region).collect();
        let last: HashMap<Group, usize> = listed.iter().map(|at| (self.group(*at), *at)).collect();
        let mut row: Option<SheetRow> = None;
        for at in listed {
            let around: Vec<usize> = self
                .ranking
                .outline
                .around(at)
                .filter(|it| shown[*it] && self.region(*it) == region)
                .collect();
            let cell = self.row_cell(at);
            if let Some(done) = row.take_if(|row| cell.is_none_or(|cell| !row.takes(self.group(at), cell))) {
                lines.push(done.line());
            }
            match cell {
                Some(cell) => {
                    let next = || SheetRow::new(self.group(at), cell, around.len());
                    row.get_or_insert_with(next).push(cell, &self.controls[at]);
                }
                None => {
                    let inside = around.first().map(|it| self.controls[*it].role);
                    lines.push(ControlLine::of(&self.controls[at], around.len()).line(inside));
                    lines.extend(
                        self.extent_of(at).map(|extent| format!("{}{extent}", " ".repeat(around.len() + 1))),
                    );
                }
            }
            let group = self.group(at);
            if last.get(&group) == Some(&at)
                && groups.get(&group).is_some_and(|missing| missing.len() >= WORTH_A_NOTE)
                && let Some(missing) = groups.remove(&group)
            {
                lines.extend(row.take().map(|row| row.line()));
                lines.push(format!("{}{}", " ".repeat(around.len()), self.more(&missing)));
            }
        }
        lines.extend(row.map(|row| row.line()));
    }

    /// The address of a cell that is listed within its row; `None` for what has a line of its own.
    fn row_cell(&self, at: usize) -> Option<CellAddress> {
        let control = &self.controls[at];
        let is_filled = self.ranking.cells.text(at) == CellText::Own;
        let is_plain = is_filled && !self.ranking.is_requested[at] && !control.states.has(State::Focused);
        self.ranking.cells.address(at).filter(|_| is_plain)
    }

    /// Which part of a sheet holds something, is selected or is hidden; `None` for what is no sheet.
    fn extent_of(&self, sheet: usize) -> Option<String> {
        if self.controls[sheet].role != Role::Table {
            return None;
        }
        let Ranking { outline, cells, .. } = self.ranking;
        let is_inside = |at: &usize| outline.parent(*at) == Some(sheet) && cells.is_in_sheet(*at);
        let inside: Vec<usize> = (sheet + 1..self.controls.len()).filter(is_inside).collect();
        extent(self.controls, cells, &inside, self.wanted.truncated)
    }

    /// The note on controls missing here, with the command that lists them. Of a sheet it names the missing cells that hold
    /// something.
    fn more(&self, missing: &[usize]) -> String {
        let role = self.controls[missing[0]].role.name();
        let command = missing.iter().find_map(|at| self.controls[*at].label);
        let command = command.map_or_else(|| "find_control".to_owned(), |label| format!("show_more {label}"));
        let cells = &self.ranking.cells;
        let (filled, empty): (Vec<usize>, Vec<usize>) =
            missing.iter().copied().filter(|at| cells.is_in_sheet(*at)).partition(|at| cells.is_filled(*at));
        // Of a cell that was not read no text is known either.
        let word = if self.wanted.truncated.is_some() { "empty or not read" } else { "empty" };
        let empty = match empty.len() {
            0 => String::new(),
            all if all == missing.len() => format!(", all {word}"),
            some => format!(", {some} {word}"),
        };
        let filled = CellRanges::of(filled.into_iter().filter_map(|at| cells.address(at)));
        let filled = filled.map(|it| format!(", not listed but filled: {it}")).unwrap_or_default();
        format!("… {} more {role}{empty}{filled}: {command}", missing.len())
    }

    fn focus(&self, shown: &[bool]) -> Option<String> {
        let focused = |at: &usize| shown[*at] && self.controls[*at].states.has(State::Focused);
        let label = (0..self.controls.len()).filter(focused).find_map(|at| self.controls[at].label)?;
        Some(format!("focus: {label}"))
    }

    fn not_found(&self) -> Vec<String> {
        let is_missing = |text: &&String| {
            let text = text.trim().to_lowercase();
            !self.controls.iter().any(|control| has_text(control, &text))
        };
        let has_document = self.controls.iter().any(|it| it.role == Role::Document);
        let further = if has_document { "; select_text looks in the whole document" } else { "" };
        let note = |text: &String| {
            let beginning: String = text.chars().take(60).collect();
            format!("… nothing that was read has the text {beginning:?}{further}")
        };
        self.wanted.find.iter().filter(is_missing).map(note).collect()
    }

    fn group(&self, at: usize) -> Group {
        (self.ranking.outline.parent(at), self.controls[at].role)
    }

    fn region(&self, at: usize) -> Region {
        let role = |at: usize| self.controls[at].role;
        if std::iter::once(at).chain(self.ranking.outline.around(at)).any(|it| is_in_front(role(it))) {
            return Region::InFront;
        }
        // The items of an open menu follow it.
        let is_open = role(at) == Role::Menu
            && self.controls.get(at + 1).is_some_and(|next| next.role == Role::MenuItem);
        if is_open || role(at) == Role::MenuItem { Region::Menus } else { Region::Rest }
    }
}

/// How many listed controls make their container worth a line.
fn worth_a_line(container: &Control) -> usize {
    let spares_words = matches!(
        container.role,
        Role::List | Role::Table | Role::Tree | Role::TabList | Role::Menu | Role::ToolBar
    );
    match (container.name.is_empty(), spares_words) {
        (false, true) if container.role == Role::Table => 1,
        (false, true) => 2,
        (false, false) | (true, true) => 3,
        (true, false) => usize::MAX,
    }
}

/// The note on missing controls without their own note.
fn left_out(controls: &[Control], groups: &HashMap<Group, Vec<usize>>) -> Option<String> {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for missing in groups.values() {
        *kinds.entry(controls[*missing.first()?].role.name()).or_default() += missing.len();
    }
    let all: usize = kinds.values().sum();
    if all == 0 {
        return None;
    }
    let mut kinds: Vec<(&str, usize)> = kinds.into_iter().collect();
    kinds.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let named: Vec<String> =
        kinds.iter().take(KINDS).map(|(name, count)| format!("{count} {name}")).collect();
    let others = if kinds.len() > KINDS { ", others" } else { "" };
    Some(format!("… left out: {}{others}: find_control with a text lists them", named.join(", ")))
}

/// The note on the controls of a page that scrolling brings into view. A model that does not know of them takes the page for all of it.
fn out_of_view(beyond: BeyondView) -> Option<String> {
    let sides = [(beyond.below, "below"), (beyond.above, "above")];
    let counts: Vec<String> =
        sides.iter().filter(|it| it.0 > 0).map(|(count, side)| format!("{count} {side}")).collect();
    let least = if beyond.in_part { "at least " } else { "" };
    let counts = counts.join(", ");
    (!beyond.is_empty()).then(|| {
        format!("… controls of the page out of view: {least}{counts}: scroll, or find_elements lists them")
    })
}

fn unread(truncated: &Truncation) -> String {
    let many = truncated.unread.map_or_else(String::new, |unread| format!(", {unread} controls unread"));
    format!("… not all was read: {:.80}{many}", truncated.reason)
}
