//! Qt 5 and Qt 6.

use super::{
    EDITOR_OBSERVE, EDITOR_SCROLL, GALLERY_CLICK, GALLERY_SELECT, GALLERY_TYPE, NOTES, OTHER, click,
    does_not_apply, named, press, then, trial,
};
use crate::spec::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::spec::{Application, Check, Start, Step, Target, TriedAction};
use deskpilot_core::Role;

const QT5: (&str, &str) = ("Qt 5", "libqt5widgets5");
const QT6: (&str, &str) = ("Qt 6", "libqt6widgets6");

pub(super) const ALL: &[Application] = &[FEATHERPAD, KCALC, GALLERY];

const FEATHERPAD: Application = Application {
    name: "featherpad",
    toolkit: QT5,
    package: "featherpad",
    start: Start::Program(&["featherpad", "--standalone", "{home}/notes.txt"]),
    title: "notes.txt",
    ready: &[Target::Largest(Role::Edit)],
    files: NOTES,
    trials: &[
        EDITOR_OBSERVE,
        EDITOR_SCROLL,
        (
            Click,
            trial(
                &[
                    Step::Do(named(Role::MenuItem, "Search"), TriedAction::PointerClick),
                    Step::Picture("menu"),
                ],
                &[Check::Present(named(Role::MenuItem, "Find"))],
            ),
        ),
        (
            Type,
            trial(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(Target::Largest(Role::Edit), TriedAction::Replace("Grüße, 世界 ✓")),
                    then("^s"),
                ],
                &[Check::File("notes.txt", "Grüße, 世界 ✓")],
            ),
        ),
        (
            Select,
            trial(
                &[
                    Step::Do(Target::Largest(Role::Edit), TriedAction::Replace("Grüße, 世界 ✓")),
                    Step::Do(Target::Largest(Role::Edit), TriedAction::SelectText("世界")),
                    Step::Do(Target::Largest(Role::Edit), TriedAction::Focus),
                    Step::Do(Target::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(Target::Largest(Role::Edit), "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    click(Role::MenuItem, "Edit"),
                    Step::Picture("menu-edit"),
                    click(Role::MenuItem, "Select All"),
                    press("{DELETE}"),
                ],
                &[Check::Value(Target::Largest(Role::Edit), "")],
            ),
        ),
        (
            Drag,
            trial(
                &[
                    Step::Do(Target::Largest(Role::Edit), TriedAction::Replace("drag over me")),
                    Step::Do(Target::Largest(Role::Edit), TriedAction::DragFrom((6, 14), (400, 0))),
                    Step::Do(Target::Window, TriedAction::Append("gone")),
                ],
                &[Check::ExactValue(Target::Largest(Role::Edit), "gone")],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    press("^o"),
                    Step::Await(Check::Present(named(Role::Edit, "File name:"))),
                    Step::Picture("dialog"),
                    Step::Do(named(Role::Edit, "File name:"), TriedAction::Replace("{home}/other.txt")),
                    click(Role::Button, "Open"),
                ],
                &[Check::Title("other.txt")],
            ),
        ),
    ],
};

const KCALC: Application = Application {
    name: "kcalc",
    toolkit: QT5,
    package: "kcalc",
    start: Start::Program(&["kcalc"]),
    title: "KCalc",
    ready: &[named(Role::Button, "7")],
    files: &[],
    trials: &[
        (Observe, trial(&[Step::Picture("window")], &[Check::Controls(20)])),
        (
            Click,
            trial(
                &[
                    click(Role::Button, "6"),
                    Step::Do(named(Role::Button, "×"), TriedAction::PointerClick),
                    click(Role::Button, "7"),
                    Step::Do(named(Role::Button, "="), TriedAction::PointerClick),
                ],
                &[Check::Repainted(2)],
            ),
        ),
        (Type, trial(&[press("{ESCAPE}"), press("12{+}30{ENTER}")], &[Check::Repainted(2)])),
        does_not_apply(Select, "it has no list"),
        (
            Menu,
            trial(
                &[
                    click(Role::MenuItem, "Settings"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Statistic Mode"),
                ],
                &[Check::Present(named(Role::Button, "Med"))],
            ),
        ),
        does_not_apply(Scroll, "nothing in it is longer than its window"),
        does_not_apply(Drag, "nothing in it can be dragged"),
        does_not_apply(FileDialog, "it has no files"),
    ],
};

const GALLERY: Application = Application {
    name: "qt6-gallery",
    toolkit: QT6,
    package: "python3-pyqt6",
    start: Start::Program(&["/usr/bin/python3", "{programs}/gallery_qt6.py", "{home}"]),
    title: "Qt Gallery",
    ready: &[named(Role::Button, "Press")],
    files: OTHER,
    trials: &[
        (Observe, trial(&[Step::Picture("window")], &[Check::Controls(10)])),
        GALLERY_CLICK,
        GALLERY_TYPE,
        GALLERY_SELECT,
        (
            Menu,
            trial(
                &[click(Role::MenuItem, "File"), Step::Picture("menu"), click(Role::MenuItem, "Mark")],
                &[Check::Present(named(Role::Text, "marked"))],
            ),
        ),
        (
            Scroll,
            trial(
                &[Step::Do(Target::Largest(Role::List), TriedAction::Scroll(-5))],
                &[Check::Moved(named(Role::ListItem, "item 2"))],
            ),
        ),
        (
            Drag,
            trial(
                &[Step::Do(named(Role::Slider, "Volume"), TriedAction::DragFrom((5, 7), (200, 0)))],
                &[Check::Present(named(Role::Text, "volume*"))],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    click(Role::MenuItem, "File"),
                    click(Role::MenuItem, "Open…"),
                    Step::Await(Check::Present(named(Role::Edit, "File name:"))),
                    Step::Picture("dialog"),
                    Step::Do(named(Role::Edit, "File name:"), TriedAction::Replace("{home}/other.txt")),
                    click(Role::Button, "Open"),
                ],
                &[Check::Present(named(Role::Text, "opened other.txt"))],
            ),
        ),
    ],
};
