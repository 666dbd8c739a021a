//! No template is in two splits, and near-equal tasks are exported once.

use crate::results::{RunResults, Task, select_all, type_text};
use deskpilot_dataflow::{OfficeApplication, Templates};
use deskpilot_dataset::{ExportFormat, ExportOptions, HeldOutFraction, Selection, Split, Verdict, export};
use std::collections::{BTreeMap, BTreeSet};

fn passing() -> BTreeSet<Verdict> {
    BTreeSet::from([Verdict::Pass])
}

/// Two different tasks on each of some templates.
fn two_on_each_template() -> Vec<Task> {
    let templates = Templates::shipped();
    let tasks =
        templates.of(OfficeApplication::Writer).iter().take(8).enumerate().flat_map(|(at, template)| {
            let on = |id: String, request: &str| Task {
                template: template.name.clone(),
                ..Task::new(&id, request)
            };
            [on(format!("a{at}"), "Make everything bold"), on(format!("b{at}"), "Write a word at the end")]
        });
    tasks.collect()
}

#[test]
fn a_template_is_never_in_two_splits() {
    let results = RunResults::of(&two_on_each_template());
    let dataset = results.whole();
    for part in [0.0, 0.1, 0.2, 0.5, 0.9, 1.0] {
        let selection = Selection::of(&dataset, &passing(), HeldOutFraction::new(part).unwrap());
        assert_eq!(selection.kept.len(), dataset.trajectories.len());
        let mut splits: BTreeMap<&str, BTreeSet<Split>> = BTreeMap::new();
        for (split, trajectory) in &selection.kept {
            splits.entry(&trajectory.template).or_default().insert(*split);
        }
        assert!(splits.values().all(|it| it.len() == 1), "{splits:?}");
    }
    let selection = Selection::of(&dataset, &passing(), HeldOutFraction::new(0.5).unwrap());
    assert!(Split::ALL.iter().all(|it| selection.in_split(*it).count() > 0), "{selection:?}");
}

#[test]
fn a_copy_of_a_document_that_is_no_template_stays_with_the_others() {
    let results = RunResults::of(&[Task::new("one", "Make it bold"), Task::new("two", "Print it")]);
    for id in ["one", "two"] {
        let document = results.path().join(format!("saved_document/{id}.odt"));
        std::fs::write(document, b"a document of somebody's").unwrap();
    }
    let dataset = results.whole();
    let [one, two] = dataset.trajectories.as_slice() else { panic!("{dataset:?}") };
    assert_eq!(one.template, two.template);
    assert!(one.template.starts_with("document/"), "{}", one.template);
}

#[test]
fn near_equal_tasks_are_exported_once_and_the_others_counted() {
    let of = |id: &str, request: &str| Task::new(id, request);
    let results = RunResults::of(&[
        Task { complete: "unsure", ..of("a", "Make all words of the poem bold.") },
        of("b", "Make all words of the Poem bold"),
        of("c", "Make all words of the poems bold"),
        of("d", "Center the whole text"),
        Task { actions: vec![select_all()], ..of("e", "Make all words of the poem bold") },
        Task { template: "letter.odt".into(), ..of("f", "Make all words of the poem bold") },
        Task { actions: vec![type_text("x")], complete: "no", ..of("g", "Make all words of the poem bold") },
    ]);
    let dataset = results.whole();
    let wanted = BTreeSet::from([Verdict::Pass, Verdict::Unsure]);
    let selection = Selection::of(&dataset, &wanted, HeldOutFraction::default());
    let kept: Vec<&str> = selection.kept.iter().map(|(_, it)| it.task_id.as_str()).collect();
    assert_eq!(kept, ["b", "d", "e", "f"], "the one that passed stays");
    let duplicates: Vec<(&str, &str)> =
        selection.duplicates.iter().map(|it| (it.task_id.as_str(), it.of.as_str())).collect();
    assert_eq!(duplicates, [("c", "b"), ("a", "b")]);
    assert_eq!(selection.other_verdicts, 1);
}

#[test]
fn an_export_replaces_no_file_and_is_never_empty() {
    let results = RunResults::of(&[Task { complete: "no", ..Task::new("w2", "Make it bold") }]);
    let (dataset, out) = (results.whole(), tempfile::tempdir().unwrap());
    let mut options = ExportOptions::of(ExportFormat::Parquet);
    let error = export(&dataset, &[], &options, out.path()).unwrap_err().to_string();
    assert_eq!(
        error,
        "there is nothing to export: no task has the verdict pass; choose other verdicts, or run more tasks"
    );
    options.verdicts.insert(Verdict::Fail);
    export(&dataset, &[], &options, out.path()).unwrap();
    let error = export(&dataset, &[], &options, out.path()).unwrap_err().to_string();
    assert!(error.ends_with("is not empty: choose another folder, or remove what is in it"), "{error}");
}
