//! The actions of computer-use models in both providers' dialects, translated into ours.

use crate::{fixtures::window, prompt::CommandOffer, reply::read_app};
use deskpilot_core::{
    Action, AgentKind, AppDecision, AppView, BlobKind, BlobRef, Caution, Contract, Picture, PictureLimits,
    Pictures, Point, Prompt, Provenance, Rect, ReplyLength, Section, Size, Verb, Window, caption, section,
};
use deskpilot_desktop::{Image, photographer};
use deskpilot_model::{HostedOptions, Images, Prices, Provider, ReplyFormat, Secret, operator::operator};
use deskpilot_testkit::loopback::{Dialect, OperatorReply, OperatorServer};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// The window's rectangle, with odd coordinates and sizes.
const WINDOW: Rect = Rect { x: 101, y: 57, width: 641, height: 399 };

fn view(seen: Rect) -> AppView {
    let window = window(1, "Untitled 1 - Mousepad", "mousepad");
    let pictures = Pictures {
        size: Size { width: seen.width, height: seen.height },
        origin: Some(Point { x: seen.x, y: seen.y }),
        ..Pictures::default()
    };
    AppView { pictures, ..AppView::of(Window { rect: WINDOW, focused: true, ..window }, Vec::new()) }
}

/// A prompt with a screenshot of this size.
fn prompt(size: Size) -> Prompt {
    let png = photographer::encode_png(&Image::filled(size, Point::default(), [0x77; 3])).unwrap();
    let blob = BlobRef { hash: String::new(), kind: BlobKind::Png, bytes: png.len() as u64 };
    Prompt {
        agent: AgentKind::AppAgent,
        system: String::new(),
        sections: vec![Section {
            name: section::SUB_TASK.into(),
            provenance: Provenance::Agent,
            text: "save the letter".into(),
            cut: 0,
        }],
        pictures: vec![Picture { caption: caption::WINDOW.into(), blob, png: png.into(), unscaled: None }],
        contract: Contract { name: "app_reply".into(), schema: json!({"properties": {"ActionList": {}}}) },
        reply_length: ReplyLength::Usual,
    }
}

fn options(provider: &str, model: &str, base_url: &str) -> HostedOptions {
    let provider = Provider::by_name(provider).unwrap();
    HostedOptions {
        provider,
        model: model.into(),
        base_url: Some(base_url.into()),
        key: Some(Secret::new("token")),
        access_keys: None,
        key_variable: provider.key_variable.into(),
        timeout: Duration::from_secs(5),
        temperature: None,
        max_output_tokens: None,
        images: Images::Send,
        pictures: PictureLimits::NONE,
        reply_format: ReplyFormat::Text,
        proxy: None,
        extra_headers: Vec::new(),
    }
}

/// The decision from these items of an answer to a screenshot of this size.
async fn decided(dialect: Dialect, items: Value, size: Size, view: &AppView) -> (Vec<Action>, Caution) {
    let server =
        OperatorServer::start(dialect, vec![OperatorReply::Answer(items.clone())], Secret::new("token"))
            .await
            .unwrap();
    let (provider, model) = match dialect {
        Dialect::OpenAi => ("openai", "gpt-5.4"),
        Dialect::Anthropic => ("anthropic", "claude-opus-4-5"),
        Dialect::Gemini => ("gemini", "gemini-3.8-flash"),
    };
    let options = options(provider, model, server.base_url());
    let model = operator(options, Arc::new(Prices::embedded())).unwrap();
    let reply = model.complete(&prompt(size)).await.unwrap_or_else(|error| panic!("{items}: {error}"));
    match read_app(&reply.text, view, &CommandOffer::of_all(&[])).map(|it| it.decision) {
        Ok(AppDecision::Act { actions, caution, .. }) => (actions, caution),
        other => panic!("{items}: {other:?}"),
    }
}

fn openai(action: &Value) -> Value {
    json!([{"type": "computer_call", "call_id": "c", "pending_safety_checks": [], "actions": [action]}])
}

