//! What Anthropic's Messages API refuses in a request with a computer tool, with its sentences. Pure.
//!
//! From platform.claude.com, "Computer use tool" and "Claude API errors", read in November 2026; the table of models of the
//! product is not asked, so that a test of the one is a test of the other.

use super::http::Request;
use super::screenshots::{check_size, picture_size, pictures};
use deskpilot_core::Size;
use serde_json::Value;

/// What a server has seen and given before a request.
pub(super) struct Past<'p> {
    /// The contents of its answers.
    pub(super) contents: &'p [Value],
    /// The requests, this one included, with pictures replaced by their sizes.
    pub(super) requests: &'p [Value],
}

const FIRST: &str = "computer_20250124";
const SECOND: &str = "computer_20251124";
const TOOLSET: &str = "computer_toolset_20260801";

/// The computer tools that models accept, by the beginnings of their names; the first that fits counts.
const ACCEPTED: &[(&str, &[&str])] = &[
    ("claude-opus-5-5", &[TOOLSET]),
    ("claude-sonnet-5-5", &[TOOLSET]),
    ("claude-haiku-5-5", &[TOOLSET]),
    ("claude-fable-5-2", &[TOOLSET]),
    ("claude-mythos-5-2", &[TOOLSET]),
    ("claude-opus-5", &[SECOND, TOOLSET]),
    ("claude-sonnet-5", &[SECOND, TOOLSET]),
    ("claude-fable-5", &[SECOND, TOOLSET]),
    ("claude-mythos-5", &[SECOND, TOOLSET]),
    ("claude-opus-4-8", &[SECOND, TOOLSET]),
    ("claude-opus-4-7", &[SECOND]),
    ("claude-opus-4-6", &[SECOND]),
    ("claude-opus-4-5", &[SECOND]),
    ("claude-sonnet-4-6", &[SECOND]),
    ("claude-", &[FIRST]),
];

/// The beginnings of the names of models whose thoughts nobody switches off, forces or changes.
const ALWAYS_THINKING: &[&str] =
    &["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-fable-5", "claude-mythos-5"];

/// The members of the toolset.
const MEMBERS: &[&str] = &[
    "screenshot",
    "zoom",
    "left_click",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "left_click_drag",
    "mouse_move",
    "left_mouse_down",
    "left_mouse_up",
    "cursor_position",
    "scroll",
    "type",
    "key",
    "hold_key",
    "wait",
];

/// Why the request is refused; `None` if it is not.
pub(super) fn refuses(body: &Value, request: &Request, past: &Past<'_>) -> Option<String> {
    let checks = || -> Result<(), String> {
        let tool = each(&body["tools"]).find(|it| kind(it).starts_with("computer_"));
        let tool = tool.ok_or("the tool computer is missing")?;
        check_tool(model(body), tool)?;
        check_headers(kind(tool), request)?;
        check_settings(body)?;
        check_conversation(body, past)?;
        check_thoughts(body, past)?;
        check_screen(body, tool)
    };
    checks().err()
}

/// The name of the model as Anthropic has it, without the prefix that it has at Amazon.
fn model(body: &Value) -> &str {
    let name = body["model"].as_str().unwrap_or("");
    name.strip_prefix("anthropic.").unwrap_or(name)
}

