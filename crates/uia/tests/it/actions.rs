//! Actions on controls through their patterns.

use crate::fake::{Node, Value};
use crate::scene::{BUTTON, EDIT, HANDLE, ITEM, Scene, WINDOW};
use deskpilot_core::{Point, ScrollBy};
use deskpilot_uia::{CallError, Pattern, PatternAction as Action, Property, TableLines, WindowShape};

#[tokio::test]
async fn each_action_is_one_call_of_its_pattern() {
    let scroll = |up, right| Action::Scroll(ScrollBy { up, right });
    for (pattern, action, expected) in [
        (Pattern::Invoke, Action::Invoke, &["invoke"][..]),
        (Pattern::Value, Action::SetText("Grüße \u{1f600}".into()), &["set Grüße \u{1f600}"]),
        (Pattern::RangeValue, Action::SetNumber(2.5), &["set 2.5"]),
        (Pattern::Toggle, Action::Toggle, &["toggle"]),
        (Pattern::ExpandCollapse, Action::Expand, &["expand"]),
        (Pattern::ExpandCollapse, Action::Collapse, &["collapse"]),
        (Pattern::SelectionItem, Action::Select, &["select"]),
        (Pattern::SelectionItem, Action::AddToSelection, &["select too"]),
        (Pattern::SelectionItem, Action::RemoveFromSelection, &["deselect"]),
        // Three small steps for a notch: 1 is back, 4 is on, 2 is not at all.
        (Pattern::Scroll, scroll(1, 0), &["scroll 2,1"; 3]),
        (Pattern::Scroll, scroll(-1, 0), &["scroll 2,4"; 3]),
        (Pattern::Scroll, scroll(0, 1), &["scroll 4,2"; 3]),
        (Pattern::Scroll, scroll(0, -1), &["scroll 1,2"; 3]),
        (Pattern::ScrollItem, Action::ScrollIntoView, &["scroll into view"]),
        (Pattern::VirtualizedItem, Action::ScrollIntoView, &["create"]),
        (Pattern::Window, Action::Close, &["close"]),
        (Pattern::Window, Action::Show(WindowShape::Normal), &["show 0"]),
        (Pattern::Window, Action::Show(WindowShape::Maximized), &["show 1"]),
        (Pattern::Window, Action::Show(WindowShape::Minimized), &["show 2"]),
    ] {
        let scene = Scene::new();
        scene.add(Node::new(BUTTON, "it").offering(pattern));
        scene.add(Node::new(BUTTON, "other"));
        let tree = scene.read().await;
        assert_eq!(scene.calls().act(&tree.elements[0].node, action.clone()).await, Ok(()), "{action:?}");
        let done: Vec<_> = expected.iter().map(|what| format!("it: {what}")).collect();
        assert_eq!(scene.world.state().log, done, "{action:?}");
        let refused = scene.calls().act(&tree.elements[1].node, action.clone()).await;
        assert_eq!(refused, Err(CallError::Unsupported), "{action:?}");
        assert_eq!(scene.world.state().log, done, "{action:?}");
        scene.end();
    }
}

#[tokio::test]
async fn the_focus_needs_no_pattern() {
    let scene = Scene::new();
    scene.add(Node::new(EDIT, "it"));
    let tree = scene.read().await;
    assert_eq!(scene.calls().act(&tree.elements[0].node, Action::Focus).await, Ok(()));
    assert_eq!(scene.world.state().log, ["it: focus"]);
    scene.end();
}

#[tokio::test]
async fn an_action_that_fails_says_why_and_is_not_repeated() {
    for (code, expected) in [
        (0x8004_0200, CallError::NotEnabled),
        (0x8004_0201, CallError::Gone),
        (0x8001_0001, CallError::Busy),
        (0x8013_1509, CallError::Failed(0x8013_1509)),
    ] {
        let scene = Scene::new();
        scene.add_buttons(1);
        let tree = scene.read().await;
        let before = scene.world.state().round_trips;
        scene.world.fail("Invoke", code);
        let refused = scene.calls().act(&tree.elements[0].node, Action::Invoke).await;
        assert_eq!(refused, Err(expected), "0x{code:08x}");
        assert_eq!(scene.world.state().round_trips - before, 2);
        scene.end();
    }
}

