//! Java, in Swing.

use super::{GALLERY_CLICK, GALLERY_SELECT, GALLERY_TYPE, OTHER, click, is, press, run};
use crate::words::Capability::{Drag, FileDialog, Menu, Observe, Scroll};
use crate::words::{Application, Check, Spot, Start, Step, TriedAction};
use deskpilot_core::Role;

pub(super) const ALL: &[Application] = &[GALLERY];

const GALLERY: Application = Application {
    name: "swing-gallery",
    toolkit: ("Swing", "libatk-wrapper-java"),
    package: "openjdk-17-jre",
    start: Start::Program(&[
        "java",
        "-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper",
        "-cp",
        "/usr/share/java/java-atk-wrapper.jar",
        "{programs}/Gallery.java",
        "{home}",
    ]),
    title: "Swing Gallery",
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
                &[click(Role::Menu, "File"), Step::Picture("menu"), click(Role::MenuItem, "Mark")],
                &[Check::There(is(Role::Text, "marked"))],
            ),
        ),
        (
            Scroll,
            run(
                &[Step::Do(Spot::Largest(Role::List), TriedAction::Scroll(-5))],
                &[Check::Moved(is(Role::Text, "item 2"))],
            ),
        ),
        (
            Drag,
            run(
                &[Step::Do(is(Role::Slider, "Volume"), TriedAction::DragFrom((8, 12), (200, 0)))],
                &[Check::There(is(Role::Text, "volume*"))],
            ),
        ),
        (
            FileDialog,
            run(
                &[
                    press("^o"),
                    Step::Await(Check::There(is(Role::Button, "Open"))),
                    Step::Picture("dialog"),
                    Step::Do(is(Role::Edit, "File Name:"), TriedAction::Replace("{home}/other.txt")),
                    click(Role::Button, "Open"),
                ],
                &[Check::There(is(Role::Text, "opened other.txt"))],
            ),
        ),
    ],
};
