//! The tasks of `tasks/`, each carried out on real applications by a scripted model and checked without it.
//!
//! A usual run carries out those of [`DAILY`]: some of each kind. With `DESKPILOT_TEST_CASES=all`, as `cargo xtask soak` sets it,
//! every task is carried out.

use deskpilot_core::{Divergence, Entry, Event, Gesture, HostDecision, Operation, Product, Verb};
use deskpilot_testkit::{
    command_line::{DEADLINE, Workspace, transcript},
    tried, tries_all, tries_also,
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
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
const TERMINALS: &[&str] =
    &["terminal-count", "terminal-ends", "terminal-poem", "terminal-questions", "terminal-slow"];
const CALCULATORS_AND_FILES: &[&str] = &[
    "folder-thunar",
    "product-gnome",
    "rename-thunar",
    "settings-galculator",
    "units-gnome",
    "widgets-form",
];
const OFFICE: &[&str] = &[
    "cells-calc",
    "chart-calc",
    "dialog-replace-writer",
    "dialog-sheet-name-calc",
    "dialog-sort-calc",
    "invoice-calc",
    "letter-writer",
    "links-writer",
    "locked-calc",
    "long-rows-calc",
    "long-text-writer",
    "pdf-writer",
    "replace-impress",
    "shown-rows-calc",
    "slide-table-impress",
    "slides-impress",
    "submenu-writer",
    "table-calc",
    "wizard-chart-calc",
];
const DOCUMENTS: &[&str] = &[
    "documents-calc-text",
    "documents-collect",
    "documents-encodings",
    "documents-gedit",
    "documents-sixty",
];
const BROWSERS: &[&str] = &[
    "frame-firefox",
    "icons-firefox",
    "mail-firefox",
    "moving-auction-firefox",
    "moving-form-firefox",
    "order-firefox",
    "receipt-firefox",
    "suggestions-firefox",
    "wizard-firefox",
];
/// What takes native commands and windows, in several applications, with how its steps acted, in order.
const MIXED: &[(&str, &[&str])] = &[
    ("mixed-archive-total", &["API", "UIControl", "API", "UIControl"]),
    ("mixed-log-report", &["API", "UIControl"]),
    ("mixed-outline-slides", &["API", "UIControl"]),
    ("mixed-page-chart", &["UIControl", "API", "UIControl"]),
    ("mixed-protected-budget", &["API", "UIControl", "API"]),
    ("mixed-table-letter", &["API", "UIControl", "API", "UIControl"]),
];
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

/// The tasks of a usual run: those that differ most from the others of their kind.
const DAILY: &[&str] = &[
    "dialog-sort-calc",
    "documents-gedit",
    "files-rename",
    "mixed-protected-budget",
    "moving-auction-firefox",
    "notes-gnome-text-editor",
    "surprise-overwrite-mousepad",
    "terminal-questions",
    "widgets-form",
];

/// Whether this run carries out the task.
fn is_today(name: &str) -> bool {
    tries_all() || DAILY.contains(&name)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tasks")
}

/// Carries out today's tasks among these by their scripts; fails with what the checks found if a task is not done.
fn carried_out(names: &[&'static str]) -> Workspace {
    carried_out_by("script", &folder(), names)
}

/// Carries out today's tasks among these of a folder by this model.
fn carried_out_by(model: &str, folder: &Path, names: &[&'static str]) -> Workspace {
    carried_out_in(Workspace::of(crate::PROGRAM), model, folder, &tried(names, |it| DAILY.contains(it)))
}

/// Carries out these tasks with the settings of a workspace.
fn carried_out_in(workspace: Workspace, model: &str, folder: &Path, names: &[&str]) -> Workspace {
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
    let workspace = carried_out(TERMINALS);
    if is_today("terminal-ends") {
        let entries = workspace.entries("b-terminal-ends");
        let launches = entries
            .iter()
            .filter(|it| matches!(&it.event, Event::Acting { operation: Operation::Launch(_), .. }));
        assert_eq!(launches.count(), 2, "the terminal ends once, and is opened again");
    }
}

#[test]
fn calculators_files_and_widgets() {
    carried_out(CALCULATORS_AND_FILES);
}

#[test]
fn letters_tables_slides_and_their_dialogs() {
    let workspace = carried_out(OFFICE);
    if is_today("pdf-writer") {
        let task = "b-pdf-writer";
        assert_eq!(
            text_of_pdf(&workspace.log(task).join("home/outbox/letter.pdf")),
            "Dear Grace, the meeting is on 3 May. Yours, Ada"
        );
        let promised = Product::File("~/outbox/letter.pdf".into());
        let is_promised = |it: &Entry| match &it.event {
            Event::HostDecided { decision: HostDecision::LaunchFor(_, _, subtask), .. } => {
                subtask.produces.contains(&promised)
            }
            _ => false,
        };
        assert!(workspace.entries(task).iter().any(is_promised), "the PDF is not promised");
    }
}

#[test]
fn several_documents() {
    carried_out(DOCUMENTS);
}

#[test]
fn forms_and_moving_parts_of_pages_in_a_browser() {
    carried_out(BROWSERS);
}

/// The names of [`MIXED`].
fn mixed() -> Vec<&'static str> {
    MIXED.iter().map(|(name, _)| *name).collect()
}

/// How a task acted until it closed its windows (native command or window), in order and without repetitions. Its decisions may
/// list more, where a batch of actions was held.
fn interfaces(workspace: &Workspace, task: &str) -> Vec<&'static str> {
    let done = workspace.entries(task).into_iter().filter_map(|entry| match entry.event {
        Event::Acting { operation: Operation::Act(action), .. } => Some(action.verb),
        _ => None,
    });
    let done = done.filter(|it| *it != Verb::Gesture(Gesture::Close));
    let mut interfaces: Vec<_> =
        done.map(|verb| if verb == Verb::Native { "API" } else { "UIControl" }).collect();
    interfaces.dedup();
    interfaces
}

#[test]
fn native_commands_and_windows_in_one_task() {
    let workspace = carried_out(&mixed());
    for (name, expected) in MIXED.iter().filter(|it| is_today(it.0)) {
        let task = format!("b-{name}");
        assert_eq!(interfaces(&workspace, &task), *expected, "{name}: {:#?}", workspace.operations(&task));
        let steps = fs::read_to_string(workspace.log(&task).join("response.log")).unwrap();
        assert!(["API", "UIControl"].into_iter().all(|it| steps.contains(it)), "{steps}");
    }
    if is_today("mixed-table-letter") {
        assert_eq!(
            text_of_pdf(&workspace.log("b-mixed-table-letter").join("home/outbox/letter.pdf")),
            "Dear Grace, these are the costs: Item Pieces Price Oak boards 12 18.5 Screws 200 0.04 Glue 1 7.25"
        );
    }
    let budget = "b-mixed-protected-budget";
    let refused = outcomes_of(&workspace, budget, "set_cells");
    assert_eq!(
        refused,
        ["refused: set_cells cannot do this: the sheet Budget is protected: unprotect it first"]
    );
    for once in ["make_folder", "copy_file", "save"] {
        let outcomes = outcomes_of(&workspace, budget, once);
        assert!(matches!(&outcomes[..], [one] if one.starts_with("confirmed")), "{once}: {outcomes:?}");
    }
}

/// Calc has no command that seeks goals; a server does it, which only the windows of Calc have.
#[test]
fn an_agent_inside_an_application_does_a_part() {
    if !tries_also("mixed-goal-seek") {
        return;
    }
    let workspace = Workspace::of(crate::PROGRAM);
    let settings = workspace.path().join(".config/deskpilot");
    fs::create_dir_all(&settings).unwrap();
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tool-servers/bin/excel-mcp-server");
    assert!(server.exists(), "{} is missing: run `cargo xtask setup`", server.display());
    let command = [server.to_str().unwrap(), "stdio", "--allow-dir", workspace.path().to_str().unwrap()];
    let entry = format!("[servers.book]\ncommand = {command:?}\napplications = [\"libreoffice-calc\"]\n");
    fs::write(settings.join("tools.toml"), entry).unwrap();
    let (task, tasks) = ("b-mixed-goal-seek", folder().join("tool-servers"));
    let workspace = carried_out_in(workspace, "script", &tasks, &["mixed-goal-seek"]);
    assert_eq!(interfaces(&workspace, task), ["API", "UIControl", "API"]);
    for command in ["book.create_workbook", "book.write_range", "book.goal_seek"] {
        let outcomes = outcomes_of(&workspace, task, command);
        assert!(matches!(&outcomes[..], [one] if one.starts_with("unverified: ")), "{command}: {outcomes:?}");
    }
}

/// The effects of a task's calls of a command.
fn outcomes_of(workspace: &Workspace, task: &str, command: &str) -> Vec<String> {
    let (mut calls, mut outcomes) = (BTreeSet::new(), Vec::new());
    for entry in workspace.entries(task) {
        match entry.event {
            Event::Acting { id, operation: Operation::Act(action), .. } if action.call.command == command => {
                calls.insert(id);
            }
            Event::Acted { id, outcome, .. } if calls.contains(&id) => {
                outcomes.push(outcome.effect.to_string());
            }
            _ => {}
        }
    }
    outcomes
}

/// The text of a PDF as another program reads it, with single blanks.
fn text_of_pdf(file: &Path) -> String {
    let output = Command::new("pdftotext").arg("-layout").arg(file).arg("-").output().unwrap();
    assert!(output.status.success(), "{}", transcript(&output));
    String::from_utf8(output.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_planned_surprise_stops_the_list_and_the_task_is_done_all_the_same() {
    let workspace = carried_out(SURPRISES);
    for name in SURPRISES.iter().filter(|it| is_today(it)) {
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
    let tested =
        [EDITORS, TERMINALS, CALCULATORS_AND_FILES, OFFICE, DOCUMENTS, BROWSERS, SURPRISES, &mixed()]
            .concat();
    let tested: BTreeSet<String> = tested.into_iter().map(str::to_owned).collect();
    let files = fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path());
    let stored: BTreeSet<String> = files
        .filter(|it| it.extension().is_some_and(|it| it == "toml"))
        .map(|it| it.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(tested, stored);
    let known = |it: &&&str| stored.contains(**it) || BEGINNERS.contains(*it);
    assert_eq!(DAILY.iter().filter(known).count(), DAILY.len(), "a daily task is none");
    assert!(stored.len() >= 40, "{} tasks", stored.len());
}
