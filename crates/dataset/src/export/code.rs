//! Actions as code for `pyautogui`, with positions as fractions of the picture.
//!
//! It says what a person at a keyboard and a pointer would do for the same. Deskpilot itself uses the accessibility
//! interface where it can. What has no such equivalent has no code.

use crate::trajectory::{StepAction, StepScreenshot, Trajectory, TrajectoryStep};
use deskpilot_core::{
    Action, Aim, Button, Chord, Gesture, Key, Modifier, Point, Role, State, TextMode, Verb,
};
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
                let mut lines = focus(&action.aim, screenshot)?;
                lines.extend(text_lines(&action.aim, kind, text, *mode)?);
                Some(lines)
            }
            Gesture::Keys(chords) => {
                let mut lines = focus(&action.aim, screenshot)?;
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

const SELECT_ALL: &str = "pyautogui.hotkey(['ctrl', 'a'])";
const DELETE: &str = "pyautogui.press(['delete'])";
const ENTER: &str = "pyautogui.press(['enter'])";

/// What puts a text where it goes, once its target has the keyboard.
fn text_lines(aim: &Aim, kind: DocumentKind, text: &str, mode: TextMode) -> Option<Vec<String>> {
    let mut lines: Vec<String> = caret_keys(aim, kind, mode).into_iter().map(str::to_owned).collect();
    match (text, mode) {
        ("", TextMode::Replace) => lines.push(DELETE.to_owned()),
        ("", TextMode::Append) => {}
        (text, _) => lines.push(written(text)?),
    }
    // What is typed into a cell is not in it before the cursor leaves it.
    if role(aim) == Some(Role::Cell) && !text.ends_with(['\n', '\t']) {
        lines.push(ENTER.to_owned());
    }
    Some(lines)
}

/// The keys that bring the caret to where text for a target goes, as Deskpilot presses them.
fn caret_keys(aim: &Aim, kind: DocumentKind, mode: TextMode) -> Option<&'static str> {
    match (role(aim), mode) {
        (Some(Role::Terminal), _) => None,
        // What is typed into a cell replaces what was in it.
        (Some(Role::Cell), TextMode::Replace) => None,
        (Some(Role::Cell), TextMode::Append) => Some("pyautogui.press(['f2'])"),
        (Some(Role::Document | Role::Table), _) if kind == DocumentKind::Sheet => None,
        (_, TextMode::Replace) => Some(SELECT_ALL),
        // Where the keyboard is, the text goes: in a sheet the End key would go to another cell.
        (None, TextMode::Append) => None,
        (Some(Role::Document | Role::Table), TextMode::Append) => Some("pyautogui.hotkey(['ctrl', 'end'])"),
        (Some(_), TextMode::Append) if is_multi_line(aim) => Some("pyautogui.hotkey(['ctrl', 'end'])"),
        (Some(_), TextMode::Append) => Some("pyautogui.press(['end'])"),
    }
}

/// A click into the target, so that it has the keyboard; nothing for a document, which has it where it is shown, and in which a click
/// would move the caret. `None` if the target's place is not in the picture: the keys would go elsewhere.
fn focus(aim: &Aim, screenshot: Option<&StepScreenshot>) -> Option<Vec<String>> {
    if matches!(aim, Aim::Window) || matches!(role(aim), Some(Role::Document | Role::Table)) {
        return Some(Vec::new());
    }
    Some(vec![format!("pyautogui.click({})", position(aim, screenshot)?)])
}

fn role(aim: &Aim) -> Option<Role> {
    match aim {
        Aim::Control(control) => Some(control.role),
        Aim::Window | Aim::Point(_) => None,
    }
}

fn is_multi_line(aim: &Aim) -> bool {
    matches!(aim, Aim::Control(control) if control.states.has(State::MultiLine))
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
            lines.push(written(&std::mem::take(&mut text))?);
        }
        let held = chord.held.iter().map(|it| modifier_name(*it).to_owned());
        let names: Vec<String> = held.chain([key_name(chord.key)?]).collect();
        let function = if names.len() == 1 { "press" } else { "hotkey" };
        let names: Vec<String> = names.iter().map(|it| quoted(it)).collect();
        lines.push(format!("pyautogui.{function}([{}])", names.join(", ")));
    }
    if !text.is_empty() {
        lines.push(written(&text)?);
    }
    Some(lines)
}

