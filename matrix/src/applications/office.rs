//! LibreOffice, which draws itself in GTK 3.

use super::{click, is, nothing, press, run, then};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Check, Content, Spot, Start, Step, TriedAction};
use deskpilot_core::{Role, State};

const TOOLKIT: (&str, &str) = ("LibreOffice's own in GTK 3", "libreoffice-gtk3");

pub(super) const ALL: &[Application] = &[WRITER, CALC, IMPRESS];

macro_rules! soffice {
    ($($word:literal),*) => {
        Start::Program(&[
            "soffice",
            "-env:UserInstallation=file://{home}/profile",
            "--norestore",
            "--nologo",
            "--nofirststartwizard",
            $($word),*
        ])
    };
}

const WRITER: Application = Application {
    name: "writer",
    toolkit: TOOLKIT,
    package: "libreoffice-writer",
    start: soffice!("--writer", "{home}/notes.fodt"),
    title: "notes.fodt",
    ready: &[is(Role::Menu, "File"), Spot::Holds(Role::Text, "paragraph 1"), is(Role::ToggleButton, "Bold")],
    files: &[("notes.fodt", Content::Program("notes.fodt"))],
    trials: &[
        (
            Observe,
            run(
                &[Step::Picture("window")],
                &[Check::Controls(100), Check::There(Spot::Holds(Role::Text, "paragraph 2"))],
            ),
        ),
        (
            Scroll,
            run(
                &[Step::Do(Spot::Largest(Role::Document), TriedAction::Scroll(-5))],
                &[Check::Differs(is(Role::ScrollBar, "Vertical scroll bar"))],
            ),
        ),
        (
            Click,
            run(
                &[
                    press("^{HOME}"),
                    Step::Do(is(Role::ToggleButton, "Italic"), TriedAction::Click),
                    Step::Do(is(Role::ToggleButton, "Bold"), TriedAction::Point),
                ],
                &[
                    Check::State(is(Role::ToggleButton, "Bold"), State::Checked),
                    Check::State(is(Role::ToggleButton, "Italic"), State::Checked),
                ],
            ),
        ),
        (
            Type,
            run(
                &[
                    Step::Do(Spot::Holds(Role::Text, "paragraph 1"), TriedAction::Point),
                    press("^{HOME}"),
                    Step::Do(Spot::Window, TriedAction::Append("Grüße, 世界 ✓ ")),
                    then("^s"),
                ],
                &[Check::File("notes.fodt", "Grüße, "), Check::File("notes.fodt", "世界")],
            ),
        ),
        (
            Select,
            run(
                &[
                    Step::Do(Spot::Holds(Role::Text, "paragraph 3"), TriedAction::SelectText("paragraph")),
                    Step::Do(Spot::Window, TriedAction::Append("third")),
                ],
                &[Check::There(Spot::Holds(Role::Text, "third 3"))],
            ),
        ),
        (
            Menu,
            run(
                &[click(Role::Menu, "Insert"), Step::Picture("menu"), click(Role::MenuItem, "Page Break")],
                &[Check::There(Spot::Holds(Role::Text, "of 4"))],
            ),
        ),
        (
            Drag,
            run(
                &[
                    press("^{END}"),
                    Step::Do(
                        Spot::Holds(Role::Text, "paragraph 110"),
                        TriedAction::DragFrom((1, 9), (500, 0)),
                    ),
                    Step::Do(Spot::Window, TriedAction::Append("dragged over")),
                ],
                &[
                    Check::There(Spot::Holds(Role::Text, "dragged over")),
                    Check::Gone(Spot::Holds(Role::Text, "paragraph 110")),
                ],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    press("^+s"),
                    Step::Await(Check::There(is(Role::Edit, "Name:"))),
                    Step::Picture("dialog"),
                    Step::Do(is(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.fodt")),
                    click(Role::Button, "Save"),
                ],
                &[Check::File("saved.fodt", "paragraph")],
            ),
        ),
    ],
};

const CALC: Application = Application {
    name: "calc",
    toolkit: TOOLKIT,
    package: "libreoffice-calc",
    start: soffice!("--calc", "{home}/table.fods"),
    title: "table.fods",
    ready: &[is(Role::Menu, "File"), is(Role::Cell, "A1"), is(Role::ToggleButton, "Bold")],
    files: &[("table.fods", Content::Program("table.fods"))],
    trials: &[
        (
            Observe,
            run(
                &[Step::Picture("window")],
                &[Check::Controls(100), Check::There(Spot::Holds(Role::Cell, "name 2"))],
            ),
        ),
        (
            Click,
            run(
                &[Step::Do(is(Role::Cell, "B3"), TriedAction::Point)],
                &[Check::State(is(Role::Cell, "B3"), State::Focused)],
            ),
        ),
        (
            Type,
            run(
                &[Step::Do(is(Role::Cell, "C2"), TriedAction::Replace("Grüße, 世界 ✓")), then("^s")],
                &[Check::Value(is(Role::Cell, "C2"), "Grüße, 世界 ✓"), Check::File("table.fods", "世界")],
            ),
        ),
        (
            Select,
            run(
                &[Step::Do(is(Role::Cell, "D4"), TriedAction::Click)],
                &[Check::There(Spot::Holds(Role::Edit, "D4"))],
            ),
        ),
        (
            Menu,
            run(
                &[
                    click(Role::Menu, "Sheet"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Insert Sheet at End..."),
                ],
                &[Check::Title("Append Sheet")],
            ),
        ),
        (
            Scroll,
            run(
                &[
                    Step::DoIfThere(is(Role::Button, "Cancel"), TriedAction::Click),
                    Step::Do(is(Role::Cell, "B9"), TriedAction::Scroll(-5)),
                ],
                &[Check::Moved(is(Role::Cell, "B9"))],
            ),
        ),
        (
            Drag,
            run(
                &[press("^{HOME}"), Step::Do(is(Role::Cell, "A2"), TriedAction::DragTo(Role::Cell, "B4"))],
                &[Check::There(Spot::Holds(Role::Edit, "A2:B4"))],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    press("^+s"),
                    Step::Await(Check::There(is(Role::Edit, "Name:"))),
                    Step::Picture("dialog"),
                    Step::Do(is(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.fods")),
                    click(Role::Button, "Save"),
                ],
                &[Check::File("saved.fods", "name 2")],
            ),
        ),
    ],
};

const IMPRESS: Application = Application {
    name: "impress",
    toolkit: TOOLKIT,
    package: "libreoffice-impress",
    start: soffice!("--impress", "{home}/slides.fodp"),
    title: "slides.fodp",
    ready: &[is(Role::Menu, "File"), Spot::Holds(Role::Text, "Slide 1 of 3")],
    files: &[("slides.fodp", Content::Program("slides.fodp"))],
    trials: &[
        (
            Observe,
            run(
                &[Step::Picture("window")],
                &[Check::Controls(80), Check::There(Spot::Holds(Role::Text, "Title 1"))],
            ),
        ),
        (
            Click,
            run(
                &[Step::Do(is(Role::Group, "Slide 2"), TriedAction::Point)],
                &[Check::There(Spot::Holds(Role::Text, "Slide 2 of 3"))],
            ),
        ),
        (
            Type,
            run(
                &[
                    Step::Do(Spot::Holds(Role::Text, "Title 2"), TriedAction::DoubleClick),
                    press("^a"),
                    Step::Do(Spot::Window, TriedAction::Append("Grüße, 世界 ✓")),
                    press("{ESCAPE}"),
                    then("^s"),
                ],
                &[Check::File("slides.fodp", "Grüße, "), Check::File("slides.fodp", "世界")],
            ),
        ),
        (
            Select,
            run(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(is(Role::ListItem, "Title, Content"), TriedAction::Click),
                ],
                &[Check::State(is(Role::ListItem, "Title, Content"), State::Selected)],
            ),
        ),
        (
            Menu,
            run(
                &[
                    click(Role::Menu, "Slide"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Duplicate Slide"),
                ],
                &[Check::There(Spot::Holds(Role::Text, "of 4"))],
            ),
        ),
        nothing(Scroll, "a slide fits into its window"),
        (
            Drag,
            run(
                &[
                    Step::Do(is(Role::Group, "Slide 1"), TriedAction::Point),
                    Step::Do(Spot::Holds(Role::Text, "Title 1"), TriedAction::Point),
                    press("{ESCAPE}"),
                    Step::Do(Spot::Holds(Role::Text, "Title 1"), TriedAction::DragBy(0, 200)),
                ],
                &[Check::Moved(Spot::Holds(Role::Text, "Title 1"))],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    press("^+s"),
                    Step::Await(Check::There(is(Role::Edit, "Name:"))),
                    Step::Picture("dialog"),
                    Step::Do(is(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.fodp")),
                    click(Role::Button, "Save"),
                ],
                &[Check::File("saved.fodp", "Title 3")],
            ),
        ),
    ],
};
