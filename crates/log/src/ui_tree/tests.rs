//! Tests that trees hold the observation, and that applying a difference gives the other tree.

use super::*;
use deskpilot_core::{NodeId, Role, States, WindowId, WindowState};
use proptest::prelude::*;

fn window() -> Window {
    Window {
        label: None,
        id: WindowId(7),
        title: "editor".into(),
        application: "editor".into(),
        process: None,
        rect: Rect::new(100, 50, 200, 100),
        state: WindowState::Normal,
        focused: true,
    }
}

fn control(name: &str, node: Option<&str>, rect: Rect) -> Control {
    let source = match node {
        Some(node) => ControlSource::Accessibility { node: NodeId(node.into()) },
        None => ControlSource::Vision { confidence: 0.5 },
    };
    let (label, role, value, states) = (None, Role::Button, None, States::default());
    Control { label, role, name: name.into(), value, states, rect, source }
}

fn tree(names: &[(&str, u16)]) -> UiNode {
    let controls: Vec<_> =
        names.iter().map(|(name, _)| control(name, Some(name), Rect::new(110, 60, 20, 10))).collect();
    UiNode::of(&window(), &controls, &names.iter().map(|(_, level)| *level).collect::<Vec<_>>())
}

#[test]
fn a_tree_has_the_fields_of_step_logs() {
    let controls = [control("ok", Some("n1"), Rect::new(150, 75, 50, 25))];
    let tree = serde_json::to_value(UiNode::of(&window(), &controls, &[])).unwrap();
    let expected = serde_json::json!({
        "id": "node_1", "name": "ok", "control_type": "Button", "level": 1, "node": "n1", "children": [],
        "rectangle": {"left": 150, "top": 75, "right": 200, "bottom": 100},
        "adjusted_rectangle": {"left": 50, "top": 25, "right": 100, "bottom": 50},
        "relative_rectangle": {"left": 0.25, "top": 0.25, "right": 0.5, "bottom": 0.5},
    });
    assert_eq!(tree["children"][0], expected);
    assert_eq!(
        (&tree["id"], &tree["control_type"], &tree["level"]),
        (&"node_0".into(), &"Window".into(), &0.into())
    );
}

#[test]
fn levels_determine_the_nesting() {
    let tree =
        tree(&[("menu", 0), ("file", 1), ("open", 2), ("edit", 1), ("text", 0), ("deep", 9), ("end", 3)]);
    let lines: Vec<String> =
        tree.flatten().iter().map(|it| format!("{} {} {}", it.id, it.name, it.level)).collect();
    assert_eq!(
        lines,
        [
            "node_0 editor 0",
            "node_1 menu 1",
            "node_2 file 2",
            "node_3 open 3",
            "node_4 edit 2",
            "node_5 text 1",
            "node_6 deep 2",
            "node_7 end 2",
        ]
    );
}

#[test]
fn very_deep_and_very_wide_windows_are_compared_and_written() {
    let deep: Vec<(&str, u16)> = (0..20_000).map(|level| ("it", level)).collect();
    let wide: Vec<(&str, u16)> = (0..20_000).map(|_| ("it", 0)).collect();
    let (deep, wide) = (tree(&deep), tree(&wide));
    assert_eq!(deep.flatten().iter().map(|it| it.level).max(), Some(61));
    for (before, after) in [(&deep, &wide), (&wide, &deep), (&deep, &deep)] {
        let diff = TreeDiff::between(before, after);
        let stored: TreeDiff = serde_json::from_str(&serde_json::to_string(&diff).unwrap()).unwrap();
        assert!(stored == diff);
    }
}

#[test]
fn matching_nodes_are_not_new() {
    let before = tree(&[("a", 0), ("b", 0), ("c", 1), ("d", 0)]);
    let mut after = tree(&[("new", 0), ("a", 0), ("b", 0), ("d", 0)]);
    after.children[2].name = "B".into();
    let diff = TreeDiff::between(&before, &after);
    let paths = |parts: &[TreePart]| {
        parts.iter().map(|it| (it.path.clone(), it.node.name.clone())).collect::<Vec<_>>()
    };
    assert_eq!(paths(&diff.added), [(vec![0], "new".to_owned())]);
    assert_eq!(paths(&diff.removed), [(vec![1, 0], "c".to_owned())]);
    assert_eq!(diff.modified.len(), 1);
    assert_eq!(
        serde_json::to_value(&diff.modified[0]).unwrap(),
        serde_json::json!({"path": [2], "changes": {"name": ["b", "B"]}})
    );
    assert_eq!(diff.apply(&before), Some(after));
    assert!(TreeDiff::between(&before, &before).is_empty());
}

#[test]
fn a_difference_of_another_tree_is_refused() {
    let (small, large) = (tree(&[("a", 0)]), tree(&[("a", 0), ("b", 0), ("c", 1)]));
    assert_eq!(TreeDiff::between(&large, &small).apply(&small), None);
    assert_eq!(TreeDiff::between(&tree(&[]), &large).apply(&tree(&[])), Some(large));
}

/// Controls with a few names, some with platform identifiers, at any levels.
fn any_tree() -> impl Strategy<Value = UiNode> {
    let one = (0..5u8, prop::option::of(0..12u8), 0..4u16, 0..3i32, prop::option::of(0..2u8));
    prop::collection::vec(one, 0..24).prop_map(|all| {
        let levels: Vec<u16> = all.iter().map(|it| it.2).collect();
        let controls: Vec<Control> = all
            .iter()
            .map(|(name, node, _, x, value)| Control {
                role: if name % 2 == 0 { Role::Button } else { Role::Edit },
                value: value.map(|it| it.to_string()),
                ..control(&name.to_string(), node.map(|it| it.to_string()).as_deref(), Rect::new(*x, 0, 9, 9))
            })
            .collect();
        UiNode::of(&window(), &controls, &levels)
    })
}

proptest! {
    #[test]
    fn applying_a_difference_gives_the_later_tree(before in any_tree(), after in any_tree()) {
        let diff = TreeDiff::between(&before, &after);
        prop_assert_eq!(diff.apply(&before), Some(after.clone()));
        let stored: TreeDiff = serde_json::from_str(&serde_json::to_string(&diff).unwrap()).unwrap();
        prop_assert_eq!(stored.apply(&before), Some(after));
    }
}
