//! A person uses the mouse of the desktop that the agent works on: the task pauses, and continues after `hand-back`.

use deskpilot_core::{Event, PauseCause};
use deskpilot_linux::{PrivateDesktop, PrivateOptions, Seat};
use deskpilot_testkit::command_line::{finish, transcript, until};
use std::process::{Command, Stdio};
use x11rb::{
    connection::Connection,
    protocol::{
        xinput::{self, ConnectionExt as _, DEVICE_BUTTON_PRESS_EVENT, DEVICE_BUTTON_RELEASE_EVENT},
        xtest::ConnectionExt as _,
    },
};

/// Presses a button of the mouse itself, and not of the device that programs press.
fn press_the_mouse(seat: &Seat) {
    let (connection, screen) = seat.connect_display().unwrap();
    let root = connection.setup().roots[screen].root;
    connection.xinput_xi_query_version(2, 2).unwrap().reply().unwrap();
    let infos = connection.xinput_xi_query_device(0_u16).unwrap().reply().unwrap().infos;
    let mouse = infos.iter().find(|it| it.name == b"Xvfb mouse").unwrap().deviceid;
    let extension =
        x11rb::connection::RequestConnection::extension_information(&connection, xinput::X11_EXTENSION_NAME);
    let first = extension.unwrap().unwrap().first_event;
    for kind in [DEVICE_BUTTON_PRESS_EVENT, DEVICE_BUTTON_RELEASE_EVENT] {
        let sent = connection.xtest_fake_input(first + kind, 1, 0, root, 0, 0, u8::try_from(mouse).unwrap());
        sent.unwrap().check().unwrap();
    }
}

#[test]
fn a_person_who_uses_the_mouse_has_the_desktop_until_they_hand_it_back() {
    let workspace = crate::workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
    let at_it = |words: &[&str]| -> Command {
        let mut command = workspace.command(words);
        command.env_clear().envs(desktop.seat().environment().iter());
        command.args(["--desktop", "current"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let job = "Open galculator. Wait 2 seconds. Click \"5\".";
    let child = at_it(&["run", job, "--task", "t"]).spawn().unwrap();
    until("the wait has begun", || {
        workspace.operations("t").iter().any(|operation| operation.starts_with("wait("))
    });
    press_the_mouse(desktop.seat());
    let has = |wanted: &Event| workspace.entries("t").iter().any(|it| it.event == *wanted);
    until("the person is noticed", || has(&Event::Paused { cause: PauseCause::Pointer }));
    assert!(!workspace.operations("t").iter().any(|it| it.contains("\"5\"")), "nothing is done meanwhile");
    assert_eq!(workspace.run(&["hand-back", "t"]).status.code(), Some(0));
    let output = finish(child);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert!(workspace.operations("t").iter().any(|it| it.contains("\"5\"")), "{}", transcript(&output));
    runtime.block_on(desktop.close());
}
