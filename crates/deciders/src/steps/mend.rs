//! Decides how to continue after an action that did not clearly succeed. Reports nothing as done that was not
//! confirmed, and repeats nothing that may have been done once.

use super::{
    act::{Act, Move},
    calculator, controls,
    dialog::file_dialog,
    keys::typed,
    perform::{key_of, seen_as},
    step::{Name, Press, Step, Words},
    words::{has_words, simple},
};
use crate::{
    LastAction,
    sight::{AppSight, Seen},
};
use deskpilot_core::{Effect, ReasonCode, Role, State};
use serde_json::{Value, json};

/// Words on controls that are never pressed twice, even if no change was seen.
const ONCE: &[&str] = &[
    "send", "submit", "pay", "buy", "order", "post", "publish", "delete", "remove", "transfer", "reply",
    "share",
];

/// The maximum length, in bytes, of a text that is typed key by key because it could not be set.
const TYPED_AT_MOST: usize = 500;

/// The move before the plan continues, if any; the error says why it cannot continue. `next` is the plan's next
/// step.
pub(super) fn mend(
    last: &LastAction<'_>,
    sight: &AppSight<'_>,
    next: Option<&Step>,
) -> Result<Option<Move>, String> {
    match last.effect() {
        Effect::Confirmed(_) | Effect::Unverified(_) => Ok(None),
        Effect::NoChange(_) => unchanged(last, sight, next),
        Effect::Refused(_) => refused(last, sight),
        Effect::Partial(_) => partial(last, sight),
        Effect::Interrupted => interrupted(last, sight, next),
    }
}

fn unchanged(
    last: &LastAction<'_>,
    sight: &AppSight<'_>,
    next: Option<&Step>,
) -> Result<Option<Move>, String> {
    match last.command() {
        // These steps check the result of the wait themselves.
        "wait" if matches!(next, Some(Step::AwaitFileDialog | Step::MakeSure(_) | Step::Choose(_))) => {
            Ok(None)
        }
        "wait" => match last.text("text") {
            Some(text) if !controls::shows(sight, text) => Err(format!("\"{text}\" did not show in time")),
            _ => Ok(None),
        },
        "keyboard_input" if last.flag("control_focus") => Err(failed(last)),
        // Keys may change nothing visible, and neither may the wheel at the end of a text.
        "keyboard_input" | "wheel_mouse_input" | "texts" | "summary" | "annotation" | "select_text" => {
            Ok(None)
        }
        "click_input"
            if calculator::may_be_quiet(sight, last.control_text())
                || simple(last.control_text()) == "copy" =>
        {
            Ok(None)
        }
        _ if is_so(last, sight) => Ok(None),
        "click_input" => by_keyboard(last, sight),
        "set_edit_text" => by_typing(last, sight),
        "check" | "expand_control" => by_click(last, sight),
        _ => Err(failed(last)),
    }
}

fn refused(last: &LastAction<'_>, sight: &AppSight<'_>) -> Result<Option<Move>, String> {
    let is_unable = matches!(last.code(), Some(ReasonCode::NotPossible | ReasonCode::OutOfDate));
    match last.command() {
        // Nothing was sent, and the view is new since.
        _ if last.code().is_some_and(ReasonCode::is_stale) && last.repeat_times == 0 => again(last, sight),
        "click_input" if last.code() == Some(ReasonCode::Obscured) => by_keyboard(last, sight),
        "set_edit_text" if is_unable => by_typing(last, sight),
        "check" | "expand_control" if is_unable => by_click(last, sight),
        // Never try another way after a refusal by the policy or the user.
        _ => Err(failed(last)),
    }
}

fn partial(last: &LastAction<'_>, sight: &AppSight<'_>) -> Result<Option<Move>, String> {
    match last.command() {
        _ if is_so(last, sight) => Ok(None),
        "set_edit_text" if last.flag("clear_current_text") && last.repeat_times == 0 => again(last, sight),
        _ => Err(failed(last)),
    }
}

fn interrupted(
    last: &LastAction<'_>,
    sight: &AppSight<'_>,
    next: Option<&Step>,
) -> Result<Option<Move>, String> {
    match last.command() {
        "texts" | "wait" | "summary" | "annotation" => again(last, sight),
        _ if is_so(last, sight) || led_on(sight, next) => Ok(None),
        _ => match step_of(last, sight) {
            Some(step) => Ok(Some(Move::Ask(step))),
            None => {
                Err(format!("{} was interrupted, and nothing shows whether it was done", said(last, sight)))
            }
        },
    }
}