#[tokio::test]
async fn a_click_reaches_a_control_where_it_or_a_part_of_it_is_on_top() {
    let scene = Scene::new();
    let place = |x: f64| Value::Numbers(vec![x, 0.0, 50.0, 50.0]);
    let button = scene.add(Node::new(BUTTON, "button").with(Property::BoundingRectangle, place(100.0)));
    scene.world.add(button, Node::new(50006, "icon").with(Property::BoundingRectangle, place(100.0)));
    scene.add(Node::new(BUTTON, "cover").with(Property::BoundingRectangle, place(130.0)));
    let tree = scene.read().await;
    let [button, cover] = ["button", "cover"]
        .map(|name| tree.elements.iter().find(|it| it.facts.name == name).unwrap().node.clone());
    for (x, on_button, on_cover) in
        [(110, true, false), (140, false, true), (300, false, false), (-9, false, false)]
    {
        let point = Point { x, y: 10 };
        assert_eq!(scene.calls().is_at(&button, point).await, Ok(on_button), "{x}");
        assert_eq!(scene.calls().is_at(&cover, point).await, Ok(on_cover), "{x}");
    }
    scene.end();
}

#[tokio::test]
async fn the_focused_control_is_known_or_there_is_none() {
    let scene = Scene::new();
    let edit = scene.add(Node::new(EDIT, "Name"));
    assert!(scene.calls().focused().await.unwrap().is_none());
    scene.world.state().focus = Some(edit);
    let focused = scene.calls().focused().await.unwrap().unwrap();
    assert_eq!(focused.runtime_id.numbers(), [42, HANDLE.0 as i32, edit as i32]);
    scene.end();
}

#[tokio::test]
async fn a_cell_is_known_by_its_row_and_column() {
    let scene = Scene::new();
    let table = scene.add(Node::new(50036, "table").offering(Pattern::Grid));
    let mut cell = Node::new(50025, "B2").offering(Pattern::GridItem).offering(Pattern::SelectionItem);
    cell.is_in_tree = false;
    let cell = scene.world.add(table, cell);
    scene.world.state().nodes[table].cells.insert((1, 1), cell);
    let tree = scene.read().await;
    let table = &tree.elements[0].node;
    assert!(scene.calls().cell(table, 9, 9).await.unwrap().is_none());
    let cell = scene.calls().cell(table, 1, 1).await.unwrap().unwrap();
    assert_eq!(cell.control().name, "B2");
    scene.calls().act(&cell.node, Action::Select).await.unwrap();
    assert_eq!(scene.world.state().log, ["B2: select"]);
    scene.end();
}

#[tokio::test]
async fn the_heads_of_rows_and_columns_are_elements_that_can_be_used() {
    let scene = Scene::new();
    let table = scene.add(Node::new(50036, "table").offering(Pattern::Table));
    let head = |name: &str| {
        let mut head = Node::new(50035, name).offering(Pattern::Invoke);
        head.is_in_tree = false;
        scene.world.add(table, head)
    };
    let heads = [["Monday", "Tuesday"], ["Name", "Size"]].map(|it| it.map(head).to_vec());
    scene.world.state().nodes[table].heads = heads;
    let tree = scene.read().await;
    let table = &tree.elements[0].node;
    for (lines, expected) in
        [(TableLines::Rows, ["Monday", "Tuesday"]), (TableLines::Columns, ["Name", "Size"])]
    {
        let found = scene.calls().heads(table, lines).await.unwrap();
        assert_eq!(found.iter().map(|it| it.control().name).collect::<Vec<_>>(), expected);
        scene.calls().act(&found[1].node, Action::Invoke).await.unwrap();
    }
    assert_eq!(scene.world.state().log, ["Tuesday: invoke", "Size: invoke"]);
    scene.end();
}

#[tokio::test]
async fn a_table_without_heads_says_so() {
    let scene = Scene::new();
    scene.add(Node::new(50036, "table").offering(Pattern::Grid));
    let tree = scene.read().await;
    let heads = scene.calls().heads(&tree.elements[0].node, TableLines::Columns).await;
    assert!(matches!(heads, Err(CallError::Unsupported)), "{heads:?}");
    scene.end();
}

#[tokio::test]
async fn a_window_that_was_closed_is_gone() {
    let scene = Scene::new();
    let dialog = scene.add(
        Node::new(WINDOW, "dialog").offering(Pattern::Window).with(Property::IsDialog, Value::Bool(true)),
    );
    scene.world.add(dialog, Node::new(ITEM, "of dialog"));
    let tree = scene.read().await;
    scene.calls().act(&tree.elements[0].node, Action::Close).await.unwrap();
    assert!(scene.read().await.elements.is_empty());
    scene.end();
}
