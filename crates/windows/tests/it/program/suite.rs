//! The tasks of `tasks/windows`: a scripted model does them with the shipped program, each on a private desktop with a home of its own.
//! What it leaves is checked: files, windows, the records of fixtures, the registry.

use super::{MenuEntry, deskpilot, folder, printed};
use crate::scene::alone;
use deskpilot_windows_fixtures::FixtureProgram;
use serde_json::Value;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What one of the tasks reads, and may not change.
const STATION: &str = r"HKCU\Software\Harbour";
/// What one of the tasks changes.
const INTERNET: &str = r"HKCU\Software\Microsoft\Internet Explorer\Main";
/// How many tasks there are at least.
const LEAST: usize = 10;

#[tokio::test]
#[expect(clippy::print_stdout, reason = "what each task took is for people")]
async fn a_scripted_model_does_every_task_and_what_it_leaves_is_as_wanted() {
    let _alone = alone().await;
    let _menu = installed();
    registry(&["add", STATION, "/v", "Station", "/d", "Kiel 7", "/f"]);
    let station = registry(&["query", STATION, "/s"]);
    let logs = folder("suite");
    let output = deskpilot(&[
        "batch",
        &tasks().display().to_string(),
        "--model",
        "script",
        "--policy",
        "unrestricted",
        "--desktop",
        "private",
        "--task",
        "w",
        "--json",
        "--log-dir",
        &logs.display().to_string(),
    ])
    .output()
    .unwrap();
    println!("{}", String::from_utf8_lossy(&output.stderr));
    let results: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| printed(&output).into());
    let rows: Vec<&Value> = results["tasks"].as_array().into_iter().flatten().collect();
    let failed: Vec<&&Value> = rows.iter().filter(|it| it["success"] != true).collect();
    assert!(output.status.success() && failed.is_empty(), "{failed:#?}\n{}", printed(&output));
    assert_eq!(rows.len(), fs::read_dir(tasks()).unwrap().count());
    assert!(rows.len() >= LEAST, "{} tasks", rows.len());
    assert_eq!(registry(&["query", STATION, "/s"]), station, "it was only to be read");
    let home_page = registry(&["query", INTERNET, "/v", "Start Page"]);
    assert!(home_page.contains("http://harbour.example/"), "{home_page}");
    fs::remove_dir_all(logs).unwrap();
}

fn tasks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/windows")
}

/// The fixtures of the tasks, which record in the home of each; and what Windows has in its Start menu, and Wine has not.
fn installed() -> [MenuEntry; 3] {
    let wordpad =
        PathBuf::from(env::var("ProgramFiles").unwrap()).join(r"Windows NT\Accessories\wordpad.exe");
    let fixture = |name: &str, program: FixtureProgram, record: &str| {
        let arguments = format!("--record {record} --title \"{name}\"");
        MenuEntry::add(name, &program.path().unwrap(), &arguments)
    };
    [
        MenuEntry::add("WordPad", &wordpad, ""),
        fixture("Calculator", FixtureProgram::Calculator, "calculator.jsonl"),
        fixture("Order Form", FixtureProgram::Controls, "form.jsonl"),
    ]
}

/// What the registry's own program prints.
fn registry(words: &[&str]) -> String {
    let output = Command::new("reg.exe").args(words).output().unwrap();
    assert!(output.status.success(), "reg {words:?}: {}", printed(&output));
    printed(&output)
}
