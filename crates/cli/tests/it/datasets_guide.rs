//! The page about datasets says what is true: its tasks are run, exported, and loaded in Python, by its own commands.

use deskpilot_dataflow::RawTask;
use deskpilot_testkit::{
    command_line::{
        Workspace,
        guide::{blocks, words},
        transcript,
    },
    tries_also,
};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const GUIDE: &str = include_str!("../../../../docs/datasets.md");
/// A task of OSWorld for the command that imports them.
const FOREIGN: &str = "evaluation_examples/5.json";

/// The Python with what `cargo xtask setup` installed.
pub(crate) fn interpreter() -> PathBuf {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    assert!(python.is_file(), "{} is missing: run `cargo xtask setup`", python.display());
    python
}

/// Runs a program of Python with it; returns what it prints.
fn python(program: &str, folder: &Path) -> String {
    let mut command = Command::new(interpreter());
    command.args(["-c", program]).current_dir(folder);
    command.env("HF_HOME", folder.join("cache")).env("HF_HUB_OFFLINE", "1");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", transcript(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_way_from_raw_tasks_to_a_dataset_in_python_is_as_the_page_says() {
    if !tries_also("the page about datasets") {
        return;
    }
    let workspace = Workspace::of(crate::PROGRAM);
    let write = |file: &str, text: &str| {
        let path = workspace.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let foreign = json!({
        "id": "5", "snapshot": "libreoffice_writer", "instruction": "Write Hello into the empty document.",
        "source": "", "config": [], "related_apps": ["libreoffice_writer"], "evaluator": {"func": "compare_docx_files"},
    });
    write(FOREIGN, &foreign.to_string());
    // The blocks of the list are indented.
    let lines = GUIDE.lines().map(|it| it.strip_prefix("   ").unwrap_or(it).to_owned() + "\n");
    let page: String = lines.collect();
    let (mut commands, mut program) = (0, String::new());
    for (about, text) in blocks(&page) {
        match about.split_once(' ') {
            Some(("json", file)) => write(file, text),
            _ if about == "python" => program += text,
            _ => {
                assert_eq!(about, "sh own", "{text}");
                let words = words(text.trim().strip_prefix("deskpilot ").unwrap());
                let output = workspace.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
                assert_eq!(output.status.code(), Some(0), "{text}{}", transcript(&output));
                commands += 1;
            }
        }
    }
    assert_eq!(commands, 3);
    let printed = python(&program, workspace.path());
    for expected in [
        " train, ",
        "Make the short poem about the ferry bold -> keyboard_input pyautogui.hotkey(['ctrl', 'b'])",
        "(1920, 1080)",
        "w2.odt - LibreOffice Writer",
    ] {
        assert!(printed.contains(expected), "{printed}");
    }
    assert!(!printed.contains("0 train") && !printed.contains(" 0 test"), "{printed}");
    let imported = RawTask::open(&workspace.path().join("tasks/5.json")).unwrap();
    assert_eq!(imported.task, "Write Hello into the empty document.");
}
