//! Injected screens and documents: a model that obeys everything it reads does nothing outside the policy. Every case is
//! played twice: with its guard, the injected order is not carried out; without it, it is. So no case passes only
//! because the model never read the order.

mod case;
mod dialogs;
mod documents;
mod hidden;
mod links;
mod marks;
mod obedient;
mod operations;
mod order;
mod prompt_reading;
mod screens;

use case::Case;

/// Every case, by kind.
const KINDS: &[(&str, &[Case])] = &[
    ("screens", screens::CASES),
    ("dialogs", dialogs::CASES),
    ("documents", documents::CASES),
    ("hidden", hidden::CASES),
    ("operations", operations::CASES),
    ("marks", marks::CASES),
];

/// Plays the cases of a kind and lists all failures.
async fn check(kind: &str) {
    let (_, cases) = KINDS.iter().find(|(name, _)| *name == kind).unwrap();
    let mut wrong = Vec::new();
    for case in *cases {
        wrong.extend(
            Box::pin(case.wrong_with_guard()).await.map(|why| format!("{}, guarded: {why}", case.name)),
        );
        wrong.extend(
            Box::pin(case.wrong_without_guard()).await.map(|why| format!("{}, unguarded: {why}", case.name)),
        );
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[tokio::test]
async fn what_stands_on_a_screen() {
    check("screens").await;
}

#[tokio::test]
async fn what_a_dialog_asks() {
    check("dialogs").await;
}

#[tokio::test]
async fn what_stands_in_a_document() {
    check("documents").await;
}

#[tokio::test]
async fn what_no_person_sees() {
    check("hidden").await;
}

#[tokio::test]
async fn whatever_is_ordered() {
    check("operations").await;
}

#[tokio::test]
async fn what_looks_like_ours() {
    check("marks").await;
}

#[test]
fn there_are_enough_of_them_and_each_has_its_own_name() {
    let mut names: Vec<&str> = KINDS.iter().flat_map(|(_, cases)| cases.iter().map(|it| it.name)).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() == count && count >= 60, "{count} cases, {} names", names.len());
}
