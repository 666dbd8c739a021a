//! Which backend an application is read by, and actions by patterns: a fake of UI Automation reports the window of a fixture.

use crate::fake::{Node, Value, World};
use crate::scene::{Scene, click};
use deskpilot_core::{Control, Effect, Gesture, Rect, Role, ScrollBy, State, TextMode};
use deskpilot_desktop::{Budget, DesktopError, DesktopReader, Freshness};
use deskpilot_uia::{Pattern, Property, Uia, WindowHandle};
use deskpilot_windows::Backend;
use std::sync::Arc;
use std::time::{Duration, Instant};

const BUTTON: i32 = 50000;
const CHECK_BOX: i32 = 50002;
const EDIT: i32 = 50004;
const LIST_ITEM: i32 = 50007;
const LIST: i32 = 50008;
const SLIDER: i32 = 50015;
const TREE_ITEM: i32 = 50024;
const WINDOW: i32 = 50032;
const E_NOTIMPL: u32 = 0x8000_4001;
const E_ACCESSDENIED: u32 = 0x8007_0005;

/// The window of the fixture as a fake of UI Automation reports it.
struct Reported {
    scene: Scene,
    world: Arc<World>,
    root: usize,
}

impl Reported {
    /// Nothing but the window.
    async fn empty() -> Reported {
        let mut scene = Scene::open("controls").await;
        let world = Arc::<World>::default();
        let everything = Value::Numbers(vec![0.0, 0.0, 4000.0, 4000.0]);
        let window = WindowHandle(usize::try_from(scene.window.id.0).unwrap());
        let root =
            world.open(window, Node::new(WINDOW, "root").with(Property::BoundingRectangle, everything));
        let inside = Arc::clone(&world);
        scene.connect_over(Uia::over(move || Ok(inside.automation())));
        Reported { scene, world, root }
    }

    /// Every control, and one more for each of these.
    async fn whole(more: impl IntoIterator<Item = Node>) -> Reported {
        let reported = Reported::empty().await;
        for control in reported.scene.controls_by_win32().await {
            reported.add(Node::new(BUTTON, &control.name), control.rect);
        }
        for (node, place) in more.into_iter().zip(0..) {
            reported.add(node, Rect::new(300 + 20 * place, 580, 15, 10));
        }
        reported
    }

    fn add(&self, node: Node, rect: Rect) -> usize {
        let sides = [rect.x, rect.y, rect.width.cast_signed(), rect.height.cast_signed()].map(f64::from);
        self.world.add(self.root, node.with(Property::BoundingRectangle, Value::Numbers(sides.to_vec())))
    }

    fn backend(&self) -> Option<Backend> {
        self.scene.desktop.backend_of(&self.scene.window)
    }

    fn log(&self) -> Vec<String> {
        self.world.state().log.clone()
    }
}

