//! GTK 3.

use super::{EDITOR_OBSERVE, EDITOR_SCROLL, NOTES, click, is, nothing, press, run, then};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Check, Content, Spot, Start, Step, TriedAction};
use deskpilot_core::{Role, State};

const TOOLKIT: (&str, &str) = ("GTK 3", "libgtk-3-0");

pub(super) const ALL: &[Application] = &[GALCULATOR, MOUSEPAD, WIDGETS, THUNAR, GEDIT];

const GALCULATOR: Application = Application {
    name: "galculator",
    toolkit: TOOLKIT,
    package: "galculator",
    start: Start::Named("galculator"),
    title: "galculator",
    ready: &[is(Role::ToggleButton, "7"), is(Role::Edit, "")],
    files: &[],
    trials: &[
        (
            Observe,
            run(
                &[Step::Picture("window")],
                &[
                    Check::Controls(30),
                    Check::There(is(Role::ToggleButton, "=")),
                    Check::There(is(Role::Menu, "File")),
                ],
            ),
        ),
        (
            Click,
            run(
                &[click(Role::ToggleButton, "8"), Step::Do(is(Role::ToggleButton, "5"), TriedAction::Point)],
                &[Check::Reads(is(Role::Edit, ""), "85")],
            ),
        ),
        (Type, run(&[press("{ESCAPE}"), press("12{+}30{ENTER}")], &[Check::Reads(is(Role::Edit, ""), "42")])),
        (
            Select,
            run(
                &[
                    click(Role::Menu, "Edit"),
                    click(Role::MenuItem, "Preferences..."),
                    Step::Turn("Preferences"),
                    Step::Picture("dialog"),
                    Step::Do(Spot::Largest(Role::TabList), TriedAction::Select("Numbers")),
                ],
                &[Check::State(is(Role::TabItem, "Numbers"), State::Selected)],
            ),
        ),
        (
            Menu,
            run(
                &[
                    click(Role::Button, "Close"),
                    Step::Turn("galculator"),
                    click(Role::Menu, "View"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Scientific Mode"),
                ],
                &[Check::There(is(Role::ToggleButton, "sin"))],
            ),
        ),
        nothing(Scroll, "nothing in it is longer than its window"),
        nothing(Drag, "nothing in it can be dragged"),
        nothing(FileDialog, "it has no files"),
    ],
};

const MOUSEPAD: Application = Application {
    name: "mousepad",
    toolkit: TOOLKIT,
    package: "mousepad",
    start: Start::Program(&["mousepad", "--disable-server", "{home}/notes.txt"]),
    title: "Mousepad",
    ready: &[is(Role::Edit, ""), is(Role::Menu, "File")],
    files: &[("notes.txt", Content::Lines(300))],
    trials: &[
        (
            Observe,
            run(
                &[Step::Picture("window")],
                &[Check::Controls(8), Check::Value(is(Role::Edit, ""), "line 300")],
            ),
        ),
        (
            Click,
            run(
                &[
                    Step::Do(is(Role::Edit, ""), TriedAction::Point),
                    Step::Do(is(Role::Menu, "Search"), TriedAction::Point),
                ],
                &[Check::There(is(Role::MenuItem, "Find Next"))],
            ),
        ),
        (
            Type,
            run(
                &[
                    press("{ESCAPE}"),
                    Step::Do(is(Role::Edit, ""), TriedAction::Replace("Grüße, 世界 ✓")),
                    then("^s"),
                ],
                &[
                    Check::Value(is(Role::Edit, ""), "Grüße, 世界 ✓"),
                    Check::File("notes.txt", "Grüße, 世界 ✓"),
                ],
            ),
        ),
        (
            Select,
            run(
                &[
                    Step::Do(is(Role::Edit, ""), TriedAction::Replace("Grüße, 世界 ✓")),
                    Step::Do(is(Role::Edit, ""), TriedAction::SelectText("世界")),
                    Step::Do(Spot::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(is(Role::Edit, ""), "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            run(
                &[
                    click(Role::Menu, "View"),
                    Step::Picture("menu"),
                    Step::Do(Spot::Window, TriedAction::Keys("{ESCAPE}")),
                    click(Role::Menu, "Edit"),
                    click(Role::MenuItem, "Select All"),
                    press("{DELETE}"),
                ],
                &[Check::Reads(is(Role::Edit, ""), "")],
            ),
        ),
        (
            Scroll,
            run(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(
                        is(Role::Edit, ""),
                        TriedAction::Replace(
                            "1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1\n2\n3\n4\n5\n6\n7\n8\n9",
                        ),
                    ),
                    press("^{HOME}"),
                    Step::Do(is(Role::Edit, ""), TriedAction::Scroll(-5)),
                ],
                &[Check::Differs(is(Role::ScrollBar, ""))],
            ),
        ),
        (
            Drag,
            run(
                &[
                    Step::Do(is(Role::Edit, ""), TriedAction::Replace("drag over me")),
                    Step::Do(is(Role::Edit, ""), TriedAction::DragFrom((1, 8), (400, 0))),
                    Step::Do(Spot::Window, TriedAction::Append("gone")),
                ],
                &[Check::Reads(is(Role::Edit, ""), "gone")],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    press("^+s"),
                    Step::Await(Check::Title("Save As")),
                    Step::Picture("dialog"),
                    Step::Do(is(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.txt")),
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
    ready: &[Spot::Holds(Role::Edit, "entry")],
    files: &[],
    trials: &[
        (Observe, run(&[Step::Picture("window")], &[Check::Controls(100)])),
        (
            Click,
            run(
                &[
                    Step::Do(is(Role::CheckBox, "checkbutton"), TriedAction::Check(false)),
                    Step::Do(is(Role::CheckBox, "checkbutton"), TriedAction::Point),
                ],
                &[Check::State(is(Role::CheckBox, "checkbutton"), State::Checked)],
            ),
        ),
        (
            Type,
            run(
                &[Step::Do(Spot::Holds(Role::Edit, "entry"), TriedAction::Replace("世界 entry"))],
                &[Check::Value(Spot::Holds(Role::Edit, "entry"), "世界")],
            ),
        ),
        (
            Select,
            run(
                &[Step::Do(Spot::Holds(Role::ComboBox, "Left"), TriedAction::Select("Right"))],
                &[Check::There(Spot::Holds(Role::ComboBox, "Right"))],
            ),
        ),
        (
            Menu,
            run(
                &[click(Role::ToggleButton, "Menu"), Step::Picture("menu")],
                &[Check::There(is(Role::Button, "Get Busy"))],
            ),
        ),
        (
            Scroll,
            run(
                &[press("{ESCAPE}"), Step::Do(Spot::Largest(Role::Slider), TriedAction::Scroll(-3))],
                &[Check::Differs(Spot::Largest(Role::Slider))],
            ),
        ),
        (
            Drag,
            run(
                &[Step::Do(Spot::Largest(Role::Slider), TriedAction::DragBy(40, 0))],
                &[Check::Differs(Spot::Largest(Role::Slider))],
            ),
        ),
        (
            FileDialog,
            run(
                &[click(Role::Button, "(None)"), Step::Picture("dialog")],
                &[Check::There(is(Role::Button, "Open"))],
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
    ready: &[is(Role::Menu, "File")],
    files: &[
        ("files/alpha.txt", Content::Text("a")),
        ("files/beta.txt", Content::Text("b")),
        ("files/folder/inner.txt", Content::Text("i")),
        ("many", Content::Folder(120)),
    ],
    trials: &[
        (
            Observe,
            run(&[Step::Picture("window")], &[Check::Controls(20), Check::There(is(Role::Menu, "Edit"))]),
        ),
        (
            Click,
            run(
                &[press("Ctrl+2"), Step::Do(is(Role::Cell, "beta.txt"), TriedAction::Point)],
                &[Check::State(is(Role::Cell, "beta.txt"), State::Selected)],
            ),
        ),
        (
            Type,
            run(
                &[
                    press("{F2}"),
                    Step::Picture("rename"),
                    Step::Do(Spot::Window, TriedAction::Append("gamma")),
                    press("{ENTER}"),
                ],
                &[Check::File("files/gamma.txt", "b")],
            ),
        ),
        (Select, run(&[press("^a")], &[Check::State(is(Role::Cell, "alpha.txt"), State::Selected)])),
        (
            Menu,
            run(
                &[
                    click(Role::Menu, "View"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Show Hidden Files"),
                    click(Role::Menu, "View"),
                ],
                &[Check::State(is(Role::MenuItem, "Show Hidden Files"), State::Checked)],
            ),
        ),
        (
            Drag,
            run(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(is(Role::Cell, "alpha.txt"), TriedAction::DragTo(Role::Cell, "folder")),
                ],
                &[Check::File("files/folder/alpha.txt", "a")],
            ),
        ),
        (
            Scroll,
            run(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    press("^l"),
                    Step::Do(Spot::Window, TriedAction::Append("{home}/many\n")),
                    Step::Await(Check::There(is(Role::Cell, "file 002"))),
                    Step::Do(is(Role::Cell, "file 002"), TriedAction::Scroll(-5)),
                ],
                &[Check::Moved(is(Role::Cell, "file 002"))],
            ),
        ),
        nothing(FileDialog, "it is the file manager"),
    ],
};

const GEDIT: Application = Application {
    name: "gedit",
    toolkit: TOOLKIT,
    package: "gedit",
    start: Start::Program(&["gedit", "--standalone", "{home}/notes.txt"]),
    title: "notes.txt",
    ready: &[Spot::Largest(Role::Edit)],
    files: NOTES,
    trials: &[
        EDITOR_OBSERVE,
        EDITOR_SCROLL,
        (
            Click,
            run(
                &[Step::Do(is(Role::ToggleButton, "Menu"), TriedAction::Point), Step::Picture("menu")],
                &[Check::There(is(Role::Button, "Preferences"))],
            ),
        ),
        (
            Type,
            run(
                &[
                    press("{ESCAPE}"),
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
                    Step::Do(Spot::Window, TriedAction::Append("Welt")),
                ],
                &[Check::Value(Spot::Largest(Role::Edit), "Grüße, Welt ✓")],
            ),
        ),
        (
            Menu,
            run(
                &[
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::RightClick),
                    Step::Picture("context"),
                    click(Role::MenuItem, "Select All"),
                ],
                &[Check::Gone(is(Role::MenuItem, "Select All"))],
            ),
        ),
        (
            Drag,
            run(
                &[
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::Replace("drag over me")),
                    Step::Do(Spot::Largest(Role::Edit), TriedAction::DragFrom((26, 9), (400, 0))),
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
                    Step::Await(Check::There(is(Role::Button, "Open"))),
                    Step::Picture("dialog"),
                    press("/"),
                    Step::Do(Spot::Window, TriedAction::Append("{home}/other.txt")),
                    press("{ENTER}"),
                ],
                &[Check::Title("other.txt")],
            ),
        ),
    ],
};
