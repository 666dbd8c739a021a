//! Real servers, which `cargo xtask setup` installs.

use crate::stage::{Stage, until, window};
use deskpilot_core::{Call, ParamKind, PathUse, Risk, Risks, SideEffects};
use deskpilot_desktop::Scope;
use deskpilot_testkit::{
    ReservedPort,
    conformance::{ReceiverFixture, check_receiver},
    loopback::{Answer, Response, Server},
};
use serde_json::{Value, json};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

/// The path of a program that the set-up installs.
fn installed(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/tool-servers/bin").join(name);
    let path = path.canonicalize().unwrap_or(path);
    assert!(path.exists(), "{} is missing: run `cargo xtask setup`", path.display());
    path
}

fn entry(name: &str, args: &[&str], more: &str) -> String {
    let program = installed(name).display().to_string();
    let command: Vec<&str> = [program.as_str()].iter().chain(args).copied().collect();
    format!("command = {command:?}\n{more}")
}

fn call(command: &str, args: &Value) -> Call {
    Call { command: command.into(), args: args.as_object().unwrap().clone() }
}

#[tokio::test]
async fn the_time_server_converts_times() {
    let entry = entry("mcp-server-time", &["--local-timezone", "UTC"], "trust_annotations = true");
    let mut stage = Stage::of(&entry, &[]).ready().await;
    let args = json!({"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"});
    let (here, convert) = (window("any"), call("tea.convert_time", &args));
    let fixture =
        ReceiverFixture { here: Scope::Window(&here), elsewhere: None, succeeds: Some(&convert), slow: None };
    check_receiver(stage.receiver.as_mut(), &fixture).await;
    let (effect, output) = stage.run("tea.convert_time", args).await;
    assert!(
        effect.starts_with("confirmed: tea gave ") && output.contains("T21:00:00+09:00"),
        "{effect} {output}"
    );
    let (effect, _) = stage.run("tea.get_current_time", json!({"timezone": "Mars/Base"})).await;
    assert!(effect.starts_with("refused: ") && effect.contains("Mars/Base"), "{effect}");
    assert!(!effect.ends_with("look"), "a tool that only reads does nothing in part: {effect}");
}

#[tokio::test]
async fn the_git_server_commits_in_a_repository() {
    let mut stage = Stage::of(&entry("mcp-server-git", &[], ""), &[]).ready().await;
    let repository = stage.folder.path().join("work");
    let git = |args: &[&str]| {
        let done = Command::new("git").arg("-C").arg(&repository).args(args).output().unwrap();
        assert!(done.status.success(), "{args:?}");
        String::from_utf8(done.stdout).unwrap()
    };
    fs::create_dir(&repository).unwrap();
    git(&["init", "--quiet"]);
    git(&["config", "user.name", "Ada"]);
    git(&["config", "user.email", "ada@example.org"]);
    fs::write(repository.join("tea.txt"), "green\n").unwrap();
    let repo = repository.display().to_string();
    let (effect, _) = stage.run("tea.git_add", json!({"repo_path": repo, "files": ["tea.txt"]})).await;
    assert!(effect.starts_with("unverified: "), "{effect}");
    stage.run("tea.git_commit", json!({"repo_path": repo, "message": "Tea"})).await;
    assert_eq!(git(&["log", "--format=%s %an"]), "Tea Ada\n");
    let commands = stage.commands().await;
    let reset = commands.iter().find(|it| it.name == "tea.git_reset").unwrap();
    assert_eq!(reset.side_effects, SideEffects::Risks(Risks::of(&[Risk::Deletes, Risk::Unknown])));
    assert_eq!(reset.params[0].kind, ParamKind::Path(PathUse::Writes));
    assert!(stage.troubles.iter().all(|it| it.starts_with("it is starting")), "{:?}", stage.troubles);
}

