//! Browsers, with a page of our own.

use super::{click, named, press, trial};
use crate::spec::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::spec::{Application, Capability, Check, Content, Start, Step, Target, Trial, TriedAction};
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
    ready: &[named(Role::Button, "Press")],
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
    ready: &[named(Role::Button, "Press")],
    files: &[
        ("page.html", Content::Program("page.html")),
        ("other.txt", Content::Text("from the other file")),
        ("profile/user.js", Content::Program("user.js")),
    ],
    trials: FIREFOX_TRIALS,
};

/// The page opens a file in a dialog, which this step confirms.
macro_rules! file_dialog {
    ($answer:expr) => {
        (
            FileDialog,
            trial(
                &[
                    Step::Do(named(Role::Button, "Upload*"), TriedAction::PointerClick),
                    Step::Await(Check::Title("File")),
                    Step::Picture("dialog"),
                    press("/"),
                    // The key opens a field that contains it already.
                    press("^a"),
                    Step::Do(Target::Window, TriedAction::Append("{home}/other.txt")),
                    $answer,
                ],
                &[Check::Title("opened other.txt")],
            ),
        )
    };
}

const FIREFOX_TRIALS: &[(Capability, Trial)] =
    &[OBSERVE, CLICK, TYPE, SELECT, MENU, SCROLL, DRAG, file_dialog!(press("{ENTER}"))];

/// Chromium's file dialog treats the Enter key as a cancellation, also when a person presses it.
const CHROMIUM_TRIALS: &[(Capability, Trial)] = &[
    OBSERVE,
    CLICK,
    TYPE,
    SELECT,
    MENU,
    SCROLL,
    DRAG,
    file_dialog!(Step::Do(Target::FromCorner("Open File", 50, 26), TriedAction::Click)),
];

const OBSERVE: (Capability, Trial) = (Observe, trial(&[Step::Picture("window")], &[Check::Controls(20)]));

const CLICK: (Capability, Trial) = (
    Click,
    trial(
        &[click(Role::Button, "Press"), Step::Do(named(Role::Button, "Press"), TriedAction::PointerClick)],
        &[Check::Title("pressed 2")],
    ),
);

const TYPE: (Capability, Trial) = (
    Type,
    trial(
        &[Step::Do(named(Role::Edit, "Name"), TriedAction::Replace("Grüße, 世界 ✓"))],
        &[Check::Title("typed Grüße, 世界 ✓")],
    ),
);

const SELECT: (Capability, Trial) = (
    Select,
    trial(
        &[Step::Do(named(Role::ComboBox, "Colour"), TriedAction::Select("Green"))],
        &[Check::Title("chosen Green")],
    ),
);

const MENU: (Capability, Trial) = (
    Menu,
    trial(
        &[Step::Do(named(Role::Button, "Press"), TriedAction::RightClick), Step::Picture("menu")],
        &[Check::Present(named(Role::MenuItem, "Inspect*"))],
    ),
);

const SCROLL: (Capability, Trial) = (
    Scroll,
    trial(
        &[press("{ESCAPE}"), Step::Do(Target::Largest(Role::Document), TriedAction::Scroll(-5))],
        &[Check::Moved(named(Role::Button, "Press"))],
    ),
);

const DRAG: (Capability, Trial) = (
    Drag,
    trial(
        &[
            Step::Do(Target::Largest(Role::Document), TriedAction::Scroll(50)),
            // A page that still scrolls smoothly from one turn of the wheel may ignore the next.
            Step::Do(Target::Largest(Role::Document), TriedAction::Scroll(50)),
            Step::Do(named(Role::Slider, "Volume"), TriedAction::DragBy(50, 0)),
        ],
        &[Check::Title("volume")],
    ),
);
