//! Trees of controls: how many calls they take, what is in them, and what happens where a part is missing.

use crate::fake::{Node, Value};
use crate::scene::{BUTTON, EDIT, HANDLE, ITEM, LIST, Scene, far, names, over};
use deskpilot_core::{Rect, Role, State};
use deskpilot_uia::{CallError, NodeRef, Pattern, PatternAction, Property, RuntimeId, WindowHandle};

#[tokio::test]
async fn a_tree_comes_in_one_call_whatever_its_size() {
    for count in [1, 1500, 5000] {
        let scene = Scene::new();
        scene.add_buttons(count);
        let tree = scene.read().await;
        assert_eq!(tree.elements.len(), count);
        assert_eq!(scene.world.state().round_trips, 1, "{count}");
        scene.end();
    }
}

#[tokio::test]
async fn a_control_has_what_its_application_reports() {
    let scene = Scene::new();
    let edit = Node::new(EDIT, "Name")
        .holding("Ann")
        .with(Property::AutomationId, Value::Text("name_box".into()))
        .with(Property::ClassName, Value::Text("TextBox".into()))
        .with(Property::HelpText, Value::Text("your name".into()))
        .with(Property::HasKeyboardFocus, Value::Bool(true))
        .with(Property::ProcessId, Value::Integer(77))
        .with(Property::BoundingRectangle, Value::Numbers(vec![144.0, 119.0, 200.0, 24.0]));
    scene.add(edit);
    scene.add(Node::new(BUTTON, "hidden").with(Property::IsOffscreen, Value::Bool(true)));
    scene.add(Node::new(BUTTON, "odd").with(Property::ProcessId, Value::Unsupported));
    let tree = scene.read().await;
    assert_eq!(names(&tree), ["Name", "odd"]);
    let element = &tree.elements[0];
    let facts = &element.facts;
    assert_eq!(
        [&*facts.automation_id, &*facts.class_name, &*facts.help_text],
        ["name_box", "TextBox", "your name"]
    );
    assert_eq!((facts.process, tree.elements[1].facts.process), (77, 0));
    let control = element.control();
    assert_eq!(
        (control.role, control.name.as_str(), control.value.as_deref()),
        (Role::Edit, "Name", Some("Ann"))
    );
    assert_eq!(control.rect, Rect::new(144, 119, 200, 24));
    assert!([State::Enabled, State::Focused, State::Editable].iter().all(|it| control.states.has(*it)));
    assert_eq!(NodeRef::of(control.node().unwrap()).as_ref(), Some(&element.node));
    scene.end();
}

#[tokio::test]
async fn a_tree_of_many_levels_is_walked() {
    let scene = Scene::new();
    let deepest = (0..300).fold(scene.root, |parent, _| scene.world.add(parent, Node::new(50033, "")));
    scene.world.add(deepest, Node::new(BUTTON, "deep"));
    assert_eq!(names(&scene.read().await), ["deep"]);
    scene.end();
}

#[tokio::test]
async fn of_two_elements_with_one_identity_the_first_is_listed_and_used() {
    let scene = Scene::new();
    let twin = |name| {
        Node::new(BUTTON, name).offering(Pattern::Invoke).with(Property::RuntimeId, Value::Integers(vec![7]))
    };
    scene.add(twin("first"));
    scene.add(twin("second"));
    let tree = scene.read().await;
    assert_eq!(names(&tree), ["first"]);
    scene.calls().act(&tree.elements[0].node, PatternAction::Invoke).await.unwrap();
    assert_eq!(scene.world.state().log, ["first: invoke"]);
    scene.end();
}

#[tokio::test]
async fn what_a_password_field_holds_is_never_read() {
    let scene = Scene::new();
    let secret = Node::new(EDIT, "Password").holding("hunter2").with(Property::IsPassword, Value::Bool(true));
    let field = scene.add(secret.offering(Pattern::Text));
    let tree = scene.read().await;
    let control = tree.elements[0].control();
    assert!(control.value.is_none() && control.states.has(State::Protected));
    assert_eq!(scene.calls().whole_text(&tree.elements[0].node).await, Ok(None));
    assert_eq!(scene.calls().selected_text(&tree.elements[0].node).await, Ok(Vec::new()));
    assert!(!scene.world.state().read.contains(&(field, Property::Value.id())));
    scene.end();
}

#[tokio::test]
async fn elements_that_vanish_while_they_are_read_cost_no_others() {
    let scene = Scene::new();
    scene.add_buttons(3);
    let list = scene.add(Node::new(LIST, "list"));
    scene.world.add(list, Node::new(ITEM, "of list"));
    scene.add(Node::new(BUTTON, "last"));
    scene.world.state().vanishing.extend([2, list]);
    let tree = scene.read().await;
    assert_eq!(names(&tree), ["button 0", "button 2", "last"]);
    assert!(tree.omissions.may_lack_nodes());
    scene.world.state().vanishing.clear();
    assert!(!scene.read().await.omissions.may_lack_nodes());
    scene.world.state().vanishing.insert(scene.root);
    assert_eq!(scene.calls().read(HANDLE, 9).await.unwrap_err(), CallError::Gone);
    scene.end();
}

#[tokio::test]
async fn too_large_a_tree_is_cut_and_says_so() {
    let scene = Scene::new();
    scene.add_buttons(100);
    let tree = scene.calls().read(HANDLE, 10).await.unwrap();
    assert_eq!(tree.elements.len(), 10);
    let budget = deskpilot_desktop::Budget { controls: 10, ..deskpilot_desktop::Budget::LOOK };
    assert_eq!(tree.omissions.truncation(budget).unwrap().reason, "more than 80 nodes");
    scene.end();
}

