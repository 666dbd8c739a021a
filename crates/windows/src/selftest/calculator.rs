//! The calculator: a sum by its buttons.

use super::{
    outcome::{Found, Unmet},
    page::Page,
    scene::{Scene, click},
};
use deskpilot_core::{Control, Role, Window};
use deskpilot_uia::TreeSnapshot;

/// The keys of 6 × 7: how UI Automation calls each in every language, and the names that buttons have.
const KEYS: [(&str, &[&str]); 4] = [
    ("num6Button", &["6", "Six"]),
    ("multiplyButton", &["*", "×", "Multiply by"]),
    ("num7Button", &["7", "Seven"]),
    ("equalButton", &["=", "Equals"]),
];
const RESULT: &str = "42";

/// Tries it where there is a calculator.
pub(super) async fn try_all(page: &Page, scene: &mut Scene) {
    let opening = scene.opens("calculator", None, &[]);
    let Some(window) = page.attempt("Calculator opens", opening).await else { return };
    page.attempt("controls of Calculator", scene.reads(&window)).await;
    let tree = page.attempt("tree of Calculator by UI Automation", scene.tree(&window)).await;
    page.attempt("6 x 7 by buttons", computing(scene, &window, tree.as_ref())).await;
    page.attempt("Calculator closes", scene.closes(&window)).await;
}

async fn computing(scene: &mut Scene, window: &Window, tree: Option<&TreeSnapshot>) -> Found<()> {
    let mut judged = Vec::new();
    for (id, names) in KEYS {
        let controls = scene.controls(window).await?;
        let button = button(&controls, tree, id, names);
        let button = button.ok_or_else(|| Unmet::Failed(format!("it has no button {}", names[0])))?;
        judged.push(scene.does(window, Some(button), click()).await?);
    }
    let shown = scene.controls(window).await?;
    let shows =
        |it: &Control| it.name.contains(RESULT) || it.value.as_deref().is_some_and(|it| it.contains(RESULT));
    let judged = judged.join(", ");
    match shown.iter().any(|it| it.role != Role::Button && shows(it)) {
        true => Ok(((), format!("{judged}; it shows {RESULT}"))),
        false => Err(Unmet::Failed(format!("{judged}; it does not show {RESULT}"))),
    }
}

/// The button of a key: the one that UI Automation calls so, else one of these names.
fn button<'a>(
    controls: &'a [Control],
    tree: Option<&TreeSnapshot>,
    id: &str,
    names: &[&str],
) -> Option<&'a Control> {
    let element = tree.and_then(|it| it.elements.iter().find(|it| it.facts.automation_id == id));
    let name = element.map(|it| it.facts.name.as_str());
    controls.iter().find(|it| {
        it.role == Role::Button && (name == Some(it.name.as_str()) || names.contains(&it.name.as_str()))
    })
}
