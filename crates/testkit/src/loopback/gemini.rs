//! What Google's Interactions API refuses in a request with a computer tool, and the shape of its answers. Pure.
//!
//! From ai.google.dev, "Computer use" and "Interactions API", read in November 2026.

use super::screenshots::{picture_size, pictures};
use serde_json::{Value, json};

/// The functions of the tool on a desktop.
const FUNCTIONS: &[&str] = &[
    "click",
    "double_click",
    "triple_click",
    "middle_click",
    "right_click",
    "mouse_down",
    "mouse_up",
    "move",
    "type",
    "drag_and_drop",
    "wait",
    "press_key",
    "key_down",
    "key_up",
    "hotkey",
    "take_screenshot",
    "scroll",
];

/// Whether the API takes a request after these answers, of which each has its steps.
pub(super) fn check(body: &Value, given: &[Value]) -> Result<(), String> {
    check_tool(body)?;
    for picture in each(&body["input"]).flat_map(pictures) {
        picture_size(picture)?;
    }
    let results: Vec<&Value> = each(&body["input"]).filter(|it| it["type"] == "function_result").collect();
    let Some(previous) = body["previous_interaction_id"].as_str() else {
        return match results.is_empty() {
            true => Ok(()),
            false => Err("a function_result follows no interaction".into()),
        };
    };
    let nth = previous.strip_prefix("interaction_").and_then(|nth| nth.parse::<usize>().ok());
    match nth.and_then(|nth| given.get(nth.checked_sub(1)?)) {
        Some(steps) => check_results(&results, steps),
        None => Err(format!("previous_interaction_id: the interaction {previous} is not found")),
    }
}

fn check_tool(body: &Value) -> Result<(), String> {
    let mut tools = each(&body["tools"]).filter(|it| it["type"] == "computer_use");
    let tool = tools.next().ok_or("the tool computer_use is missing")?;
    if tool["environment"] != "desktop" {
        return Err(format!("there is no environment {}", tool["environment"]));
    }
    let mut withheld = each(&tool["excluded_predefined_functions"]).filter_map(Value::as_str);
    match withheld.find(|it| !FUNCTIONS.contains(it)) {
        Some(unknown) => Err(format!("there is no predefined function {unknown}")),
        None => Ok(()),
    }
}

/// Whether each call has exactly one result of its name, which acknowledges what a person had to confirm.
fn check_results(results: &[&Value], steps: &Value) -> Result<(), String> {
    let calls: Vec<&Value> = each(steps).filter(|it| it["type"] == "function_call").collect();
    for call in &calls {
        let own: Vec<&&Value> = results.iter().filter(|it| it["call_id"] == call["id"]).collect();
        let [result] = own.as_slice() else {
            return Err(format!("the call {} has {} results", call["id"], own.len()));
        };
        if result["name"] != call["name"] {
            return Err(format!("the result of {} is named {}", call["name"], result["name"]));
        }
        let has_to_be_confirmed = call["arguments"]["safety_decision"]["decision"] == "require_confirmation";
        if has_to_be_confirmed && !is_acknowledged(result) {
            return Err(format!("the safety decision about {} is not acknowledged", call["id"]));
        }
    }
    match results.iter().find(|it| !calls.iter().any(|call| call["id"] == it["call_id"])) {
        Some(other) => Err(format!("there is no call {}", other["call_id"])),
        None => Ok(()),
    }
}

fn is_acknowledged(result: &Value) -> bool {
    let texts = each(&result["result"]).filter_map(|it| it["text"].as_str());
    let mut objects = texts.filter_map(|it| serde_json::from_str::<Value>(it).ok());
    objects.any(|it| it["safety_acknowledgement"] == true)
}

/// The nth answer, with these steps.
pub(super) fn interaction(nth: usize, request: &Value, steps: &Value) -> Value {
    let calls = each(steps).any(|it| it["type"] == "function_call");
    json!({
        "id": format!("interaction_{nth}"), "object": "interaction", "model": request["model"],
        "status": if calls { "requires_action" } else { "completed" }, "steps": steps,
        "usage": {
            "total_input_tokens": 1000, "total_cached_tokens": 0, "total_output_tokens": 30,
            "total_thought_tokens": 20, "total_tokens": 1050,
        },
    })
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