/// Who reported these controls, as a log says it.
fn reporters(controls: &[Control]) -> Vec<&str> {
    let mut all: Vec<&str> =
        controls.iter().filter_map(|it| it.node()?.0.split_once(' ')).map(|(first, _)| first).collect();
    all.dedup();
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_application_that_ui_automation_reports_is_read_by_it_alone() {
    let mut reported = Reported::whole([]).await;
    let controls = reported.scene.controls().await;
    assert_eq!((reported.backend(), reporters(&controls)), (Some(Backend::Uia), vec!["uia"]));
    let before = reported.world.state().round_trips;
    reported.scene.controls().await;
    assert_eq!(reported.world.state().round_trips - before, 1, "a window is one call");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn windows_that_ui_automation_leaves_out_are_read_by_win32() {
    let mut reported = Reported::empty().await;
    let button = reported.scene.control_by_win32(Role::Button, "Save").await;
    reported.add(Node::new(BUTTON, "Save").offering(Pattern::Invoke), button.rect);
    let controls = reported.scene.controls().await;
    assert_eq!(reported.backend(), Some(Backend::Merged));
    for (name, reporter) in [("Save", "uia "), ("Ask", "win32 ")] {
        let of_name = controls.iter().filter(|it| it.name == name && it.role == Role::Button);
        let nodes: Vec<&str> = of_name.map(|it| it.node().unwrap().0.as_str()).collect();
        assert!(matches!(nodes.as_slice(), [only] if only.starts_with(reporter)), "{name}: {nodes:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_ui_automation_does_not_implement_or_not_answer_win32_reads() {
    for (code, hangs) in [(Some(E_NOTIMPL), false), (None, true), (None, false)] {
        let mut reported = Reported::empty().await;
        code.into_iter().for_each(|code| reported.world.fail("ElementFromHandleBuildCache", code));
        if hangs {
            reported.world.hang("ElementFromHandleBuildCache");
        }
        let began = Instant::now();
        let controls = reported.scene.controls().await;
        assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
        assert_eq!((reported.backend(), reporters(&controls)), (Some(Backend::Win32), vec!["win32"]));
        let before = reported.world.state().round_trips;
        reported.scene.controls().await;
        assert_eq!(
            reported.world.state().round_trips,
            before,
            "who does not answer is not asked at every look"
        );
        reported.world.resume();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_with_more_rights_is_refused_with_the_reason() {
    let mut reported = Reported::empty().await;
    reported.world.fail("ElementFromHandleBuildCache", E_ACCESSDENIED);
    let window = reported.scene.window.clone();
    let seen = reported.scene.desktop.controls(&window, Budget::LOOK).await.unwrap();
    assert_eq!((seen.freshness, seen.controls.len()), (Freshness::Unreported, 0));
    assert!(seen.truncated.unwrap().reason.contains("more rights than Deskpilot"));
    let button = reported.scene.control_by_win32(Role::Button, "Save").await;
    let refused = reported.scene.perform(&button, click()).await;
    let Err(error @ DesktopError::NotPossible { .. }) = refused else { panic!("{refused:?}") };
    assert!(error.to_string().contains("administrator"), "{error}");
    assert_eq!(reported.scene.happened().len(), 1, "nothing was sent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn patterns_come_before_messages_and_what_shows_nothing_is_not_confirmed() {
    let editable =
        Node::new(EDIT, "Field").holding("old").with(Property::IsKeyboardFocusable, Value::Bool(true));
    let more = [
        Node::new(BUTTON, "Press").offering(Pattern::Invoke),
        Node::new(CHECK_BOX, "Mark").offering(Pattern::Toggle),
        editable,
    ];
    let mut reported = Reported::whole(more).await;
    let press = reported.scene.control(Role::Button, "Press").await;
    let effect = reported.scene.perform(&press, click()).await.unwrap();
    assert!(effect.to_string().starts_with("unverified"), "{effect}");
    let mark = reported.scene.control(Role::CheckBox, "Mark").await;
    let effect = reported.scene.perform(&mark, Gesture::Check(true)).await.unwrap();
    assert!(effect.to_string().starts_with("confirmed"), "{effect}");
    assert!(reported.scene.control(Role::CheckBox, "Mark").await.states.has(State::Checked));
    let field = reported.scene.control(Role::Edit, "Field").await;
    let text = |text: &str, mode| Gesture::Text { text: text.into(), mode };
    for (gesture, expected) in [
        (text("new", TextMode::Replace), "confirmed: value \"old\" -> \"new\""),
        (text(" tea", TextMode::Append), "confirmed: value \"new\" -> \"new tea\""),
        (text("new tea", TextMode::Replace), "no change: already \"new tea\""),
    ] {
        let field = Control { value: None, ..field.clone() };
        let effect = reported.scene.perform(&field, gesture.clone()).await.unwrap();
        assert_eq!(effect.to_string(), expected, "{gesture:?}");
    }
    let expected =
        ["Press: invoke", "Mark: toggle", "Field: set new", "Field: set new tea", "Field: set new tea"];
    assert_eq!(reported.log(), expected);
    assert_eq!(reported.scene.happened().len(), 1, "the window itself got nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_gesture_is_a_call_of_its_pattern_and_no_input() {
    let scroll = Gesture::Scroll(ScrollBy { up: -1, right: 0 });
    let more = [
        Node::new(TREE_ITEM, "Branch").offering(Pattern::ExpandCollapse),
        Node::new(SLIDER, "Volume").offering(Pattern::RangeValue),
        Node::new(LIST, "Cities").offering(Pattern::Scroll),
        Node::new(LIST_ITEM, "Rome").offering(Pattern::SelectionItem),
        Node::new(EDIT, "Field").holding("old"),
    ];
    let mut reported = Reported::whole(more).await;
    for (role, name, gesture, done) in [
        (Role::TreeItem, "Branch", Gesture::Expand(true), &["Branch: expand"][..]),
        (Role::Slider, "Volume", Gesture::SetNumber(2.5), &["Volume: set 2.5"]),
        (Role::List, "Cities", scroll, &["Cities: scroll 2,4"; 3]),
        (Role::ListItem, "Rome", click(), &["Rome: select"]),
        (Role::Edit, "Field", Gesture::Focus, &["Field: focus"]),
    ] {
        let before = reported.log().len();
        let control = reported.scene.control(role, name).await;
        let effect = reported.scene.perform(&control, gesture.clone()).await.unwrap();
        assert_eq!(&reported.log()[before..], done, "{gesture:?}");
        assert!(!matches!(effect, Effect::Confirmed(_)), "the fake shows nothing of it: {effect}");
    }
    assert_eq!(reported.scene.happened().len(), 1, "the window itself got nothing");
}
