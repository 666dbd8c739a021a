//! Actions as code for `pyautogui`, with positions as fractions of the picture.
//!
//! It says what a person at a keyboard and a pointer would do for the same. Deskpilot itself uses the accessibility
//! interface where it can. What has no such equivalent has no code.

use crate::trajectory::{StepAction, StepScreenshot, Trajectory, TrajectoryStep};
use deskpilot_core::{Action, Aim, Button, Chord, Gesture, Key, Modifier, Point, Role, TextMode, Verb};
use serde_json::Value;

/// The code of a step; `None` if its action has no equivalent.
pub(super) fn of(trajectory: &Trajectory, step: &TrajectoryStep) -> Option<String> {
    let kind = if trajectory.app == "calc" { DocumentKind::Sheet } else { DocumentKind::Text };
    match &step.action {
        StepAction::Finished => Some("computer.terminate(status='success')".into()),
        StepAction::GaveUp => Some("computer.terminate(status='failure')".into()),
        StepAction::Acted(action, ..) => {
            let lines = of_action(action, kind, step.screenshot.as_ref());
            lines.map(|it| it.join("\n"))
        }
    }
}

/// Where typed text goes in a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DocumentKind {
    /// Into the cell with the cursor.
    Sheet,
    /// After all other text.
    Text,
}

fn of_action(
    action: &Action,
    kind: DocumentKind,
    screenshot: Option<&StepScreenshot>,
) -> Option<Vec<String>> {
    let at = || position(&action.aim, screenshot);
    match &action.verb {
        Verb::Gesture(gesture) => match gesture {
            Gesture::Click { button, count, held } => {
                held_during(held, vec![click(*button, *count, &at()?)?])
            }
            Gesture::Drag { to, button, held, millis } => {
                let to = fraction(*to, screenshot?)?;
                let (button, seconds) = (button_name(*button)?, f64::from(*millis) / 1000.0);
                let moved = format!("pyautogui.moveTo({})", at()?);
                let dragged = format!("pyautogui.dragTo({to}, duration={seconds}, button='{button}')");
                held_during(held, vec![moved, dragged])
            }
            Gesture::Text { text, mode } => {
                let mut lines = focus(&action.aim, screenshot);
                lines.extend(caret_keys(&action.aim, kind, *mode).map(str::to_owned));
                lines.push(written(text));
                Some(lines)
            }
            Gesture::Keys(chords) => {
                let mut lines = focus(&action.aim, screenshot);
                lines.extend(keys(chords)?);
                Some(lines)
            }
            Gesture::Scroll(by) => {
                let at = at()?;
                let vertical = (by.up != 0).then(|| format!("pyautogui.scroll({}, {at})", by.up));
                let horizontal = (by.right != 0).then(|| format!("pyautogui.hscroll({}, {at})", by.right));
                Some(vertical.into_iter().chain(horizontal).collect())
            }
            Gesture::Hover => Some(vec![format!("pyautogui.moveTo({})", at()?)]),
            Gesture::Select(_)
            | Gesture::SelectText(_)
            | Gesture::Check(_)
            | Gesture::Expand(_)
            | Gesture::SetNumber(_)
            | Gesture::Focus
            | Gesture::Close
            | Gesture::EndApplication
            | Gesture::WriteClipboard(_)
            | Gesture::ReadClipboard => None,
        },
        Verb::Wait(condition) if condition.shows.is_none() => {
            Some(vec![format!("computer.wait(seconds={})", condition.millis as f64 / 1000.0)])
        }
        _ => None,
    }
}

fn click(button: Button, count: u8, at: &str) -> Option<String> {
    let function = match (button, count) {
        (Button::Left, 1) => "pyautogui.click",
        (Button::Left, 2) => "pyautogui.doubleClick",
        (Button::Left, 3) => "computer.tripleClick",
        (Button::Right, 1) => "pyautogui.rightClick",
        (Button::Middle, 1) => "pyautogui.middleClick",
        _ => return None,
    };
    Some(format!("{function}({at})"))
}

const fn button_name(button: Button) -> Option<&'static str> {
    match button {
        Button::Left => Some("left"),
        Button::Right => Some("right"),
        Button::Middle => Some("middle"),
        Button::X => None,
    }
}