/// Whether the window shows the intended result of the action.
fn is_so(last: &LastAction<'_>, sight: &AppSight<'_>) -> bool {
    let in_state = |want, state, argument: &str| {
        let on = last.arg(argument).and_then(Value::as_bool).unwrap_or(true);
        seen_as(sight, last.control_text(), want)
            .is_some_and(|seen| seen.tells_states() && seen.is(state) == on)
    };
    match last.command() {
        "set_edit_text" => last.text("text").is_some_and(|text| holds(sight, last.control_text(), text)),
        "check" => in_state(&controls::CHECKED, State::Checked, "checked"),
        "expand_control" => in_state(&controls::EXPANDED, State::Expanded, "expanded"),
        "select_item" => last.text("item").is_some_and(|item| is_selected(sight, last.control_text(), item)),
        _ => false,
    }
}

/// Whether the text is in its field: the named one, or else any.
fn holds(sight: &AppSight<'_>, name: &str, text: &str) -> bool {
    let fields = || sight.controls.iter().filter(|seen| controls::takes_text(seen.role));
    let named = fields().any(|seen| !name.is_empty() && seen.name == name);
    let has = |seen: &Seen<'_>| seen.value.as_deref().is_some_and(|value| value.contains(text));
    !text.is_empty() && fields().any(|seen| has(seen) && (!named || seen.name == name))
}

fn is_selected(sight: &AppSight<'_>, list: &str, item: &str) -> bool {
    let item = simple(item);
    sight.controls.iter().any(|seen| {
        let is_item = simple(&seen.name) == item && seen.is(State::Selected);
        is_item || (seen.name == list && seen.value.as_deref().is_some_and(|value| simple(value) == item))
    })
}

/// Whether the window shows what the next step waits for, so that the interrupted action must have happened.
fn led_on(sight: &AppSight<'_>, next: Option<&Step>) -> bool {
    match next {
        Some(Step::AwaitFileDialog) => file_dialog(sight).is_some(),
        Some(Step::MakeSure(Some(_))) => file_dialog(sight).is_none(),
        Some(Step::Choose(path)) => path.first().is_some_and(|first| {
            seen_as(sight, &first.text, &controls::IN_MENU).is_some_and(|seen| seen.role == Role::MenuItem)
        }),
        _ => false,
    }
}

fn again(last: &LastAction<'_>, sight: &AppSight<'_>) -> Result<Option<Move>, String> {
    step_of(last, sight).map(|step| Some(Move::Steps(vec![step]))).ok_or_else(|| failed(last))
}

/// Presses the control by keyboard instead.
fn by_keyboard(last: &LastAction<'_>, sight: &AppSight<'_>) -> Result<Option<Move>, String> {
    let is_plain = !last.flag("double") && matches!(last.text("button"), None | Some("left"));
    let is_once = ONCE.iter().any(|word| has_words(last.control_text(), word));
    let control = control_of(last, sight).and_then(|seen| Some((seen, key_of(seen.role)?)));
    match control {
        Some((seen, keys)) if is_plain && !is_once => {
            let args = [("keys", json!(keys)), ("control_focus", json!(true))];
            let press = Act::control(seen, "keyboard_input", args);
            Ok(Some(press.because("The click changed nothing, so I press it by its key.").into()))
        }
        _ => Err(failed(last)),
    }
}

/// Types the text instead of setting it.
fn by_typing(last: &LastAction<'_>, sight: &AppSight<'_>) -> Result<Option<Move>, String> {
    let named = control_of(last, sight).filter(|seen| controls::takes_text(seen.role));
    let field = named.or_else(|| controls::text_place(sight).map(|pick| pick.seen));
    match (field, last.text("text")) {
        (Some(field), Some(text)) if !text.is_empty() && text.len() <= TYPED_AT_MOST => {
            let clear = if last.flag("clear_current_text") { "^a{DELETE}" } else { "" };
            let keys = format!("{clear}{}", typed(text));
            let args = [("keys", json!(keys)), ("control_focus", json!(true))];
            let press = Act::control(field, "keyboard_input", args);
            Ok(Some(press.because("The text could not be set, so I type it.").into()))
        }
        _ => Err(failed(last)),
    }
}

