//! Finds the control that a step means among the visible ones.

use super::{
    names::{alternatives, has_words, likeness},
    step::Name,
};
use crate::facts::{AppFacts, NestedControl};
use deskpilot_core::{NameRule, Role, State, best_ranked, is_same_name};
use std::ops::Range;

/// The roles that a step can target.
pub(super) struct RoleFilter {
    /// The roles, most likely first.
    roles: &'static [Role],
    /// Whether other roles are acceptable.
    others: OtherRoles,
}

#[derive(PartialEq, Eq)]
enum OtherRoles {
    Allowed,
    Rejected,
}

/// Clickable controls: nearly anything, but a button before a list item.
pub(super) const CLICKABLE: RoleFilter = RoleFilter {
    roles: &[
        Role::Button,
        Role::ToggleButton,
        Role::MenuItem,
        Role::Menu,
        Role::Hyperlink,
        Role::TabItem,
        Role::CheckBox,
        Role::RadioButton,
        Role::ListItem,
        Role::TreeItem,
        Role::Cell,
        Role::ComboBox,
        Role::Edit,
    ],
    others: OtherRoles::Allowed,
};

/// Controls that take text.
pub(super) const TEXT_INPUTS: RoleFilter = RoleFilter {
    roles: &[Role::Edit, Role::Document, Role::ComboBox, Role::Spinner, Role::Cell, Role::Terminal],
    others: OtherRoles::Rejected,
};

/// Controls with a settable text or value.
pub(super) const SETTABLE: RoleFilter = RoleFilter {
    roles: &[Role::Edit, Role::Slider, Role::Spinner, Role::ComboBox, Role::Document, Role::Cell],
    others: OtherRoles::Rejected,
};

/// Readable controls.
pub(super) const READABLE: RoleFilter = RoleFilter {
    roles: &[
        Role::Edit,
        Role::Document,
        Role::Terminal,
        Role::Cell,
        Role::Spinner,
        Role::ComboBox,
        Role::Slider,
    ],
    others: OtherRoles::Allowed,
};

/// Menu entries.
pub(super) const MENU_ENTRIES: RoleFilter = RoleFilter {
    roles: &[Role::Menu, Role::MenuItem, Role::Button, Role::ToggleButton, Role::ComboBox],
    others: OtherRoles::Rejected,
};

/// Selectable items.
pub(super) const ITEMS: RoleFilter = RoleFilter {
    roles: &[Role::ListItem, Role::TabItem, Role::RadioButton, Role::TreeItem, Role::Cell, Role::MenuItem],
    others: OtherRoles::Rejected,
};

/// Containers of selectable items.
pub(super) const LISTS: RoleFilter = RoleFilter {
    roles: &[Role::ComboBox, Role::List, Role::TabList, Role::Tree, Role::Table, Role::Menu],
    others: OtherRoles::Rejected,
};

/// Checkable controls.
pub(super) const CHECKABLE: RoleFilter = RoleFilter {
    roles: &[
        Role::CheckBox,
        Role::ToggleButton,
        Role::RadioButton,
        Role::MenuItem,
        Role::ListItem,
        Role::Cell,
    ],
    others: OtherRoles::Rejected,
};

/// Expandable controls.
pub(super) const EXPANDABLE: RoleFilter = RoleFilter {
    roles: &[Role::TreeItem, Role::ToggleButton, Role::ComboBox, Role::Button, Role::ListItem, Role::Menu],
    others: OtherRoles::Allowed,
};

/// Scrollable controls.
pub(super) const SCROLLABLE: RoleFilter = RoleFilter {
    roles: &[
        Role::Document,
        Role::List,
        Role::Table,
        Role::Tree,
        Role::Edit,
        Role::Terminal,
        Role::ScrollBar,
    ],
    others: OtherRoles::Allowed,
};

/// A control that was found.
pub(super) struct ControlMatch<'s> {
    /// The control.
    pub(super) control: &'s NestedControl<'s>,
    /// How many others fit the name as well.
    pub(super) others: usize,
}

