//! Who may talk to a session.

use deskpilot_desktop::ControlTransport;
use deskpilot_windows::Windows;
use std::{env, fs, io, path::PathBuf, process::Command};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Names the folder of the session in a process that a test below starts.
const FOLDER: &str = "DESKPILOT_TEST_SESSION";
/// How that process ends when nobody answers.
const NOBODY: i32 = 7;

fn folder(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("deskpilot-session-{name}-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

/// Started as a program of its own with the variable, it connects to the session; it succeeds once the session answers.
#[tokio::test]
async fn connects_where_another_test_says() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let mut connection = Windows.connect(&PathBuf::from(folder)).await.unwrap();
    // The session reads before it answers; where it refuses us, the pipe is closed already.
    let _ = connection.writer.write_u8(1).await;
    let answer = connection.reader.read_u8().await;
    // What a test says of itself is for people: the exit code is for the test that started this process.
    std::process::exit(if answer.is_ok() { 0 } else { NOBODY });
}

#[tokio::test]
async fn a_session_is_heard_by_its_user_and_refuses_what_it_started() {
    let folder = folder("heard");
    assert_eq!(Windows.connect(&folder).await.err().unwrap().kind(), io::ErrorKind::NotFound);
    let listener = Windows.listen(&folder).unwrap();
    let serving = tokio::spawn(async move {
        loop {
            let mut connection = listener.accept().await.unwrap();
            let said = connection.reader.read_u8().await.unwrap();
            connection.writer.write_u8(said + 1).await.unwrap();
        }
    });
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "platform::sessions::connects_where_another_test_says"]).env(FOLDER, &folder);
    let output = tokio::task::spawn_blocking(move || child.output().unwrap()).await.unwrap();
    assert_eq!(output.status.code(), Some(NOBODY), "{output:?}");
    assert!(!serving.is_finished());
    for number in [1, 5] {
        let mut connection = Windows.connect(&folder).await.unwrap();
        connection.writer.write_u8(number).await.unwrap();
        assert_eq!(connection.reader.read_u8().await.unwrap(), number + 1);
    }
    serving.abort();
    let _ = serving.await;
    assert_eq!(Windows.connect(&folder).await.err().unwrap().kind(), io::ErrorKind::NotFound);
    fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn a_session_whose_process_died_is_not_there() {
    let folder = folder("died");
    for (name, kind) in [
        (r"\\.\pipe\deskpilot-0000", io::ErrorKind::ConnectionRefused),
        // Another pipe than one of ours is not opened.
        (r"\\.\pipe\lsass", io::ErrorKind::ConnectionRefused),
        (r"C:\Windows\win.ini", io::ErrorKind::ConnectionRefused),
    ] {
        fs::write(folder.join("control.pipe"), name).unwrap();
        assert_eq!(Windows.connect(&folder).await.err().unwrap().kind(), kind, "{name}");
    }
    fs::remove_dir_all(&folder).unwrap();
}
