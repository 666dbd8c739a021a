//! Terminals: one that publishes its text, and one that only a picture shows.

use super::{click, does_not_apply, named, press, trial};
use crate::spec::Capability::{Click, Drag, FileDialog, Menu, Observe, Scroll, Select, Type};
use crate::spec::{Application, Check, Content, Start, Step, Target, TriedAction};
use deskpilot_core::Role;

pub(super) const ALL: &[Application] = &[TERMINAL, XTERM];

const SCREEN: Target = Target::Largest(Role::Terminal);
const MIDDLE: Target = Target::AtFraction(0.5, 0.5);

const TERMINAL: Application = Application {
    name: "xfce4-terminal",
    toolkit: ("VTE in GTK 3", "libvte-2.91-0"),
    package: "xfce4-terminal",
    start: Start::Program(&["xfce4-terminal", "--disable-server", "--command=/bin/sh"]),
    title: "Terminal",
    ready: &[SCREEN, named(Role::Menu, "File")],
    files: &[("lines.txt", Content::Lines(300))],
    trials: &[
        (Observe, trial(&[Step::Picture("window")], &[Check::Controls(5), Check::Value(SCREEN, "#")])),
        (
            Click,
            trial(
                &[Step::Do(named(Role::Menu, "Edit"), TriedAction::PointerClick)],
                &[Check::Present(named(Role::MenuItem, "Select All"))],
            ),
        ),
        (
            Type,
            trial(
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
            trial(
                &[click(Role::Menu, "Edit"), click(Role::MenuItem, "Select All")],
                &[Check::Absent(named(Role::MenuItem, "Select All"))],
            ),
        ),
        (
            Menu,
            trial(
                &[click(Role::Menu, "View"), Step::Picture("menu"), click(Role::MenuItem, "Show Toolbar")],
                &[Check::Present(named(Role::Button, "Next Tab"))],
            ),
        ),
        (
            Scroll,
            trial(
                &[
                    Step::Do(SCREEN, TriedAction::Append("cat lines.txt\n")),
                    Step::Do(SCREEN, TriedAction::Scroll(10)),
                ],
                &[Check::Differs(named(Role::ScrollBar, ""))],
            ),
        ),
        (
            Drag,
            trial(&[Step::Do(SCREEN, TriedAction::DragFrom((20, 20), (300, 60)))], &[Check::Repainted(5)]),
        ),
        does_not_apply(FileDialog, "its only one is in its preferences"),
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
        (Observe, trial(&[Step::Picture("window")], &[Check::Controls(1)])),
        (
            Type,
            trial(
                &[Step::Do(Target::Window, TriedAction::Append("echo Grüße > made.txt; cat lines.txt\n"))],
                &[Check::File("made.txt", "Grüße")],
            ),
        ),
        (
            Click,
            trial(
                &[Step::Do(Target::AtFraction(0.05, 0.5), TriedAction::DoubleClick)],
                &[Check::Repainted(1)],
            ),
        ),
        (Select, trial(&[Step::Do(Target::Window, TriedAction::Select("line 300"))], &[])),
        does_not_apply(
            Menu,
            "its menus hang on a key and the pointer together, and have no accessibility either",
        ),
        (
            Scroll,
            trial(
                &[
                    Step::Do(Target::Window, TriedAction::Append("cat lines.txt\n")),
                    Step::Do(MIDDLE, TriedAction::Scroll(10)),
                ],
                &[Check::Repainted(5)],
            ),
        ),
        (
            Drag,
            trial(
                &[Step::Do(Target::AtFraction(0.1, 0.3), TriedAction::DragBy(100, 60))],
                &[Check::Repainted(5)],
            ),
        ),
        does_not_apply(FileDialog, "it has none"),
    ],
};
