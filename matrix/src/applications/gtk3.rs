//! GTK 3.

use super::{EDITOR_OBSERVE, EDITOR_SCROLL, NOTES, click, does_not_apply, named, press, then, trial};
use crate::spec::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::spec::{Application, Check, Content, Start, Step, Target, TriedAction};
use deskpilot_core::{Role, State};

const TOOLKIT: (&str, &str) = ("GTK 3", "libgtk-3-0");

pub(super) const ALL: &[Application] = &[GALCULATOR, MOUSEPAD, WIDGETS, THUNAR, GEDIT];

const GALCULATOR: Application = Application {
    name: "galculator",
    toolkit: TOOLKIT,
    package: "galculator",
    start: Start::Named("galculator"),
    title: "galculator",
    ready: &[named(Role::ToggleButton, "7"), named(Role::Edit, "")],
    files: &[],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[
                    Check::Controls(30),
                    Check::Present(named(Role::ToggleButton, "=")),
                    Check::Present(named(Role::Menu, "File")),
                ],
            ),
        ),
        (
            Click,
            trial(
                &[
                    click(Role::ToggleButton, "8"),
                    Step::Do(named(Role::ToggleButton, "5"), TriedAction::PointerClick),
                ],
                &[Check::ExactValue(named(Role::Edit, ""), "85")],
            ),
        ),
        (
            Type,
            trial(
                &[press("{ESCAPE}"), press("12{+}30{ENTER}")],
                &[Check::ExactValue(named(Role::Edit, ""), "42")],
            ),
        ),
        (
            Select,
            trial(
                &[
                    click(Role::Menu, "Edit"),
                    click(Role::MenuItem, "Preferences..."),
                    Step::SwitchWindow("Preferences"),
                    Step::Picture("dialog"),
                    Step::Do(Target::Largest(Role::TabList), TriedAction::Select("Numbers")),
                ],
                &[Check::State(named(Role::TabItem, "Numbers"), State::Selected)],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    click(Role::Button, "Close"),
                    Step::SwitchWindow("galculator"),
                    click(Role::Menu, "View"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Scientific Mode"),
                ],
                &[Check::Present(named(Role::ToggleButton, "sin"))],
            ),
        ),
        does_not_apply(Scroll, "nothing in it is longer than its window"),
        does_not_apply(Drag, "nothing in it can be dragged"),
        does_not_apply(FileDialog, "it has no files"),
    ],
};

const MOUSEPAD: Application = Application {
    name: "mousepad",
    toolkit: TOOLKIT,
    package: "mousepad",
    start: Start::Program(&["mousepad", "--disable-server", "{home}/notes.txt"]),
    title: "Mousepad",
    ready: &[named(Role::Edit, ""), named(Role::Menu, "File")],
    files: &[("notes.txt", Content::Lines(300))],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[Check::Controls(8), Check::Value(named(Role::Edit, ""), "line 300")],
            ),
        ),
        (
            Click,
            trial(
                &[
                    Step::Do(named(Role::Edit, ""), TriedAction::PointerClick),
                    Step::Do(named(Role::Menu, "Search"), TriedAction::PointerClick),
                ],
                &[Check::Present(named(Role::MenuItem, "Find Next"))],
            ),
        ),
        (
            Type,
            trial(
                &[
                    press("{ESCAPE}"),
                    Step::Do(named(Role::Edit, ""), TriedAction::Replace("Grüße, 世界 ✓")),
                    then("^s"),
                ],
                &[
                    Check::Value(named(Role::Edit, ""), "Grüße, 世界 ✓"),
                    Check::File("notes.txt", "Grüße, 世界 ✓"),
                ],
            ),
        ),
        (
            Select,
            trial(
                &[
                    Step::Do(named(Role::Edit, ""), TriedAction::Replace("Grüße, 世界 ✓")),
                    Step::Do(named(Role::Edit, ""), TriedAction::SelectText("世界")),
                    Step::Do(Target::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(named(Role::Edit, ""), "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    click(Role::Menu, "View"),
                    Step::Picture("menu"),
                    Step::Do(Target::Window, TriedAction::Keys("{ESCAPE}")),
                    click(Role::Menu, "Edit"),
                    click(Role::MenuItem, "Select All"),
                    press("{DELETE}"),
                ],
                &[Check::ExactValue(named(Role::Edit, ""), "")],
            ),
        ),
        (
            Scroll,
            trial(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(
                        named(Role::Edit, ""),
                        TriedAction::Replace(
                            "1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9",
                        ),
                    ),
                    press("^{HOME}"),
                    Step::Do(named(Role::Edit, ""), TriedAction::Scroll(-5)),
                ],
                &[Check::Differs(named(Role::ScrollBar, ""))],
            ),
        ),
        (
            Drag,
            trial(
                &[
                    Step::Do(named(Role::Edit, ""), TriedAction::Replace("drag over me")),
                    Step::Do(named(Role::Edit, ""), TriedAction::DragFrom((1, 8), (400, 0))),
                    Step::Do(Target::Window, TriedAction::Append("gone")),
                ],
                &[Check::ExactValue(named(Role::Edit, ""), "gone")],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    press("^+s"),
                    Step::Await(Check::Title("Save As")),
                    Step::Picture("dialog"),
                    Step::Do(named(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.txt")),
                    click(Role::Button, "Save"),
                ],
                &[Check::File("saved.txt", "gone")],
            ),
        ),
    ],
};

