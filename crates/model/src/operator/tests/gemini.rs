//! Google's functions, and conversations as the provider sees them.

use super::*;
use crate::operator::tests::{Bench, GEMINI, Shown, after, done, gemini_click, prompt, says};
use deskpilot_core::{Prompt, ReplyLength};
use deskpilot_testkit::loopback::OperatorReply;
use serde_json::json;

const SIZE: Size = Size { width: 2000, height: 1000 };

fn shown(name: &str, arguments: &Value) -> String {
    let call = json!({"type": "function_call", "id": "c", "name": name, "arguments": arguments});
    let answer = decode(&json!({"id": "i", "steps": [call]}), SIZE).unwrap();
    answer.calls[0].actions.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_function_is_understood() {
    let at = "at: PixelPoint { x: 500.0, y: 900.0 }";
    let place = json!({"x": 250, "y": 900, "intent": "to see"});
    let nowhere = "needs x and y, each a number from 0 to 999: thousandths of the screenshot";
    for (name, arguments, expected) in [
        ("click", &place, format!("Click {{ {at}, button: Left, count: 1, held: [] }}")),
        ("double_click", &place, format!("Click {{ {at}, button: Left, count: 2, held: [] }}")),
        ("triple_click", &place, format!("Click {{ {at}, button: Left, count: 3, held: [] }}")),
        ("middle_click", &place, format!("Click {{ {at}, button: Middle, count: 1, held: [] }}")),
        ("right_click", &place, format!("Click {{ {at}, button: Right, count: 1, held: [] }}")),
        ("move", &place, "Move(PixelPoint { x: 500.0, y: 900.0 })".into()),
        ("click", &json!({"x": 1000, "y": 3}), format!("Unclear(\"click {nowhere}\")")),
        ("click", &json!({"x": -1, "y": 3}), format!("Unclear(\"click {nowhere}\")")),
        ("move", &json!({"y": 3}), format!("Unclear(\"move {nowhere}\")")),
        ("type", &json!({"text": "Tea"}), "Type(\"Tea\")".into()),
        ("type", &json!({"text": "Tea", "press_enter": true}), "Type(\"Tea\") Keys([\"Enter\"])".into()),
        ("type", &json!({}), "Unclear(\"type needs text\")".into()),
        ("press_key", &json!({"key": "PageDown"}), "Keys([\"PageDown\"])".into()),
        ("press_key", &json!({"key": "Nope"}), "Unclear(\"there is no key \\\"Nope\\\"\")".into()),
        ("hotkey", &json!({"keys": ["ctrl", "s"]}), "Keys([\"Control\", \"s\"])".into()),
        ("hotkey", &json!({"keys": []}), "Unclear(\"hotkey needs keys\")".into()),
        ("wait", &json!({}), "Wait(1.0)".into()),
        ("wait", &json!({"seconds": 4}), "Wait(4.0)".into()),
        ("take_screenshot", &json!({}), "Screenshot".into()),
        ("ask_person", &json!({"question": "Which?"}), "Ask(\"Which?\")".into()),
    ] {
        assert_eq!(shown(name, arguments), expected, "{name} {arguments}");
    }
}

#[test]
fn drags_and_scrolling_have_places_and_directions() {
    let drag = json!({"start_x": 0, "start_y": 0, "end_x": 999, "end_y": 500});
    assert_eq!(
        shown("drag_and_drop", &drag),
        "Drag { path: [PixelPoint { x: 0.0, y: 0.0 }, PixelPoint { x: 1998.0, y: 500.0 }], held: [] }"
    );
    assert!(
        shown("drag_and_drop", &json!({"start_x": 1})).starts_with("Unclear(\"drag_and_drop needs start_x")
    );
    for (direction, pixels, expected) in [
        ("down", json!(250), "up: -3, right: 0"),
        ("up", json!(null), "up: 3, right: 0"),
        ("left", json!(10), "up: 0, right: -1"),
        ("right", json!(900), "up: 0, right: 9"),
    ] {
        let turned = json!({"x": 1, "y": 1, "direction": direction, "magnitude_in_pixels": pixels});
        assert!(shown("scroll", &turned).contains(expected), "{turned}");
    }
    let notches = json!({"x": 1, "y": 1, "direction": "down", "magnitude_in_wheel_clicks": 15});
    assert!(shown("scroll", &notches).contains("up: -15, right: 0"), "{}", shown("scroll", &notches));
    assert!(shown("scroll", &json!({"x": 1, "y": 1})).contains("needs direction"));
}

#[test]
fn what_is_withheld_or_blocked_is_not_done() {
    for name in NOT_OFFERED {
        assert!(shown(name, &json!({"x": 1, "y": 1, "key": "a"})).contains("is not offered here"), "{name}");
    }
    let blocked = json!({"x": 1, "y": 1, "safety_decision": {"decision": "block", "explanation": "a bank"}});
    let shown = shown("click", &blocked);
    assert!(shown.starts_with("Unclear(") && shown.contains("a bank"), "{shown}");
}

#[test]
fn an_answer_without_calls_ends_the_conversation_and_an_empty_one_is_none() {
    let steps = |steps: Value| json!({"id": "i", "steps": steps});
    let said = json!([{"type": "model_output", "content": [{"type": "text", "text": "Saved."}]}]);
    let answer = decode(&steps(said), SIZE).unwrap();
    assert_eq!(answer.final_message, Some(FinalMessage::Message("Saved.".into())));
    for (body, why) in [
        (steps(json!([])), "asked for nothing"),
        (json!({"id": "i"}), "no steps"),
        (json!({"steps": [{"type": "function_call", "id": "c", "name": "click"}]}), "has no id"),
        (steps(json!([{"type": "function_call", "name": "click"}])), "function_call has no id"),
    ] {
        assert!(decode(&body, SIZE).unwrap_err().contains(why), "{body}");
    }
}

#[tokio::test]
async fn google_is_told_what_came_of_each_call() {
    let key = json!({"type": "function_call", "id": "call_2", "name": "hotkey", "arguments": {"keys": ["ctrl", "s"]}});
    let end =
        json!([{"type": "model_output", "content": [{"type": "text", "text": "The letter is saved."}]}]);
    let answers = vec![says(json!([gemini_click("call_1", 31, 75)])), says(json!([key])), says(end)];
    let bench = Bench::new(GEMINI, answers).await;
    let click = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!(
        (&click["ActionList"][0]["Function"], &click["Thought"]),
        (&json!("click_at"), &json!("The button saves."))
    );
    bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    let end = bench.reply(&after(json!([done("keyboard_input", "no_change")]))).await;
    assert_eq!((&end["Status"], &end["Comment"]), (&json!("FINISH"), &json!("The letter is saved.")));

    let [first, second, third] = bench.server.requests().try_into().unwrap();
    assert_eq!(first.get("previous_interaction_id"), None);
    assert_eq!(
        (&first["input"][1]["type"], &first["input"][1]["data"]),
        (&json!("image"), &json!("641 x 399"))
    );
    assert_eq!(second["previous_interaction_id"], "interaction_1");
    let result = &second["input"][0];
    assert_eq!((&result["name"], &result["call_id"]), (&json!("click"), &json!("call_1")));
    assert!(result["result"][0]["text"].as_str().unwrap().contains("output"), "{result}");
    assert!(
        third["input"][0]["result"][0]["text"].as_str().unwrap().contains("error"),
        "nothing changed: {third}"
    );
}

#[tokio::test]
async fn what_a_person_confirmed_is_acknowledged_and_nothing_else() {
    let mut warned = gemini_click("call_1", 31, 75);
    warned["arguments"]["safety_decision"] =
        json!({"decision": "require_confirmation", "explanation": "It accepts terms."});
    let plain = || says(json!([gemini_click("call_2", 1, 1)]));
    let bench = Bench::new(GEMINI, vec![says(json!([warned])), plain()]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!(reply["Status"], "CONFIRM");
    assert_eq!(reply["SafetyChecks"], json!(["require_confirmation: It accepts terms."]));
    bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    let told = bench.last()["input"][0]["result"][0]["text"].as_str().unwrap().to_owned();
    assert!(told.contains("\"safety_acknowledgement\":true"), "{told}");

    let bench = Bench::new(GEMINI, vec![says(json!([warned])), plain()]).await;
    bench.reply(&prompt(&Shown::default())).await;
    let no = json!({"Function": "click_at", "Args": {}, "Status": "refused", "Results": "the user said no"});
    bench.reply(&after(json!([no]))).await;
    let sent = bench.last();
    assert_eq!(sent.get("previous_interaction_id"), None, "nothing can follow that answer");
    assert!(!sent.to_string().contains("safety_acknowledgement"), "{sent}");
}

#[tokio::test]
async fn a_turn_that_was_cut_does_nothing_and_a_lost_conversation_begins_again() {
    let cut = json!({"id": "interaction_9", "model": "m", "status": "incomplete", "steps": [gemini_click("call_9", 1, 1)],
        "usage": {"total_input_tokens": 10, "total_output_tokens": 4096}});
    let click = || says(json!([gemini_click("call_1", 1, 1)]));
    let bench = Bench::new(GEMINI, vec![click(), says(cut), click()]).await;
    bench.reply(&prompt(&Shown::default())).await;
    let last = json!([done("click_at", "confirmed")]);
    let error = bench.error(&after(last.clone())).await;
    assert!(error.to_string().contains("cut"), "{error}");
    let asked = Prompt { reply_length: ReplyLength::LongerThan(4096), ..after(last) };
    bench.reply(&asked).await;
    assert_eq!(bench.last()["generation_config"]["max_output_tokens"], 16_384);

    let lost = OperatorReply::Error(
        404,
        json!({"error": {"code": 404, "message": "previous_interaction_id: not found"}}).to_string(),
    );
    let bench = Bench::new(GEMINI, vec![click(), lost, click()]).await;
    bench.reply(&prompt(&Shown::default())).await;
    bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    assert_eq!(bench.last().get("previous_interaction_id"), None);
}
