//! The Parquet export, read in Python with pandas and with `datasets` of Hugging Face.

use crate::results::{RunResults, Task, click_bold, select_all};
use deskpilot_dataset::{ExportFormat, ExportOptions, Split, export};
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// An export of two tasks, one in each split; its first step acts twice after one look.
pub(crate) fn exported() -> TempDir {
    let both = Value::Array(vec![select_all(), click_bold()]);
    let train = Task { actions: vec![both], ..Task::new("w1", "Make every item of the list bold") };
    let train = Task { template: "packing-lines.odt".into(), ..train };
    let results = RunResults::of(&[train, Task::new("w2", "Make all words of the poem bold")]);
    let dataset = results.whole();
    let out = tempfile::tempdir().unwrap();
    let options = ExportOptions::of(ExportFormat::Parquet);
    let splits: Vec<Split> =
        dataset.trajectories.iter().map(|it| Split::of(&it.template, options.held_out)).collect();
    assert_eq!(splits, [Split::Train, Split::Test]);
    export(&dataset, &[], &options, &out.path().join("dataset")).unwrap();
    out
}

/// Runs a program of Python that `cargo xtask setup` prepared; returns what it prints.
pub(crate) fn python(arguments: &[&str], folder: &Path) -> String {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    assert!(python.is_file(), "{} is missing: run `cargo xtask setup`", python.display());
    let output = Command::new(python)
        .args(arguments)
        .current_dir(folder)
        .env("HF_HOME", folder.join("cache"))
        .env("HF_HUB_OFFLINE", "1")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/read.py")
}

#[test]
fn python_reads_what_was_exported() {
    let out = exported();
    let found = python(&[script().to_str().unwrap(), "dataset"], out.path());
    let found: Value = serde_json::from_str(&found).unwrap();
    let (train, test) =
        (&found["pandas"]["train-00000-of-00001.parquet"], &found["pandas"]["test-00000-of-00001.parquet"]);
    assert_eq!(train["instructions"], json!(["Make every item of the list bold"]));
    assert_eq!(test["instructions"], json!(["Make all words of the poem bold"]));
    // The grey of each picture identifies it.
    assert_eq!(train["pictures"], json!([[64, 40, 0], null, [64, 40, 40]]));
    assert_eq!(test["pictures"], json!([[64, 40, 0], [64, 40, 40], [64, 40, 80]]));
    assert_eq!(test["functions"], json!(["keyboard_input", "click_input", "finish"]));
    assert_eq!(test["target_x"], json!([null, 8, null]), "from the left edge of the picture");
    assert_eq!(train["target_x"], json!([null, null, null]), "without a picture there is no place in it");
    assert_eq!(test["success"], json!([true, true, null]));
    assert_eq!(test["rewards"], json!([0.0, 0.0, 1.0]));
    let root = "poem.odt - LibreOffice Writer";
    assert_eq!(train["roots"], json!([root, null, root]));
    let expected = json!({
        "train": { "rows": 3, "templates": ["writer/packing-lines.odt"], "sizes": [[64, 40], null, [64, 40]] },
        "test": { "rows": 3, "templates": ["writer/poem.odt"], "sizes": [[64, 40], [64, 40], [64, 40]] },
    });
    assert_eq!(found["datasets"], expected);
}
