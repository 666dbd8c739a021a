//! The text of controls, and what is selected in it.

use crate::fake::Node;
use crate::fake::Value;
use crate::scene::{BUTTON, DOCUMENT, EDIT, Scene};
use deskpilot_uia::{CallError, NodeRef, Pattern, PatternAction, Property};

/// A window with this control, and where to find it.
async fn only(node: Node) -> (Scene, NodeRef) {
    let scene = Scene::new();
    scene.add(node);
    let node = scene.read().await.elements[0].node.clone();
    (scene, node)
}

#[tokio::test]
async fn the_whole_text_is_what_the_control_has_now() {
    let long = "ü".repeat(5000);
    let (scene, node) = only(Node::new(DOCUMENT, "text").offering(Pattern::Text).holding(&long)).await;
    assert_eq!(scene.calls().whole_text(&node).await.unwrap().unwrap(), long);
    scene.end();
    let (scene, node) = only(Node::new(EDIT, "name").holding("Ann")).await;
    scene.calls().act(&node, PatternAction::SetText("Bob".into())).await.unwrap();
    assert_eq!(scene.calls().whole_text(&node).await.unwrap().unwrap(), "Bob");
    scene.end();
    let slider = Node::new(50015, "volume").offering(Pattern::RangeValue);
    let (scene, node) = only(slider.with(Property::RangeValue, Value::Number(12.5))).await;
    assert_eq!(scene.calls().whole_text(&node).await.unwrap().unwrap(), "12.5");
    scene.end();
    let page = Node::new(DOCUMENT, "page")
        .holding("https://example.org/")
        .with(Property::FrameworkId, Value::Text("Chrome".into()));
    let (scene, node) = only(page).await;
    assert_eq!(scene.calls().whole_text(&node).await, Ok(None));
    assert_eq!(scene.calls().facts(&node).await.unwrap().page_address(), Some("https://example.org/"));
    scene.end();
    let (scene, node) = only(Node::new(BUTTON, "ok")).await;
    assert_eq!(scene.calls().whole_text(&node).await, Ok(None));
    scene.end();
}

#[tokio::test]
async fn a_text_is_selected_where_it_occurs_first() {
    let (scene, node) =
        only(Node::new(DOCUMENT, "text").offering(Pattern::Text).holding("one two two")).await;
    assert_eq!(scene.calls().selected_text(&node).await, Ok(Vec::new()));
    assert_eq!(scene.calls().select_text(&node, "three").await, Ok(false));
    assert_eq!(scene.calls().select_text(&node, "two").await, Ok(true));
    assert_eq!(scene.world.state().nodes[1].selection, (4, 7));
    assert_eq!(scene.calls().selected_text(&node).await, Ok(vec!["two".to_owned()]));
    // A document that cannot scroll has selected it all the same.
    scene.world.fail("ScrollRangeIntoView", 0x8000_4001);
    assert_eq!(scene.calls().select_text(&node, "one").await, Ok(true));
    scene.end();
}

#[tokio::test]
async fn the_caret_is_counted_in_characters_while_its_control_has_the_keyboard() {
    let text = Node::new(DOCUMENT, "text").offering(Pattern::Text).offering(Pattern::Text2);
    let (scene, node) = only(text.holding("größe 🙂 end")).await;
    assert_eq!(scene.calls().caret(&node).await, Ok(None));
    for (bytes, characters) in [(0, 0), ("größe".len(), 5), ("größe 🙂".len(), 7)] {
        scene.world.state().nodes[1].caret = Some(bytes);
        assert_eq!(scene.calls().caret(&node).await, Ok(Some(characters)));
    }
    scene.world.fail("GetCaretRange", 0x8004_0201);
    assert_eq!(scene.calls().caret(&node).await, Err(CallError::Gone));
    scene.end();
    let secret = Node::new(EDIT, "secret").offering(Pattern::Text).offering(Pattern::Text2);
    let (scene, node) = only(secret.with(Property::IsPassword, Value::Bool(true))).await;
    scene.world.state().nodes[1].caret = Some(0);
    assert_eq!(scene.calls().caret(&node).await, Ok(None));
    scene.end();
}

#[tokio::test]
async fn a_control_without_the_pattern_for_texts_has_no_selection() {
    let (scene, node) = only(Node::new(EDIT, "name").holding("Ann")).await;
    assert_eq!(scene.calls().selected_text(&node).await, Err(CallError::Unsupported));
    assert_eq!(scene.calls().select_text(&node, "Ann").await, Err(CallError::Unsupported));
    assert_eq!(scene.calls().caret(&node).await, Ok(None));
    scene.end();
}
