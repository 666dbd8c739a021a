//! Finds the control that a step means among the visible ones.

use super::{
    step::Name,
    words::{closest, has_words, likeness, listed, simple},
};
use crate::sight::{AppSight, Seen};
use deskpilot_core::{Role, State};
use std::ops::Range;

/// The roles that a step can target.
pub(super) struct Want {
    /// The roles, most likely first.
    roles: &'static [Role],
    /// Whether other roles are acceptable.
    others: Others,
}

#[derive(PartialEq, Eq)]
enum Others {
    Allowed,
    Refused,
}

/// Clickable controls: nearly anything, but a button before a list item.
pub(super) const PRESSED: Want = Want {
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
    others: Others::Allowed,
};

/// Controls that take text.
pub(super) const WRITTEN: Want = Want {
    roles: &[Role::Edit, Role::Document, Role::ComboBox, Role::Spinner, Role::Cell, Role::Terminal],
    others: Others::Refused,
};

/// Controls with a settable text or value.
pub(super) const SETTABLE: Want = Want {
    roles: &[Role::Edit, Role::Slider, Role::Spinner, Role::ComboBox, Role::Document, Role::Cell],
    others: Others::Refused,
};

/// Readable controls.
pub(super) const READ: Want = Want {
    roles: &[
        Role::Edit,
        Role::Document,
        Role::Terminal,
        Role::Cell,
        Role::Spinner,
        Role::ComboBox,
        Role::Slider,
    ],
    others: Others::Allowed,
};

/// Menu entries.
pub(super) const IN_MENU: Want = Want {
    roles: &[Role::Menu, Role::MenuItem, Role::Button, Role::ToggleButton, Role::ComboBox],
    others: Others::Refused,
};

/// Selectable items.
pub(super) const ITEM: Want = Want {
    roles: &[Role::ListItem, Role::TabItem, Role::RadioButton, Role::TreeItem, Role::Cell, Role::MenuItem],
    others: Others::Refused,
};

/// Containers of selectable items.
pub(super) const LISTS: Want = Want {
    roles: &[Role::ComboBox, Role::List, Role::TabList, Role::Tree, Role::Table, Role::Menu],
    others: Others::Refused,
};

/// Checkable controls.
pub(super) const CHECKED: Want = Want {
    roles: &[
        Role::CheckBox,
        Role::ToggleButton,
        Role::RadioButton,
        Role::MenuItem,
        Role::ListItem,
        Role::Cell,
    ],
    others: Others::Refused,
};

/// Expandable controls.
pub(super) const EXPANDED: Want = Want {
    roles: &[Role::TreeItem, Role::ToggleButton, Role::ComboBox, Role::Button, Role::ListItem, Role::Menu],
    others: Others::Allowed,
};

/// Scrollable controls.
pub(super) const SCROLLED: Want = Want {
    roles: &[
        Role::Document,
        Role::List,
        Role::Table,
        Role::Tree,
        Role::Edit,
        Role::Terminal,
        Role::ScrollBar,
    ],
    others: Others::Allowed,
};

/// A control that was found.
pub(super) struct Pick<'s> {
    /// The control.
    pub(super) seen: &'s Seen<'s>,
    /// How many others fit the name as well.
    pub(super) others: usize,
}

