//! The lines of a text: which stand where, and what is said of those that are missing.

use super::rank::{Ranking, has_text};
use super::{TextView, Wanted};
use deskpilot_core::{Control, ControlLine, Role, State, Truncation, is_container, is_in_front};
use std::collections::{BTreeMap, HashMap};

/// A text with the most important controls on it.
pub(super) struct Page<'a> {
    pub(super) controls: &'a [Control],
    pub(super) ranking: &'a Ranking,
    /// How many of the ranked controls are listed.
    pub(super) most: usize,
    pub(super) wanted: &'a Wanted<'a>,
}

/// From how many of one kind that are missing in one place a note is written there.
const WORTH_A_NOTE: usize = 2;
/// How many kinds of missing controls are named at the end.
const KINDS: usize = 5;

/// The parts of a text, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    InFront,
    Menus,
    Rest,
}

/// Controls of one kind in one container.
type Group = (Option<usize>, Role);

impl Page<'_> {
    pub(super) fn laid_out(&self) -> TextView {
        let shown = self.shown();
        let hidden: Vec<usize> =
            (0..self.controls.len()).filter(|at| self.is_missed(*at) && !shown[*at]).collect();
        let mut groups: HashMap<Group, Vec<usize>> = HashMap::new();
        for at in &hidden {
            groups.entry(self.group(*at)).or_default().push(*at);
        }
        let mut lines: Vec<String> = self.focus(&shown).into_iter().collect();
        for part in [Part::InFront, Part::Menus, Part::Rest] {
            self.add(part, &shown, &mut groups, &mut lines);
        }
        lines.extend(self.not_found());
        lines.extend(left_out(self.controls, &groups));
        lines.extend(self.wanted.truncated.map(unread));
        TextView { text: lines.join("\n"), left_out: hidden.len() }
    }

    /// Whether it is told that a control is missing; nobody misses the frame around what is there.
    fn is_missed(&self, at: usize) -> bool {
        let control = &self.controls[at];
        self.ranking.is_worth[at]
            && (control.label.is_some() || is_in_front(control.role) || !is_container(control.role))
    }

    /// What is listed: the most important, and containers that spare their items words.
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
            shown[container] |= count >= worth_a_line(&self.controls[container]);
        }
        shown
    }

    fn add(
        &self,
        part: Part,
        shown: &[bool],
        groups: &mut HashMap<Group, Vec<usize>>,
        lines: &mut Vec<String>,
    ) {
        let listed: Vec<usize> =
            (0..self.controls.len()).filter(|at| shown[*at] && self.part(*at) == part).collect();
        let last: HashMap<Group, usize> = listed.iter().map(|at| (self.group(*at), *at)).collect();
        for at in listed {
            let around: Vec<usize> =
                self.ranking.outline.around(at).filter(|it| shown[*it] && self.part(*it) == part).collect();
            let inside = around.first().map(|it| self.controls[*it].role);
            lines.push(ControlLine::of(&self.controls[at], around.len()).line(inside));
            let group = self.group(at);
            if last.get(&group) == Some(&at)
                && groups.get(&group).is_some_and(|missing| missing.len() >= WORTH_A_NOTE)
                && let Some(missing) = groups.remove(&group)
            {
                lines.push(format!("{}{}", " ".repeat(around.len()), self.more(&missing)));
            }
        }
    }

    /// How many are missing here, and how to see them.
    fn more(&self, missing: &[usize]) -> String {
        let role = self.controls[missing[0]].role.name();
        let way = missing.iter().find_map(|at| self.controls[*at].label);
        let way = way.map_or_else(|| "find_control".to_owned(), |label| format!("show_more {label}"));
        format!("… {} more {role}: {way}", missing.len())
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
        let note = |text: &String| {
            let beginning: String = text.chars().take(60).collect();
            format!("… nothing that was read has the text {beginning:?}")
        };
        self.wanted.sought.iter().filter(is_missing).map(note).collect()
    }

    fn group(&self, at: usize) -> Group {
        (self.ranking.outline.parent(at), self.controls[at].role)
    }

    fn part(&self, at: usize) -> Part {
        let role = |at: usize| self.controls[at].role;
        if std::iter::once(at).chain(self.ranking.outline.around(at)).any(|it| is_in_front(role(it))) {
            return Part::InFront;
        }
        // The items of an open menu follow it.
        let is_open = role(at) == Role::Menu
            && self.controls.get(at + 1).is_some_and(|next| next.role == Role::MenuItem);
        if is_open || role(at) == Role::MenuItem { Part::Menus } else { Part::Rest }
    }
}

/// How many controls in it make a container worth a line of its own.
fn worth_a_line(container: &Control) -> usize {
    let spares_words = matches!(
        container.role,
        Role::List | Role::Table | Role::Tree | Role::TabList | Role::Menu | Role::ToolBar
    );
    match (container.name.is_empty(), spares_words) {
        (false, true) => 2,
        (false, false) | (true, true) => 3,
        (true, false) => usize::MAX,
    }
}

/// What is missing and was not told in its place.
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

fn unread(truncated: &Truncation) -> String {
    let many = truncated.unread.map_or_else(String::new, |unread| format!(", {unread} controls unread"));
    format!("… not all was read: {:.80}{many}", truncated.reason)
}
