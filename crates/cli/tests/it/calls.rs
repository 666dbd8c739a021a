//! `call`: a person runs one native command of an application.

use deskpilot_testkit::{
    command_line::{Workspace, transcript, until},
    loopback::{Answer, Server},
    tried, tries_also,
};
use serde_json::Value;
use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    time::Duration,
};

/// Spreadsheets that are encrypted with the same password: by LibreOffice, and the way Excel does it (agile encryption of ECMA-376).
/// Cell A2 of each holds 4711.
const ENCRYPTED: &[(&str, &[u8])] =
    &[("budget.ods", include_bytes!("encrypted.ods")), ("budget.xlsx", include_bytes!("encrypted.xlsx"))];
const PASSWORD: &str = "zebra-Kiosk-77";
/// How soon a document that asks for a password is reported.
const SOON: Duration = Duration::from_secs(30);

const LETTER: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<office:document xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"
 xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" office:version=\"1.2\"
 office:mimetype=\"application/vnd.oasis.opendocument.text\">
<office:body><office:text><text:p>Offer of 2026</text:p></office:text></office:body></office:document>
";

/// What a call prints, and its exit code.
fn call(workspace: &Workspace, words: &[&str]) -> (String, Option<i32>) {
    let output = workspace.run(&[&["call"], words].concat());
    (transcript(&output), output.status.code())
}

#[test]
fn a_document_is_changed_by_one_call_and_saved() {
    if !tries_also("a document that is there is changed by a call") {
        return;
    }
    let workspace = crate::workspace();
    let file = workspace.path().join("offer.fodt");
    fs::write(&file, LETTER).unwrap();
    let (printed, code) = call(
        &workspace,
        &["writer", "replace_text", "find=2026", "replace=2027", "--file", "offer.fodt", "--save", "--json"],
    );
    assert_eq!(code, Some(0), "{printed}");
    let report: Value =
        serde_json::from_str(&printed[printed.find('{').unwrap()..=printed.rfind('}').unwrap()]).unwrap();
    assert_eq!((&report["command"], &report["done"]), (&"replace_text".into(), &true.into()), "{report}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("Offer of 2027") && !saved.contains("Offer of 2026"), "{printed}");
    assert_eq!(report["saved"], true, "{report}");
    assert!(locks(&workspace).is_empty(), "{:?}", locks(&workspace));
    if tries_also("a call that is refused") {
        let (printed, code) =
            call(&workspace, &["writer", "select_paragraph", "start=9", "--file", "offer.fodt"]);
        assert_eq!(code, Some(1), "{printed}");
    }
}

/// The lock files of documents in the folder of the workspace.
fn locks(workspace: &Workspace) -> Vec<String> {
    let names = fs::read_dir(workspace.path()).unwrap();
    let names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(".~lock")).collect()
}

/// The example of the first page of the documentation.
#[test]
fn a_document_that_is_not_there_is_made_by_a_call() {
    let workspace = crate::workspace();
    let words = ["calc", "set_cells", "range=A1", "rows=[[\"Tea\", 3]]", "--file", "budget.ods"];
    let (printed, code) = call(&workspace, &words);
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("add --save to make it"), "{printed}");
    let (printed, code) = call(&workspace, &[&words[..], &["--save"]].concat());
    assert_eq!(code, Some(0), "{printed}");
    assert!(fs::read(workspace.path().join("budget.ods")).unwrap().starts_with(b"PK"), "{printed}");
    assert!(printed.contains("\nsaved"), "{printed}");
    assert!(printed.contains("step 0: "), "it shows that it works: {printed}");
    assert!(locks(&workspace).is_empty(), "{:?}", locks(&workspace));
    if tries_also("a change that is not to be saved") {
        let other = ["calc", "set_cells", "range=A1", "rows=[[\"Rice\", 4]]", "--file", "budget.ods"];
        let (printed, code) = call(&workspace, &other);
        assert_eq!(code, Some(0), "{printed}");
        assert!(printed.contains("not saved: add --save"), "{printed}");
    }
}

