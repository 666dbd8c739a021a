//! Converts an operator's actions to functions of an AppAgent's reply. Pure.

use super::keys::spelled;
use super::port::{OperatorAction, PixelPoint, ScreenPart};
use deskpilot_core::{Button, Modifier, Size};
use serde_json::{Map, Value, json};

/// A function of a reply with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FunctionCall {
    pub(super) function: &'static str,
    pub(super) args: Map<String, Value>,
}

/// The maximum deviation of a drag from a straight line, in pixels of the screenshot.
const MAX_DEVIATION: f64 = 8.0;
/// The longest wait, in seconds.
const MAX_WAIT_SECONDS: f64 = 300.0;

/// The function calls for a call on a screenshot of this size; the error says why there are none.
pub(super) fn function_calls(actions: &[OperatorAction], size: Size) -> Result<Vec<FunctionCall>, String> {
    let is_look =
        |it: &&OperatorAction| matches!(it, OperatorAction::Screenshot | OperatorAction::Zoom { .. });
    let (looks, acts): (Vec<&OperatorAction>, Vec<&OperatorAction>) = actions.iter().partition(is_look);
    for look in looks {
        zoomed_part(look, size)?;
    }
    // After every action the agent observes again, so a call that only looks becomes a wait of zero seconds.
    if acts.is_empty() {
        return Ok(vec![function_call("wait", json!({"seconds": 0}))]);
    }
    acts.into_iter().map(|action| to_function(action, size)).collect()
}

fn to_function(action: &OperatorAction, size: Size) -> Result<FunctionCall, String> {
    Ok(match action {
        OperatorAction::Click { at, button, count, held } => {
            let (x, y) = fractions(*at, size)?;
            let args = json!({"x": x, "y": y, "button": button_name(*button), "count": count, "held": modifier_names(held)});
            function_call("click_at", args)
        }
        OperatorAction::Move(at) => {
            let (x, y) = fractions(*at, size)?;
            function_call("move_pointer", json!({"x": x, "y": y}))
        }
        OperatorAction::Drag { path, held } => drag(path, held, size)?,
        OperatorAction::Scroll { at, by } => {
            let (x, y) = fractions(*at, size)?;
            function_call("scroll_at", json!({"x": x, "y": y, "up": by.up, "right": by.right}))
        }
        OperatorAction::Keys(keys) => function_call("keyboard_input", json!({"keys": spelled(keys)})),
        OperatorAction::Type(text) if text.is_empty() => return Err("type needs a text".into()),
        OperatorAction::Type(text) => function_call("type_text", json!({"text": text})),
        OperatorAction::Wait(seconds) if !(0.0..=MAX_WAIT_SECONDS).contains(seconds) => {
            return Err(format!("wait takes 0 to {MAX_WAIT_SECONDS} seconds, and got {seconds}"));
        }
        OperatorAction::Wait(seconds) => function_call("wait", json!({"seconds": seconds})),
        OperatorAction::Note { name, text } => function_call("summary", json!({"text": text, "name": name})),
        OperatorAction::Unclear(why) => return Err(why.clone()),
        OperatorAction::Screenshot
        | OperatorAction::Zoom { .. }
        | OperatorAction::Ask(_)
        | OperatorAction::GiveUp(_) => {
            return Err("that is no input".into());
        }
    })
}

/// The part of a screenshot of this size that an action asks to see larger, if it does; an error if the part is invalid.
pub(super) fn zoomed_part(action: &OperatorAction, size: Size) -> Result<Option<ScreenPart>, String> {
    let OperatorAction::Zoom { from, to } = action else { return Ok(None) };
    let Size { width, height } = size;
    let is_part = |from: f64, to: f64, side: u32| 0.0 <= from && from < to && to <= f64::from(side);
    if !is_part(from.x, to.x, width) || !is_part(from.y, to.y, height) {
        return Err(format!(
            "({}, {}) to ({}, {}) is no part of the screenshot, which is {width} x {height}: give the left, top, right and \
             bottom edges",
            from.x, from.y, to.x, to.y
        ));
    }
    let (width, height) = (f64::from(width), f64::from(height));
    let (left, top) = (from.x / width, from.y / height);
    Ok(Some(ScreenPart { left, top, right: to.x / width, bottom: to.y / height }))
}