#[tokio::test]
async fn the_fetch_server_reads_a_page() {
    let server = Server::start_with(|request| match request.path.as_str() {
        "/robots.txt" => Answer::json(404, ""),
        _ => {
            let body = "<html><body><p>Green tea</p></body></html>".to_owned();
            Answer::Response(Response { status: 200, headers: Vec::new(), body })
        }
    })
    .await;
    let mut stage =
        Stage::of(&entry("mcp-server-fetch", &["--allow-private-ips", "--ignore-robots-txt"], ""), &[])
            .ready()
            .await;
    let commands = stage.commands().await;
    assert_eq!(commands[0].params[0].kind, ParamKind::Url);
    assert!(commands[0].doc.starts_with("The server says: \"Fetches a URL"), "{}", commands[0].doc);
    let (effect, output) = stage.run("tea.fetch", json!({"url": format!("{}/tea", server.address)})).await;
    assert!(output.contains("Green tea"), "{effect} {output}");
}

#[tokio::test]
async fn the_spreadsheet_server_works_over_pipes() {
    let stage = Stage::of("command = [\"sh\"]", &[]);
    let folder = stage.folder.path().display().to_string();
    let entry = entry("excel-mcp-server", &["stdio", "--allow-dir", &folder], "");
    let mut pipes = Stage::of(&entry, &[]).ready().await;
    fill_and_read(&mut pipes, &format!("{folder}/tea.xlsx")).await;
}

#[tokio::test]
async fn the_spreadsheet_server_works_at_an_address_with_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let reserved = ReservedPort::reserve();
    let port = reserved.number();
    let shown = folder.path().display().to_string();
    let mut server = Command::new(installed("excel-mcp-server"));
    server.args(["streamable-http", "--allow-dir", &shown, "--port", &port.to_string()]);
    server.env("EXCEL_MCP_AUTH_TOKEN", "a-token-of-tea").stdout(Stdio::null()).stderr(Stdio::null());
    let mut server = Killed(server.spawn().unwrap());
    until("the server listens", || std::net::TcpStream::connect(("127.0.0.1", port)).is_ok()).await;
    let entry = format!("url = \"http://127.0.0.1:{port}/mcp\"\ntoken_variable = \"TEA_TOKEN\"");
    let mut stage = Stage::of(&entry, &[("TEA_TOKEN", "a-token-of-tea")]).ready().await;
    fill_and_read(&mut stage, &format!("{shown}/tea.xlsx")).await;
    let mut wrong = Stage::of(&entry, &[("TEA_TOKEN", "another")]);
    wrong.until(|_, troubles| troubles.iter().any(|it| it.starts_with("it does not accept the token"))).await;
    server.0.kill().unwrap();
    server.0.wait().unwrap();
    let (effect, _) = stage.run("tea.list_workbooks", json!({})).await;
    assert!(
        effect.starts_with("refused: tea.list_workbooks cannot do this: tea says: it cannot be reached"),
        "{effect}"
    );
    stage.until(|names, _| names.is_empty()).await;
}

/// A process that a test does not leave behind.
struct Killed(std::process::Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn fill_and_read(stage: &mut Stage, path: &str) {
    let commands = stage.commands().await;
    let write = commands.iter().find(|it| it.name == "tea.write_range").unwrap();
    assert_eq!(write.param("rows").unwrap().kind, ParamKind::Rows);
    assert!(write.param("links").unwrap().doc.starts_with("as JSON; "), "{write}");
    let rows = json!([["Tea", "Cups"], ["green", 3], ["black", null]]);
    stage.run("tea.create_workbook", json!({"path": path, "sheets": ["Tea"]})).await;
    let links = r##"[{"cell": "A2", "target": "https://tea.example/"}]"##;
    let args = json!({"path": path, "sheet": "Tea", "at": "A1", "rows": rows, "links": links});
    let (effect, output) = stage.run("tea.write_range", args).await;
    assert!(effect.starts_with("unverified: "), "{effect} {output}");
    let (_, output) = stage.run("tea.read_range", json!({"path": path, "sheet": "Tea"})).await;
    assert!(output.contains("green") && output.contains('3'), "{output}");
    assert!(fs::read(path).unwrap().starts_with(b"PK"));
    let (effect, _) = stage.run("tea.read_range", json!({"path": path, "sheet": "Coffee"})).await;
    assert!(effect.starts_with("refused: ") && effect.contains("Coffee"), "{effect}");
}