/// The keys that bring the caret to where text for a control goes.
fn caret_keys(aim: &Aim, kind: DocumentKind, mode: TextMode) -> Option<&'static str> {
    match (kind, mode) {
        // What is typed into a cell replaces what was in it.
        (DocumentKind::Sheet, _) if is_document(aim) => None,
        (_, TextMode::Replace) => Some("pyautogui.hotkey(['ctrl', 'a'])"),
        (DocumentKind::Text, TextMode::Append) if is_document(aim) => {
            Some("pyautogui.hotkey(['ctrl', 'end'])")
        }
        (_, TextMode::Append) => Some("pyautogui.press(['end'])"),
    }
}

/// A click into a control, so that it has the keyboard. A document that is shown has it anyway, and a click would move the
/// caret.
fn focus(aim: &Aim, screenshot: Option<&StepScreenshot>) -> Vec<String> {
    if matches!(aim, Aim::Window) || is_document(aim) {
        return Vec::new();
    }
    position(aim, screenshot).map(|at| format!("pyautogui.click({at})")).into_iter().collect()
}

fn is_document(aim: &Aim) -> bool {
    matches!(aim, Aim::Control(control) if matches!(control.role, Role::Document | Role::Table | Role::Cell))
}

/// Chords as calls: runs of characters are written, single keys pressed, and keys with modifiers are hotkeys.
fn keys(chords: &[Chord]) -> Option<Vec<String>> {
    let (mut lines, mut text) = (Vec::new(), String::new());
    for chord in chords {
        if let (Key::Char(letter), true) = (chord.key, chord.held.is_empty()) {
            text.push(letter);
            continue;
        }
        if !text.is_empty() {
            lines.push(written(&std::mem::take(&mut text)));
        }
        let held = chord.held.iter().map(|it| modifier_name(*it).to_owned());
        let names: Vec<String> = held.chain([key_name(chord.key)?]).collect();
        let function = if names.len() == 1 { "press" } else { "hotkey" };
        let names: Vec<String> = names.iter().map(|it| quoted(it)).collect();
        lines.push(format!("pyautogui.{function}([{}])", names.join(", ")));
    }
    if !text.is_empty() {
        lines.push(written(&text));
    }
    Some(lines)
}

fn held_during(held: &[Modifier], inner: Vec<String>) -> Option<Vec<String>> {
    let down = held.iter().map(|it| format!("pyautogui.keyDown('{}')", modifier_name(*it)));
    let up = held.iter().rev().map(|it| format!("pyautogui.keyUp('{}')", modifier_name(*it)));
    Some(down.chain(inner).chain(up).collect())
}

fn written(text: &str) -> String {
    format!("pyautogui.write(message={})", quoted(text))
}

/// A literal of Python. Those of JSON are, too.
fn quoted(text: &str) -> String {
    if text.chars().all(|it| it.is_ascii_graphic() && !matches!(it, '\'' | '\\' | '"')) {
        return format!("'{text}'");
    }
    Value::from(text).to_string()
}

const fn modifier_name(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Control => "ctrl",
        Modifier::Alt => "alt",
        Modifier::Shift => "shift",
        Modifier::Super => "win",
    }
}

fn key_name(key: Key) -> Option<String> {
    Some(match key {
        Key::Char(letter) => letter.to_lowercase().to_string(),
        Key::F(number) => format!("f{number}"),
        Key::Enter => "enter".into(),
        Key::Tab => "tab".into(),
        Key::Escape => "esc".into(),
        Key::Backspace => "backspace".into(),
        Key::Delete => "delete".into(),
        Key::Insert => "insert".into(),
        Key::Home => "home".into(),
        Key::End => "end".into(),
        Key::PageUp => "pageup".into(),
        Key::PageDown => "pagedown".into(),
        Key::Up => "up".into(),
        Key::Down => "down".into(),
        Key::Left => "left".into(),
        Key::Right => "right".into(),
        Key::Menu => "apps".into(),
        Key::Print => "printscreen".into(),
        Key::Modifier(modifier) => modifier_name(modifier).into(),
    })
}

/// The target's middle as arguments; `None` for a window, without a picture, or for a control that was not seen yet.
fn position(aim: &Aim, screenshot: Option<&StepScreenshot>) -> Option<String> {
    let point = match aim {
        Aim::Window => return None,
        Aim::Point(point) => *point,
        Aim::Control(control) if control.rect.is_empty() => return None,
        Aim::Control(control) => control.rect.center(),
    };
    fraction(point, screenshot?)
}

