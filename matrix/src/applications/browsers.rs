//! Browsers, on a page of ours.

use super::{click, is, press, run};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Capability, Check, Content, Spot, Start, Step, Trial, TriedAction};
use deskpilot_core::Role;

pub(super) const ALL: &[Application] = &[CHROMIUM, FIREFOX];

const FILES: &[(&str, Content)] =
    &[("page.html", Content::Program("page.html")), ("other.txt", Content::Text("from the other file"))];

const CHROMIUM: Application = Application {
    name: "chromium",
    toolkit: ("Chromium's own", "chromium"),
    package: "chromium",
    start: Start::Program(&[
        "chromium",
        "--no-sandbox",
        "--force-renderer-accessibility",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--password-store=basic",
        "--user-data-dir={home}/profile",
        "file://{home}/page.html",
    ]),
    title: "Gallery page",
    ready: &[is(Role::Button, "Press")],
    files: FILES,
    trials: CHROMIUM_TRIALS,
};

const FIREFOX: Application = Application {
    name: "firefox",
    toolkit: ("Gecko", "firefox-esr"),
    package: "firefox-esr",
    start: Start::Program(&[
        "firefox-esr",
        "--no-remote",
        "--profile",
        "{home}/profile",
        "file://{home}/page.html",
    ]),
    title: "Gallery page",
    ready: &[is(Role::Button, "Press")],
    files: &[
        ("page.html", Content::Program("page.html")),
        ("other.txt", Content::Text("from the other file")),
        ("profile/user.js", Content::Program("user.js")),
    ],
    trials: FIREFOX_TRIALS,
};

/// The page opens a file, in a dialog that this step answers.
macro_rules! file_dialog {
    ($answer:expr) => {
        (
            FileDialog,
            run(
                &[
                    Step::Do(is(Role::Button, "Upload*"), TriedAction::Point),
                    Step::Await(Check::Title("File")),
                    Step::Picture("dialog"),
                    press("/"),
                    // The field it opens holds the key already.
                    press("^a"),
                    Step::Do(Spot::Window, TriedAction::Append("{home}/other.txt")),
                    $answer,
                ],
                &[Check::Title("opened other.txt")],
            ),
        )
    };
}

const FIREFOX_TRIALS: &[(Capability, Trial)] =
    &[OBSERVE, CLICK, TYPE, SELECT, MENU, SCROLL, DRAG, file_dialog!(press("{ENTER}"))];

/// Chromium takes the Enter key in its file dialog for a cancellation, whoever presses it.
const CHROMIUM_TRIALS: &[(Capability, Trial)] = &[
    OBSERVE,
    CLICK,
    TYPE,
    SELECT,
    MENU,
    SCROLL,
    DRAG,
    file_dialog!(Step::Do(Spot::FromCorner("Open File", 50, 26), TriedAction::Click)),
];

const OBSERVE: (Capability, Trial) = (Observe, run(&[Step::Picture("window")], &[Check::Controls(20)]));

const CLICK: (Capability, Trial) = (
    Click,
    run(
        &[click(Role::Button, "Press"), Step::Do(is(Role::Button, "Press"), TriedAction::Point)],
        &[Check::Title("pressed 2")],
    ),
);

const TYPE: (Capability, Trial) = (
    Type,
    run(
        &[Step::Do(is(Role::Edit, "Name"), TriedAction::Replace("Grüße, 世界 ✓"))],
        &[Check::Title("typed Grüße, 世界 ✓")],
    ),
);

const SELECT: (Capability, Trial) = (
    Select,
    run(
        &[Step::Do(is(Role::ComboBox, "Colour"), TriedAction::Select("Green"))],
        &[Check::Title("chosen Green")],
    ),
);

const MENU: (Capability, Trial) = (
    Menu,
    run(
        &[Step::Do(is(Role::Button, "Press"), TriedAction::RightClick), Step::Picture("menu")],
        &[Check::There(is(Role::MenuItem, "Inspect*"))],
    ),
);

const SCROLL: (Capability, Trial) = (
    Scroll,
    run(
        &[press("{ESCAPE}"), Step::Do(Spot::Largest(Role::Document), TriedAction::Scroll(-5))],
        &[Check::Moved(is(Role::Button, "Press"))],
    ),
);

const DRAG: (Capability, Trial) = (
    Drag,
    run(
        &[
            Step::Do(Spot::Largest(Role::Document), TriedAction::Scroll(50)),
            // A page that still glides from an earlier turn of the wheel does not always heed the next.
            Step::Do(Spot::Largest(Role::Document), TriedAction::Scroll(50)),
            Step::Do(is(Role::Slider, "Volume"), TriedAction::DragBy(50, 0)),
        ],
        &[Check::Title("volume")],
    ),
);
