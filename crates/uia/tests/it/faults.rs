//! Thousands of errors and nonsensical values, wherever they can strike.

use crate::fake::{Faults, Node, Value};
use crate::scene::{BUTTON, DOCUMENT, HANDLE, ITEM, LIST, Scene};
use deskpilot_core::{Point, ScrollBy};
use deskpilot_uia::{CallError, NodeRef, Pattern, PatternAction, Property};

/// How many faults strike in all.
const FAULTS: usize = 10_000;

const PATTERNS: &[Pattern] = &[
    Pattern::Invoke,
    Pattern::Value,
    Pattern::RangeValue,
    Pattern::Toggle,
    Pattern::ExpandCollapse,
    Pattern::SelectionItem,
    Pattern::Scroll,
    Pattern::ScrollItem,
    Pattern::Text,
    Pattern::Grid,
    Pattern::ItemContainer,
    Pattern::VirtualizedItem,
];

/// A window with controls of every pattern.
fn scene() -> Scene {
    let scene = Scene::new();
    let list = scene.add(Node::new(LIST, "list").offering(Pattern::ItemContainer));
    for pattern in PATTERNS {
        scene.world.add(list, Node::new(ITEM, "item").offering(*pattern));
    }
    let text = PATTERNS.iter().fold(Node::new(DOCUMENT, "text"), |node, pattern| node.offering(*pattern));
    scene.add(text.with(Property::Value, Value::Text("some text".into())));
    scene.add(Node::new(BUTTON, "button").offering(Pattern::Invoke));
    scene
}

/// Every call on a control; the errors of all that failed.
async fn everything(scene: &Scene, node: &NodeRef) -> Vec<CallError> {
    let calls = scene.calls();
    let mut errors = Vec::new();
    let actions = [
        PatternAction::Invoke,
        PatternAction::SetText("text".into()),
        PatternAction::SetNumber(f64::NAN),
        PatternAction::Toggle,
        PatternAction::Scroll(ScrollBy { up: 1, right: -1 }),
        PatternAction::ScrollIntoView,
        PatternAction::Focus,
    ];
    for action in actions {
        errors.extend(calls.act(node, action).await.err());
    }
    errors.extend(calls.whole_text(node).await.err());
    errors.extend(calls.selected_text(node).await.err());
    errors.extend(calls.select_text(node, "text").await.err());
    errors.extend(calls.cell(node, 0, 0).await.err());
    errors.extend(calls.find_item(node, "item").await.err());
    errors.extend(calls.is_at(node, Point { x: 15, y: 25 }).await.err());
    errors.extend(calls.focused().await.err());
    errors.extend(calls.watch(HANDLE).await.err());
    errors.extend(calls.unwatch(HANDLE).await.err());
    errors
}

#[tokio::test]
async fn ten_thousand_faults_are_errors_and_never_a_panic() {
    let mut struck = 0;
    for seed in 1.. {
        let scene = scene();
        let node = scene.read().await.elements[usize::try_from(seed).unwrap() % 14].node.clone();
        let per_mille = [5, 50, 300][usize::try_from(seed).unwrap() % 3];
        scene.world.state().faults = Some(Faults { seed, per_mille });
        let mut errors = Vec::new();
        for _ in 0..3 {
            errors.extend(scene.calls().read(HANDLE, 100).await.err());
            errors.extend(everything(&scene, &node).await);
        }
        // A panic would end the thread of the calls.
        let panicked = CallError::Lost("its thread ended during the call".into());
        assert!(!errors.contains(&panicked), "seed {seed}: {errors:?}");
        struck += scene.world.state().struck;
        scene.world.state().faults = None;
        // Afterwards everything works again.
        assert_eq!(scene.read().await.elements.len(), 15, "seed {seed}");
        scene.end();
        if struck >= FAULTS {
            return;
        }
    }
}
