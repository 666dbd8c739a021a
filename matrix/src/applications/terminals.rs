//! Terminals: one that tells what is on it, and one that is only seen.

use super::{click, is, nothing, press, run};
use crate::words::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::words::{Application, Check, Content, Spot, Start, Step, TriedAction};
use deskpilot_core::Role;

pub(super) const ALL: &[Application] = &[TERMINAL, XTERM];

const SCREEN: Spot = Spot::Largest(Role::Terminal);
const MIDDLE: Spot = Spot::Place(0.5, 0.5);

const TERMINAL: Application = Application {
    name: "xfce4-terminal",
    toolkit: ("VTE in GTK 3", "libvte-2.91-0"),
    package: "xfce4-terminal",
    start: Start::Program(&["xfce4-terminal", "--disable-server", "--command=/bin/sh"]),
    title: "Terminal",
    ready: &[SCREEN, is(Role::Menu, "File")],
    files: &[("lines.txt", Content::Lines(300))],
    trials: &[
        (Observe, run(&[Step::Picture("window")], &[Check::Controls(5), Check::Value(SCREEN, "#")])),
        (
            Click,
            run(
                &[Step::Do(is(Role::Menu, "Edit"), TriedAction::Point)],
                &[Check::There(is(Role::MenuItem, "Select All"))],
            ),
        ),
        (
            Type,
            run(
                &[
                    press("{ESCAPE}"),
                    Step::Do(SCREEN, TriedAction::Append("echo Grüße > made.txt\n")),
                    Step::Picture("typed"),
                    Step::Do(SCREEN, TriedAction::Append("cat lines.txt\n")),
                ],
                &[Check::File("made.txt", "Grüße"), Check::Value(SCREEN, "line 300")],
            ),
        ),
        (
            Select,
            run(
                &[click(Role::Menu, "Edit"), click(Role::MenuItem, "Select All")],
                &[Check::Gone(is(Role::MenuItem, "Select All"))],
            ),
        ),
        (
            Menu,
            run(
                &[click(Role::Menu, "View"), Step::Picture("menu"), click(Role::MenuItem, "Show Toolbar")],
                &[Check::There(is(Role::Button, "Next Tab"))],
            ),
        ),
        (
            Scroll,
            run(
                &[
                    Step::Do(SCREEN, TriedAction::Append("cat lines.txt\n")),
                    Step::Do(SCREEN, TriedAction::Scroll(10)),
                ],
                &[Check::Differs(is(Role::ScrollBar, ""))],
            ),
        ),
        (Drag, run(&[Step::Do(SCREEN, TriedAction::DragFrom((20, 20), (300, 60)))], &[Check::Repainted(5)])),
        nothing(FileDialog, "its only one is in its preferences"),
    ],
};

const XTERM: Application = Application {
    name: "xterm",
    toolkit: ("Xt, without accessibility", "libxt6"),
    package: "xterm",
    start: Start::Program(&["xterm", "-fa", "DejaVu Sans Mono", "-T", "plain terminal", "-e", "/bin/sh"]),
    title: "plain terminal",
    ready: &[],
    files: &[("lines.txt", Content::Lines(300))],
    trials: &[
        (Observe, run(&[Step::Picture("window")], &[Check::Controls(1)])),
        (
            Type,
            run(
                &[Step::Do(Spot::Window, TriedAction::Append("echo Grüße > made.txt; cat lines.txt\n"))],
                &[Check::File("made.txt", "Grüße")],
            ),
        ),
        (Click, run(&[Step::Do(Spot::Place(0.05, 0.5), TriedAction::DoubleClick)], &[Check::Repainted(1)])),
        (Select, run(&[Step::Do(Spot::Window, TriedAction::Select("line 300"))], &[])),
        nothing(Menu, "its menus hang on a key and the pointer together, and have no accessibility either"),
        (
            Scroll,
            run(
                &[
                    Step::Do(Spot::Window, TriedAction::Append("cat lines.txt\n")),
                    Step::Do(MIDDLE, TriedAction::Scroll(10)),
                ],
                &[Check::Repainted(5)],
            ),
        ),
        (Drag, run(&[Step::Do(Spot::Place(0.1, 0.3), TriedAction::DragBy(100, 60))], &[Check::Repainted(5)])),
        nothing(FileDialog, "it has none"),
    ],
};
