//! The tasks of `tasks/`, each carried out on real applications by a scripted model and checked without it.

use crate::common::{DEADLINE, Workspace, transcript};
use deskpilot_core::{Divergence, Event};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const EDITORS: &[&str] = &[
    "append-featherpad",
    "copy-clipboard",
    "notes-gnome-text-editor",
    "replace-featherpad",
    "replace-mousepad",
    "save-as-gedit",
    "submenu-mousepad",
    "sum-to-text",
];
const TERMINALS: &[&str] = &["terminal-count", "terminal-poem", "terminal-questions", "terminal-slow"];
const CALCULATORS_AND_FILES: &[&str] = &[
    "folder-thunar",
    "product-gnome",
    "rename-thunar",
    "settings-galculator",
    "units-gnome",
    "widgets-form",
];
const OFFICE: &[&str] = &["cells-calc", "invoice-calc", "letter-writer", "slides-impress", "table-calc"];
const DIALOGS: &[&str] =
    &["dialog-replace-writer", "dialog-sheet-name-calc", "dialog-sort-calc", "wizard-chart-calc"];
const LONG_TEXTS: &[&str] = &["long-rows-calc", "long-text-writer", "submenu-writer"];
const DOCUMENTS: &[&str] = &["documents-calc-text", "documents-collect", "documents-gedit"];
const BROWSERS: &[&str] = &["order-firefox", "receipt-firefox"];
const MOVING_PAGES: &[&str] =
    &["mail-firefox", "moving-auction-firefox", "moving-form-firefox", "wizard-firefox"];
const SURPRISES: &[&str] = &[
    "surprise-busy-widgets",
    "surprise-calc-keep-csv",
    "surprise-close-featherpad",
    "surprise-list-firefox",
    "surprise-overwrite-mousepad",
    "surprise-rename-firefox",
];

/// Requests in a beginner's words, of `tasks/beginners`: one or two of each kind, for the built-in model.
const BEGINNERS: &[&str] = &[
    "files-delete",
    "files-rename",
    "note-write-into",
    "page-form",
    "shell-close",
    "slides-title",
    "table-cells",
    "two-copy",
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tasks")
}

/// Carries out these tasks by their scripts; fails with what the checks found if a task is not done.
fn carried_out(names: &[&str]) -> Workspace {
    carried_out_by("script", &folder(), names)
}

/// Carries out these tasks of a folder by this model.
fn carried_out_by(model: &str, folder: &Path, names: &[&str]) -> Workspace {
    let workspace = Workspace::new();
    let mut words = vec!["batch", folder.to_str().unwrap(), "--model", model, "--policy", "unrestricted"];
    words.extend(["--task", "b", "--json"]);
    words.extend(names.iter().flat_map(|name| ["--only", name]));
    let limit = DEADLINE * u32::try_from(names.len()).unwrap();
    let output = workspace.run_within(&words, limit);
    let results: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| transcript(&output).into());
    let failed: Vec<&Value> =
        results["tasks"].as_array().into_iter().flatten().filter(|it| it["success"] != true).collect();
    assert!(output.status.success() && failed.is_empty(), "{failed:#?}\n{}", transcript(&output));
    assert_eq!(results["tasks"].as_array().unwrap().len(), names.len());
    workspace
}

#[test]
fn editors() {
    carried_out(EDITORS);
}

#[test]
fn terminals() {
    carried_out(TERMINALS);
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
fn dialogs_of_an_office_suite() {
    carried_out(DIALOGS);
}

#[test]
fn long_texts_and_submenus_of_an_office_suite() {
    carried_out(LONG_TEXTS);
}

#[test]
fn several_documents() {
    carried_out(DOCUMENTS);
}

#[test]
fn forms_in_a_browser() {
    carried_out(BROWSERS);
}

#[test]
fn pages_with_moving_parts() {
    carried_out(MOVING_PAGES);
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
        assert!(divergences.iter().any(|it| it.is_of_desktop()), "{name}: {divergences:?}");
    }
}

#[test]
fn what_beginners_ask_for() {
    carried_out_by("steps", &folder().join("beginners"), BEGINNERS);
}

#[test]
fn every_task_is_carried_out_by_one_of_these_tests() {
    let tested = [
        EDITORS,
        TERMINALS,
        CALCULATORS_AND_FILES,
        OFFICE,
        DIALOGS,
        LONG_TEXTS,
        DOCUMENTS,
        BROWSERS,
        MOVING_PAGES,
        SURPRISES,
    ]
    .concat();
    let tested: BTreeSet<String> = tested.into_iter().map(str::to_owned).collect();
    let files = fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path());
    let stored: BTreeSet<String> = files
        .filter(|it| it.extension().is_some_and(|it| it == "toml"))
        .map(|it| it.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(tested, stored);
    assert!(stored.len() >= 40, "{} tasks", stored.len());
}
