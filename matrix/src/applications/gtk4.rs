//! GTK 4.

use super::{NOTES, click, does_not_apply, named, press, then, trial};
use crate::spec::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::spec::{Application, Check, Start, Step, Target, TriedAction};
use deskpilot_core::Role;

const TOOLKIT: (&str, &str) = ("GTK 4", "libgtk-4-1");
const PAGE: Target = Target::Largest(Role::Edit);

pub(super) const ALL: &[Application] = &[CALCULATOR, TEXT_EDITOR, DEMO];

const CALCULATOR: Application = Application {
    name: "gnome-calculator",
    toolkit: TOOLKIT,
    package: "gnome-calculator",
    start: Start::Program(&["gnome-calculator"]),
    title: "Calculator",
    ready: &[named(Role::Button, "7")],
    files: &[],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[Check::Controls(20), Check::Present(named(Role::Button, "="))],
            ),
        ),
        (
            Click,
            trial(
                &[
                    click(Role::Button, "6"),
                    Step::Do(named(Role::Button, "×"), TriedAction::PointerClick),
                    click(Role::Button, "7"),
                    Step::Do(named(Role::Button, "="), TriedAction::PointerClick),
                ],
                &[Check::Value(PAGE, "42"), Check::Present(named(Role::ListItem, "6×7"))],
            ),
        ),
        (
            Type,
            trial(
                &[Step::Do(PAGE, TriedAction::Replace("12+30")), press("{ENTER}")],
                &[Check::Value(PAGE, "42"), Check::Present(named(Role::ListItem, "12+30"))],
            ),
        ),
        (
            Select,
            trial(
                &[
                    Step::Do(PAGE, TriedAction::Replace("1234")),
                    Step::Do(PAGE, TriedAction::SelectText("23")),
                    press("{DELETE}"),
                ],
                &[Check::Value(PAGE, "14")],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    Step::Do(named(Role::Button, "Basic"), TriedAction::PointerClick),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Advanced"),
                ],
                &[Check::Present(named(Role::Button, "sin"))],
            ),
        ),
        does_not_apply(Scroll, "nothing in it is longer than its window"),
        does_not_apply(Drag, "nothing in it can be dragged"),
        does_not_apply(FileDialog, "it has no files"),
    ],
};

const TEXT_EDITOR: Application = Application {
    name: "gnome-text-editor",
    toolkit: TOOLKIT,
    package: "gnome-text-editor",
    start: Start::Program(&["gnome-text-editor", "--standalone", "{home}/notes.txt"]),
    title: "notes.txt",
    ready: &[PAGE],
    files: NOTES,
    trials: &[
        (Observe, trial(&[Step::Picture("window")], &[Check::Controls(8), Check::Value(PAGE, "line 300")])),
        (Scroll, trial(&[Step::Do(PAGE, TriedAction::Scroll(-5))], &[Check::Repainted(5)])),
        (
            Click,
            trial(
                &[Step::Do(named(Role::Button, "Open"), TriedAction::PointerClick)],
                &[Check::Present(named(Role::Group, "EditorOpenPopover"))],
            ),
        ),
        (
            Type,
            trial(
                &[press("{ESCAPE}"), Step::Do(PAGE, TriedAction::Replace("Grüße, 世界 ✓")), then("^s")],
                &[Check::Value(PAGE, "Grüße, 世界 ✓"), Check::File("notes.txt", "Grüße, 世界 ✓")],
            ),
        ),
        (
            Select,
            trial(
                &[
                    Step::Do(PAGE, TriedAction::Replace("Grüße, 世界 ✓")),
                    Step::Do(PAGE, TriedAction::SelectText("世界")),
                    Step::Do(Target::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(PAGE, "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    Step::Do(PAGE, TriedAction::RightClick),
                    Step::Picture("menu"),
                    Step::Do(named(Role::MenuItem, "Select All"), TriedAction::Click),
                    press("{DELETE}"),
                ],
                &[
                    Check::Absent(named(Role::MenuItem, "Select All")),
                    Check::Absent(Target::WithValue(Role::Edit, "e")),
                ],
            ),
        ),
        (
            Drag,
            trial(
                &[
                    Step::Do(PAGE, TriedAction::Replace("drag over me")),
                    Step::Do(PAGE, TriedAction::DragFrom((10, 20), (400, 0))),
                    Step::Do(Target::Window, TriedAction::Append("gone")),
                ],
                &[Check::ExactValue(PAGE, "gone")],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    press("^+s"),
                    Step::Await(Check::Title("Save As")),
                    Step::Picture("dialog"),
                    press("^a"),
                    Step::Do(Target::Window, TriedAction::Append("{home}/saved.txt\n")),
                ],
                &[Check::File("saved.txt", "")],
            ),
        ),
    ],
};

const DEMO: Application = Application {
    name: "gtk4-demo",
    toolkit: TOOLKIT,
    package: "gtk-4-examples",
    start: Start::Program(&["gtk4-demo"]),
    title: "GTK Demo",
    ready: &[named(Role::ListItem, "Builder")],
    files: &[],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[Check::Controls(20), Check::Present(named(Role::ListItem, "Builder"))],
            ),
        ),
        (
            Click,
            trial(
                &[Step::Do(named(Role::ListItem, "Builder"), TriedAction::PointerClick)],
                &[Check::Value(PAGE, "toolbar buttons")],
            ),
        ),
        (
            Select,
            trial(
                &[Step::Do(Target::Largest(Role::TabList), TriedAction::Select("Source"))],
                &[Check::Value(PAGE, "#include")],
            ),
        ),
        (
            Scroll,
            trial(
                &[Step::Do(named(Role::ListItem, "Builder"), TriedAction::Scroll(-3))],
                &[Check::Moved(named(Role::ListItem, "Builder"))],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    Step::Do(named(Role::Button, "Primary menu"), TriedAction::PointerClick),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "About GTK Demo"),
                ],
                &[Check::Title("About")],
            ),
        ),
        (
            Type,
            trial(
                &[
                    press("{ESCAPE}"),
                    Step::Do(named(Role::Button, "Search"), TriedAction::Click),
                    Step::Do(Target::Window, TriedAction::Append("slider")),
                ],
                &[Check::Absent(named(Role::ListItem, "Builder"))],
            ),
        ),
        does_not_apply(Drag, "nothing in its own window can be dragged"),
        does_not_apply(FileDialog, "it has none"),
    ],
};
