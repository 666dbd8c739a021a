//! The rows of the matrix, a file for each kind of toolkit.

mod browsers;
mod gtk3;
mod gtk4;
mod java;
mod office;
mod qt;
mod terminals;

use crate::words::Capability::{Click, Observe, Scroll, Select, Type};
use crate::words::{Application, Capability, Check, Content, Spot, Step, Trial, TriedAction};
use deskpilot_core::Role;

/// Every application, in the order of the page.
pub(crate) fn all() -> Vec<&'static Application> {
    let kinds = [gtk3::ALL, gtk4::ALL, qt::ALL, office::ALL, browsers::ALL, java::ALL, terminals::ALL];
    kinds.into_iter().flatten().collect()
}

/// A long text, and a file to open instead of it.
const NOTES: &[(&str, Content)] =
    &[("notes.txt", Content::Lines(300)), ("other.txt", Content::Text("from the other file"))];

/// A file to open.
const OTHER: &[(&str, Content)] = &[("other.txt", Content::Text("from the other file"))];

/// An editor that shows the long text is read to its end.
const EDITOR_OBSERVE: (Capability, Trial) = (
    Observe,
    run(
        &[Step::Picture("window")],
        &[Check::Controls(8), Check::Value(Spot::Largest(Role::Edit), "line 300")],
    ),
);

/// It is scrolled, as its scroll bar shows.
const EDITOR_SCROLL: (Capability, Trial) = (
    Scroll,
    run(
        &[Step::Do(Spot::Largest(Role::Edit), TriedAction::Scroll(-5))],
        &[Check::Differs(is(Role::ScrollBar, ""))],
    ),
);

/// A gallery of ours counts how often its button is pressed.
const GALLERY_CLICK: (Capability, Trial) = (
    Click,
    run(
        &[click(Role::Button, "Press"), Step::Do(is(Role::Button, "Press"), TriedAction::Point)],
        &[Check::There(is(Role::Text, "pressed 2"))],
    ),
);

/// It repeats what is typed into its entry.
const GALLERY_TYPE: (Capability, Trial) = (
    Type,
    run(
        &[Step::Do(is(Role::Edit, "Name"), TriedAction::Replace("Grüße, 世界 ✓"))],
        &[Check::There(is(Role::Text, "typed Grüße, 世界 ✓"))],
    ),
);

/// It says what is chosen in its combo box.
const GALLERY_SELECT: (Capability, Trial) = (
    Select,
    run(
        &[Step::Do(Spot::Largest(Role::ComboBox), TriedAction::Select("Green"))],
        &[Check::There(is(Role::Text, "chosen Green"))],
    ),
);

const fn is(role: Role, name: &'static str) -> Spot {
    Spot::Is(role, name)
}

/// A trial of the steps and the checks.
const fn run(steps: &'static [Step], checks: &'static [Check]) -> Trial {
    Trial::Steps(steps, checks)
}

/// What is asked of the window itself.
const fn press(keys: &'static str) -> Step {
    Step::Do(Spot::Window, TriedAction::Keys(keys))
}

/// What only brings to light what was done before it: the last effect but this one is told.
const fn then(keys: &'static str) -> Step {
    Step::Then(Spot::Window, TriedAction::Keys(keys))
}

const fn click(role: Role, name: &'static str) -> Step {
    Step::Do(Spot::Is(role, name), TriedAction::Click)
}

const fn nothing(capability: Capability, why: &'static str) -> (Capability, Trial) {
    (capability, Trial::DoesNotApply(why))
}
