//! Browsers, on a page of ours.

use super::{click, is, press, run};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Capability, Check, Content, Deed, Spot, Start, Step, Trial};
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
    trials: TRIALS,
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
    trials: TRIALS,
};

const TRIALS: &[(Capability, Trial)] = &[
    (Observe, run(&[Step::Picture("window")], &[Check::Controls(20)])),
    (
        Click,
        run(
            &[click(Role::Button, "Press"), Step::Do(is(Role::Button, "Press"), Deed::Point)],
            &[Check::Title("pressed 2")],
        ),
    ),
    (
        Type,
        run(
            &[Step::Do(is(Role::Edit, "Name"), Deed::Replace("Grüße, 世界 ✓"))],
            &[Check::Title("typed Grüße, 世界 ✓")],
        ),
    ),
    (
        Select,
        run(
            &[Step::Do(is(Role::ComboBox, "Colour"), Deed::Select("Green"))],
            &[Check::Title("chosen Green")],
        ),
    ),
    (
        Menu,
        run(
            &[Step::Do(is(Role::Button, "Press"), Deed::RightClick), Step::Picture("menu")],
            &[Check::There(is(Role::MenuItem, "Inspect*"))],
        ),
    ),
    (
        Scroll,
        run(
            &[press("{ESCAPE}"), Step::Do(Spot::Largest(Role::Document), Deed::Scroll(-5))],
            &[Check::Moved(is(Role::Button, "Press"))],
        ),
    ),
    (
        Drag,
        run(
            &[
                Step::Do(Spot::Largest(Role::Document), Deed::Scroll(50)),
                Step::Do(is(Role::Slider, "Volume"), Deed::DragBy(50, 0)),
            ],
            &[Check::Title("volume")],
        ),
    ),
    (
        FileDialog,
        run(
            &[
                Step::Do(is(Role::Button, "Upload*"), Deed::Point),
                Step::Await(Check::Title("File")),
                Step::Picture("dialog"),
                press("/"),
                // The field it opens holds the key already.
                press("^a"),
                Step::Do(Spot::Window, Deed::Append("{home}/other.txt")),
                press("{ENTER}"),
            ],
            &[Check::Title("opened other.txt")],
        ),
    ),
];