/// The control with this name; the error is a sentence.
pub(super) fn find<'s>(
    facts: &'s AppFacts<'s>,
    name: &Name,
    want: &RoleFilter,
) -> Result<ControlMatch<'s>, String> {
    let front = modal_range(facts);
    let named = facts.controls.iter().enumerate();
    let named = named.filter(|(_, seen)| seen.has_label() && want.allows(name, seen.role));
    let best = best_ranked(named, |(place, seen)| {
        let mismatch = 1000 - fit(name, seen)?;
        let behind = front.as_ref().is_some_and(|front| !front.contains(place));
        let is_exact = NameRule::Exact.accepts(&name.text, seen.text());
        Some((mismatch, behind, want.rank(name, seen.role), !is_exact))
    });
    let best: Vec<&NestedControl<'_>> = best.into_iter().map(|(_, seen)| seen).collect();
    // Among equals the first in reading order is meant, and one that can be used before others.
    let usable: Vec<&NestedControl<'_>> = best.iter().copied().filter(|seen| seen.is_usable()).collect();
    first_of(&usable)
        .or_else(|| best.first().map(|control| ControlMatch { control, others: 0 }))
        .or_else(|| labelled_field(facts, name, want))
        .ok_or_else(|| missing_control_error(facts, name, want))
}

/// The first of controls that are alike.
fn first_of<'s>(alike: &[&'s NestedControl<'s>]) -> Option<ControlMatch<'s>> {
    let (control, others) = alike.split_first()?;
    Some(ControlMatch { control, others: others.len() })
}

/// The index range of the controls inside the modal dialog: the following ones with greater depth.
fn modal_range(facts: &AppFacts<'_>) -> Option<Range<usize>> {
    let front = facts.controls.iter().position(|seen| seen.is(State::Modal))?;
    let depth = facts.controls[front].depth;
    let inside = facts.controls[front + 1..].iter().take_while(|seen| seen.depth > depth).count();
    Some(front..front + 1 + inside)
}

/// The target of typed text without a named place: the focused field, or the most likely text of the window.
pub(super) fn text_target<'s>(facts: &'s AppFacts<'s>) -> Option<ControlMatch<'s>> {
    let open = |seen: &&NestedControl<'_>| {
        // What a terminal shows cannot be changed, and it takes what is typed.
        let takes = match seen.role {
            Role::Edit | Role::Document => !seen.is(State::ReadOnly),
            Role::Terminal => true,
            _ => false,
        };
        takes && seen.has_label()
    };
    let mut candidates: Vec<&NestedControl<'_>> = facts.controls.iter().filter(open).collect();
    if candidates.iter().any(|seen| seen.is(State::Editable)) {
        candidates.retain(|seen| seen.is(State::Editable));
    }
    let likely = |seen: &NestedControl<'_>| {
        let is_large = seen.is(State::MultiLine) || seen.role == Role::Document;
        (!seen.is(State::Focused), !is_large, seen.role == Role::Terminal)
    };
    first_of(&best_ranked(candidates, |seen| Some(likely(seen))))
}

/// A placeholder text, which says what to put in its place, such as `Click to add Title`.
pub(super) fn placeholder<'s>(facts: &'s AppFacts<'s>, name: &Name) -> Option<ControlMatch<'s>> {
    let is_it = |seen: &&NestedControl<'_>| {
        let text = seen.text().to_lowercase();
        seen.role == Role::Text
            && seen.has_label()
            && text.starts_with("click to add ")
            && has_words(&text, &name.text)
    };
    facts.controls.iter().find(is_it).map(|control| ControlMatch { control, others: 0 })
}

/// The display of a window, such as a calculator's: a text to read, not to write.
pub(super) fn display<'s>(facts: &'s AppFacts<'s>) -> Option<ControlMatch<'s>> {
    let shows = |seen: &&NestedControl<'_>| {
        let is_text = matches!(seen.role, Role::Edit | Role::Document | Role::Terminal);
        is_text
            || (matches!(seen.role, Role::Text | Role::StatusBar)
                && seen.value.as_deref().is_some_and(|it| !it.trim().is_empty()))
    };
    let likely = |seen: &NestedControl<'_>| {
        let is_written = seen.is(State::Editable) && !seen.is(State::ReadOnly);
        (
            !seen.has_label(),
            matches!(seen.role, Role::Text | Role::StatusBar),
            seen.value.as_deref().is_some_and(|value| value.trim().is_empty()),
            is_written,
            !seen.is(State::Focused),
        )
    };
    first_of(&best_ranked(facts.controls.iter().filter(shows), |seen| Some(likely(seen))))
}