fn function_call(function: &'static str, args: Value) -> FunctionCall {
    let Value::Object(args) = args else { return FunctionCall { function, args: Map::new() } };
    FunctionCall { function, args }
}

/// Drags are straight: a curved path is refused rather than changed.
fn drag(path: &[PixelPoint], held: &[Modifier], size: Size) -> Result<FunctionCall, String> {
    let [start, .., end] = path else { return Err("a drag needs two places".into()) };
    if path.iter().any(|point| distance(*point, *start, *end) > MAX_DEVIATION) {
        return Err("a drag goes in a straight line here: give its beginning and its end".into());
    }
    let ((start_x, start_y), (end_x, end_y)) = (fractions(*start, size)?, fractions(*end, size)?);
    let args = json!({
        "start_x": start_x, "start_y": start_y, "end_x": end_x, "end_y": end_y, "held": modifier_names(held),
    });
    Ok(function_call("drag_at", args))
}

/// The distance of a point from the line between two others.
fn distance(point: PixelPoint, from: PixelPoint, to: PixelPoint) -> f64 {
    let (along_x, along_y) = (to.x - from.x, to.y - from.y);
    let length = along_x * along_x + along_y * along_y;
    let (x, y) = (point.x - from.x, point.y - from.y);
    let part = if length == 0.0 { 0.0 } else { ((x * along_x + y * along_y) / length).clamp(0.0, 1.0) };
    (x - part * along_x).hypot(y - part * along_y)
}

/// The centre of the pixel, as fractions of the screenshot.
fn fractions(at: PixelPoint, size: Size) -> Result<(f64, f64), String> {
    let inside = |at: f64, side: u32| at.is_finite() && at >= 0.0 && at < f64::from(side);
    if !inside(at.x, size.width) || !inside(at.y, size.height) {
        let Size { width, height } = size;
        return Err(format!(
            "({}, {}) is outside of the screenshot, which is {width} x {height}: x is 0 to {}, y is 0 to {}",
            at.x,
            at.y,
            width.saturating_sub(1),
            height.saturating_sub(1)
        ));
    }
    let fraction = |at: f64, side: u32| (((at.floor() + 0.5) / f64::from(side)) * 1e6).round() / 1e6;
    Ok((fraction(at.x, size.width), fraction(at.y, size.height)))
}

const fn button_name(button: Button) -> &'static str {
    match button {
        Button::Left => "left",
        Button::Right => "right",
        Button::Middle => "middle",
        Button::X => "x",
    }
}