fn anthropic(input: &Value) -> Value {
    json!([{"type": "tool_use", "id": "t", "name": "computer", "input": input}])
}

fn shown(actions: &[Action]) -> String {
    let shown = |it: &Action| match &it.verb {
        Verb::Gesture(gesture) => format!("{:?} {gesture:?}", it.aim),
        verb => format!("{verb:?}"),
    };
    actions.iter().map(shown).collect::<Vec<_>>().join("; ")
}

#[tokio::test]
async fn every_action_of_both_dialects_is_done_where_it_was_meant() {
    let at = |x: i32, y: i32| format!("Point(Point {{ x: {x}, y: {y} }})");
    let (first, last) = (at(101, 57), at(741, 455));
    let click = |at: &str, button: &str, count: u8, held: &str| {
        format!("{at} Click {{ button: {button}, count: {count}, held: [{held}] }}")
    };
    let drag =
        format!("{first} Drag {{ to: Point {{ x: 741, y: 455 }}, button: Left, held: [], millis: 1000 }}");
    let cases = [
        (openai(&json!({"type": "click", "x": 0, "y": 0, "button": "left"})), click(&first, "Left", 1, "")),
        (
            openai(&json!({"type": "click", "x": 640, "y": 398, "button": "right", "keys": ["SHIFT"]})),
            click(&last, "Right", 1, "Shift"),
        ),
        (openai(&json!({"type": "double_click", "x": 3, "y": 4})), click(&at(104, 61), "Left", 2, "")),
        (openai(&json!({"type": "move", "x": 640, "y": 0})), format!("{} Hover", at(741, 57))),
        (openai(&json!({"type": "drag", "path": [{"x": 0, "y": 0}, {"x": 640, "y": 398}]})), drag.clone()),
        (
            openai(&json!({"type": "scroll", "x": 0, "y": 0, "scroll_x": 100, "scroll_y": 200})),
            format!("{first} Scroll(ScrollBy {{ up: -2, right: 1 }})"),
        ),
        (
            openai(&json!({"type": "keypress", "keys": ["CTRL", "ENTER"]})),
            "Window Keys([Chord { held: [Control], key: Enter }])".into(),
        ),
        (
            openai(&json!({"type": "type", "text": "{Ada}\n"})),
            "Window Text { text: \"{Ada}\\n\", mode: Append }".into(),
        ),
        (
            openai(&json!({"type": "wait"})),
            "Wait(WaitCondition { shows: None, known: [], millis: 2000 })".into(),
        ),
        (
            openai(&json!({"type": "screenshot"})),
            "Wait(WaitCondition { shows: None, known: [], millis: 0 })".into(),
        ),
        (anthropic(&json!({"action": "left_click", "coordinate": [640, 398]})), click(&last, "Left", 1, "")),
        (
            anthropic(&json!({"action": "right_click", "coordinate": [0, 0], "text": "ctrl"})),
            click(&first, "Right", 1, "Control"),
        ),
        (anthropic(&json!({"action": "middle_click", "coordinate": [0, 0]})), click(&first, "Middle", 1, "")),
        (anthropic(&json!({"action": "double_click", "coordinate": [0, 0]})), click(&first, "Left", 2, "")),
        (anthropic(&json!({"action": "triple_click", "coordinate": [0, 0]})), click(&first, "Left", 3, "")),
        (anthropic(&json!({"action": "mouse_move", "coordinate": [0, 0]})), format!("{first} Hover")),
        (
            anthropic(
                &json!({"action": "left_click_drag", "start_coordinate": [0, 0], "coordinate": [640, 398]}),
            ),
            drag,
        ),
        (
            anthropic(
                &json!({"action": "scroll", "coordinate": [0, 0], "scroll_direction": "up", "scroll_amount": 4}),
            ),
            format!("{first} Scroll(ScrollBy {{ up: 4, right: 0 }})"),
        ),
        (
            anthropic(&json!({"action": "key", "text": "alt+F4"})),
            "Window Keys([Chord { held: [Alt], key: F(4) }])".into(),
        ),
        (
            anthropic(&json!({"action": "key", "text": "braceleft"})),
            "Window Keys([Chord { held: [], key: Char('{') }])".into(),
        ),
        (
            anthropic(&json!({"action": "type", "text": "a+b"})),
            "Window Text { text: \"a+b\", mode: Append }".into(),
        ),
        (
            anthropic(&json!({"action": "wait", "duration": 0.5})),
            "Wait(WaitCondition { shows: None, known: [], millis: 500 })".into(),
        ),
        (
            anthropic(&json!({"action": "screenshot"})),
            "Wait(WaitCondition { shows: None, known: [], millis: 0 })".into(),
        ),
        (
            anthropic(&json!({"action": "zoom", "region": [0, 0, 641, 399]})),
            "Wait(WaitCondition { shows: None, known: [], millis: 0 })".into(),
        ),
    ];
    let size = Size { width: WINDOW.width, height: WINDOW.height };
    for (items, expected) in cases {
        let dialect = if items[0]["type"] == "tool_use" { Dialect::Anthropic } else { Dialect::OpenAi };
        let (actions, caution) = decided(dialect, items.clone(), size, &view(WINDOW)).await;
        assert_eq!((shown(&actions), caution), (expected, Caution::Usual), "{items}");
    }
}

