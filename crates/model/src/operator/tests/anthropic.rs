//! Tests of Anthropic's actions and requests.

use super::super::port::OperatorAction;
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
        (
            json!({"action": "zoom", "region": [1, 2, 3, 4]}),
            "Zoom { from: PixelPoint { x: 1.0, y: 2.0 }, to: PixelPoint { x: 3.0, y: 4.0 } }",
        ),
        (
            json!({"action": "zoom", "region": [1, 2, 3]}),
            "Unclear(\"zoom needs region, as a list of left, top, right and bottom\")",
        ),
    ] {
        assert_eq!(shown(&input), expected, "{input}");
    }
}

#[test]
fn a_member_of_the_toolset_is_the_action_of_its_name() {
    let click = |at: &str| format!("Click {{ at: PixelPoint {{ {at} }}, button: Left, count: 1, held: [] }}");
    for (calls, expected) in [
        (vec![("left_click", json!({"coordinate": [3, 4]}))], vec![click("x: 3.0, y: 4.0")]),
        (
            vec![("mouse_move", json!({"coordinate": [3, 4]})), ("left_click", json!({}))],
            vec!["Move(PixelPoint { x: 3.0, y: 4.0 })".into(), click("x: 3.0, y: 4.0")],
        ),
        (
            vec![
                ("left_click_drag", json!({"start_coordinate": [1, 2], "coordinate": [5, 6]})),
                ("scroll", json!({"scroll_direction": "up", "scroll_amount": 2})),
            ],
            vec![
                "Drag { path: [PixelPoint { x: 1.0, y: 2.0 }, PixelPoint { x: 5.0, y: 6.0 }], held: [] }"
                    .into(),
                "Scroll { at: PixelPoint { x: 5.0, y: 6.0 }, by: ScrollBy { up: 2, right: 0 } }".into(),
            ],
        ),
        (
            vec![("left_click", json!({}))],
            vec!["Unclear(\"left_click needs coordinate, as a list of x and y\")".into()],
        ),
        (
            vec![
                ("mouse_move", json!({"coordinate": [3, 4]})),
                ("left_click", json!({"coordinate": "here"})),
            ],
            vec![
                "Move(PixelPoint { x: 3.0, y: 4.0 })".into(),
                "Unclear(\"left_click needs coordinate, as a list of x and y\")".into(),
            ],
        ),
        (
            vec![("key", json!({"text": "Tab", "repeat": 2})), ("type", json!({"text": "a"}))],
            vec!["Keys([\"Tab\"]) Keys([\"Tab\"])".into(), "Type(\"a\")".into()],
        ),
        (
            vec![("wait", json!({"duration": 1})), ("screenshot", json!({}))],
            vec!["Wait(1.0)".into(), "Screenshot".into()],
        ),
    ] {
        let blocks: Vec<Value> = (1..)
            .zip(&calls)
            .map(|(n, (name, input))| {
                json!({"type": "tool_use", "id": format!("t{n}"), "name": name, "toolset_name": "computer", "input": input})
            })
            .collect();
        let body = json!({"content": blocks, "stop_reason": "tool_use"});
        let answer = decode(DialectState::default(), &body).unwrap();
        let shown: Vec<String> = answer
            .calls
            .iter()
            .map(|it| it.actions.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(shown, expected, "{calls:?}");
    }
}

#[test]
fn a_call_belongs_to_the_toolset_that_it_names() {
    for (block, expected) in [
        (
            json!({"type": "tool_use", "id": "t", "name": "cursor_position", "toolset_name": "computer", "input": {}}),
            "\"cursor_position\" is not offered here",
        ),
        (
            json!({"type": "tool_use", "id": "t", "name": "ask_person", "toolset_name": "computer", "input": {"question": "?"}}),
            "\"ask_person\" is not offered here",
        ),
        (
            json!({"type": "tool_use", "id": "t", "name": "left_click", "toolset_name": "browser", "input": {}}),
            "there is no toolset \"browser\"",
        ),
        (
            json!({"type": "tool_use", "id": "t", "name": "left_click", "input": {}}),
            "there is no tool \"left_click\"",
        ),
    ] {
        let calls = calls_of(&json!({"content": [block], "stop_reason": "tool_use"}));
        let OperatorAction::Unclear(why) = &calls[0].actions[0] else { panic!("{calls:?}") };
        assert!(why.starts_with(expected), "{why}");
    }
}

/// The first request to this model, without its instructions and the bytes of its screenshot.
fn first_request(model: &str, calls: CallsPerTurn) -> String {
    let screen = Screenshot { png: png(4, 2), size: Size { width: 4, height: 2 } };
    let turn = OperatorTurn {
        opening: Some("Save it.".into()),
        screen,
        results: Vec::new(),
        messages: Vec::new(),
        answer_length: ReplyLength::Usual,
        calls,
    };
    let options = options(&format!("anthropic/{model}"), None);
    let habits = Habits::of(&options);
    let mut request =
        encode(&DialectState::default().with(&turn, habits), &turn, habits, &options, Some(4096));
    request["system"][0]["text"].take();
    request["messages"][0]["content"][1]["source"]["data"].take();
    request["tools"].as_array_mut().unwrap().truncate(2);
    request.to_string()
}

#[test]
fn a_request_says_what_there_is() {
    expect![[r#"{"model":"claude-opus-4-5","max_tokens":4096,"system":[{"type":"text","text":null,"cache_control":{"type":"ephemeral"}}],"tools":[{"type":"computer_20251124","name":"computer","display_width_px":4,"display_height_px":2,"enable_zoom":true},{"name":"ask_person","description":"Asks the person a question and waits for the answer.","input_schema":{"type":"object","properties":{"question":{"type":"string","description":"what they are asked"}},"required":["question"],"additionalProperties":false}}],"messages":[{"role":"user","content":[{"type":"text","text":"Save it."},{"type":"image","source":{"type":"base64","media_type":"image/png","data":null},"cache_control":{"type":"ephemeral"}}]}]}"#]].assert_eq(&first_request("claude-opus-4-5", CallsPerTurn::Several));
}

#[test]
fn a_request_to_the_5_5_family_has_the_toolset_and_no_size() {
    let beginning = r#"{"model":"claude-opus-5-5","max_tokens":4096,"system":[{"type":"text","text":null,"cache_control":{"type":"ephemeral"}}],"tools":[{"type":"computer_toolset_20260801","configs":{"left_mouse_down":{"enabled":false},"left_mouse_up":{"enabled":false},"hold_key":{"enabled":false},"cursor_position":{"enabled":false}}},{"name":"ask_person","description":"Asks the person a question and waits for the answer.","input_schema":{"type":"object","properties":{"question":{"type":"string","description":"what they are asked"}},"required":["question"],"additionalProperties":false}}],"messages":[{"role":"user","content":[{"type":"text","text":"Save it."},{"type":"image","source":{"type":"base64","media_type":"image/png","data":null},"cache_control":{"type":"ephemeral"}}]}],"thinking":{"type":"adaptive","display":"summarized"}"#;
    let one = r#","tool_choice":{"type":"auto","disable_parallel_tool_use":true}"#;
    for (calls, end) in [(CallsPerTurn::Several, "}".to_owned()), (CallsPerTurn::One, format!("{one}}}"))] {
        assert_eq!(first_request("claude-opus-5-5", calls), format!("{beginning}{end}"));
    }
}

#[test]
fn a_model_of_which_nothing_is_known_is_asked_like_the_latest() {
    for (model, tool, thinking, beta) in [
        ("claude-sonnet-4-5", ClaudeTool::V20250124, Thinking::OnRequest, Some("computer-use-2025-01-24")),
        ("claude-opus-4-8", ClaudeTool::V20251124, Thinking::Adaptive, Some("computer-use-2025-11-24")),
        ("claude-fable-5-1", ClaudeTool::V20251124, Thinking::Always, Some("computer-use-2025-11-24")),
        ("claude-haiku-5-5", ClaudeTool::Toolset20260801, Thinking::Always, None),
        ("claude-next", ClaudeTool::Toolset20260801, Thinking::Always, None),
        ("other", ClaudeTool::Toolset20260801, Thinking::Always, None),
    ] {
        let habits = Habits::of(&options(&format!("anthropic/{model}"), None));
        assert_eq!((habits, habits.beta()), (Habits { tool, thinking }, beta), "{model}");
    }
}

#[test]
fn what_it_thinks_between_calls_is_its_thought() {
    let call =
        json!({"type": "tool_use", "id": "t", "name": "screenshot", "toolset_name": "computer", "input": {}});
    let thinks = json!({"type": "thinking", "thinking": "The button saves.", "signature": "s"});
    let says = json!({"type": "text", "text": "I save it."});
    for (content, thought) in [
        (json!([thinks, call]), "The button saves."),
        (json!([thinks, says, call]), "I save it."),
        (json!([{"type": "thinking", "thinking": "", "signature": "s"}, call]), ""),
        (json!([{"type": "redacted_thinking", "data": "x"}, call]), ""),
    ] {
        let body = json!({"content": content, "stop_reason": "tool_use"});
        assert_eq!(decode(DialectState::default(), &body).unwrap().thought, thought, "{content}");
    }
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
