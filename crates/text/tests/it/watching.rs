//! The commands that open the page in a browser, as docs/watching.md shows them: each gives an address that works, and no task ends with
//! the page.

use crate::mcp_http_client::reply;
use deskpilot_testkit::command_line::{
    Terminal, Workspace, finish,
    page::{Proof, commands},
    until,
};
use serde_json::json;
use std::{
    fs::{self, Permissions},
    io::Write,
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    process::Stdio,
};

const GUIDE: &str = include_str!("../../../../docs/watching.md");

/// A task that runs while its page is opened.
const LONG: &str = "Open the calculator. Wait 120 seconds.";

/// A browser that only writes down what it is to open.
const BROWSER: &str = "#!/bin/sh\nprintf '%s\\n' \"$1\" >> \"$HOME/opened\"\n";

/// A home with that browser.
fn workspace() -> Workspace {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put("bin/xdg-open", BROWSER);
    fs::set_permissions(workspace.path().join("bin/xdg-open"), Permissions::from_mode(0o755)).unwrap();
    workspace
}

/// The command lines of the guide that begin with these words, the rest of which a person chose.
fn lines_of_the_guide(command: &str) -> Vec<Vec<String>> {
    let own = commands(GUIDE).unwrap().into_iter().filter(|it| it.proof == Proof::Own);
    own.map(|it| it.words).filter(|words| words[0] == command).collect()
}

/// The command at a terminal on a screen, and the address that it prints. TASK stands for `t`.
fn opened(workspace: &Workspace, words: &[String]) -> (Terminal, String) {
    let words: Vec<&str> = words.iter().map(|it| if it == "TASK" { "t" } else { it.as_str() }).collect();
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", workspace.path().join("bin").display());
    let screen = if words[0] == "watch" { vec![("DISPLAY", ":0")] } else { Vec::new() };
    let terminal = Terminal::with(workspace, &words, &[screen, vec![("PATH", path.as_str())]].concat());
    until("an address is printed", || address_in(&terminal.screen()).is_some());
    let address = address_in(&terminal.screen()).unwrap();
    (terminal, address)
}

/// The first address on the screen, once it is whole.
fn address_in(screen: &str) -> Option<String> {
    let (address, _) = screen[screen.find("http://")?..].split_once(char::is_whitespace)?;
    Some(address.to_owned())
}

/// Whether the browser was to open this address.
fn is_opened(workspace: &Workspace, address: &str) -> bool {
    let opened = fs::read_to_string(workspace.path().join("opened")).unwrap_or_default();
    opened.lines().any(|line| line == address)
}

/// The machine's address and port in an address.
fn host(address: &str) -> &str {
    address.strip_prefix("http://").and_then(|it| it.split('/').next()).unwrap()
}

/// Where this address, which lets a browser in, redirects it to, and its cookie.
fn let_in(address: &str) -> (String, String) {
    let host = host(address);
    let (_, path) = address.split_once(host).unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let shown = reply(stream);
    let cookie = shown.header("set-cookie").and_then(|it| it.split(';').next()).unwrap();
    (shown.header("refresh").unwrap().to_owned(), cookie.to_owned())
}

fn runs(workspace: &Workspace, task: &str) -> bool {
    let output = workspace.run(&["task-names", "--running"]);
    String::from_utf8(output.stdout).unwrap().lines().any(|line| line == task)
}

/// Presses Ctrl-C, which ends the page alone.
fn end(mut terminal: Terminal) {
    terminal.types("\u{3}");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
}

#[test]
fn watch_opens_the_page_of_a_task_that_goes_on_when_the_page_ends() {
    let workspace = workspace();
    let lines = lines_of_the_guide("watch");
    assert_eq!(lines, [vec!["watch".to_owned()], vec!["watch".to_owned(), "TASK".to_owned()]]);
    let mut task = workspace.command(&["run", LONG, "--task", "t"]);
    let task = task.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("the task runs", || runs(&workspace, "t"));
    for line in lines {
        let (terminal, address) = opened(&workspace, &line);
        until("a browser is to open it", || is_opened(&workspace, &address));
        let (place, _) = let_in(&address);
        assert!(place.starts_with("0;url=/tasks/") && place.ends_with("/t"), "{line:?}: {place}");
        end(terminal);
        assert!(TcpStream::connect(host(&address)).is_err(), "{line:?}: the page goes on");
        assert!(runs(&workspace, "t"), "{line:?}");
    }
    workspace.run(&["stop", "t"]);
    finish(task);
}

#[test]
fn serve_lets_a_browser_in_and_a_task_that_it_starts_outlives_the_page() {
    let workspace = workspace();
    let lines = lines_of_the_guide("serve");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let (terminal, address) = opened(&workspace, &lines[0]);
    let (place, cookie) = let_in(&address);
    assert_eq!(place, "0;url=/");
    let (host, body) = (host(&address), json!({"request": LONG, "name": "started"}).to_string());
    let head = format!(
        "POST /api/tasks HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nOrigin: http://{host}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all((head + &body).as_bytes()).unwrap();
    let started = reply(stream);
    assert_eq!(started.status, 201, "{started:?}");
    end(terminal);
    assert!(TcpStream::connect(host).is_err(), "the page goes on");
    let waits = || workspace.operations("started").iter().any(|it| it.starts_with("wait("));
    until("the task goes on", waits);
    assert!(runs(&workspace, "started"));
    workspace.run(&["stop", "started"]);
    until("it has stopped", || !runs(&workspace, "started"));
}

#[test]
fn a_run_with_its_page_prints_an_address_and_the_page_ends_with_it() {
    let workspace = workspace();
    let lines = lines_of_the_guide("run");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let (terminal, address) = opened(&workspace, &lines[0]);
    assert!(address.contains("/open?token=") && address.contains("&to=/tasks/"), "{address}");
    let (code, screen) = terminal.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(TcpStream::connect(host(&address)).is_err(), "the page goes on");
}