/// Whether controls of this role take text.
pub(super) fn takes_text(role: Role) -> bool {
    TEXT_INPUTS.roles.contains(&role)
}

/// The most likely target of the wheel.
pub(super) fn scroll_target<'s>(facts: &'s AppFacts<'s>) -> Option<&'s NestedControl<'s>> {
    let can = |seen: &&NestedControl<'_>| seen.has_label() && SCROLLABLE.roles.contains(&seen.role);
    let likely = |seen: &&NestedControl<'_>| {
        (!seen.is(State::Focused), SCROLLABLE.roles.iter().position(|role| *role == seen.role))
    };
    facts.controls.iter().filter(can).min_by_key(likely)
}

/// The visible lists.
pub(super) fn lists<'s>(facts: &'s AppFacts<'s>) -> Vec<&'s NestedControl<'s>> {
    facts.controls.iter().filter(|seen| seen.has_label() && LISTS.roles.contains(&seen.role)).collect()
}

/// Whether a text is visible anywhere in the window, ignoring case.
pub(super) fn shows(facts: &AppFacts<'_>, text: &str) -> bool {
    let text = text.to_lowercase();
    let has = |shown: &str| shown.to_lowercase().contains(&text);
    has(&facts.window.title)
        || facts.controls.iter().any(|seen| has(&seen.name) || seen.value.as_deref().is_some_and(has))
}

impl RoleFilter {
    fn allows(&self, name: &Name, role: Role) -> bool {
        self.others == OtherRoles::Allowed
            || self.roles.contains(&role)
            || name.kind.is_some_and(|kind| kind.roles.contains(&role))
    }

    fn rank(&self, name: &Name, role: Role) -> usize {
        let of_kind = name.kind.and_then(|kind| kind.roles.iter().position(|known| *known == role));
        match (of_kind, name.kind) {
            (Some(place), _) => place,
            (None, Some(_)) => 100,
            (None, None) => self.roles.iter().position(|known| *known == role).unwrap_or(99),
        }
    }
}

/// How well the name fits the control, up to 1000; `None` if it does not.
fn fit(name: &Name, seen: &NestedControl<'_>) -> Option<u32> {
    // A field's content is not its name.
    let text = if seen.role.holds_text() { seen.name.as_str() } else { seen.text() };
    let with_kind = name.kind.map_or(0.0, |kind| likeness(&format!("{} {}", name.text, kind.word), text));
    let alike = likeness(&name.text, text).max(with_kind);
    if alike > 0.0 {
        return Some((alike * 1000.0) as u32);
    }
    let is_long = !matches!(seen.role, Role::Button | Role::ToggleButton | Role::Menu | Role::MenuItem);
    (is_long && name.text.chars().count() >= 3 && has_words(text, &name.text)).then_some(500)
}

/// The nameless field next to a text with this name, as in file dialogs.
fn labelled_field<'s>(facts: &'s AppFacts<'s>, name: &Name, want: &RoleFilter) -> Option<ControlMatch<'s>> {
    let controls = &facts.controls;
    let titled =
        |seen: &NestedControl<'_>| seen.role == Role::Text && likeness(&name.text, seen.text()) >= 0.97;
    let place = controls.iter().position(titled)?;
    let fits = |seen: &&NestedControl<'_>| {
        let takes =
            want.roles.contains(&seen.role) && (seen.role.holds_text() || seen.role == Role::ComboBox);
        takes && seen.has_label() && seen.name.trim().is_empty()
    };
    let after = controls.get(place + 1).filter(fits);
    let before = place.checked_sub(1).and_then(|before| controls.get(before)).filter(fits);
    after.or(before).map(|seen| ControlMatch { control: seen, others: 0 })
}

