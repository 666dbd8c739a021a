//! GTK 4.

use super::{NOTES, click, is, nothing, press, run, then};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Check, Spot, Start, Step, TriedAction};
use deskpilot_core::Role;

const TOOLKIT: (&str, &str) = ("GTK 4", "libgtk-4-1");
const PAGE: Spot = Spot::Largest(Role::Edit);

pub(super) const ALL: &[Application] = &[CALCULATOR, TEXT_EDITOR, DEMO];

const CALCULATOR: Application = Application {
    name: "gnome-calculator",
    toolkit: TOOLKIT,
    package: "gnome-calculator",
    start: Start::Program(&["gnome-calculator"]),
    title: "Calculator",
    ready: &[is(Role::Button, "7")],
    files: &[],
    trials: &[
        (
            Observe,
            run(&[Step::Picture("window")], &[Check::Controls(20), Check::There(is(Role::Button, "="))]),
        ),
        (
            Click,
            run(
                &[
                    click(Role::Button, "6"),
                    Step::Do(is(Role::Button, "×"), TriedAction::Point),
                    click(Role::Button, "7"),
                    Step::Do(is(Role::Button, "="), TriedAction::Point),
                ],
                &[Check::Value(PAGE, "42"), Check::There(is(Role::ListItem, "6×7"))],
            ),
        ),
        (
            Type,
            run(
                &[Step::Do(PAGE, TriedAction::Replace("12+30")), press("{ENTER}")],
                &[Check::Value(PAGE, "42"), Check::There(is(Role::ListItem, "12+30"))],
            ),
        ),
        (
            Select,
            run(
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
            run(
                &[
                    Step::Do(is(Role::Button, "Basic"), TriedAction::Point),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Advanced"),
                ],
                &[Check::There(is(Role::Button, "sin"))],
            ),
        ),
        nothing(Scroll, "nothing in it is longer than its window"),
        nothing(Drag, "nothing in it can be dragged"),
        nothing(FileDialog, "it has no files"),
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
        (Observe, run(&[Step::Picture("window")], &[Check::Controls(8), Check::Value(PAGE, "line 300")])),
        (Scroll, run(&[Step::Do(PAGE, TriedAction::Scroll(-5))], &[Check::Repainted(5)])),
        (
            Click,
            run(
                &[Step::Do(is(Role::Button, "Open"), TriedAction::Point)],
                &[Check::There(is(Role::Group, "EditorOpenPopover"))],
            ),
        ),
        (
            Type,
            run(
                &[press("{ESCAPE}"), Step::Do(PAGE, TriedAction::Replace("Grüße, 世界 ✓")), then("^s")],
                &[Check::Value(PAGE, "Grüße, 世界 ✓"), Check::File("notes.txt", "Grüße, 世界 ✓")],
            ),
        ),
        (
            Select,
            run(
                &[
                    Step::Do(PAGE, TriedAction::Replace("Grüße, 世界 ✓")),
                    Step::Do(PAGE, TriedAction::SelectText("世界")),
                    Step::Do(Spot::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(PAGE, "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            run(
                &[
                    Step::Do(PAGE, TriedAction::RightClick),
                    Step::Picture("menu"),
                    Step::Do(is(Role::MenuItem, "Select All"), TriedAction::Click),
                    press("{DELETE}"),
                ],
                &[Check::Gone(is(Role::MenuItem, "Select All")), Check::Gone(Spot::Holds(Role::Edit, "e"))],
            ),
        ),
        (
            Drag,
            run(
                &[
                    Step::Do(PAGE, TriedAction::Replace("drag over me")),
                    Step::Do(PAGE, TriedAction::DragFrom((10, 20), (400, 0))),
                    Step::Do(Spot::Window, TriedAction::Append("gone")),
                ],
                &[Check::Reads(PAGE, "gone")],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    press("^+s"),
                    Step::Await(Check::Title("Save As")),
                    Step::Picture("dialog"),
                    press("^a"),
                    Step::Do(Spot::Window, TriedAction::Append("{home}/saved.txt\n")),
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
    ready: &[is(Role::ListItem, "Builder")],
    files: &[],
    trials: &[
        (
            Observe,
            run(
                &[Step::Picture("window")],
                &[Check::Controls(20), Check::There(is(Role::ListItem, "Builder"))],
            ),
        ),
        (
            Click,
            run(
                &[Step::Do(is(Role::ListItem, "Builder"), TriedAction::Point)],
                &[Check::Value(PAGE, "toolbar buttons")],
            ),
        ),
        (
            Select,
            run(
                &[Step::Do(Spot::Largest(Role::TabList), TriedAction::Select("Source"))],
                &[Check::Value(PAGE, "#include")],
            ),
        ),
        (
            Scroll,
            run(
                &[Step::Do(is(Role::ListItem, "Builder"), TriedAction::Scroll(-3))],
                &[Check::Moved(is(Role::ListItem, "Builder"))],
            ),
        ),
        (
            Menu,
            run(
                &[
                    Step::Do(is(Role::Button, "Primary menu"), TriedAction::Point),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "About GTK Demo"),
                ],
                &[Check::Title("About")],
            ),
        ),
        (
            Type,
            run(
                &[
                    press("{ESCAPE}"),
                    Step::Do(is(Role::Button, "Search"), TriedAction::Click),
                    Step::Do(Spot::Window, TriedAction::Append("slider")),
                ],
                &[Check::Gone(is(Role::ListItem, "Builder"))],
            ),
        ),
        nothing(Drag, "nothing in its own window can be dragged"),
        nothing(FileDialog, "it has none"),
    ],
};
