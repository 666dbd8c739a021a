//! Programs: their files, their rights, and groups that end as a whole.

use super::fixture::{OtherProgram, alone, soon, wait_for};
use crate::command_line::StartSpec;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::process_group::ProcessGroup;
use crate::process_identity::ProcessIdentity;
use crate::processes::{end_process, identify, image_path, integrity_of, is_above_us};
use crate::window_list::toplevel;
use std::time::Duration;

/// No process has this id: they are multiples of four.
const NO_PROCESS: u32 = 0x7fff_fff1;

fn shell(arguments: &[&str]) -> StartSpec {
    let program = std::env::var_os("ComSpec").unwrap().into();
    StartSpec {
        program,
        arguments: arguments.iter().map(|it| (*it).into()).collect(),
        ..StartSpec::default()
    }
}

#[test]
fn a_process_has_a_file_and_rights_and_one_that_is_gone_has_none() {
    let ours = std::process::id();
    let expected = std::env::current_exe().unwrap();
    let found = image_path(ours).unwrap();
    assert_eq!(found.to_str().unwrap().to_lowercase(), expected.to_str().unwrap().to_lowercase());
    assert!(integrity_of(ours).is_ok());
    assert_eq!(is_above_us(ours), Ok(false));
    assert_eq!(image_path(NO_PROCESS), Err(Win32Error::Gone));
    assert_eq!(is_above_us(NO_PROCESS), Err(Win32Error::Gone));
}

#[test]
fn a_program_gets_its_arguments_its_folder_and_its_variables() {
    let folder = std::env::temp_dir();
    let file = folder.join(format!("deskpilot group {}.txt", std::process::id()));
    let mut spec = shell(&["/c", "echo", "%WANTED%", ">", file.file_name().unwrap().to_str().unwrap()]);
    spec.folder = Some(folder);
    spec.variables = vec![("WANTED".into(), "grüß dich".into())];
    let group = ProcessGroup::start(&spec).unwrap();
    assert_eq!(group.wait(soon()), Ok(0));
    assert!(std::fs::read(&file).unwrap().starts_with(b"gr"));
    std::fs::remove_file(&file).unwrap();
    let missing = StartSpec { program: "no such program.exe".into(), ..StartSpec::default() };
    assert!(matches!(ProcessGroup::start(&missing), Err(Win32Error::Cannot(_))));
    assert_eq!(ProcessGroup::start(&shell(&["/c", "exit", "7"])).unwrap().wait(soon()), Ok(7));
}

#[test]
fn a_group_ends_with_everything_that_its_program_started() {
    let _alone = alone();
    let other = OtherProgram::start_by_shell("Two");
    let group = &other.group;
    assert_eq!(group.running_count(), Ok(2));
    assert_ne!(toplevel(other.window).unwrap().process, Some(group.id()));
    let waited = group.wait(Deadline::within(Duration::from_millis(50)));
    assert_eq!(waited, Err(Win32Error::TooSlow { millis: 50 }));
    group.end().unwrap();
    wait_for("none is left", || group.running_count().unwrap() == 0);
    assert!(group.wait(soon()).is_ok());
}

#[test]
fn a_group_that_nobody_keeps_ends() {
    let _alone = alone();
    let other = OtherProgram::start("Dropped");
    let (window, id) = (other.window, other.group.id());
    assert_eq!(toplevel(window).unwrap().process, Some(id));
    drop(other);
    wait_for("its window is gone", || toplevel(window) == Err(Win32Error::Gone));
}

#[test]
fn a_program_is_ended_by_its_number_and_one_that_has_the_number_now_is_not() {
    let _alone = alone();
    let other = OtherProgram::start("Ended");
    let process = identify(other.group.id()).unwrap();
    let before = ProcessIdentity { started: process.started - 1, ..process };
    assert_eq!(end_process(before), Err(Win32Error::Gone));
    assert_eq!(other.group.running_count(), Ok(1));
    end_process(process).unwrap();
    wait_for("its window is gone", || toplevel(other.window) == Err(Win32Error::Gone));
    assert_eq!(end_process(ProcessIdentity { number: NO_PROCESS, started: 0 }), Err(Win32Error::Gone));
}

#[test]
fn the_process_of_a_window_is_known_with_its_start() {
    let _alone = alone();
    let (first, second) = (OtherProgram::start("First"), OtherProgram::start("Second"));
    let [one, other] = [&first, &second].map(|it| toplevel(it.window).unwrap().identity.unwrap());
    assert_eq!((one.number, other.number), (first.group.id(), second.group.id()));
    assert_eq!(identify(one.number), Ok(one));
    assert!(identify(std::process::id()).unwrap().started < one.started && one.started < other.started);
    assert_eq!(identify(NO_PROCESS), Err(Win32Error::Gone));
}