fn missing_control_error(facts: &AppFacts<'_>, name: &Name, want: &RoleFilter) -> String {
    let place = facts.window_name();
    if facts.controls.iter().any(|seen| !seen.has_label() && is_same_name(seen.text(), &name.text)) {
        return format!("{name} is shown in {place}, but it cannot be used now");
    }
    let usable = facts.controls.iter().filter(|seen| seen.has_label() && want.allows(name, seen.role));
    format!("there is no {name} in {place}{}", alternatives(&name.text, usable.map(NestedControl::text)))
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{facts, view},
        *,
    };
    use deskpilot_core::fold::Blackboard;

    fn label(seen: &NestedControl<'_>) -> String {
        seen.label.map_or(String::new(), |it| it.to_string())
    }
    use crate::steps::phrases;

    const WINDOW: &[&str] = &[
        "1 MenuItem Save As...      ",
        "2 Button Save",
        "3 ListItem Save",
        "- Text Name:",
        "4 Edit",
        "5 Button ×",
        "6 Hyperlink Wikipedia, the free encyclopedia",
        "7 Edit Search",
        "8 Button Search",
        "9 Button Twin",
        "10 Button Twin",
        "11 CheckBox Preferences",
        "- Text Ready",
        "12 ListItem notes_a.txt",
        "13 ListItem notesa.txt",
    ];

    #[test]
    fn the_control_that_a_name_means_is_found() {
        let (view, board) = (view(WINDOW), Blackboard::default());
        let facts = facts(&view, &board);
        for (want, name, expected) in [
            (CLICKABLE, "Save", "2"),
            (CLICKABLE, "save as", "1"),
            (CLICKABLE, "the save item", "3"),
            (CLICKABLE, "*", "5"),
            (CLICKABLE, "Wikipedia", "6"),
            (CLICKABLE, "the Search field", "7"),
            (CLICKABLE, "Search", "8"),
            (TEXT_INPUTS, "Search", "7"),
            (TEXT_INPUTS, "the name field", "4"),
            (CLICKABLE, "Twin", "9 and 1 more"),
            (CLICKABLE, "notesa.txt", "13"),
            (CHECKABLE, "prefrences", "11"),
            (CLICKABLE, "Ready", "\"Ready\" is shown in this window, but it cannot be used now"),
            (
                CLICKABLE,
                "Sav",
                "there is no \"Sav\" in this window; the closest are \"Save\" and \"Save As...\"",
            ),
        ] {
            let found = match find(&facts, &phrases::name(name).unwrap(), &want) {
                Ok(ControlMatch { control: seen, others: 0 }) => label(seen),
                Ok(ControlMatch { control: seen, others }) => format!("{} and {others} more", label(seen)),
                Err(sentence) => sentence,
            };
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn text_goes_where_the_focus_is_or_into_the_large_text() {
        for (controls, expected) in [
            (&["1 Edit Find", "2 Document [editable]", "3 Edit [focused,editable]"][..], Some("3")),
            (&["1 Edit Find", "2 Edit [multi_line]"], Some("2")),
            (&["1 Edit [read_only]", "2 Edit"], Some("2")),
            (&["1 Button x", "- Edit"], None),
        ] {
            let (view, board) = (view(controls), Blackboard::default());
            let facts = facts(&view, &board);
            assert_eq!(
                text_target(&facts).map(|found| label(found.control)).as_deref(),
                expected,
                "{controls:?}"
            );
        }
    }

    #[test]
    fn a_display_is_what_is_read_and_not_written() {
        for (controls, expected) in [
            (&["1 Edit ~42 [multi_line]", "2 Edit Note ~x [editable]"][..], Some("1")),
            (&["1 Edit ~42 [editable]", "2 Edit ~ [read_only]"], Some("1")),
            (&["- Text ~42", "1 Button 7"], Some("")),
            (&["1 Button 7"], None),
        ] {
            let (view, board) = (view(controls), Blackboard::default());
            let facts = facts(&view, &board);
            assert_eq!(
                display(&facts).map(|found| label(found.control)).as_deref(),
                expected,
                "{controls:?}"
            );
        }
    }
}