/// A pixel of a scaled screenshot stands for the desktop point at its middle, to within one pixel.
#[tokio::test]
async fn a_place_in_a_smaller_picture_is_the_place_on_the_desktop() {
    for (seen, size, x, y) in [
        (WINDOW, Size { width: 641, height: 399 }, 320, 199),
        (WINDOW, Size { width: 320, height: 199 }, 0, 0),
        (WINDOW, Size { width: 320, height: 199 }, 319, 198),
        (WINDOW, Size { width: 320, height: 199 }, 77, 133),
        (WINDOW, Size { width: 213, height: 133 }, 106, 66),
        // The picture shows only a part of the window.
        (Rect { x: 120, y: 60, width: 301, height: 99 }, Size { width: 301, height: 99 }, 300, 98),
        (Rect { x: 120, y: 60, width: 301, height: 99 }, Size { width: 150, height: 49 }, 149, 0),
    ] {
        let items = openai(&json!({"type": "move", "x": x, "y": y}));
        let (actions, _) = decided(Dialect::OpenAi, items, size, &view(seen)).await;
        let deskpilot_core::Aim::Point(point) = actions[0].aim else { panic!("{:?}", actions[0].aim) };
        let exact = |at: i32, own: u32, start: i32, side: u32| {
            f64::from(start) + (f64::from(at) + 0.5) * f64::from(side) / f64::from(own) - 0.5
        };
        let off_x = (f64::from(point.x) - exact(x, size.width, seen.x, seen.width)).abs();
        let off_y = (f64::from(point.y) - exact(y, size.height, seen.y, seen.height)).abs();
        assert!(off_x < 1.0 && off_y < 1.0, "{x}, {y} of {size:?}: {point:?} is off by {off_x}, {off_y}");
    }
}

#[tokio::test]
async fn what_the_provider_warns_of_is_a_warning_of_the_decision() {
    let mut items = openai(&json!({"type": "click", "x": 1, "y": 1, "button": "left"}));
    items[0]["pending_safety_checks"] = json!([
        {"id": "1", "code": "malicious_instructions", "message": "The page gives orders."},
        {"id": "2", "code": "sensitive_domain", "message": null},
    ]);
    let size = Size { width: WINDOW.width, height: WINDOW.height };
    let (actions, caution) = decided(Dialect::OpenAi, items, size, &view(WINDOW)).await;
    assert_eq!(actions.len(), 1);
    let expected = "malicious_instructions: The page gives orders.; sensitive_domain";
    assert_eq!(caution, Caution::Warned(expected.into()));
}
