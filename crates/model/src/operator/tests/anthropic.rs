//! Tests of Anthropic's actions and requests.

use super::*;
use crate::operator::tests::{options, png};
use deskpilot_core::{ReplyLength, Size};
use expect_test::expect;

fn shown(input: &Value) -> String {
    let block = json!({"type": "tool_use", "id": "t", "name": "computer", "input": input});
    let body = json!({"content": [block], "stop_reason": "tool_use"});
    let actions = decode(DialectState::default(), &body).unwrap().calls.remove(0).actions;
    actions.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_action_is_understood() {
    for (input, expected) in [
        (
            json!({"action": "left_click", "coordinate": [3, 4]}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Left, count: 1, held: [] }",
        ),
        (
            json!({"action": "left_click", "coordinate": [3, 4], "text": "ctrl+shift"}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Left, count: 1, held: [Control, Shift] }",
        ),
        (
            json!({"action": "left_click", "coordinate": [3, 4], "text": "x"}),
            "Unclear(\"there is no key \\\"x\\\"\")",
        ),
        (
            json!({"action": "right_click", "coordinate": [3, 4]}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Right, count: 1, held: [] }",
        ),
        (
            json!({"action": "middle_click", "coordinate": [3, 4]}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Middle, count: 1, held: [] }",
        ),
        (
            json!({"action": "double_click", "coordinate": [3, 4]}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Left, count: 2, held: [] }",
        ),
        (
            json!({"action": "triple_click", "coordinate": [3, 4]}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Left, count: 3, held: [] }",
        ),
        (json!({"action": "mouse_move", "coordinate": [3, 4]}), "Move(PixelPoint { x: 3.0, y: 4.0 })"),
        (
            json!({"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [3, 4]}),
            "Drag { path: [PixelPoint { x: 1.0, y: 2.0 }, PixelPoint { x: 3.0, y: 4.0 }], held: [] }",
        ),
        (
            json!({"action": "left_click_drag", "coordinate": [3, 4]}),
            "Unclear(\"left_click_drag needs start_coordinate\")",
        ),
        (
            json!({"action": "scroll", "coordinate": [3, 4], "scroll_direction": "down", "scroll_amount": 5}),
            "Scroll { at: PixelPoint { x: 3.0, y: 4.0 }, by: ScrollBy { up: -5, right: 0 } }",
        ),
        (
            json!({"action": "scroll", "coordinate": [3, 4], "scroll_direction": "left", "scroll_amount": 5}),
            "Scroll { at: PixelPoint { x: 3.0, y: 4.0 }, by: ScrollBy { up: 0, right: -5 } }",
        ),
        (
            json!({"action": "scroll", "coordinate": [3, 4]}),
            "Unclear(\"scroll needs scroll_direction: up, down, left or right\")",
        ),
        (json!({"action": "key", "text": "ctrl+s"}), "Keys([\"Control\", \"s\"])"),
        (json!({"action": "key", "text": "ctrl++"}), "Keys([\"Control\", \"plus\"])"),
        (json!({"action": "key", "text": "ctrl+a Delete"}), "Keys([\"Control\", \"a\"]) Keys([\"Delete\"])"),
        (json!({"action": "key", "text": "Tab", "repeat": 2}), "Keys([\"Tab\"]) Keys([\"Tab\"])"),
        (json!({"action": "key"}), "Unclear(\"key needs text, such as ctrl+s\")"),
        (
            json!({"action": "hold_key", "text": "a", "duration": 1}),
            "Unclear(\"no key stays pressed: use key, or give the key in text of a click\")",
        ),
        (json!({"action": "type", "text": "a\nb"}), "Type(\"a\\nb\")"),
        (json!({"action": "wait", "duration": 1.5}), "Wait(1.5)"),
        (json!({"action": "wait"}), "Unclear(\"wait needs duration, in seconds\")"),
        (json!({"action": "screenshot"}), "Screenshot"),
    ] {
        assert_eq!(shown(&input), expected, "{input}");
    }
}

#[test]
fn each_model_is_given_its_version_of_the_tool() {
    for (model, tool) in [
        ("claude-3-7-sonnet-20250219", "computer_20250124"),
        ("claude-sonnet-4-20250514", "computer_20250124"),
        ("claude-opus-4-1-20250805", "computer_20250124"),
        ("claude-sonnet-4-5-20250929", "computer_20250124"),
        ("claude-haiku-4-5", "computer_20250124"),
        ("claude-opus-4-5-20251101", "computer_20251124"),
        ("claude-sonnet-4-6", "computer_20251124"),
        ("claude-opus-4-7", "computer_20251124"),
        ("claude-sonnet-5", "computer_20251124"),
    ] {
        assert_eq!(ToolVersion::of(model).tool, tool, "{model}");
    }
}

#[test]
fn a_request_says_what_there_is() {
    let screen = Screenshot { png: png(4, 2), size: Size { width: 4, height: 2 } };
    let turn = OperatorTurn {
        opening: Some("Save it.".into()),
        screen: screen.clone(),
        results: Vec::new(),
        messages: Vec::new(),
        answer_length: ReplyLength::Usual,
    };
    let options = options("anthropic/claude-opus-4-5", None);
    let mut request = encode(&DialectState::default().with(&turn), &screen, &options, Some(4096));
    request["system"][0]["text"].take();
    request["messages"][0]["content"][1]["source"]["data"].take();
    expect![[r#"{"model":"claude-opus-4-5","max_tokens":4096,"system":[{"type":"text","text":null,"cache_control":{"type":"ephemeral"}}],"tools":[{"type":"computer_20251124","name":"computer","display_width_px":4,"display_height_px":2},{"name":"ask_person","description":"Asks the person a question and waits for the answer.","input_schema":{"type":"object","properties":{"question":{"type":"string","description":"what they are asked"}},"required":["question"],"additionalProperties":false}},{"name":"take_note","description":"Keeps a text for the rest of the work.","input_schema":{"type":"object","properties":{"name":{"type":"string","description":"one word or two that it is found by"},"text":{"type":"string","description":"what is kept"}},"required":["name","text"],"additionalProperties":false}},{"name":"give_up","description":"Ends the task as one that cannot be done.","input_schema":{"type":"object","properties":{"reason":{"type":"string","description":"why it cannot"}},"required":["reason"],"additionalProperties":false}}],"messages":[{"role":"user","content":[{"type":"text","text":"Save it."},{"type":"image","source":{"type":"base64","media_type":"image/png","data":null},"cache_control":{"type":"ephemeral"}}]}]}"#]].assert_eq(&request.to_string());
}

#[test]
fn what_was_cached_is_of_the_prompt() {
    for (usage, input, cached, written) in [
        (json!({"input_tokens": 100, "output_tokens": 10}), Some(100), None, None),
        (
            json!({"input_tokens": 100, "cache_read_input_tokens": 500, "cache_creation_input_tokens": 400}),
            Some(1000),
            Some(500),
            Some(400),
        ),
        (json!({"input_tokens": -1}), Some(-1), None, None),
        (json!({"input_tokens": "many"}), Some(-1), None, None),
        (json!({"input_tokens": i64::MAX, "cache_read_input_tokens": 1}), Some(-1), Some(1), None),
    ] {
        let counted = anthropic_usage(&json!({"usage": usage}));
        assert_eq!((counted.input, counted.cached, counted.written), (input, cached, written), "{usage}");
    }
}

/// The calls in a body, if it is valid.
pub(in crate::operator) fn calls_of(body: &Value) -> Vec<ToolCall> {
    decode(DialectState::default(), body).map(|it| it.calls).unwrap_or_default()
}