/// The position in the picture; `None` if it is outside.
fn fraction(point: Point, screenshot: &StepScreenshot) -> Option<String> {
    let part =
        |place: i32, origin: i32, side: u32| (f64::from(place) - f64::from(origin)) / f64::from(side.max(1));
    let x = part(point.x, screenshot.origin.x, screenshot.size.width);
    let y = part(point.y, screenshot.origin.y, screenshot.size.height);
    let is_inside = |it: f64| (0.0..=1.0).contains(&it);
    (is_inside(x) && is_inside(y)).then(|| format!("x={x:.4}, y={y:.4}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The code of this verb on a control with these edges in a picture of 200 by 100 pixels at 10, 20.
    fn code(verb: &Value, role: &str, kind: DocumentKind) -> Option<String> {
        let control = json!({
            "label": 1, "role": role, "name": "x", "value": null, "states": [],
            "rect": { "x": 50, "y": 40, "width": 20, "height": 10 }, "source": "ahead",
        });
        let window = json!({
            "label": null, "id": 1, "title": "", "application": "", "process": null,
            "rect": { "x": 10, "y": 20, "width": 200, "height": 100 }, "state": "normal", "focused": true,
        });
        let call = json!({ "command": "x", "args": {} });
        let action = json!({ "call": call, "window": window, "aim": { "control": control }, "verb": verb });
        let action: Action = serde_json::from_value(action).unwrap();
        let blob = json!({ "hash": "", "kind": "png", "bytes": 0 });
        let screenshot = StepScreenshot {
            blob: serde_json::from_value(blob).unwrap(),
            size: deskpilot_core::Size { width: 200, height: 100 },
            origin: Point { x: 10, y: 20 },
        };
        of_action(&action, kind, Some(&screenshot)).map(|it| it.join("; "))
    }

    #[test]
    fn gestures_become_calls_of_pyautogui() {
        let at = "x=0.2500, y=0.2500";
        let text = |mode: &str| json!({ "gesture": { "text": { "text": "a'b", "mode": mode } } });
        let click = |button: &str, count: u8, held: &[&str]| json!({ "gesture": { "click": { "button": button, "count": count, "held": held } } });
        let chord = |key: Value| json!({ "held": [], "key": key });
        let chords = [chord(json!({ "char": "H" })), chord(json!({ "char": "i" })), chord(json!("enter"))];
        for (verb, role, expected) in [
            (click("left", 1, &[]), "Button", format!("pyautogui.click({at})")),
            (click("left", 2, &[]), "Button", format!("pyautogui.doubleClick({at})")),
            (
                click("right", 1, &["control"]),
                "Button",
                format!("pyautogui.keyDown('ctrl'); pyautogui.rightClick({at}); pyautogui.keyUp('ctrl')"),
            ),
            (
                text("replace"),
                "Edit",
                format!(
                    "pyautogui.click({at}); pyautogui.hotkey(['ctrl', 'a']); pyautogui.write(message=\"a'b\")"
                ),
            ),
            (
                text("append"),
                "Edit",
                format!("pyautogui.click({at}); pyautogui.press(['end']); pyautogui.write(message=\"a'b\")"),
            ),
            (
                json!({ "gesture": { "keys": chords } }),
                "Document",
                "pyautogui.write(message='Hi'); pyautogui.press(['enter'])".to_owned(),
            ),
            (
                json!({ "gesture": { "scroll": { "up": -3, "right": 0 } } }),
                "List",
                format!("pyautogui.scroll(-3, {at})"),
            ),
            (
                json!({ "gesture": { "drag": { "to": { "x": 210, "y": 120 }, "button": "left", "held": [], "millis": 500 } } }),
                "Slider",
                format!(
                    "pyautogui.moveTo({at}); pyautogui.dragTo(x=1.0000, y=1.0000, duration=0.5, button='left')"
                ),
            ),
        ] {
            assert_eq!(code(&verb, role, DocumentKind::Text), Some(expected), "{verb}");
        }
    }

    #[test]
    fn what_has_no_equivalent_has_no_code() {
        for verb in [
            json!({ "gesture": { "select": "x" } }),
            json!({ "gesture": { "check": true } }),
            json!({ "gesture": { "drag": { "to": { "x": 999, "y": 0 }, "button": "left", "held": [], "millis": 0 } } }),
            json!("native"),
        ] {
            assert_eq!(code(&verb, "Button", DocumentKind::Text), None, "{verb}");
        }
        let text = json!({ "gesture": { "text": { "text": "12", "mode": "replace" } } });
        let written = Some("pyautogui.write(message='12')".to_owned());
        assert_eq!(code(&text, "Document", DocumentKind::Sheet), written);
    }
}