#[tokio::test]
async fn a_tree_that_cannot_be_had_says_why() {
    for (code, expected) in [
        (0, CallError::Gone),
        (0x8000_4001, CallError::Unsupported),
        (0x8004_0201, CallError::Gone),
        (0x8001_0108, CallError::ApplicationGone),
        (0x8007_06ba, CallError::ApplicationGone),
        (0x8001_010a, CallError::Busy),
        (0x8007_0005, CallError::Denied),
        (0x8000_4005, CallError::Failed(0x8000_4005)),
    ] {
        let scene = Scene::new();
        scene.world.fail("ElementFromHandleBuildCache", code);
        assert_eq!(scene.calls().read(HANDLE, 9).await.unwrap_err(), expected, "0x{code:08x}");
        scene.end();
    }
    let scene = Scene::new();
    assert_eq!(scene.calls().read(WindowHandle(1), 9).await.unwrap_err(), CallError::Gone);
    scene.end();
}

#[tokio::test]
async fn a_ui_automation_without_cache_requests_is_told_as_unsupported() {
    for missing in ["CreateCacheRequest", "SetTreeScope", "ControlViewCondition", "AddProperty"] {
        let scene = Scene::new();
        scene.world.fail(missing, 0x8000_4001);
        assert_eq!(scene.calls().read(HANDLE, 9).await.unwrap_err(), CallError::Unsupported, "{missing}");
        scene.end();
    }
}

#[tokio::test]
async fn a_property_that_ui_automation_does_not_know_is_left_out() {
    let scene = Scene::new();
    scene.add_buttons(2);
    scene.world.fail("AddProperty", 0x8007_0057);
    // No property was asked for, so that nothing has an identity; and yet the tree was read.
    assert!(scene.read().await.elements.is_empty());
    scene.end();
}

#[tokio::test]
async fn items_that_do_not_exist_yet_are_found_by_name_and_created() {
    let scene = Scene::new();
    let list = scene.add(Node::new(LIST, "list").offering(Pattern::ItemContainer));
    let mut later = Node::new(ITEM, "later").offering(Pattern::VirtualizedItem).offering(Pattern::ScrollItem);
    later.is_in_tree = false;
    let later = later.with(Property::BoundingRectangle, Value::Numbers(vec![0.0; 4]));
    scene.world.add(list, later);
    let tree = scene.read().await;
    assert_eq!(names(&tree), ["list"]);
    let list = &tree.elements[0].node;
    assert!(scene.calls().find_item(list, "never").await.unwrap().is_none());
    let item = scene.calls().find_item(list, "later").await.unwrap().unwrap();
    assert!(item.facts.is_virtual() && item.rect.is_empty());
    scene.calls().act(&item.node, PatternAction::ScrollIntoView).await.unwrap();
    assert_eq!(scene.world.state().log, ["later: create", "later: scroll into view"]);
    let tree = scene.read().await;
    assert_eq!((names(&tree), tree.elements[1].rect), (vec!["list", "later"], Rect::new(1, 2, 3, 4)));
    assert_eq!(tree.elements[1].node, item.node);
    scene.end();
}

#[tokio::test]
async fn a_control_is_found_again_by_its_identity_alone() {
    let scene = Scene::new();
    scene.add_buttons(5);
    let node = scene.read().await.elements[3].node.clone();
    let other = over(&scene.world);
    let before = scene.world.state().round_trips;
    other.until(far()).act(&node, PatternAction::Invoke).await.unwrap();
    assert_eq!(scene.world.state().log, ["button 3: invoke"]);
    assert_eq!(scene.world.state().round_trips - before, 4);
    other.until(far()).act(&node, PatternAction::Invoke).await.unwrap();
    assert_eq!(scene.world.state().round_trips - before, 6);
    let nobody = NodeRef { window: HANDLE, runtime_id: RuntimeId::new(&[42, 0, 99]) };
    assert_eq!(other.until(far()).facts(&nobody).await.unwrap_err(), CallError::Gone);
    drop(other);
    scene.end();
}

#[tokio::test]
async fn a_control_that_has_gone_is_gone_for_every_call() {
    let scene = Scene::new();
    scene.add_buttons(2);
    let tree = scene.read().await;
    let node = &tree.elements[1].node;
    assert_eq!(scene.calls().facts(node).await.unwrap().name, "button 1");
    scene.world.end(2);
    assert_eq!(scene.calls().act(node, PatternAction::Invoke).await, Err(CallError::Gone));
    assert_eq!(scene.calls().facts(node).await.unwrap_err(), CallError::Gone);
    assert_eq!(scene.calls().whole_text(node).await, Err(CallError::Gone));
    assert!(scene.world.state().log.is_empty());
    assert_eq!(names(&scene.read().await), ["button 0"]);
    scene.end();
}

#[tokio::test]
async fn the_elements_of_a_window_are_released_when_it_is_read_again_or_closes() {
    let scene = Scene::new();
    scene.add_buttons(50);
    let held = || scene.world.held();
    scene.read().await;
    let after_one = held();
    scene.read().await;
    assert_eq!(held(), after_one);
    scene.world.end(scene.root);
    assert_eq!(scene.calls().read(HANDLE, 9).await.unwrap_err(), CallError::Gone);
    assert!(held() + 50 <= after_one, "{} of {after_one}", held());
    scene.end();
}