/// Clicks a control that could not be checked or expanded.
fn by_click(last: &LastAction<'_>, sight: &AppSight<'_>) -> Result<Option<Move>, String> {
    let seen = control_of(last, sight).ok_or_else(|| failed(last))?;
    Ok(Some(Act::control(seen, "click_input", [("button", json!("left"))]).into()))
}

/// The action's control in the current scene.
fn control_of<'s>(last: &LastAction<'_>, sight: &'s AppSight<'s>) -> Option<&'s Seen<'s>> {
    let wanted = simple(last.control_text());
    let is_it = |seen: &&Seen<'_>| seen.has_label() && seen.is_usable() && simple(seen.text()) == wanted;
    if wanted.is_empty() { None } else { sight.controls.iter().find(is_it) }
}

/// The step that corresponds to the action.
fn step_of(last: &LastAction<'_>, sight: &AppSight<'_>) -> Option<Step> {
    let name = || Some(Name::of(last.control_text().trim())).filter(|name| !name.text.is_empty());
    let flag = |argument: &str| last.arg(argument).and_then(Value::as_bool).unwrap_or(true);
    let number = |argument: &str| last.arg(argument).and_then(Value::as_f64);
    Some(match last.command() {
        "click_input" => Step::Click(press_of(last)?, name()?),
        "keyboard_input" if !last.flag("control_focus") => Step::Press(vec![last.text("keys")?.to_owned()]),
        "set_edit_text" if last.flag("clear_current_text") && file_dialog(sight).is_some() => {
            Step::NameFile(last.text("text")?.to_owned())
        }
        "set_edit_text" if last.flag("clear_current_text") => Step::Set(name()?, literal(last.text("text")?)),
        "set_edit_text" => {
            let is_named = sight
                .controls
                .iter()
                .any(|seen| !last.control_text().is_empty() && seen.name == last.control_text());
            Step::Type(literal(last.text("text")?), if is_named { name() } else { None })
        }
        "set_value" => Step::Set(name()?, literal(&number("value")?.to_string())),
        "select_item" => Step::Select(Name::of(last.text("item")?), name()),
        "select_text" => Step::SelectText(last.text("text")?.to_owned()),
        "check" => Step::Check(name()?, flag("checked")),
        "expand_control" => Step::Expand(name()?, flag("expanded")),
        "wheel_mouse_input" => Step::Scroll(number("wheel_dist")? as i32, None),
        "texts" => Step::Read(read_again(last, sight), last.text("name").unwrap_or("result").to_owned()),
        "wait" => wait_of(last, number("seconds")?),
        _ => return None,
    })
}

fn press_of(last: &LastAction<'_>) -> Option<Press> {
    match (last.text("button"), last.flag("double")) {
        (None | Some("left"), true) => Some(Press::Double),
        (None | Some("left"), false) => Some(Press::Click),
        (Some("right"), false) => Some(Press::Right),
        (Some("middle"), false) => Some(Press::Middle),
        _ => None,
    }
}

/// The name to read again; a nameless control is the display.
fn read_again(last: &LastAction<'_>, sight: &AppSight<'_>) -> Name {
    let is_named =
        sight.controls.iter().any(|seen| !seen.name.is_empty() && seen.name == last.control_text());
    Name::of(if is_named { last.control_text().trim() } else { "display" })
}

fn wait_of(last: &LastAction<'_>, seconds: f64) -> Step {
    let seconds = seconds.clamp(0.0, 300.0).ceil() as u32;
    last.text("text").map_or(Step::Wait(seconds), |text| Step::WaitFor(text.to_owned(), seconds))
}

fn literal(text: &str) -> Words {
    Words::Literal(text.to_owned())
}

fn said(last: &LastAction<'_>, sight: &AppSight<'_>) -> String {
    step_of(last, sight).map_or_else(|| last.command().to_owned(), |step| step.to_string())
}

fn failed(last: &LastAction<'_>) -> String {
    let on = if last.control_text().trim().is_empty() {
        String::new()
    } else {
        format!(" on {:?}", last.control_text().trim())
    };
    let what = match last.effect() {
        Effect::Confirmed(_) | Effect::Unverified(_) => "succeeded",
        Effect::NoChange(_) => "changed nothing",
        Effect::Refused(_) => "was refused",
        Effect::Partial(_) => "was done in part",
        Effect::Interrupted => "was interrupted",
    };
    format!("{}{on} {what}: {}", last.command(), last.reason())
}
