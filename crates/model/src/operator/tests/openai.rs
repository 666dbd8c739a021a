//! OpenAI's actions and requests.

use super::*;
use crate::operator::CallsPerTurn;
use crate::operator::tests::{options, png};
use deskpilot_core::{ReplyLength, Size};
use expect_test::expect;

fn shown(action: &Value) -> String {
    let body = json!({"id": "r", "output": [{"type": "computer_call", "call_id": "c", "actions": [action]}]});
    format!("{:?}", decode(&body).unwrap().calls[0].actions[0])
}

#[test]
fn every_action_is_understood() {
    for (action, expected) in [
        (
            json!({"type": "click", "x": 3, "y": 4, "button": "left"}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Left, count: 1, held: [] }",
        ),
        (
            json!({"type": "click", "x": 3, "y": 4, "button": "wheel", "keys": ["CTRL", "SHIFT"]}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Middle, count: 1, held: [Control, Shift] }",
        ),
        (
            json!({"type": "click", "x": 3, "y": 4, "button": "back"}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: X, count: 1, held: [] }",
        ),
        (
            json!({"type": "click", "x": 3, "y": 4, "button": "forward"}),
            "Unclear(\"there is no button \\\"forward\\\"\")",
        ),
        (
            json!({"type": "double_click", "x": 3, "y": 4}),
            "Click { at: PixelPoint { x: 3.0, y: 4.0 }, button: Left, count: 2, held: [] }",
        ),
        (json!({"type": "double_click", "y": 4}), "Unclear(\"double_click needs x and y\")"),
        (json!({"type": "move", "x": 3, "y": 4}), "Move(PixelPoint { x: 3.0, y: 4.0 })"),
        (
            json!({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}),
            "Drag { path: [PixelPoint { x: 1.0, y: 2.0 }, PixelPoint { x: 3.0, y: 4.0 }], held: [] }",
        ),
        (
            json!({"type": "drag", "path": [[1, 2], [3, 4]]}),
            "Drag { path: [PixelPoint { x: 1.0, y: 2.0 }, PixelPoint { x: 3.0, y: 4.0 }], held: [] }",
        ),
        (
            json!({"type": "drag", "path": [{"x": 1}]}),
            "Unclear(\"drag needs a path of two points or more, each with x and y\")",
        ),
        (
            json!({"type": "scroll", "x": 3, "y": 4, "scroll_x": 0, "scroll_y": 300}),
            "Scroll { at: PixelPoint { x: 3.0, y: 4.0 }, by: ScrollBy { up: -3, right: 0 } }",
        ),
        (
            json!({"type": "scroll", "x": 3, "y": 4, "scroll_x": -10, "scroll_y": -1e9}),
            "Scroll { at: PixelPoint { x: 3.0, y: 4.0 }, by: ScrollBy { up: 100, right: -1 } }",
        ),
        (json!({"type": "keypress", "keys": ["CTRL", "A"]}), "Keys([\"Control\", \"a\"])"),
        (json!({"type": "keypress", "keys": ["A"]}), "Keys([\"a\"])"),
        (json!({"type": "keypress", "keys": ["NOPE"]}), "Unclear(\"there is no key \\\"NOPE\\\"\")"),
        (json!({"type": "keypress"}), "Unclear(\"keypress needs keys\")"),
        (json!({"type": "type", "text": "a\nb"}), "Type(\"a\\nb\")"),
        (json!({"type": "wait"}), "Wait(2.0)"),
        (json!({"type": "screenshot"}), "Screenshot"),
        (
            json!({"type": "zoom"}),
            "Unclear(\"\\\"zoom\\\" is not offered here: the actions are click, double_click, move, drag, scroll, keypress, type, wait and screenshot\")",
        ),
        (
            json!(7),
            "Unclear(\"\\\"\\\" is not offered here: the actions are click, double_click, move, drag, scroll, keypress, type, wait and screenshot\")",
        ),
    ] {
        assert_eq!(shown(&action), expected, "{action}");
    }
}

#[test]
fn a_request_says_what_there_is() {
    let turn = OperatorTurn {
        opening: Some("Save it.".into()),
        screen: Screenshot { png: png(4, 2), size: Size { width: 4, height: 2 } },
        results: Vec::new(),
        messages: Vec::new(),
        answer_length: ReplyLength::Usual,
        calls: CallsPerTurn::Several,
    };
    let mut request = encode(&DialectState::default(), &turn, &options("openai/gpt-6.1-terra", None));
    request["instructions"].take();
    request["tools"].as_array_mut().unwrap().truncate(2);
    for part in request["input"][0]["content"].as_array_mut().unwrap() {
        if let Some(url) = part.get_mut("image_url") {
            *url = json!(url.as_str().unwrap()[..22]);
        }
    }
    expect![[r#"{"model":"gpt-6.1-terra","instructions":null,"tools":[{"type":"computer"},{"type":"function","name":"ask_person","description":"Asks the person a question and waits for the answer.","parameters":{"type":"object","properties":{"question":{"type":"string","description":"what they are asked"}},"required":["question"],"additionalProperties":false},"strict":true}],"input":[{"role":"user","content":[{"type":"input_text","text":"Save it."},{"type":"input_image","image_url":"data:image/png;base64,","detail":"original"}]}],"truncation":"auto"}"#]].assert_eq(&request.to_string());
}

/// The calls of a body, if it can be read.
pub(in crate::operator) fn calls_of(body: &Value) -> Vec<ToolCall> {
    decode(body).map(|it| it.calls).unwrap_or_default()
}