#[test]
fn a_document_with_a_password_is_opened_with_a_named_secret_or_asks_for_one() {
    let workspace = crate::workspace();
    for (name, bytes) in ENCRYPTED {
        fs::write(workspace.path().join(name), bytes).unwrap();
    }
    let names: Vec<&str> = ENCRYPTED.iter().map(|(name, _)| *name).collect();
    for name in tried(&names, |it| *it == "budget.ods") {
        let output = workspace.run_within(&reading(name), SOON);
        let printed = transcript(&output);
        assert_eq!(output.status.code(), Some(3), "{printed}");
        assert!(printed.contains(&format!("{name} asks for a password.")), "{printed}");
    }
    for name in tried(&names, |it| *it == "budget.xlsx") {
        let output = with_secret(&workspace, &reading(name), PASSWORD);
        let printed = transcript(&output);
        assert_eq!(output.status.code(), Some(0), "{name}: {printed}");
        assert!(printed.contains("4711") && !printed.contains(PASSWORD), "{name}: {printed}");
    }
    if tries_also("a secret that does not open its document") {
        for name in names {
            let output = with_secret(&workspace, &reading(name), "giraffe-Kiosk-78");
            let printed = transcript(&output);
            assert_eq!(output.status.code(), Some(1), "{name}: {printed}");
            assert!(printed.contains("the secret budget does not open"), "{name}: {printed}");
        }
    }
}

/// The words of a call that reads two cells of a document.
fn reading(file: &str) -> [&str; 6] {
    ["call", "calc", "get_range_values", "range=A1:A2", "--file", file]
}

/// The output of a call that names the secret `budget`, which is in no file of its log and on no command line.
fn with_secret(workspace: &Workspace, words: &[&str], secret: &str) -> Output {
    let mut command = workspace.command(&[words, &["--secret", "budget"]].concat());
    command.env("DESKPILOT_SECRET_BUDGET", secret);
    let mut call = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the end of the call", || {
        let telling = command_lines().into_iter().find(|it| it.contains(secret));
        assert_eq!(telling, None);
        call.try_wait().unwrap().is_some()
    });
    let logs = files(&workspace.path().join("logs"));
    assert!(logs.iter().any(|it| it.ends_with("events.jsonl")), "{logs:?}");
    let telling = logs.iter().find(|it| holds(&fs::read(it).unwrap_or_default(), secret));
    assert_eq!(telling, None);
    call.wait_with_output().unwrap()
}

/// The command lines of all processes.
fn command_lines() -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|it| fs::read(it.path().join("cmdline")).ok());
    lines.map(|it| String::from_utf8_lossy(&it).into_owned()).collect()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|it| it == text.as_bytes())
}

/// Every file of a folder and the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder).unwrap().map(|it| it.unwrap());
    inside
        .flat_map(|it| match it.file_type().unwrap() {
            kind if kind.is_dir() => files(&it.path()),
            kind if kind.is_file() => vec![it.path()],
            // Links lead out of the folder, and sockets hold nothing.
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn a_page_is_opened_and_commanded_as_soon_as_its_browser_is_there() {
    let workspace = crate::workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(Server::start_with(|_| {
        Answer::Bytes(concat!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
            "<title>Orders</title><h1>Orders</h1><label>Name <input></label>"
        ))
    }));
    let page = format!("{}/", server.address);
    // Chromium refuses to run for root with its sandbox on: there a person has an entry like this.
    let data = workspace.path().join("data");
    fs::create_dir_all(data.join("applications")).unwrap();
    let is_root = fs::metadata(workspace.path()).unwrap().uid() == 0;
    let sandbox = if is_root { "--no-sandbox " } else { "" };
    let entry = format!("[Desktop Entry]\nType=Application\nName=Chromium\nExec=chromium {sandbox}%U\n");
    fs::write(data.join("applications/chromium.desktop"), entry).unwrap();
    for browser in tried(&["firefox", "chromium"], |it| *it == "chromium") {
        let mut command = workspace.command(&["call", browser, "page_markdown", "--page", &page]);
        command.env("XDG_DATA_DIRS", format!("{}:/usr/local/share:/usr/share", data.display()));
        let output = command.output().unwrap();
        let printed = transcript(&output);
        assert!(output.status.success(), "{browser}: {printed}");
        assert!(printed.contains("# Orders") && printed.contains("textbox \"Name\""), "{browser}: {printed}");
    }
}

#[test]
fn what_cannot_be_called_is_reported_before_anything_opens() {
    let workspace = crate::workspace();
    for (words, expected) in [
        (&["files", "list_folder"][..], "possible values: writer, calc, impress, mail, firefox"),
        (&["calc", "undo", "--page", "http://127.0.0.1/"], "calc opens no pages: leave --page out"),
        (&["writer", "fly"], "writer has no command fly"),
        (&["writer", "undo", "--file", "none.odt"], "none.odt cannot be opened"),
    ] {
        let (printed, code) = call(&workspace, words);
        assert!(printed.contains(expected), "{words:?}: {printed}");
        assert_eq!(code, Some(2), "{words:?}");
    }
    assert!(!workspace.path().join("logs").exists(), "nothing was begun");
}
