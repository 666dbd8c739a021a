//! Tests of checks of files, controls, windows and programs: each kind where it holds, where it fails, and
//! where it is unsure.

use deskpilot_core::{
    Assessment::{self, No, Unsure, Yes},
    CheckResult,
};
use deskpilot_tasks::{CheckEnvironment, TaskFile, check};
use deskpilot_testkit::TextDesktop;
use std::{fs, os::unix::fs::symlink, path::Path, time::Duration};

const SCREEN: &str = r#"
window "Preferences" editor
  checkbox "Dark" checked
  checkbox "Wrap"
  edit "Font" = "Serif 12"
  edit "Password" = "secret" protected
  spinner "Size" = "12"
  button "Close" disabled
window "notes.txt - Editor" editor
  document "Text" = "first line\nsecond line"
"#;

const AT_ONCE: Duration = Duration::ZERO;

fn task(checks: &str) -> TaskFile {
    TaskFile::parse(Path::new("t.toml"), &format!("request = \"x\"\n[[checks]]\n{checks}")).unwrap()
}

async fn found(home: &Path, checks: &str, patience: Duration) -> Vec<CheckResult> {
    let mut desktop = TextDesktop::new(SCREEN).unwrap();
    let programs = || vec!["Xvfb".to_owned(), "editor".to_owned()];
    let mut environment = CheckEnvironment { home, desktop: &mut desktop, programs: &programs };
    check(&task(checks).checks, &mut environment, patience).await
}

/// Compares each check's result with the expected one, and with a part of its text.
async fn compare(home: &Path, table: &[(&str, Assessment, &str)]) {
    for (lines, holds, expected) in table {
        let checked = &found(home, lines, AT_ONCE).await[0];
        assert_eq!(checked.holds, *holds, "{lines}: {checked:?}");
        assert!(checked.found.contains(expected), "{lines}: {checked:?}");
    }
}

#[tokio::test]
async fn files_are_compared_and_never_looked_for_outside() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    fs::create_dir_all(home.join("notes")).unwrap();
    fs::write(folder.path().join("secret"), "5").unwrap();
    for (name, bytes) in [
        ("a.txt", &b"5\n"[..]),
        ("two.txt", b"tea\r\nmilk\r\n"),
        ("blank.txt", b"5\n\n"),
        ("bom.txt", b"\xef\xbb\xbf5"),
        ("latin.txt", b"M\xe4rz"),
        ("notes/b.txt", b"Dear Ada"),
    ] {
        fs::write(home.join(name), bytes).unwrap();
    }
    symlink("../secret", home.join("out")).unwrap();
    symlink("a.txt", home.join("in")).unwrap();
    symlink("nowhere", home.join("dangling")).unwrap();
    std::process::Command::new("mkfifo").arg(home.join("pipe")).status().unwrap();
    fs::File::create(home.join("huge")).unwrap().set_len(9 << 20).unwrap();
    compare(
        &home,
        &[
            ("file='a.txt'", Yes, "a.txt is there"),
            ("file='none'", No, "none is not there"),
            ("file='a.txt/b'", No, "is not there"),
            ("file='none'\nabsent=true", Yes, "none is not there"),
            ("file='a.txt'\nabsent=true", No, "a.txt is there"),
            ("file='notes'", Yes, "is there"),
            ("file='notes'\nequals=''", No, "notes is not a file"),
            ("file='a.txt'\nequals='5'", Yes, "holds \"5\\n\""),
            ("file='a.txt'\nequals=5", Yes, ""),
            ("file='blank.txt'\nequals='5'", No, "holds \"5\\n\\n\""),
            ("file='bom.txt'\nequals='5'", Yes, ""),
            ("file='a.txt'\nequals='6'", No, "holds \"5\\n\""),
            ("file='notes/b.txt'\ncontains='Ada'", Yes, ""),
            ("file='notes/b.txt'\ncontains='ada'", No, "Dear Ada"),
            ("file='two.txt'\nlines=['tea','milk']", Yes, ""),
            ("file='two.txt'\nlines=['tea']", No, "tea"),
            ("file='latin.txt'\ncontains='M'", No, "not UTF-8 text: 4 bytes"),
            ("file='in'\nequals='5'", Yes, ""),
            ("file='out'\nequals='5'", Unsure, "leads out of the task's home"),
            ("file='out'\nabsent=true", No, "leads out of the task's home"),
            ("file='dangling'", No, "is not there"),
            ("file='pipe'\nequals=''", No, "pipe is not a file"),
            ("file='huge'\ncontains='x'", Unsure, "larger than 8 MiB"),
        ],
    )
    .await;
}