/// The control with this name; the error is a sentence.
pub(super) fn find<'s>(sight: &'s AppSight<'s>, name: &Name, want: &Want) -> Result<Pick<'s>, String> {
    let front = in_front(sight);
    let mut fits: Vec<(Rank, &Seen<'_>)> = sight
        .controls
        .iter()
        .enumerate()
        .filter(|(_, seen)| seen.has_label() && want.allows(name, seen.role))
        .filter_map(|(place, seen)| {
            let fit = fit(name, seen);
            let behind = front.as_ref().is_some_and(|front| !front.contains(&place));
            (fit > 0).then(|| (Rank { misfit: 1000 - fit, behind, role: want.rank(name, seen.role) }, seen))
        })
        .collect();
    // The sort is stable: among equals the first in reading order wins, but usable ones come first.
    fits.sort_by_key(|(rank, seen)| (rank.misfit, rank.behind, rank.role, !seen.is_usable()));
    match fits.first() {
        Some((best, seen)) => {
            let others = fits
                .iter()
                .filter(|(rank, other)| rank == best && other.is_usable())
                .count()
                .saturating_sub(1);
            Ok(Pick { seen, others })
        }
        None => beside_its_name(sight, name, want).ok_or_else(|| missing(sight, name, want)),
    }
}

/// The index range of the controls inside the modal dialog: the following ones with greater depth.
fn in_front(sight: &AppSight<'_>) -> Option<Range<usize>> {
    let front = sight.controls.iter().position(|seen| seen.is(State::Modal))?;
    let depth = sight.controls[front].depth;
    let inside = sight.controls[front + 1..].iter().take_while(|seen| seen.depth > depth).count();
    Some(front..front + 1 + inside)
}

/// The target of typed text without a named place: the focused field, or the most likely text of the window.
pub(super) fn text_place<'s>(sight: &'s AppSight<'s>) -> Option<Pick<'s>> {
    let open = |seen: &&Seen<'_>| {
        let takes = matches!(seen.role, Role::Edit | Role::Document | Role::Terminal);
        takes && seen.has_label() && !seen.is(State::ReadOnly)
    };
    let mut places: Vec<&Seen<'_>> = sight.controls.iter().filter(open).collect();
    if places.iter().any(|seen| seen.is(State::Editable)) {
        places.retain(|seen| seen.is(State::Editable));
    }
    let likely = |seen: &Seen<'_>| {
        let is_large = seen.is(State::MultiLine) || seen.role == Role::Document;
        (!seen.is(State::Focused), !is_large, seen.role == Role::Terminal)
    };
    places.sort_by_key(|seen| likely(seen));
    let best = *places.first()?;
    let others = places.iter().filter(|seen| likely(seen) == likely(best)).count() - 1;
    Some(Pick { seen: best, others })
}

/// The display of a window, such as a calculator's: a text to read, not to write.
pub(super) fn display<'s>(sight: &'s AppSight<'s>) -> Option<Pick<'s>> {
    let shows = |seen: &&Seen<'_>| {
        let is_text = matches!(seen.role, Role::Edit | Role::Document | Role::Terminal);
        is_text
            || (matches!(seen.role, Role::Text | Role::StatusBar)
                && seen.value.as_deref().is_some_and(|it| !it.trim().is_empty()))
    };
    let mut places: Vec<&Seen<'_>> = sight.controls.iter().filter(shows).collect();
    let likely = |seen: &Seen<'_>| {
        let is_written = seen.is(State::Editable) && !seen.is(State::ReadOnly);
        (
            !seen.has_label(),
            matches!(seen.role, Role::Text | Role::StatusBar),
            seen.value.as_deref().is_some_and(|value| value.trim().is_empty()),
            is_written,
            !seen.is(State::Focused),
        )
    };
    places.sort_by_key(|seen| likely(seen));
    let best = *places.first()?;
    let others = places.iter().filter(|seen| likely(seen) == likely(best)).count() - 1;
    Some(Pick { seen: best, others })
}

/// Whether controls of this role take text.
pub(super) fn takes_text(role: Role) -> bool {
    WRITTEN.roles.contains(&role)
}

/// The most likely target of the wheel.
pub(super) fn scrolled<'s>(sight: &'s AppSight<'s>) -> Option<&'s Seen<'s>> {
    let can = |seen: &&Seen<'_>| seen.has_label() && SCROLLED.roles.contains(&seen.role);
    let likely = |seen: &&Seen<'_>| {
        (!seen.is(State::Focused), SCROLLED.roles.iter().position(|role| *role == seen.role))
    };
    sight.controls.iter().filter(can).min_by_key(likely)
}

/// The visible lists.
pub(super) fn lists<'s>(sight: &'s AppSight<'s>) -> Vec<&'s Seen<'s>> {
    sight.controls.iter().filter(|seen| seen.has_label() && LISTS.roles.contains(&seen.role)).collect()
}

/// Whether a text is visible anywhere in the window, ignoring case.
pub(super) fn shows(sight: &AppSight<'_>, text: &str) -> bool {
    let text = text.to_lowercase();
    let has = |shown: &str| shown.to_lowercase().contains(&text);
    has(&sight.window.title)
        || sight.controls.iter().any(|seen| has(&seen.name) || seen.value.as_deref().is_some_and(has))
}