const WIDGETS: Application = Application {
    name: "gtk3-widget-factory",
    toolkit: TOOLKIT,
    package: "gtk-3-examples",
    start: Start::Named("gtk3-widget-factory"),
    title: "",
    ready: &[Target::WithValue(Role::Edit, "entry")],
    files: &[],
    trials: &[
        (Observe, trial(&[Step::Picture("window")], &[Check::Controls(100)])),
        (
            Click,
            trial(
                &[
                    Step::Do(named(Role::CheckBox, "checkbutton"), TriedAction::Check(false)),
                    Step::Do(named(Role::CheckBox, "checkbutton"), TriedAction::PointerClick),
                ],
                &[Check::State(named(Role::CheckBox, "checkbutton"), State::Checked)],
            ),
        ),
        (
            Type,
            trial(
                &[Step::Do(Target::WithValue(Role::Edit, "entry"), TriedAction::Replace("世界 entry"))],
                &[Check::Value(Target::WithValue(Role::Edit, "entry"), "世界")],
            ),
        ),
        (
            Select,
            trial(
                &[Step::Do(Target::WithValue(Role::ComboBox, "Left"), TriedAction::Select("Right"))],
                &[Check::Present(Target::WithValue(Role::ComboBox, "Right"))],
            ),
        ),
        (
            Menu,
            trial(
                &[click(Role::ToggleButton, "Menu"), Step::Picture("menu")],
                &[Check::Present(named(Role::Button, "Get Busy"))],
            ),
        ),
        (
            Scroll,
            trial(
                &[press("{ESCAPE}"), Step::Do(Target::Largest(Role::Slider), TriedAction::Scroll(-3))],
                &[Check::Differs(Target::Largest(Role::Slider))],
            ),
        ),
        (
            Drag,
            trial(
                &[Step::Do(Target::Largest(Role::Slider), TriedAction::DragBy(40, 0))],
                &[Check::Differs(Target::Largest(Role::Slider))],
            ),
        ),
        (
            FileDialog,
            trial(
                &[click(Role::Button, "(None)"), Step::Picture("dialog")],
                &[Check::Present(named(Role::Button, "Open"))],
            ),
        ),
    ],
};

const THUNAR: Application = Application {
    name: "thunar",
    toolkit: TOOLKIT,
    package: "thunar",
    start: Start::Program(&["thunar", "{home}/files"]),
    title: "Thunar",
    ready: &[named(Role::Menu, "File")],
    files: &[
        ("files/alpha.txt", Content::Text("a")),
        ("files/beta.txt", Content::Text("b")),
        ("files/folder/inner.txt", Content::Text("i")),
        ("many", Content::Folder(120)),
    ],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[Check::Controls(20), Check::Present(named(Role::Menu, "Edit"))],
            ),
        ),
        (
            Click,
            trial(
                &[press("Ctrl+2"), Step::Do(named(Role::Cell, "beta.txt"), TriedAction::PointerClick)],
                &[Check::State(named(Role::Cell, "beta.txt"), State::Selected)],
            ),
        ),
        (
            Type,
            trial(
                &[
                    press("{F2}"),
                    Step::Picture("rename"),
                    Step::Do(Target::Window, TriedAction::Append("gamma")),
                    press("{ENTER}"),
                ],
                &[Check::File("files/gamma.txt", "b")],
            ),
        ),
        (Select, trial(&[press("^a")], &[Check::State(named(Role::Cell, "alpha.txt"), State::Selected)])),
        (
            Menu,
            trial(
                &[
                    click(Role::Menu, "View"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Show Hidden Files"),
                    click(Role::Menu, "View"),
                ],
                &[Check::State(named(Role::MenuItem, "Show Hidden Files"), State::Checked)],
            ),
        ),
        (
            Drag,
            trial(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(named(Role::Cell, "alpha.txt"), TriedAction::DragTo(Role::Cell, "folder")),
                ],
                &[Check::File("files/folder/alpha.txt", "a")],
            ),
        ),
        (
            Scroll,
            trial(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    press("^l"),
                    Step::Do(Target::Window, TriedAction::Append("{home}/many\n")),
                    Step::Await(Check::Present(named(Role::Cell, "file 002"))),
                    Step::Do(named(Role::Cell, "file 002"), TriedAction::Scroll(-5)),
                ],
                &[Check::Moved(named(Role::Cell, "file 002"))],
            ),
        ),
        does_not_apply(FileDialog, "it is the file manager"),
    ],
};

const GEDIT: Application = Application {
    name: "gedit",
    toolkit: TOOLKIT,
    package: "gedit",
    start: Start::Program(&["gedit", "--standalone", "{home}/notes.txt"]),
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
                    Step::Do(named(Role::ToggleButton, "Menu"), TriedAction::PointerClick),
                    Step::Picture("menu"),
                ],
                &[Check::Present(named(Role::Button, "Preferences"))],
            ),
        ),
        (
            Type,
            trial(
                &[
                    press("{ESCAPE}"),
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
                    Step::Do(Target::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(Target::Largest(Role::Edit), "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    Step::Do(Target::Largest(Role::Edit), TriedAction::RightClick),
                    Step::Picture("context"),
                    click(Role::MenuItem, "Select All"),
                ],
                &[Check::Absent(named(Role::MenuItem, "Select All"))],
            ),
        ),
        (
            Drag,
            trial(
                &[
                    Step::Do(Target::Largest(Role::Edit), TriedAction::Replace("drag over me")),
                    Step::Do(Target::Largest(Role::Edit), TriedAction::DragFrom((26, 9), (400, 0))),
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
                    Step::Await(Check::Present(named(Role::Button, "Open"))),
                    Step::Picture("dialog"),
                    press("/"),
                    Step::Do(Target::Window, TriedAction::Append("{home}/other.txt")),
                    press("{ENTER}"),
                ],
                &[Check::Title("other.txt")],
            ),
        ),
    ],
};
