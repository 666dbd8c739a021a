//! Java, in Swing.

use super::{GALLERY_CLICK, GALLERY_SELECT, GALLERY_TYPE, OTHER, click, named, press, trial};
use crate::spec::Capability::{Drag, FileDialog, Menu, Observe, Scroll};
use crate::spec::{Application, Check, Start, Step, Target, TriedAction};
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
    ready: &[named(Role::Button, "Press")],
    files: OTHER,
    trials: &[
        (Observe, trial(&[Step::Picture("window")], &[Check::Controls(10)])),
        GALLERY_CLICK,
        GALLERY_TYPE,
        GALLERY_SELECT,
        (
            Menu,
            trial(
                &[click(Role::Menu, "File"), Step::Picture("menu"), click(Role::MenuItem, "Mark")],
                &[Check::Present(named(Role::Text, "marked"))],
            ),
        ),
        (
            Scroll,
            trial(
                &[Step::Do(Target::Largest(Role::List), TriedAction::Scroll(-5))],
                &[Check::Moved(named(Role::Text, "item 2"))],
            ),
        ),
        (
            Drag,
            trial(
                &[Step::Do(named(Role::Slider, "Volume"), TriedAction::DragFrom((8, 12), (200, 0)))],
                &[Check::Present(named(Role::Text, "volume*"))],
            ),
        ),
        (
            FileDialog,
            trial(
                &[
                    press("^o"),
                    Step::Await(Check::Present(named(Role::Button, "Open"))),
                    Step::Picture("dialog"),
                    Step::Do(named(Role::Edit, "File Name:"), TriedAction::Replace("{home}/other.txt")),
                    click(Role::Button, "Open"),
                ],
                &[Check::Present(named(Role::Text, "opened other.txt"))],
            ),
        ),
    ],
};