/// The rank of a match; smaller is better.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rank {
    misfit: u32,
    behind: bool,
    role: usize,
}

impl Want {
    fn allows(&self, name: &Name, role: Role) -> bool {
        self.others == Others::Allowed
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

/// How well the name fits the control, from 0 to 1000.
fn fit(name: &Name, seen: &Seen<'_>) -> u32 {
    // A field's content is not its name.
    let text = if seen.role.holds_text() { seen.name.as_str() } else { seen.text() };
    let with_kind = name.kind.map_or(0.0, |kind| likeness(&format!("{} {}", name.text, kind.word), text));
    let alike = likeness(&name.text, text).max(with_kind);
    if alike > 0.0 {
        return (alike * 1000.0) as u32;
    }
    let is_long = !matches!(seen.role, Role::Button | Role::ToggleButton | Role::Menu | Role::MenuItem);
    if is_long && name.text.chars().count() >= 3 && has_words(text, &name.text) { 500 } else { 0 }
}

/// The nameless field beside a text with this name, as in file dialogs.
fn beside_its_name<'s>(sight: &'s AppSight<'s>, name: &Name, want: &Want) -> Option<Pick<'s>> {
    let controls = &sight.controls;
    let titled = |seen: &Seen<'_>| seen.role == Role::Text && likeness(&name.text, seen.text()) >= 0.97;
    let place = controls.iter().position(titled)?;
    let fits = |seen: &&Seen<'_>| {
        let takes =
            want.roles.contains(&seen.role) && (seen.role.holds_text() || seen.role == Role::ComboBox);
        takes && seen.has_label() && seen.name.trim().is_empty()
    };
    let after = controls.get(place + 1).filter(fits);
    let before = place.checked_sub(1).and_then(|before| controls.get(before)).filter(fits);
    after.or(before).map(|seen| Pick { seen, others: 0 })
}

fn missing(sight: &AppSight<'_>, name: &Name, want: &Want) -> String {
    let place = sight.place();
    let wanted = simple(&name.text);
    if sight.controls.iter().any(|seen| !seen.has_label() && simple(seen.text()) == wanted) {
        return format!("{name} is shown in {place}, but it cannot be used now");
    }
    let usable = sight.controls.iter().filter(|seen| seen.has_label() && want.allows(name, seen.role));
    let close = closest(&name.text, usable.map(Seen::text), 3);
    match close.is_empty() {
        true => format!("there is no {name} in {place}"),
        false => format!("there is no {name} in {place}; the closest are {}", listed(&close)),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{sight, view},
        *,
    };
    use deskpilot_core::fold::Blackboard;

    fn label(seen: &Seen<'_>) -> String {
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
    ];

    #[test]
    fn the_control_that_a_name_means_is_found() {
        let (view, board) = (view(WINDOW), Blackboard::default());
        let sight = sight(&view, &board);
        for (want, name, expected) in [
            (PRESSED, "Save", "2"),
            (PRESSED, "save as", "1"),
            (PRESSED, "the save item", "3"),
            (PRESSED, "*", "5"),
            (PRESSED, "Wikipedia", "6"),
            (PRESSED, "the Search field", "7"),
            (PRESSED, "Search", "8"),
            (WRITTEN, "Search", "7"),
            (WRITTEN, "the name field", "4"),
            (PRESSED, "Twin", "9 and 1 more"),
            (CHECKED, "prefrences", "11"),
            (PRESSED, "Ready", "\"Ready\" is shown in this window, but it cannot be used now"),
            (
                PRESSED,
                "Sav",
                "there is no \"Sav\" in this window; the closest are \"Save\", \"Save As...\" and \"Search\"",
            ),
        ] {
            let found = match find(&sight, &phrases::name(name).unwrap(), &want) {
                Ok(Pick { seen, others: 0 }) => label(seen),
                Ok(Pick { seen, others }) => format!("{} and {others} more", label(seen)),
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
            let sight = sight(&view, &board);
            assert_eq!(text_place(&sight).map(|pick| label(pick.seen)).as_deref(), expected, "{controls:?}");
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
            let sight = sight(&view, &board);
            assert_eq!(display(&sight).map(|pick| label(pick.seen)).as_deref(), expected, "{controls:?}");
        }
    }
}