fn kind(tool: &Value) -> &str {
    tool["type"].as_str().unwrap_or("")
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn always_thinks(body: &Value) -> bool {
    ALWAYS_THINKING.iter().any(|it| model(body).starts_with(it))
}

fn check_tool(model: &str, tool: &Value) -> Result<(), String> {
    let kind = kind(tool);
    let accepted = ACCEPTED.iter().find(|(beginning, _)| model.starts_with(beginning));
    let accepted = accepted.map_or(&[][..], |(_, tools)| *tools);
    if !accepted.contains(&kind) {
        let others = accepted.join(", ");
        return Err(format!("'{model}' does not support tool types: {kind}. Did you mean one of {others}"));
    }
    if kind == FIRST && tool.get("enable_zoom").is_some() {
        return Err("tools.0.enable_zoom: Extra inputs are not permitted".into());
    }
    if kind != TOOLSET {
        return if tool["name"] == "computer" { Ok(()) } else { Err("the tool has another name".into()) };
    }
    let is_allowed =
        |key: &String| ["type", "configs", "cache_control", "allowed_callers"].contains(&key.as_str());
    let keys = || tool.as_object().into_iter().flatten().map(|(key, _)| key);
    if let Some(key) = keys().find(|key| !is_allowed(key)) {
        return Err(format!("tools.0.{key}: Extra inputs are not permitted"));
    }
    let mut configured = tool["configs"].as_object().into_iter().flatten().map(|(key, _)| key);
    match configured.find(|it| !MEMBERS.contains(&it.as_str())) {
        Some(other) => Err(format!("tools.0.configs.{other}: Extra inputs are not permitted")),
        None => Ok(()),
    }
}

/// The older tools need a beta header, and the toolset has none.
fn check_headers(kind: &str, request: &Request) -> Result<(), String> {
    let beta = match kind {
        FIRST => Some("computer-use-2025-01-24"),
        SECOND => Some("computer-use-2025-11-24"),
        _ => None,
    };
    if request.header("anthropic-beta") != beta || request.header("anthropic-version").is_none() {
        return Err(format!("the tool needs the header anthropic-beta: {beta:?}, and anthropic-version"));
    }
    Ok(())
}

pub(super) fn check_settings(body: &Value) -> Result<(), String> {
    if body["max_tokens"].as_u64().is_none() {
        return Err("max_tokens is missing".into());
    }
    if !always_thinks(body) {
        return Ok(());
    }
    if let Some(kind @ ("disabled" | "enabled")) = body["thinking"]["type"].as_str() {
        return Err(format!("\"thinking.type.{kind}\" is not supported for this model."));
    }
    if let Some("any" | "tool") = body["tool_choice"]["type"].as_str() {
        return Err("tool_choice: type \"tool\" and \"any\" are not supported for this model.".into());
    }
    if body.get("temperature").is_some() {
        return Err("`temperature` is deprecated for this model.".into());
    }
    Ok(())
}

/// The messages of the two alternate, and each call is answered.
fn check_conversation(body: &Value, past: &Past<'_>) -> Result<(), String> {
    let messages: Vec<&Value> = each(&body["messages"]).collect();
    for (at, message) in messages.iter().enumerate() {
        let role = if at % 2 == 0 { "user" } else { "assistant" };
        if message["role"] != role {
            return Err(format!("message {at} is not of the {role}"));
        }
        if at % 2 == 0 {
            check_results(at.checked_sub(1).map(|before| messages[before]), message)?;
        }
    }
    if messages.len() > 2 * past.contents.len() + 1 {
        return Err("the conversation has answers that were not given".into());
    }
    Ok(())
}

/// Whether the next message answers each call of a message, and nothing else, each with the toolset of its call.
fn check_results(before: Option<&Value>, message: &Value) -> Result<(), String> {
    let of = |message: &Value, kind: &str, key: &str| -> Vec<(Value, Value)> {
        let blocks = each(&message["content"]).filter(|it| it["type"] == kind);
        blocks.map(|it| (it[key].clone(), it["toolset_name"].clone())).collect()
    };
    let asked = before.map(|it| of(it, "tool_use", "id")).unwrap_or_default();
    let answered = of(message, "tool_result", "tool_use_id");
    if asked == answered { Ok(()) } else { Err(format!("{asked:?} was asked for and {answered:?} answered")) }
}

/// Whether the model's messages are what it wrote, and what precedes its thoughts is what preceded them.
fn check_thoughts(body: &Value, past: &Past<'_>) -> Result<(), String> {
    let theirs = each(&body["messages"]).filter(|it| it["role"] == "assistant");
    if !theirs.map(|it| &it["content"]).all(|it| past.contents.contains(it)) {
        return Err(
            "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified."
                .into(),
        );
    }
    let [.., before, now] = past.requests else { return Ok(()) };
    let (before, now) = (without_marks(before.clone()), without_marks(now.clone()));
    let thinks = |message: &Value| each(&message["content"]).any(|it| kind(it).ends_with("thinking"));
    let messages = now["messages"].as_array().map_or(&[][..], Vec::as_slice);
    let Some(last) = messages.iter().rposition(thinks).filter(|_| always_thinks(body)) else { return Ok(()) };
    let is_same = |key: &str| before[key] == now[key];
    let earlier = before["messages"].as_array().map_or(&[][..], Vec::as_slice);
    if is_same("system") && is_same("tools") && earlier.get(..last) == messages.get(..last) {
        return Ok(());
    }
    Err(format!(
        "messages.{last}.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."
    ))
}

/// The value without the marks of the cache, which change nothing.
fn without_marks(mut value: Value) -> Value {
    match &mut value {
        Value::Object(object) => {
            object.remove("cache_control");
            object.values_mut().for_each(|it| *it = without_marks(it.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| *it = without_marks(it.take())),
        _ => {}
    }
    value
}

/// The older tools declare the size of the screen.
fn check_screen(body: &Value, tool: &Value) -> Result<(), String> {
    let sizes: Vec<Size> =
        each(&body["messages"]).flat_map(pictures).map(picture_size).collect::<Result<_, _>>()?;
    let declared = (kind(tool) != TOOLSET)
        .then(|| (tool["display_width_px"].as_u64(), tool["display_height_px"].as_u64()));
    check_size(*sizes.last().ok_or("there is no screenshot")?, declared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_model_accepts_its_versions_of_the_tool_alone() {
        for (model, accepted) in [
            ("claude-sonnet-4-5-20250929", &[FIRST][..]),
            ("claude-haiku-4-5", &[FIRST]),
            ("claude-opus-4-5", &[SECOND]),
            ("claude-opus-4-8", &[SECOND, TOOLSET]),
            ("claude-opus-5", &[SECOND, TOOLSET]),
            ("claude-opus-5-5", &[TOOLSET]),
            ("claude-sonnet-5-5", &[TOOLSET]),
            ("claude-haiku-5-5", &[TOOLSET]),
        ] {
            for kind in [FIRST, SECOND, TOOLSET] {
                let tool = if kind == TOOLSET {
                    json!({"type": kind})
                } else {
                    json!({"type": kind, "name": "computer"})
                };
                let checked = check_tool(model, &tool);
                assert_eq!(checked.is_ok(), accepted.contains(&kind), "{model} {kind}: {checked:?}");
            }
        }
        let error = check_tool("claude-opus-5-5", &json!({"type": SECOND, "name": "computer"})).unwrap_err();
        assert!(
            error.starts_with("'claude-opus-5-5' does not support tool types: computer_20251124."),
            "{error}"
        );
    }

    #[test]
    fn only_the_second_tool_says_whether_it_can_zoom() {
        for (kind, model, is_fine) in [(FIRST, "claude-haiku-4-5", false), (SECOND, "claude-opus-4-5", true)]
        {
            let tool = json!({"type": kind, "name": "computer", "enable_zoom": true});
            assert_eq!(check_tool(model, &tool).is_ok(), is_fine, "{kind}");
        }
    }

    #[test]
    fn the_toolset_takes_no_key_of_the_older_tools() {
        for (tool, expected) in [
            (json!({"type": TOOLSET, "configs": {"zoom": {"enabled": false}}}), None),
            (
                json!({"type": TOOLSET, "name": "computer"}),
                Some("tools.0.name: Extra inputs are not permitted"),
            ),
            (
                json!({"type": TOOLSET, "enable_zoom": true}),
                Some("tools.0.enable_zoom: Extra inputs are not permitted"),
            ),
            (
                json!({"type": TOOLSET, "configs": {"jump": {}}}),
                Some("tools.0.configs.jump: Extra inputs are not permitted"),
            ),
        ] {
            assert_eq!(check_tool("claude-opus-5-5", &tool).err().as_deref(), expected, "{tool}");
        }
    }

    #[test]
    fn nobody_switches_off_or_forces_a_model_that_always_thinks() {
        for (settings, model, is_fine) in [
            (json!({}), "claude-opus-5-5", true),
            (
                json!({"thinking": {"type": "adaptive"}, "tool_choice": {"type": "auto"}}),
                "claude-opus-5-5",
                true,
            ),
            (json!({"thinking": {"type": "disabled"}}), "claude-opus-5-5", false),
            (json!({"thinking": {"type": "enabled", "budget_tokens": 9}}), "claude-fable-5-1", false),
            (json!({"tool_choice": {"type": "any"}}), "claude-opus-5-5", false),
            (json!({"temperature": 0}), "claude-haiku-5-5", false),
            (json!({"tool_choice": {"type": "any"}, "temperature": 0}), "claude-haiku-4-5", true),
        ] {
            let mut body = json!({"model": model, "max_tokens": 9});
            for (key, value) in settings.as_object().unwrap() {
                body[key] = value.clone();
            }
            assert_eq!(check_settings(&body).is_ok(), is_fine, "{body}");
        }
    }

    #[test]
    fn thoughts_are_sent_back_as_they_were_after_what_they_followed() {
        let thought = json!([{"type": "thinking", "thinking": "", "signature": "s"}]);
        let asked = |text: &str| json!({"role": "user", "content": [{"type": "text", "text": text}]});
        let thinks = |content: &Value| json!({"role": "assistant", "content": content});
        let body = |messages: Value| json!({"model": "claude-opus-5-5", "messages": messages});
        let first = body(json!([asked("a")]));
        let changed = json!([{"type": "thinking", "thinking": "other", "signature": "s"}]);
        for (messages, is_fine) in [
            (json!([asked("a"), thinks(&thought), asked("b")]), true),
            (json!([asked("a"), thinks(&changed), asked("b")]), false),
            (json!([asked("c"), thinks(&thought), asked("b")]), false),
            (json!([asked("c")]), true),
        ] {
            let now = body(messages);
            let (contents, requests) = ([thought.clone()], [first.clone(), now.clone()]);
            let past = Past { contents: &contents, requests: &requests };
            assert_eq!(check_thoughts(&now, &past).is_ok(), is_fine, "{now}");
        }
    }
}
