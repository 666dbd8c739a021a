//! Pipes to a program, which has them as its descriptors 3 and 4, as Chromium has.
#![expect(unsafe_code, reason = "calls the C runtime and Windows")]

use super::fixture::soon;
use crate::command_line::StartSpec;
use crate::process_group::ProcessGroup;
use deskpilot_desktop::ChildPipes;
use std::ffi::c_int;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::windows::io::{AsRawHandle, FromRawHandle, RawHandle};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use windows::Win32::Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows::Win32::Storage::FileSystem::WriteFile;

/// Makes a test below the program at the other end. Its value is the number of a handle of the test that started it.
const HANDLE_OF_TEST: &str = "DESKPILOT_TEST_HANDLE";
/// How long a program may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// How that program ends once there is nothing more to read.
const NOTHING_MORE: i32 = 5;

unsafe extern "C" {
    /// The handle of a descriptor of the C runtime.
    fn _get_osfhandle(descriptor: c_int) -> isize;
}

/// Started as a program of its own with the variable, it answers each message that it reads from its descriptor 3, both ended by a zero
/// byte, and says whether it can write through the handle.
#[test]
fn answers_through_its_descriptors_where_another_test_says() {
    let Ok(handle) = std::env::var(HANDLE_OF_TEST) else { return };
    let [mut reader, mut writer] = [3, 4].map(|descriptor| {
        // SAFETY: takes a number; the descriptors are this test's, which uses each once.
        unsafe { File::from_raw_handle(native(_get_osfhandle(descriptor)).0 as RawHandle) }
    });
    let handle = native(handle.parse().unwrap());
    let mut reader = BufReader::new(&mut reader);
    let mut message = Vec::new();
    while reader.read_until(0, &mut message).is_ok_and(|it| it > 0) {
        // SAFETY: where the handle is none of this process, it only fails.
        let written = unsafe { WriteFile(handle, Some(b"inherited"), None, None) };
        let handle = if written.is_ok() { "open" } else { "none" };
        let text = String::from_utf8_lossy(&message[..message.len() - 1]).into_owned();
        writer.write_all(format!("{text}, {handle}\0").as_bytes()).unwrap();
        message.clear();
    }
    // What a test says of itself is for people: the exit code is for the test that started this process.
    std::process::exit(NOTHING_MORE);
}

fn native(number: isize) -> HANDLE {
    HANDLE(std::ptr::with_exposed_provenance_mut(number.cast_unsigned()))
}

fn start(pipes: ChildPipes, handle: isize) -> ProcessGroup {
    let name = "tests::pipes::answers_through_its_descriptors_where_another_test_says";
    let spec = StartSpec {
        program: std::env::current_exe().unwrap(),
        arguments: ["--exact", name].map(str::to_owned).into(),
        variables: vec![(HANDLE_OF_TEST.into(), handle.to_string())],
        pipes: Some(pipes),
        ..StartSpec::default()
    };
    ProcessGroup::start(&spec).unwrap()
}

async fn wait<T>(it: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, it).await.expect("it comes in time")
}

#[tokio::test]
async fn a_program_reads_and_writes_the_pipes_that_it_is_given_and_ends_with_them() {
    let (theirs, mut writer, reader) = ChildPipes::open().unwrap();
    let group = start(theirs, 0);
    let mut reader = tokio::io::BufReader::new(reader);
    for text in ["first".to_owned(), "long ".repeat(100_000)] {
        let message = format!("{text}\0");
        let mut answer = Vec::new();
        let (written, read) = wait(async {
            tokio::join!(writer.write_all(message.as_bytes()), reader.read_until(0, &mut answer))
        })
        .await;
        written.unwrap();
        read.unwrap();
        assert!(answer == format!("{text}, none\0").as_bytes(), "{} bytes", answer.len());
    }
    drop(writer);
    assert_eq!(group.wait(soon()).unwrap().cast_signed(), NOTHING_MORE);
    let end = wait(reader.read_u8()).await;
    assert!(end.is_err(), "its end of the pipe is closed: {end:?}");
}

#[tokio::test]
async fn a_program_with_pipes_inherits_nothing_else_and_its_pipes_end_with_its_group() {
    let path = std::env::temp_dir().join(format!("deskpilot inherited {}.txt", std::process::id()));
    let file = File::create(&path).unwrap();
    let handle = HANDLE(file.as_raw_handle());
    // SAFETY: the handle is open.
    unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT.0, HANDLE_FLAG_INHERIT) }.unwrap();
    let (theirs, mut writer, reader) = ChildPipes::open().unwrap();
    let group = start(theirs, handle.0.expose_provenance().cast_signed());
    let mut reader = tokio::io::BufReader::new(reader);
    let mut answer = Vec::new();
    writer.write_all(b"said\0").await.unwrap();
    wait(reader.read_until(0, &mut answer)).await.unwrap();
    assert_eq!(String::from_utf8_lossy(&answer), "said, none\0");
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
    drop(group);
    let end = wait(reader.read_u8()).await;
    assert!(end.is_err(), "the program runs on: {end:?}");
    drop(file);
    fs::remove_file(&path).unwrap();
}