#[tokio::test]
async fn controls_and_windows_are_found_by_their_names() {
    compare(
        Path::new("/nowhere"),
        &[
            ("control='CheckBox \"Dark\"'\nwindow='preferences'", Yes, "CheckBox \"Dark\""),
            ("control='Dark'\nwindow='Preferences'\nstate='checked'", Yes, "checked"),
            ("control='Dark'\nwindow='Preferences'\nstate='not checked'", No, "checked"),
            ("control='Wrap'\nwindow='Preferences'\nstate='checked'", No, "CheckBox \"Wrap\" is enabled"),
            ("control='Wrap'\nwindow='Preferences'\nstate='not checked'", Yes, ""),
            ("control='Button \"Dark\"'\nwindow='Preferences'", No, "no such control in \"Preferences\""),
            ("control='Dark'\nwindow='Preferences'\nabsent=true", No, "there is CheckBox \"Dark\""),
            ("control='Light'\nwindow='Preferences'\nabsent=true", Yes, "no such control"),
            ("control='Light'\nwindow='Preferences'", No, "no such control"),
            ("control='Close'\nwindow='Preferences'\nstate='enabled'", No, "in no state"),
            ("control='Font'\nwindow='Preferences'\nvalue='Serif 12'", Yes, "Serif 12"),
            ("control='Font'\nwindow='Preferences'\nvalue='Sans'", No, "is \"Serif 12\""),
            ("control='Font'\nwindow='Preferences'\ncontains='12'", Yes, ""),
            ("control='Size'\nwindow='Preferences'\nvalue=12.0", Yes, ""),
            ("control='Password'\nwindow='Preferences'\nvalue='secret'", Unsure, "hides what is in it"),
            // Both windows are of this application; the text is in the second.
            ("control='Document \"Text\"'\nwindow='editor'\ncontains='second'", Yes, "first line"),
            ("control='Dark'\nwindow='calculator'", No, "no window is called \"calculator\""),
            ("control='Dark'\nwindow='calculator'\nabsent=true", Yes, "no window is called"),
            ("window='notes.txt'", Yes, "notes.txt - Editor"),
            ("window='Save As'", No, "no window is called \"Save As\""),
            ("window='Save As'\nabsent=true", Yes, ""),
            ("window='Preferences'\nabsent=true", No, "\"Preferences\" of editor"),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_program_runs_where_the_desktop_says_so() {
    compare(
        Path::new("/nowhere"),
        &[
            ("process='editor'", Yes, "editor runs"),
            ("process='editor'\nrunning=false", No, "editor runs"),
            ("process='edit'", No, "no program of the desktop is edit"),
            ("process='edit'\nrunning=false", Yes, ""),
        ],
    )
    .await;
    let mut desktop = TextDesktop::new(SCREEN).unwrap();
    let mut environment =
        CheckEnvironment { home: Path::new("/nowhere"), desktop: &mut desktop, programs: &Vec::new };
    let checked = check(&task("process='edit'\nrunning=false").checks, &mut environment, AT_ONCE).await;
    assert_eq!(checked[0].holds, Unsure, "{checked:?}");
}

#[tokio::test(start_paused = true)]
async fn what_is_still_being_written_is_waited_for() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("late.txt");
    let writing = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(1)).await;
        fs::write(path, "5").unwrap();
    });
    let checks = "file='late.txt'\nequals=5\n[[checks]]\nfile='none'\n[[checks]]\nwindow='Preferences'";
    let began = tokio::time::Instant::now();
    let checked = found(home.path(), checks, Duration::from_secs(3)).await;
    let holds: Vec<_> = checked.iter().map(|it| it.holds).collect();
    assert_eq!(holds, [Yes, No, Yes], "{checked:?}");
    assert!(began.elapsed() <= Duration::from_secs(3), "{:?}", began.elapsed());
    writing.await.unwrap();
}
