//! LibreOffice, which draws itself in GTK 3.

use super::{click, does_not_apply, named, press, then, trial};
use crate::spec::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::spec::{Application, Check, Content, Start, Step, Target, TriedAction};
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
    ready: &[
        named(Role::Menu, "File"),
        Target::WithValue(Role::Text, "paragraph 1"),
        named(Role::ToggleButton, "Bold"),
    ],
    files: &[("notes.fodt", Content::Program("notes.fodt"))],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[Check::Controls(100), Check::Present(Target::WithValue(Role::Text, "paragraph 2"))],
            ),
        ),
        (
            Scroll,
            trial(
                &[Step::Do(Target::Largest(Role::Document), TriedAction::Scroll(-5))],
                &[Check::Differs(named(Role::ScrollBar, "Vertical scroll bar"))],
            ),
        ),
        (
            Click,
            trial(
                &[
                    press("^{HOME}"),
                    Step::Do(named(Role::ToggleButton, "Italic"), TriedAction::Click),
                    Step::Do(named(Role::ToggleButton, "Bold"), TriedAction::PointerClick),
                ],
                &[
                    Check::State(named(Role::ToggleButton, "Bold"), State::Checked),
                    Check::State(named(Role::ToggleButton, "Italic"), State::Checked),
                ],
            ),
        ),
        (
            Type,
            trial(
                &[
                    Step::Do(Target::WithValue(Role::Text, "paragraph 1"), TriedAction::PointerClick),
                    press("^{HOME}"),
                    Step::Do(Target::Window, TriedAction::Append("Grüße, 世界 ✓ ")),
                    then("^s"),
                ],
                &[Check::File("notes.fodt", "Grüße, "), Check::File("notes.fodt", "世界")],
            ),
        ),
        (
            Select,
            trial(
                &[
                    Step::Do(
                        Target::WithValue(Role::Text, "paragraph 3"),
                        TriedAction::SelectText("paragraph"),
                    ),
                    Step::Do(Target::Window, TriedAction::Append("third")),
                ],
                &[Check::Present(Target::WithValue(Role::Text, "third 3"))],
            ),
        ),
        (
            Menu,
            trial(
                &[click(Role::Menu, "Insert"), Step::Picture("menu"), click(Role::MenuItem, "Page Break")],
                &[Check::Present(Target::WithValue(Role::Text, "of 4"))],
            ),
        ),
        (
            Drag,
            trial(
                &[
                    press("^{END}"),
                    Step::Do(
                        Target::WithValue(Role::Text, "paragraph 110"),
                        TriedAction::DragFrom((1, 9), (500, 0)),
                    ),
                    Step::Do(Target::Window, TriedAction::Append("dragged over")),
                ],
                &[
                    Check::Present(Target::WithValue(Role::Text, "dragged over")),
                    Check::Absent(Target::WithValue(Role::Text, "paragraph 110")),
                ],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    press("^+s"),
                    Step::Await(Check::Present(named(Role::Edit, "Name:"))),
                    Step::Picture("dialog"),
                    Step::Do(named(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.fodt")),
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
    ready: &[named(Role::Menu, "File"), named(Role::Cell, "A1"), named(Role::ToggleButton, "Bold")],
    files: &[("table.fods", Content::Program("table.fods"))],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[Check::Controls(100), Check::Present(Target::WithValue(Role::Cell, "name 2"))],
            ),
        ),
        (
            Click,
            trial(
                &[Step::Do(named(Role::Cell, "B3"), TriedAction::PointerClick)],
                &[Check::State(named(Role::Cell, "B3"), State::Focused)],
            ),
        ),
        (
            Type,
            trial(
                &[Step::Do(named(Role::Cell, "C2"), TriedAction::Replace("Grüße, 世界 ✓")), then("^s")],
                &[Check::Value(named(Role::Cell, "C2"), "Grüße, 世界 ✓"), Check::File("table.fods", "世界")],
            ),
        ),
        (
            Select,
            trial(
                &[Step::Do(named(Role::Cell, "D4"), TriedAction::Click)],
                &[Check::Present(Target::WithValue(Role::Edit, "D4"))],
            ),
        ),
        (
            Menu,
            trial(
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
            trial(
                &[
                    Step::DoIfPresent(named(Role::Button, "Cancel"), TriedAction::Click),
                    Step::Do(named(Role::Cell, "B9"), TriedAction::Scroll(-5)),
                ],
                &[Check::Moved(named(Role::Cell, "B9"))],
            ),
        ),
        (
            Drag,
            trial(
                &[press("^{HOME}"), Step::Do(named(Role::Cell, "A2"), TriedAction::DragTo(Role::Cell, "B4"))],
                &[Check::Present(Target::WithValue(Role::Edit, "A2:B4"))],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    press("^+s"),
                    Step::Await(Check::Present(named(Role::Edit, "Name:"))),
                    Step::Picture("dialog"),
                    Step::Do(named(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.fods")),
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
    ready: &[named(Role::Menu, "File"), Target::WithValue(Role::Text, "Slide 1 of 3")],
    files: &[("slides.fodp", Content::Program("slides.fodp"))],
    trials: &[
        (
            Observe,
            trial(
                &[Step::Picture("window")],
                &[Check::Controls(80), Check::Present(Target::WithValue(Role::Text, "Title 1"))],
            ),
        ),
        (
            Click,
            trial(
                &[Step::Do(named(Role::Group, "Slide 2"), TriedAction::PointerClick)],
                &[Check::Present(Target::WithValue(Role::Text, "Slide 2 of 3"))],
            ),
        ),
        (
            Type,
            trial(
                &[
                    Step::Do(Target::WithValue(Role::Text, "Title 2"), TriedAction::DoubleClick),
                    press("^a"),
                    Step::Do(Target::Window, TriedAction::Append("Grüße, 世界 ✓")),
                    press("{ESCAPE}"),
                    then("^s"),
                ],
                &[Check::File("slides.fodp", "Grüße, "), Check::File("slides.fodp", "世界")],
            ),
        ),
        (
            Select,
            trial(
                &[
                    press("{ESCAPE}{ESCAPE}"),
                    Step::Do(named(Role::ListItem, "Title, Content"), TriedAction::Click),
                ],
                &[Check::State(named(Role::ListItem, "Title, Content"), State::Selected)],
            ),
        ),
        (
            Menu,
            trial(
                &[
                    click(Role::Menu, "Slide"),
                    Step::Picture("menu"),
                    click(Role::MenuItem, "Duplicate Slide"),
                ],
                &[Check::Present(Target::WithValue(Role::Text, "of 4"))],
            ),
        ),
        does_not_apply(Scroll, "a slide fits into its window"),
        (
            Drag,
            trial(
                &[
                    Step::Do(named(Role::Group, "Slide 1"), TriedAction::PointerClick),
                    Step::Do(Target::WithValue(Role::Text, "Title 1"), TriedAction::PointerClick),
                    press("{ESCAPE}"),
                    Step::Do(Target::WithValue(Role::Text, "Title 1"), TriedAction::DragBy(0, 200)),
                ],
                &[Check::Moved(Target::WithValue(Role::Text, "Title 1"))],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    press("^+s"),
                    Step::Await(Check::Present(named(Role::Edit, "Name:"))),
                    Step::Picture("dialog"),
                    Step::Do(named(Role::Edit, "Name:"), TriedAction::Replace("{home}/saved.fodp")),
                    click(Role::Button, "Save"),
                ],
                &[Check::File("saved.fodp", "Title 3")],
            ),
        ),
    ],
};
