//! Java, in Swing.

use super::{click, is, press, run};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Check, Content, Deed, Spot, Start, Step};
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
    files: &[("other.txt", Content::Text("from the other file"))],
    trials: &[
        (Observe, run(&[Step::Picture("window")], &[Check::Controls(10)])),
        (
            Click,
            run(
                &[click(Role::Button, "Press"), Step::Do(is(Role::Button, "Press"), Deed::Point)],
                &[Check::There(is(Role::Text, "pressed 2"))],
            ),
        ),
        (
            Type,
            run(
                &[Step::Do(is(Role::Edit, "Name"), Deed::Replace("Grüße, 世界 ✓"))],
                &[Check::There(is(Role::Text, "typed Grüße, 世界 ✓"))],
            ),
        ),
        (
            Select,
            run(
                &[Step::Do(Spot::Largest(Role::ComboBox), Deed::Select("Green"))],
                &[Check::There(is(Role::Text, "chosen Green"))],
            ),
        ),
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
                &[Step::Do(Spot::Largest(Role::List), Deed::Scroll(-5))],
                &[Check::Moved(is(Role::Text, "item 2"))],
            ),
        ),
        (
            Drag,
            run(
                &[Step::Do(is(Role::Slider, "Volume"), Deed::DragFrom((8, 12), (200, 0)))],
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
                    Step::Do(is(Role::Edit, "File Name:"), Deed::Replace("{home}/other.txt")),
                    click(Role::Button, "Open"),
                ],
                &[Check::There(is(Role::Text, "opened other.txt"))],
            ),
        ),
    ],
};
