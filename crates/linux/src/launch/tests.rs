//! Finding applications by name, expanding command lines, and starting applications.

use super::command_line::{ExecError, program_of};
use super::document::Document;
use super::exec::expand;
use super::{Catalog, DesktopEntry};
use crate::{Environment, LinuxError, PrivateDesktop, PrivateOptions, Seat};
use deskpilot_atspi::SessionBus;
use deskpilot_core::Launch;
use futures::FutureExt;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn entry(exec: &str) -> DesktopEntry {
    let text = format!("[Desktop Entry]\nType=Application\nName=My Editor\nIcon=pen\nExec={exec}\n");
    DesktopEntry::parse("ed.desktop".into(), Path::new("/apps/ed.desktop"), &text, &[], &[]).unwrap()
}

#[test]
fn a_command_line_becomes_words() {
    let document = Document::named("/tmp/my notes.txt", None).unwrap();
    for (exec, expected) in [
        ("ed", Err(ExecError::NoDocuments)),
        (r#"ed "%f""#, Err(ExecError::NoDocuments)),
        ("ed %f", Ok(vec!["ed", "/tmp/my notes.txt"])),
        ("ed %U --new", Ok(vec!["ed", "file:///tmp/my%20notes.txt", "--new"])),
        ("ed --file=%f", Ok(vec!["ed", "--file=/tmp/my notes.txt"])),
        (r#""/opt/my ed" "50%% %f" %F"#, Ok(vec!["/opt/my ed", "50% %f", "/tmp/my notes.txt"])),
        (r#"ed "a \\"b\\" \\$c" %f"#, Ok(vec!["ed", r#"a "b" $c"#, "/tmp/my notes.txt"])),
        (
            "ed %i -t %c -k %k %f %m",
            Ok(vec!["ed", "--icon", "pen", "-t", "My Editor", "-k", "/apps/ed.desktop", "/tmp/my notes.txt"]),
        ),
        ("ed $(reboot); rm -r %f", Ok(vec!["ed", "$(reboot);", "rm", "-r", "/tmp/my notes.txt"])),
        ("ed %x %f", Err(ExecError::UnknownCode('x'))),
        (r#"ed "half %f %u"#, Err(ExecError::Unclosed(r#""half %f %u"#.into()))),
    ] {
        let expected = expected.map(|words| words.into_iter().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(expand(&entry(exec), Some(&document), &[]), expected, "{exec}");
    }
}

#[test]
fn a_command_line_without_a_document_leaves_its_place_out() {
    assert_eq!(expand(&entry("ed %U --wait"), None, &[]).unwrap(), ["ed", "--wait"]);
    assert_eq!(expand(&entry("%U"), None, &[]), Err(ExecError::Empty));
}

#[test]
fn further_arguments_stand_where_the_program_reads_options() {
    let args = ["--accept=pipe".to_owned(), "--quiet".to_owned()];
    let document = Document::named("/a b.ods", None).unwrap();
    for (exec, expected) in [
        ("office --calc %U", "office --calc --accept=pipe --quiet file:///a%20b.ods"),
        ("office %U --norestore", "office --accept=pipe --quiet file:///a%20b.ods --norestore"),
        ("env LANG=C office -- %f", "env LANG=C office --accept=pipe --quiet -- /a b.ods"),
        (
            "flatpak run --file-forwarding org.office @@u %U @@",
            "flatpak run --file-forwarding org.office --accept=pipe --quiet @@u file:///a%20b.ods @@",
        ),
    ] {
        assert_eq!(expand(&entry(exec), Some(&document), &args).unwrap().join(" "), expected, "{exec}");
    }
    assert_eq!(expand(&entry("office"), None, &args).unwrap().join(" "), "office --accept=pipe --quiet");
    assert_eq!(expand(&entry("%U"), None, &args), Err(ExecError::Empty));
}

#[test]
fn the_program_is_found_past_its_variables() {
    assert_eq!(program_of("env A=b /usr/bin/writer --x %U").as_deref(), Some("writer"));
    assert_eq!(program_of("").as_deref(), None);
}

/// A temporary data directory with applications in it.
struct DataDirectory(PathBuf);

impl DataDirectory {
    fn of(name: &str, entries: &[(&str, &str)]) -> DataDirectory {
        let data = DataDirectory(
            std::env::temp_dir().join(format!("deskpilot-shelf-{}-{name}", std::process::id())),
        );
        for (file, lines) in entries {
            let file = data.0.join("applications").join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, format!("[Desktop Entry]\nType=Application\n{lines}\n")).unwrap();
        }
        data
    }

    fn catalog(&self) -> Catalog {
        let data = self.0.to_str().unwrap().to_owned();
        let variables =
            [("XDG_DATA_DIRS", data), ("PATH", "/usr/bin:/bin".into()), ("LANG", "de_DE.UTF-8".into())];
        Catalog::read(&variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl Drop for DataDirectory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const OFFICE: &[(&str, &str)] = &[
    (
        "org.pens.Mousepad.desktop",
        "Name=Mousepad\nGenericName=Text Editor\nGenericName[de]=Texteditor\nExec=mousepad %U\nMimeType=text/plain;\nCategories=Utility;TextEditor;",
    ),
    (
        "galculator.desktop",
        "Name=Galculator\nComment=Perform simple calculations\nExec=galculator\nCategories=Utility;",
    ),
    (
        "kde/sheets.desktop",
        "Name=Sheets\nKeywords=table;spreadsheet;\nExec=env A=1 sheets-bin %f\nMimeType=text/csv;",
    ),
    ("less.desktop", "Name=Less\nExec=less %f\nTerminal=true\nNoDisplay=true\nMimeType=text/plain;"),
    ("gone.desktop", "Name=Gone\nExec=gone\nTryExec=no-such-program"),
    ("hidden.desktop", "Name=Hidden\nExec=hidden\nHidden=true"),
];

fn open(application: &str) -> Launch {
    Launch { application: application.into(), file: None, ..Launch::default() }
}

#[test]
fn an_application_is_found_by_any_of_its_names() {
    let catalog = DataDirectory::of("names", OFFICE).catalog();
    for (wanted, id) in [
        ("Mousepad", "org.pens.Mousepad"),
        ("the mousepad app", "org.pens.Mousepad"),
        ("org.pens.Mousepad", "org.pens.Mousepad"),
        ("Texteditor", "org.pens.Mousepad"),
        ("text editor", "org.pens.Mousepad"),
        ("mousepda", "org.pens.Mousepad"),
        ("Mousepad text window", "org.pens.Mousepad"),
        ("calculator", "galculator"),
        ("spreadsheet", "kde-sheets"),
        ("sheets-bin", "kde-sheets"),
        ("text/csv", "kde-sheets"),
        (".csv", "kde-sheets"),
        ("txt", "org.pens.Mousepad"),
        ("text/x-python", "org.pens.Mousepad"),
        ("less", "less"),
    ] {
        assert_eq!(catalog.find(&open(wanted)).unwrap().application.id, id, "{wanted}");
    }
}

#[test]
fn a_pipe_among_the_applications_is_passed_over() {
    let data = DataDirectory::of("pipe", OFFICE);
    for file in ["applications/aaa.desktop", "applications/mimeapps.list", "mime/globs2"] {
        fs::create_dir_all(data.0.join(file).parent().unwrap()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(data.0.join(file)).status().unwrap().success());
    }
    assert!(data.catalog().entries().iter().any(|it| it.application.name == "Mousepad"));
}

#[test]
fn a_document_alone_finds_its_application() {
    let catalog = DataDirectory::of("document", OFFICE).catalog();
    let launch = Launch { application: String::new(), file: Some("table.csv".into()), ..Launch::default() };
    assert_eq!(catalog.find(&launch).unwrap().application.id, "kde-sheets");
}

#[test]
fn a_preferred_application_goes_first() {
    let data = DataDirectory::of("preferred", OFFICE);
    let list = "[Default Applications]\ntext/plain=less.desktop;\n";
    fs::write(data.0.join("applications/mimeapps.list"), list).unwrap();
    assert_eq!(data.catalog().find(&open("text/plain")).unwrap().application.id, "less");
}

#[test]
fn an_unknown_name_is_answered_with_close_ones() {
    let catalog = DataDirectory::of("close", OFFICE).catalog();
    let unknown = catalog.find(&open("mausepat")).unwrap_err();
    assert_eq!(unknown.to_string(), r#"no application is called "mausepat""#);
    assert_eq!(unknown.hint().unwrap(), "did you mean Mousepad?");
    for wanted in ["Gone", "Hidden", "photo lab", ""] {
        let unknown = catalog.find(&open(wanted)).unwrap_err();
        assert_eq!(unknown.hint().unwrap(), "install it, or ask for one that is in the list", "{wanted}");
    }
}

#[test]
fn menus_show_what_is_meant_for_them() {
    let catalog = DataDirectory::of("menus", OFFICE).catalog();
    let names: Vec<_> = catalog.applications().into_iter().map(|application| application.name).collect();
    assert_eq!(names, ["Galculator", "Mousepad", "Sheets"]);
}

#[tokio::test]
async fn without_a_terminal_what_needs_one_is_not_offered_and_says_so() {
    let data = DataDirectory::of("terminal", &[("vi.desktop", "Name=Vi\nExec=vi %F\nTerminal=true")]);
    let variables: Vec<(String, String)> =
        vec![("PATH".into(), "/nowhere".into()), ("XDG_DATA_DIRS".into(), data.0.to_str().unwrap().into())];
    let desktop = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
    let environment: Environment = variables.into_iter().collect();
    let catalog = Catalog::read(&environment);
    assert!(catalog.applications().is_empty());
    let seat = Seat { environment, ..desktop.seat().clone() };
    let refused = seat.launch(&catalog, &open("vi"), &[]).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "Vi cannot be started: it needs a terminal and there is none: `apt-get install xterm`"
    );
}

#[tokio::test]
async fn not_there_does_not_start_and_crashes_are_three_errors() {
    let desktop = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
    let crash = "Name=Crash\nExec=sh -c \"echo no screen >&2; exit 7\"";
    let browser = "Name=Browser\nExec=sh -c \"echo Running as root without --no-sandbox is not supported. >&2; exit 1\"";
    let data = DataDirectory::of(
        "errors",
        &[
            ("broken.desktop", "Name=Broken\nExec=no-such-program"),
            ("crash.desktop", crash),
            ("browser.desktop", browser),
        ],
    );
    let catalog = data.catalog();
    let start = async |name: &str| desktop.seat().launch(&catalog, &open(name), &[]).await;

    let unknown = start("Photo Lab").await.unwrap_err();
    assert!(matches!(unknown, LinuxError::NoSuchApplication { .. }), "{unknown}");
    let broken = start("Broken").await.unwrap_err();
    assert_eq!(broken.to_string(), "Broken cannot be started: `no-such-program` is not installed");
    let crashed = start("Crash").await.unwrap().failure().await;
    assert_eq!(crashed.to_string(), "Crash ended at its start: exit status: 7; it wrote: no screen");
    let refused = start("Browser").await.unwrap().failure().await.to_string();
    assert!(refused.starts_with("Browser cannot be started: it does not run for root; run"), "{refused}");
    desktop.close().await;
}

#[tokio::test]
async fn a_file_behind_a_link_is_not_opened() {
    let data = DataDirectory::of("links", &[("touch.desktop", "Name=Toucher\nExec=touch %f")]);
    let folder = data.0.canonicalize().unwrap();
    let desktop = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
    let catalog = data.catalog();
    fs::create_dir_all(folder.join("real")).unwrap();
    symlink(folder.join("real"), folder.join("folder")).unwrap();
    symlink("real/none.txt", folder.join("file.txt")).unwrap();
    for (named, link) in
        [("folder/none.txt", Some("folder")), ("file.txt", Some("file.txt")), ("real/none.txt", None)]
    {
        let file = folder.join(named).display().to_string();
        let launch = Launch { application: "Toucher".into(), file: Some(file), ..Launch::default() };
        let started = desktop.seat().launch(&catalog, &launch, &[]).await;
        let expected = link.map(|link| {
            let link = folder.join(link);
            format!(
                "Toucher cannot be started: {} is a link now; name the file that it leads to",
                link.display()
            )
        });
        assert_eq!(started.as_ref().err().map(ToString::to_string), expected, "{named}");
        if let Ok(started) = started {
            assert!(started.running().end().await.unwrap().success());
        }
        assert_eq!(folder.join("real/none.txt").exists(), link.is_none(), "{named}");
    }
    desktop.close().await;
}

#[tokio::test]
async fn an_editor_opens_a_document_and_a_second_one_goes_to_the_same_process() {
    let desktop = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
    let catalog = Catalog::read(desktop.seat().environment());
    let launch =
        |file: &str| Launch { application: "mousepad".into(), file: Some(file.into()), ..Launch::default() };
    let first = desktop.seat().launch(&catalog, &launch("one.txt"), &[]).await.unwrap();
    let session = desktop.seat().connect_session_bus().await.unwrap();
    let owned = first_owner(&session, "org.xfce.mousepad");
    let owned = tokio::time::timeout(Duration::from_secs(20), owned).await;
    assert_eq!(owned.expect("it takes its name on the bus"), first.pid());

    let second = desktop.seat().launch(&catalog, &launch("two.txt"), &[]).await.unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(20), second.running().end()).await;
    assert!(ended.expect("it hands its document over").unwrap().success());
    assert!(second.failure().now_or_never().is_none());
    assert_eq!(first.running().ended(), None);
    desktop.close().await;
}

/// Waits for the first owner of a bus name; returns its process id.
async fn first_owner(bus: &SessionBus, name: &str) -> u32 {
    bus.watch(name).await.unwrap();
    bus.wait_for_owner(name).await.unwrap();
    bus.owner_process(name).await.unwrap()
}

#[tokio::test]
async fn entries_in_the_home_of_a_private_desktop_win_over_the_systems() {
    let data = DataDirectory::of("home", &[]);
    let entries = data.0.join(".local/share/applications");
    fs::create_dir_all(&entries).unwrap();
    let entry = |name: &str| format!("[Desktop Entry]\nType=Application\nName={name}\nExec=true\n");
    fs::write(entries.join("galculator.desktop"), entry("My Reckoner")).unwrap();
    fs::write(entries.join("own.desktop"), entry("Own Program")).unwrap();
    let options = PrivateOptions { home: Some(data.0.clone()), ..PrivateOptions::USUAL };
    let desktop = PrivateDesktop::bring_up(&options).await.unwrap();
    let catalog = Catalog::read(desktop.seat().environment());
    for (wanted, name) in
        [("galculator", "My Reckoner"), ("Own Program", "Own Program"), ("mousepad", "Mousepad")]
    {
        assert_eq!(catalog.find(&open(wanted)).unwrap().application.name, name, "{wanted}");
    }
    desktop.close().await;
}

#[test]
fn the_environment_of_a_private_desktop_finds_system_applications() {
    let catalog = Catalog::read(&Environment::of_private_desktop());
    let found = catalog.find(&open("galculator")).unwrap();
    assert_eq!(found.program().as_deref(), Some("galculator"));
}
