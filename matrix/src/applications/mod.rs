//! The applications of the matrix, a file for each kind of toolkit.

mod browsers;
mod gtk3;
mod gtk4;
mod java;
mod office;
mod qt;
mod terminals;

use crate::spec::Capability::{Click, Observe, Scroll, Select, Type};
use crate::spec::{Application, Capability, Check, Content, Step, Target, Trial, TriedAction};
use deskpilot_core::Role;

/// Every application, in the order of the page.
pub(crate) fn all() -> Vec<&'static Application> {
    let kinds = [gtk3::ALL, gtk4::ALL, qt::ALL, office::ALL, browsers::ALL, java::ALL, terminals::ALL];
    kinds.into_iter().flatten().collect()
}

/// A long text, and another file to open.
const NOTES: &[(&str, Content)] =
    &[("notes.txt", Content::Lines(300)), ("other.txt", Content::Text("from the other file"))];

/// A file to open.
const OTHER: &[(&str, Content)] = &[("other.txt", Content::Text("from the other file"))];

/// The whole text of an editor with the long text is read.
const EDITOR_OBSERVE: (Capability, Trial) = (
    Observe,
    trial(
        &[Step::Picture("window")],
        &[Check::Controls(8), Check::Value(Target::Largest(Role::Edit), "line 300")],
    ),
);

/// An editor scrolls, as its scroll bar shows.
const EDITOR_SCROLL: (Capability, Trial) = (
    Scroll,
    trial(
        &[Step::Do(Target::Largest(Role::Edit), TriedAction::Scroll(-5))],
        &[Check::Differs(named(Role::ScrollBar, ""))],
    ),
);

/// Our own window counts the presses of its button.
const GALLERY_CLICK: (Capability, Trial) = (
    Click,
    trial(
        &[click(Role::Button, "Press"), Step::Do(named(Role::Button, "Press"), TriedAction::PointerClick)],
        &[Check::Present(named(Role::Text, "pressed 2"))],
    ),
);

/// Our own window repeats the text in its entry.
const GALLERY_TYPE: (Capability, Trial) = (
    Type,
    trial(
        &[Step::Do(named(Role::Edit, "Name"), TriedAction::Replace("Grüße, 世界 ✓"))],
        &[Check::Present(named(Role::Text, "typed Grüße, 世界 ✓"))],
    ),
);

/// Our own window says what its combo box shows.
const GALLERY_SELECT: (Capability, Trial) = (
    Select,
    trial(
        &[Step::Do(Target::Largest(Role::ComboBox), TriedAction::Select("Green"))],
        &[Check::Present(named(Role::Text, "chosen Green"))],
    ),
);

const fn named(role: Role, name: &'static str) -> Target {
    Target::Named(role, name)
}

/// A trial of the steps and the checks.
const fn trial(steps: &'static [Step], checks: &'static [Check]) -> Trial {
    Trial::Steps(steps, checks)
}

/// Keys pressed in the window.
const fn press(keys: &'static str) -> Step {
    Step::Do(Target::Window, TriedAction::Keys(keys))
}

/// Keys that show the result of the action before: the cell has the effect of that action.
const fn then(keys: &'static str) -> Step {
    Step::Then(Target::Window, TriedAction::Keys(keys))
}

const fn click(role: Role, name: &'static str) -> Step {
    Step::Do(Target::Named(role, name), TriedAction::Click)
}

const fn does_not_apply(capability: Capability, why: &'static str) -> (Capability, Trial) {
    (capability, Trial::DoesNotApply(why))
}