fn modifier_names(held: &[Modifier]) -> Vec<&'static str> {
    let word = |modifier: &Modifier| match modifier {
        Modifier::Control => "CONTROL",
        Modifier::Alt => "ALT",
        Modifier::Shift => "SHIFT",
        Modifier::Super => "SUPER",
    };
    held.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { width: 641, height: 399 };

    fn check(cases: &[(&[OperatorAction], &str)]) {
        for (actions, expected) in cases {
            let shown = match function_calls(actions, SIZE) {
                Ok(function_calls) => {
                    let shown =
                        |it: &FunctionCall| format!("{}{}", it.function, Value::Object(it.args.clone()));
                    function_calls.iter().map(shown).collect::<Vec<_>>().join(" ")
                }
                Err(why) => format!("not: {why}"),
            };
            assert_eq!(shown, *expected, "{actions:?}");
        }
    }

    fn at(x: f64, y: f64) -> PixelPoint {
        PixelPoint { x, y }
    }

    fn click(x: f64, y: f64) -> OperatorAction {
        OperatorAction::Click { at: at(x, y), button: Button::Left, count: 1, held: Vec::new() }
    }

    fn zoom(from: (f64, f64), to: (f64, f64)) -> OperatorAction {
        OperatorAction::Zoom { from: at(from.0, from.1), to: at(to.0, to.1) }
    }

    fn drag(path: &[(f64, f64)]) -> OperatorAction {
        OperatorAction::Drag { path: path.iter().map(|(x, y)| at(*x, *y)).collect(), held: Vec::new() }
    }

    #[test]
    fn looks_are_left_to_the_agent() {
        check(&[
            (&[OperatorAction::Screenshot], r#"wait{"seconds":0}"#),
            (&[], r#"wait{"seconds":0}"#),
            (&[OperatorAction::Wait(1.5), OperatorAction::Screenshot], r#"wait{"seconds":1.5}"#),
            (&[zoom((0.0, 0.0), (641.0, 399.0))], r#"wait{"seconds":0}"#),
        ]);
    }

    #[test]
    fn a_part_to_zoom_in_on_lies_in_the_screenshot() {
        let refused = |corners: &str| {
            format!(
                "not: {corners} is no part of the screenshot, which is 641 x 399: give the left, top, right and bottom edges"
            )
        };
        let nan = zoom((0.0, f64::NAN), (9.0, 9.0));
        check(&[
            (&[zoom((10.0, 10.0), (10.0, 20.0))], &refused("(10, 10) to (10, 20)")),
            (&[zoom((10.0, 20.0), (20.0, 10.0))], &refused("(10, 20) to (20, 10)")),
            (&[zoom((-1.0, 0.0), (9.0, 9.0))], &refused("(-1, 0) to (9, 9)")),
            (&[zoom((0.0, 0.0), (642.0, 9.0))], &refused("(0, 0) to (642, 9)")),
            (&[nan, OperatorAction::Screenshot], &refused("(0, NaN) to (9, 9)")),
        ]);
        let half = zoomed_part(&zoom((0.0, 199.5), (320.5, 399.0)), SIZE);
        assert_eq!(half, Ok(Some(ScreenPart { left: 0.0, top: 0.5, right: 0.5, bottom: 1.0 })));
        assert_eq!(zoomed_part(&OperatorAction::Screenshot, SIZE), Ok(None));
    }

    #[test]
    fn what_lies_outside_is_not_done() {
        check(&[
            (
                &[click(641.0, 0.0)],
                "not: (641, 0) is outside of the screenshot, which is 641 x 399: x is 0 to 640, y is 0 to 398",
            ),
            (
                &[click(0.0, -1.0)],
                "not: (0, -1) is outside of the screenshot, which is 641 x 399: x is 0 to 640, y is 0 to 398",
            ),
            (
                &[OperatorAction::Wait(0.0), click(f64::NAN, 0.0)],
                "not: (NaN, 0) is outside of the screenshot, which is 641 x 399: x is 0 to 640, y is 0 to 398",
            ),
            (
                &[click(640.0, 398.0)],
                r#"click_at{"x":0.99922,"y":0.998747,"button":"left","count":1,"held":[]}"#,
            ),
        ]);
    }

    #[test]
    fn a_drag_goes_straight_or_not_at_all() {
        check(&[
            (
                &[drag(&[(10.0, 10.0), (50.0, 52.0), (100.0, 100.0)])],
                r#"drag_at{"start_x":0.016381,"start_y":0.026316,"end_x":0.156786,"end_y":0.25188,"held":[]}"#,
            ),
            (
                &[drag(&[(10.0, 10.0), (10.0, 60.0), (100.0, 100.0)])],
                "not: a drag goes in a straight line here: give its beginning and its end",
            ),
            (&[drag(&[(10.0, 10.0)])], "not: a drag needs two places"),
        ]);
    }

    #[test]
    fn nonsense_is_not_done() {
        check(&[
            (&[OperatorAction::Type(String::new())], "not: type needs a text"),
            (&[OperatorAction::Wait(1e9)], "not: wait takes 0 to 300 seconds, and got 1000000000"),
            (&[OperatorAction::Wait(f64::NAN)], "not: wait takes 0 to 300 seconds, and got NaN"),
            (&[OperatorAction::Unclear("there is no key \"X1\"".into())], "not: there is no key \"X1\""),
        ]);
    }
}