fn held_during(held: &[Modifier], inner: Vec<String>) -> Option<Vec<String>> {
    let down = held.iter().map(|it| format!("pyautogui.keyDown('{}')", modifier_name(*it)));
    let up = held.iter().rev().map(|it| format!("pyautogui.keyUp('{}')", modifier_name(*it)));
    Some(down.chain(inner).chain(up).collect())
}

/// The call that types a text; `None` if pyautogui leaves out one of its characters or types another.
fn written(text: &str) -> Option<String> {
    text.chars().all(has_key).then(|| format!("pyautogui.write(message={})", quoted(text)))
}

/// Whether pyautogui has a key for a character. It knows those of an American keyboard, and at an X server presses the wrong one for `<`:
/// an additional key of European keyboards, which types `>` together with Shift.
const fn has_key(letter: char) -> bool {
    letter != '<' && matches!(letter, ' '..='~' | '\n' | '\t')
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
        Key::Char(letter) if has_key(letter) => letter.to_ascii_lowercase().to_string(),
        Key::Char(_) => return None,
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
        let blob = json!({ "hash": "", "kind": "png", "bytes": 0 });
        let screenshot = StepScreenshot {
            blob: serde_json::from_value(blob).unwrap(),
            size: deskpilot_core::Size { width: 200, height: 100 },
            origin: Point { x: 10, y: 20 },
        };
        code_of(verb, role, kind, Some(&screenshot))
    }

    fn code_of(
        verb: &Value,
        role: &str,
        kind: DocumentKind,
        screenshot: Option<&StepScreenshot>,
    ) -> Option<String> {
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
        of_action(&action, kind, screenshot).map(|it| it.join("; "))
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
    }

    #[test]
    fn text_with_a_character_that_pyautogui_does_not_type_has_no_code() {
        let text = |text: &str| json!({ "gesture": { "text": { "text": text, "mode": "append" } } });
        let chord = |held: &[&str], key: char| json!({ "gesture": { "keys": [{ "held": held, "key": { "char": key } }] } });
        for (verb, has_code) in [
            (text("1 > 0 & \"~\"\n"), true),
            (text("1 < 2"), false),
            (text("Gr\u{fc}n"), false),
            (text("\u{20ac}"), false),
            (text("a\r\n"), false),
            (chord(&[], 'x'), true),
            (chord(&[], '\u{fc}'), false),
            (chord(&["control"], '+'), true),
            (chord(&["control"], '\u{fc}'), false),
        ] {
            assert_eq!(code(&verb, "Edit", DocumentKind::Text).is_some(), has_code, "{verb}");
        }
    }

    #[test]
    fn text_for_a_cell_begins_with_a_click_into_it_and_ends_with_enter() {
        let text = |text: &str, mode: &str| json!({ "gesture": { "text": { "text": text, "mode": mode } } });
        let click = "pyautogui.click(x=0.2500, y=0.2500); ";
        for (verb, role, expected) in [
            (text("12", "replace"), "Document", "pyautogui.write(message='12')".to_owned()),
            (text("", "replace"), "Document", "pyautogui.press(['delete'])".to_owned()),
            (
                text("12", "replace"),
                "Cell",
                format!("{click}pyautogui.write(message='12'); pyautogui.press(['enter'])"),
            ),
            (
                text("12", "append"),
                "Cell",
                format!(
                    "{click}pyautogui.press(['f2']); pyautogui.write(message='12'); pyautogui.press(['enter'])"
                ),
            ),
            (text("12\n", "replace"), "Cell", format!("{click}pyautogui.write(message=\"12\\n\")")),
            (text("ls\n", "replace"), "Terminal", format!("{click}pyautogui.write(message=\"ls\\n\")")),
            (
                text("", "replace"),
                "Edit",
                format!("{click}pyautogui.hotkey(['ctrl', 'a']); pyautogui.press(['delete'])"),
            ),
        ] {
            assert_eq!(code(&verb, role, DocumentKind::Sheet), Some(expected), "{verb} on {role}");
        }
    }

    #[test]
    fn keys_for_a_target_whose_place_nobody_saw_have_no_code() {
        let text = json!({ "gesture": { "text": { "text": "12", "mode": "replace" } } });
        let keys = json!({ "gesture": { "keys": [{ "held": [], "key": "enter" }] } });
        for verb in [&text, &keys] {
            for role in ["Cell", "Edit"] {
                assert_eq!(code_of(verb, role, DocumentKind::Sheet, None), None, "{verb} on {role}");
            }
            assert!(code_of(verb, "Document", DocumentKind::Sheet, None).is_some(), "{verb}");
        }
    }
}
