//! The tasks of `tasks/`, each carried out on real applications by a scripted model and checked without it.

use crate::common::{Workspace, transcript};
use deskpilot_core::{Divergence, Event};
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::PathBuf};

const EDITORS: &[&str] = &[
    "append-featherpad",
    "copy-clipboard",
    "notes-gnome-text-editor",
    "replace-featherpad",
    "replace-mousepad",
    "save-as-gedit",
    "sum-to-text",
    "terminal-count",
];
const CALCULATORS_AND_FILES: &[&str] = &[
    "folder-thunar",
    "product-gnome",
    "rename-thunar",
    "settings-galculator",
    "units-gnome",
    "widgets-form",
];
const OFFICE: &[&str] = &["invoice-calc", "letter-writer", "slides-impress", "table-calc"];
const BROWSERS: &[&str] = &["order-firefox", "receipt-firefox"];
const SURPRISES: &[&str] = &[
    "surprise-busy-widgets",
    "surprise-calc-keep-csv",
    "surprise-close-featherpad",
    "surprise-list-firefox",
    "surprise-overwrite-mousepad",
    "surprise-rename-firefox",
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tasks")
}

/// Carries out these tasks; fails with what the checks found if a task is not done.
fn carried_out(names: &[&str]) -> Workspace {
    let workspace = Workspace::new();
    let folder = folder();
    let mut words = vec!["batch", folder.to_str().unwrap(), "--model", "script", "--policy", "unrestricted"];
    words.extend(["--task", "b", "--json"]);
    words.extend(names.iter().flat_map(|name| ["--only", name]));
    let output = workspace.run(&words);
    let results: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| transcript(&output).into());
    let failed: Vec<&Value> =
        results["tasks"].as_array().into_iter().flatten().filter(|it| it["success"] != true).collect();
    assert!(output.status.success() && failed.is_empty(), "{failed:#?}\n{}", transcript(&output));
    assert_eq!(results["tasks"].as_array().unwrap().len(), names.len());
    workspace
}

#[test]
fn editors_and_a_terminal() {
    carried_out(EDITORS);
}

#[test]
fn calculators_files_and_widgets() {
    carried_out(CALCULATORS_AND_FILES);
}

#[test]
fn letters_tables_and_slides() {
    carried_out(OFFICE);
}

#[test]
fn forms_in_a_browser() {
    carried_out(BROWSERS);
}

#[test]
fn a_planned_surprise_stops_the_list_and_the_task_is_done_all_the_same() {
    let workspace = carried_out(SURPRISES);
    for name in SURPRISES {
        let entries = workspace.entries(&format!("b-{name}"));
        let divergences: Vec<&Divergence> = entries
            .iter()
            .filter_map(|it| match &it.event {
                Event::Held { operations, divergence } if !operations.is_empty() => Some(divergence),
                _ => None,
            })
            .collect();
        let of_the_world =
            |it: &&&Divergence| !matches!(it, Divergence::NeedsYes(_) | Divergence::NotAllowed(_));
        assert!(divergences.iter().any(|it| of_the_world(&it)), "{name}: {divergences:?}");
    }
}

#[test]
fn every_task_is_carried_out_by_one_of_these_tests() {
    let tested = [EDITORS, CALCULATORS_AND_FILES, OFFICE, BROWSERS, SURPRISES].concat();
    let tested: BTreeSet<String> = tested.into_iter().map(str::to_owned).collect();
    let files = fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path());
    let stored: BTreeSet<String> = files
        .filter(|it| it.extension().is_some_and(|it| it == "toml"))
        .map(|it| it.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(tested, stored);
    assert!(stored.len() >= 25, "{} tasks", stored.len());
}
