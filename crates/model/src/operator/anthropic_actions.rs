//! The actions of Anthropic's computer tools. Pure.
//!
//! The members of the toolset have the names and the parameters of the actions of the older tools, but that a member is the
//! name of the call, and an action a parameter of the tool `computer`.

use super::keys;
use super::parse::{missing_parameter, modifiers, point, unknown_action, unknown_key};
use super::port::{OperatorAction, PixelPoint};
use super::tools::tool_action;
use deskpilot_core::{Button, ScrollBy};
use serde_json::Value;

/// The name of the older tools, and of the toolset in calls and results.
pub(super) const COMPUTER: &str = "computer";

/// The members of the toolset that Deskpilot does not offer: it releases every button and key within an action, and does not
/// tell where the pointer is.
pub(super) const NOT_OFFERED: &[&str] = &["left_mouse_down", "left_mouse_up", "hold_key", "cursor_position"];

/// The actions that an error lists for the model after an unknown one.
const OFFERED: &str = "left_click, right_click, middle_click, double_click, triple_click, mouse_move, left_click_drag, \
                       scroll, key, type, wait, screenshot and zoom";

/// The actions of the calls of one answer, one call after the other.
#[derive(Default)]
pub(super) struct CallReader {
    /// Where the calls before left the pointer; a click of the toolset may omit its place.
    pointer: Option<PixelPoint>,
}

impl CallReader {
    /// The actions of a block of the type `tool_use`.
    pub(super) fn actions(&mut self, block: &Value) -> Vec<OperatorAction> {
        let (name, input) = (block["name"].as_str().unwrap_or(""), &block["input"]);
        let read = match (block["toolset_name"].as_str(), name) {
            (Some(COMPUTER), member) => actions(member, input, self.pointer),
            (Some(other), _) => vec![OperatorAction::Unclear(format!("there is no toolset {other:?}"))],
            (None, COMPUTER) => actions(input["action"].as_str().unwrap_or(""), input, self.pointer),
            (None, tool) => vec![tool_action(tool, input)],
        };
        self.pointer = read.iter().rev().find_map(place).or(self.pointer);
        read
    }
}

/// Where an action leaves the pointer, if it moves it.
fn place(action: &OperatorAction) -> Option<PixelPoint> {
    match action {
        OperatorAction::Click { at, .. } | OperatorAction::Move(at) | OperatorAction::Scroll { at, .. } => {
            Some(*at)
        }
        OperatorAction::Drag { path, .. } => path.last().copied(),
        _ => None,
    }
}

fn actions(name: &str, it: &Value, pointer: Option<PixelPoint>) -> Vec<OperatorAction> {
    let given = || point(&it["coordinate"][0], &it["coordinate"][1]);
    let missing = || missing_parameter(name, "coordinate, as a list of x and y");
    let at = || given().ok_or_else(missing);
    // Nobody knows where a person moved the pointer since the last answer.
    let at_or_pointer = || given().or(pointer.filter(|_| it["coordinate"].is_null())).ok_or_else(missing);
    let click = |button, count| {
        let held = modifiers(parts(&it["text"])).map_err(|name| unknown_key(&name))?;
        Ok(OperatorAction::Click { at: at_or_pointer()?, button, count, held })
    };
    let read = match name {
        "left_click" => click(Button::Left, 1),
        "right_click" => click(Button::Right, 1),
        "middle_click" => click(Button::Middle, 1),
        "double_click" => click(Button::Left, 2),
        "triple_click" => click(Button::Left, 3),
        "mouse_move" => at().map(OperatorAction::Move),
        "left_click_drag" => at().and_then(|to| drag(it, to)),
        "scroll" => at_or_pointer().and_then(|at| scroll(it, at)),
        "key" => return key(it),
        "type" => Ok(OperatorAction::Type(it["text"].as_str().unwrap_or("").to_owned())),
        "wait" => match it["duration"].as_f64() {
            Some(seconds) => Ok(OperatorAction::Wait(seconds)),
            None => Err(missing_parameter("wait", "duration, in seconds")),
        },
        "screenshot" => Ok(OperatorAction::Screenshot),
        "zoom" => zoom(it),
        "left_mouse_down" | "left_mouse_up" => Err(OperatorAction::Unclear(
            "no button stays pressed from call to call: use left_click_drag".into(),
        )),
        "hold_key" => Err(OperatorAction::Unclear(
            "no key stays pressed: use key, or give the key in text of a click".into(),
        )),
        other => Err(unknown_action(other, OFFERED)),
    };
    vec![read.unwrap_or_else(|unclear| unclear)]
}

type ActionResult = Result<OperatorAction, OperatorAction>;

fn drag(it: &Value, to: PixelPoint) -> ActionResult {
    let from = point(&it["start_coordinate"][0], &it["start_coordinate"][1])
        .ok_or_else(|| missing_parameter("left_click_drag", "start_coordinate"))?;
    let held = modifiers(parts(&it["text"])).map_err(|name| unknown_key(&name))?;
    Ok(OperatorAction::Drag { path: vec![from, to], held })
}

fn zoom(it: &Value) -> ActionResult {
    let region = &it["region"];
    let corners = point(&region[0], &region[1]).zip(point(&region[2], &region[3]));
    let (from, to) = corners
        .ok_or_else(|| missing_parameter("zoom", "region, as a list of left, top, right and bottom"))?;
    Ok(OperatorAction::Zoom { from, to })
}

fn scroll(it: &Value, at: PixelPoint) -> ActionResult {
    if parts(&it["text"]).next().is_some() {
        return Err(OperatorAction::Unclear("scroll takes no keys here".into()));
    }
    let amount = it["scroll_amount"].as_f64().unwrap_or(3.0).clamp(1.0, 100.0) as i32;
    let by = match it["scroll_direction"].as_str() {
        Some("up") => ScrollBy { up: amount, right: 0 },
        Some("down") => ScrollBy { up: -amount, right: 0 },
        Some("right") => ScrollBy { up: 0, right: amount },
        Some("left") => ScrollBy { up: 0, right: -amount },
        _ => return Err(missing_parameter("scroll", "scroll_direction: up, down, left or right")),
    };
    Ok(OperatorAction::Scroll { at, by })
}

/// One chord, or several separated by spaces, each repeated as requested.
fn key(it: &Value) -> Vec<OperatorAction> {
    let text = it["text"].as_str().unwrap_or("");
    let chords: Vec<&str> = if text == " " { vec![text] } else { text.split_whitespace().collect() };
    if chords.is_empty() {
        return vec![missing_parameter("key", "text, such as ctrl+s")];
    }
    let times = it["repeat"].as_u64().unwrap_or(1).clamp(1, 100) as usize;
    let read = |chord: &&str| match keys::chord(chord_keys(chord)) {
        Ok(keys) => OperatorAction::Keys(keys),
        Err(name) => unknown_key(&name),
    };
    let once: Vec<OperatorAction> = chords.iter().map(read).collect();
    std::iter::repeat_n(once, times).flatten().collect()
}

/// The keys of a chord; a trailing plus is the plus key.
fn chord_keys(chord: &str) -> Vec<&str> {
    match chord.strip_suffix('+') {
        Some("") => vec!["+"],
        Some(held) => held.split('+').filter(|it| !it.is_empty()).chain(["+"]).collect(),
        None => chord.split('+').collect(),
    }
}

fn parts(text: &Value) -> impl Iterator<Item = &str> {
    text.as_str().unwrap_or("").split('+').map(str::trim).filter(|it| !it.is_empty())
}
