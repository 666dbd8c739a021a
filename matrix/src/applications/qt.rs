//! Qt 5 and Qt 6.

use super::{
    EDITOR_OBSERVE, EDITOR_SCROLL, GALLERY_CLICK, GALLERY_SELECT, GALLERY_TYPE, NOTES, OTHER, click, is,
    nothing, press, run, then,
};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Check, Spot, Start, Step, TriedAction};
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
    ready: &[Spot::Largest(Role::Edit)],
    files: NOTES,
    trials: &[
        EDITOR_OBSERVE,
        EDITOR_SCROLL,
        (
            Click,
            run(
                &[Step::Do(is(Role::MenuItem, "Search"), TriedAction::Point), Step::Picture("menu")],
                &[Check::There(is(Role::MenuItem, "Find"))],
            ),
        ),
        (
            Type,
            run(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::Replace("Grüße, 世界 ✓")),
                    then("^s"),
                ],
                &[Check::File("notes.txt", "Grüße, 世界 ✓")],
            ),
        ),
        (
            Select,
            run(
                &[
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::Replace("Grüße, 世界 ✓")),
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::SelectText("世界")),
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::Focus),
                    Step::Do(Spot::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(Spot::Largest(Role::Edit), "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            run(
                &[
                    click(Role::MenuItem, "Edit"),
                    Step::Picture("menu-edit"),
                    click(Role::MenuItem, "Select All"),
                    press("{DELETE}"),
                ],
                &[Check::Value(Spot::Largest(Role::Edit), "")],
            ),
        ),
        (
            Drag,
            run(
                &[
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::Replace("drag over me")),
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::DragFrom((6, 14), (400, 0))),
                    Step::Do(Spot::Window, TriedAction::Append("gone")),
                ],
                &[Check::Reads(Spot::Largest(Role::Edit), "gone")],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    press("^o"),
                    Step::Await(Check::There(is(Role::Edit, "File name:"))),
                    Step::Picture("dialog"),
                    Step::Do(is(Role::Edit, "File name:"), TriedAction::Replace("{home}/other.txt")),
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
    ready: &[is(Role::Button, "7")],
    files: &[],
    trials: &[
        (Observe, run(&[Step::Picture("window")], &[Check::Controls(20)])),
        (
            Click,
            run(
                &[
                    click(Role::Button, "6"),
                    Step::Do(is(Role::Button, "×"), TriedAction::Point),
                    click(Role::Button, "7"),
                    Step::Do(is(Role::Button, "="), TriedAction::Point),
                ],
                &[Check::Repainted(2)],
            ),
        ),
        (Type, run(&[press("{ESCAPE}"), press("12{+}30{ENTER}")], &[Check::Repainted(2)])),
        nothing(Select, "it has no list"),
        (
            Menu,
            run(
                &[
                    click(Role::MenuItem, "Settings"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Statistic Mode"),
                ],
                &[Check::There(is(Role::Button, "Med"))],
            ),
        ),
        nothing(Scroll, "nothing in it is longer than its window"),
        nothing(Drag, "nothing in it can be dragged"),
        nothing(FileDialog, "it has no files"),
    ],
};

const GALLERY: Application = Application {
    name: "qt6-gallery",
    toolkit: QT6,
    package: "python3-pyqt6",
    start: Start::Program(&["/usr/bin/python3", "{programs}/gallery_qt6.py", "{home}"]),
    title: "Qt Gallery",
    ready: &[is(Role::Button, "Press")],
    files: OTHER,
    trials: &[
        (Observe, run(&[Step::Picture("window")], &[Check::Controls(10)])),
        GALLERY_CLICK,
        GALLERY_TYPE,
        GALLERY_SELECT,
        (
            Menu,
            run(
                &[click(Role::MenuItem, "File"), Step::Picture("menu"), click(Role::MenuItem, "Mark")],
                &[Check::There(is(Role::Text, "marked"))],
            ),
        ),
        (
            Scroll,
            run(
                &[Step::Do(Spot::Largest(Role::List), TriedAction::Scroll(-5))],
                &[Check::Moved(is(Role::ListItem, "item 2"))],
            ),
        ),
        (
            Drag,
            run(
                &[Step::Do(is(Role::Slider, "Volume"), TriedAction::DragFrom((5, 7), (200, 0)))],
                &[Check::There(is(Role::Text, "volume*"))],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    click(Role::MenuItem, "File"),
                    click(Role::MenuItem, "Open…"),
                    Step::Await(Check::There(is(Role::Edit, "File name:"))),
                    Step::Picture("dialog"),
                    Step::Do(is(Role::Edit, "File name:"), TriedAction::Replace("{home}/other.txt")),
                    click(Role::Button, "Open"),
                ],
                &[Check::There(is(Role::Text, "opened other.txt"))],
            ),
        ),
    ],
};
