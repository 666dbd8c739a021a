//! The functions of Google's computer tool on a desktop. Pure.

use super::keys;
use super::parse::{missing_parameter, unknown_key};
use super::port::{OperatorAction, PixelPoint};
use super::tools::tool_action;
use deskpilot_core::{Button, ScrollBy, Size};
use serde_json::Value;

/// The functions that Deskpilot does not offer: it releases every button and key within an action.
pub(super) const NOT_OFFERED: &[&str] = &["mouse_down", "mouse_up", "key_down", "key_up"];

/// Places are thousandths of the screenshot's width and height, 0 to 999.
const GRID: f64 = 1000.0;
/// How far a scroll without a distance goes, in pixels.
const USUAL_SCROLL: f64 = 300.0;
/// The pixels of scrolling that equal one notch of the wheel.
const PIXELS_PER_NOTCH: f64 = 100.0;
/// The length of a wait without a time, in seconds.
const USUAL_WAIT_SECONDS: f64 = 1.0;

type ActionResult = Result<OperatorAction, OperatorAction>;

/// The actions of a call of this function on a screenshot of this size.
pub(super) fn actions(name: &str, arguments: &Value, size: Size) -> Vec<OperatorAction> {
    let at = || place(arguments, ("x", "y"), size).ok_or_else(|| no_place(name, "x and y"));
    let one = match name {
        "click" => click(at(), Button::Left, 1),
        "double_click" => click(at(), Button::Left, 2),
        "triple_click" => click(at(), Button::Left, 3),
        "middle_click" => click(at(), Button::Middle, 1),
        "right_click" => click(at(), Button::Right, 1),
        "move" => at().map(OperatorAction::Move),
        "drag_and_drop" => drag(arguments, size),
        "scroll" => at().and_then(|at| scroll(arguments, at)),
        "press_key" => chord(name, "key", std::slice::from_ref(&arguments["key"])),
        "hotkey" => chord(name, "keys", arguments["keys"].as_array().map_or(&[], Vec::as_slice)),
        "type" => return typed(arguments),
        "wait" => Ok(OperatorAction::Wait(arguments["seconds"].as_f64().unwrap_or(USUAL_WAIT_SECONDS))),
        "take_screenshot" => Ok(OperatorAction::Screenshot),
        withheld if NOT_OFFERED.contains(&withheld) => Err(OperatorAction::Unclear(format!(
            "{withheld} is not offered here: no button and no key stays down from one call to the next"
        ))),
        other => Ok(tool_action(other, arguments)),
    };
    vec![one.unwrap_or_else(|unclear| unclear)]
}

fn click(at: Result<PixelPoint, OperatorAction>, button: Button, count: u8) -> ActionResult {
    Ok(OperatorAction::Click { at: at?, button, count, held: Vec::new() })
}

fn drag(arguments: &Value, size: Size) -> ActionResult {
    let ends = place(arguments, ("start_x", "start_y"), size).zip(place(arguments, ("end_x", "end_y"), size));
    match ends {
        Some((from, to)) => Ok(OperatorAction::Drag { path: vec![from, to], held: Vec::new() }),
        None => Err(no_place("drag_and_drop", "start_x, start_y, end_x and end_y")),
    }
}

fn scroll(arguments: &Value, at: PixelPoint) -> ActionResult {
    let of_pixels = || arguments["magnitude_in_pixels"].as_f64().unwrap_or(USUAL_SCROLL) / PIXELS_PER_NOTCH;
    // The provider's pages name pixels; other clients report that it asks for notches on a desktop.
    let notches = arguments["magnitude_in_wheel_clicks"].as_f64().unwrap_or_else(of_pixels);
    // Any scrolling is at least one notch.
    let notches = notches.round().clamp(1.0, 100.0) as i32;
    let by = match arguments["direction"].as_str() {
        Some("up") => ScrollBy { up: notches, right: 0 },
        Some("down") => ScrollBy { up: -notches, right: 0 },
        Some("right") => ScrollBy { up: 0, right: notches },
        Some("left") => ScrollBy { up: 0, right: -notches },
        _ => return Err(missing_parameter("scroll", "direction: up, down, left or right")),
    };
    Ok(OperatorAction::Scroll { at, by })
}

fn typed(arguments: &Value) -> Vec<OperatorAction> {
    let Some(words) = arguments["text"].as_str() else { return vec![missing_parameter("type", "text")] };
    let mut actions = vec![OperatorAction::Type(words.to_owned())];
    if arguments["press_enter"] == true {
        actions.push(OperatorAction::Keys(vec!["Enter".to_owned()]));
    }
    actions
}

fn chord(name: &str, parameter: &str, keys: &[Value]) -> ActionResult {
    let names: Vec<&str> = keys.iter().filter_map(Value::as_str).collect();
    if names.is_empty() {
        return Err(missing_parameter(name, parameter));
    }
    keys::chord(names).map(OperatorAction::Keys).map_err(|key| unknown_key(&key))
}

/// The place of the screenshot, in pixels; `None` if it is missing or outside of the grid.
fn place(arguments: &Value, (x, y): (&str, &str), Size { width, height }: Size) -> Option<PixelPoint> {
    let thousandths = |key: &str| arguments[key].as_f64().filter(|it| (0.0..GRID).contains(it));
    let pixel = |thousandths: f64, side: u32| thousandths / GRID * f64::from(side);
    Some(PixelPoint { x: pixel(thousandths(x)?, width), y: pixel(thousandths(y)?, height) })
}

fn no_place(name: &str, parameters: &str) -> OperatorAction {
    missing_parameter(
        name,
        &format!("{parameters}, each a number from 0 to 999: thousandths of the screenshot"),
    )
}
