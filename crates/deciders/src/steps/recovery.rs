//! Decides how to continue after an action that did not clearly succeed. Reports nothing as done that was not
//! confirmed, and repeats nothing that may have been done once.

use super::{
    act::{PlannedAction, StepMove},
    calculator, controls,
    dialog::{file_dialog, is_open},
    keys::keys_for_text,
    names::{folded_name, has_words},
    page::{self, WAIT_FOR},
    perform::{activation_key, control_for},
    step::{ClickKind, Name, Step, TextSource},
};
use crate::{
    LastAction,
    facts::{AppFacts, NestedControl},
};
use deskpilot_core::{Effect, ReasonCode, Role, State};
use serde_json::{Value, json};

/// Words on controls that are never pressed twice, even if no change was seen.
const NEVER_TWICE: &[&str] = &[
    "send", "submit", "pay", "buy", "order", "post", "publish", "delete", "remove", "transfer", "reply",
    "share",
];

/// The maximum length, in bytes, of a text that is typed key by key because it could not be set.
const MAX_TYPED_BYTES: usize = 500;

/// The move before the plan continues, if any; the error says why it cannot continue. `next` is the plan's next
/// step.
pub(super) fn recover(
    last: &LastAction<'_>,
    facts: &AppFacts<'_>,
    next: Option<&Step>,
) -> Result<Option<StepMove>, String> {
    match last.effect() {
        Effect::Confirmed(_) | Effect::Unverified(_) => Ok(None),
        // The command has run, whether or not what it wrote can be read.
        Effect::Refused(_) if matches!(next, Some(Step::ReadOutput { .. })) && last.command() == "texts" => {
            Ok(None)
        }
        Effect::NoChange(_) => after_no_change(last, facts, next),
        Effect::Refused(_) => after_refusal(last, facts),
        Effect::Partial(_) => after_partial(last, facts),
        Effect::Interrupted => after_interruption(last, facts, next),
    }
}

fn after_no_change(
    last: &LastAction<'_>,
    facts: &AppFacts<'_>,
    next: Option<&Step>,
) -> Result<Option<StepMove>, String> {
    match last.command() {
        // These steps check the result of the wait themselves.
        "wait"
            if matches!(
                next,
                Some(Step::AwaitFileDialog | Step::AwaitWindow(_) | Step::MakeSure(_) | Step::Choose(_))
            ) =>
        {
            Ok(None)
        }
        "wait" => match last.text("text") {
            Some(text) if !controls::shows(facts, text) => Err(format!("\"{text}\" did not show in time")),
            _ => Ok(None),
        },
        // A number that was there already, and a field that was empty when its text was to be deleted.
        "set_value" | "keyboard_input" if last.code() == Some(ReasonCode::AlreadySo) => Ok(None),
        "keyboard_input" if last.flag("control_focus") => Err(failure_reason(last)),
        // Keys may change nothing visible, and neither may the wheel at the end of a text.
        "keyboard_input" | "wheel_mouse_input" | "texts" | "summary" | "annotation" | "select_text" => {
            Ok(None)
        }
        "click_input"
            if calculator::may_change_nothing(facts, last.control_text())
                || folded_name(last.control_text()) == "copy" =>
        {
            Ok(None)
        }
        _ if shows_result(last, facts) => Ok(None),
        "click_input" if is_at_place(last, facts) => Ok(None),
        "click_input" => press_by_keyboard(last, facts),
        WAIT_FOR => Err(last.reason()),
        "set_edit_text" => type_instead(last, facts),
        "check" | "expand_control" => click_instead(last, facts),
        _ => Err(failure_reason(last)),
    }
}

fn after_refusal(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Result<Option<StepMove>, String> {
    let is_unable = matches!(last.code(), Some(ReasonCode::NotPossible | ReasonCode::OutOfDate));
    match last.command() {
        // Nothing was sent, and the view is new since.
        _ if last.code().is_some_and(ReasonCode::is_stale) && last.repeat_times == 0 => retry(last, facts),
        "click_input" if last.code() == Some(ReasonCode::Obscured) => press_by_keyboard(last, facts),
        "set_edit_text" if is_unable => type_instead(last, facts),
        "check" | "expand_control" if is_unable => click_instead(last, facts),
        // Never try another way after a refusal by the policy or the user.
        _ => Err(failure_reason(last)),
    }
}

fn after_partial(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Result<Option<StepMove>, String> {
    match last.command() {
        _ if shows_result(last, facts) => Ok(None),
        WAIT_FOR => Err(last.reason()),
        "set_edit_text" if last.flag("clear_current_text") && last.repeat_times == 0 => retry(last, facts),
        _ => Err(failure_reason(last)),
    }
}

fn after_interruption(
    last: &LastAction<'_>,
    facts: &AppFacts<'_>,
    next: Option<&Step>,
) -> Result<Option<StepMove>, String> {
    match last.command() {
        "texts" | "wait" | "summary" | "annotation" => retry(last, facts),
        WAIT_FOR => Ok(Some(page::wait().into())),
        _ if shows_result(last, facts) || is_next_step_ready(facts, next) => Ok(None),
        _ => match step_of(last, facts) {
            Some(step) => Ok(Some(StepMove::Ask(step))),
            None => Err(format!(
                "{} was interrupted, and nothing shows whether it was done",
                describe(last, facts)
            )),
        },
    }
}

/// Whether the click was for a place in a document or a field that had the keyboard already: then it had nothing to change.
fn is_at_place(last: &LastAction<'_>, facts: &AppFacts<'_>) -> bool {
    let is_place = |role: Role| matches!(role, Role::Cell | Role::Edit | Role::Document);
    let is_it = |seen: &&NestedControl<'_>| seen.text() == last.control_text() && is_place(seen.role);
    last.code() == Some(ReasonCode::AlreadySo) && facts.controls.iter().any(|seen| is_it(&seen))
}

/// Whether the window shows the intended result of the action.
fn shows_result(last: &LastAction<'_>, facts: &AppFacts<'_>) -> bool {
    let in_state = |want, state, argument: &str| {
        let on = last.arg(argument).and_then(Value::as_bool).unwrap_or(true);
        control_for(facts, last.control_text(), want)
            .is_some_and(|seen| seen.reports_states() && seen.is(state) == on)
    };
    match last.command() {
        "set_edit_text" => last.text("text").is_some_and(|text| has_text(facts, last.control_text(), text)),
        "check" => in_state(&controls::CHECKABLE, State::Checked, "checked"),
        "expand_control" => in_state(&controls::EXPANDABLE, State::Expanded, "expanded"),
        "select_item" => last.text("item").is_some_and(|item| is_selected(facts, last.control_text(), item)),
        _ => false,
    }
}

/// Whether the text is in its field: the named one, or else any.
fn has_text(facts: &AppFacts<'_>, name: &str, text: &str) -> bool {
    let fields = || facts.controls.iter().filter(|seen| controls::takes_text(seen.role));
    let named = fields().any(|seen| !name.is_empty() && seen.name == name);
    let contains = |seen: &NestedControl<'_>| seen.value.as_deref().is_some_and(|value| value.contains(text));
    !text.is_empty() && fields().any(|seen| contains(seen) && (!named || seen.name == name))
}

fn is_selected(facts: &AppFacts<'_>, list: &str, item: &str) -> bool {
    let item = folded_name(item);
    facts.controls.iter().any(|seen| {
        let is_item = folded_name(&seen.name) == item && seen.is(State::Selected);
        is_item
            || (seen.name == list && seen.value.as_deref().is_some_and(|value| folded_name(value) == item))
    })
}

/// Whether the window shows what the next step waits for, so that the interrupted action must have happened.
fn is_next_step_ready(facts: &AppFacts<'_>, next: Option<&Step>) -> bool {
    match next {
        Some(Step::AwaitFileDialog) => file_dialog(facts).is_some(),
        Some(Step::AwaitWindow(title)) => is_open(facts, title),
        Some(Step::MakeSure(Some(_))) => file_dialog(facts).is_none(),
        Some(Step::Choose(path)) => path.first().is_some_and(|first| {
            control_for(facts, &first.text, &controls::MENU_ENTRIES)
                .is_some_and(|seen| seen.role == Role::MenuItem)
        }),
        _ => false,
    }
}

fn retry(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Result<Option<StepMove>, String> {
    step_of(last, facts).map(|step| Some(StepMove::Steps(vec![step]))).ok_or_else(|| failure_reason(last))
}

/// Presses the control by keyboard instead.
fn press_by_keyboard(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Result<Option<StepMove>, String> {
    let is_plain = !last.flag("double") && matches!(last.text("button"), None | Some("left"));
    let is_never_twice = NEVER_TWICE.iter().any(|word| has_words(last.control_text(), word));
    let control = control_of(last, facts).and_then(|seen| Some((seen, activation_key(seen.role)?)));
    match control {
        Some((seen, keys)) if is_plain && !is_never_twice => {
            let args = [("keys", json!(keys)), ("control_focus", json!(true))];
            let press = PlannedAction::control(seen, "keyboard_input", args);
            Ok(Some(press.because("The click changed nothing, so I press it by its key.").into()))
        }
        _ => Err(failure_reason(last)),
    }
}

/// Types the text instead of setting it.
fn type_instead(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Result<Option<StepMove>, String> {
    let named = control_of(last, facts).filter(|seen| controls::takes_text(seen.role));
    let field = named.or_else(|| controls::text_target(facts).map(|found| found.control));
    match (field, last.text("text")) {
        (Some(field), Some(text)) if !text.is_empty() && text.len() <= MAX_TYPED_BYTES => {
            let clear = if last.flag("clear_current_text") { "^a{DELETE}" } else { "" };
            let keys = format!("{clear}{}", keys_for_text(text));
            let args = [("keys", json!(keys)), ("control_focus", json!(true))];
            let press = PlannedAction::control(field, "keyboard_input", args);
            Ok(Some(press.because("The text could not be set, so I type it.").into()))
        }
        _ => Err(failure_reason(last)),
    }
}

/// Clicks a control that could not be checked or expanded.
fn click_instead(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Result<Option<StepMove>, String> {
    let seen = control_of(last, facts).ok_or_else(|| failure_reason(last))?;
    Ok(Some(PlannedAction::control(seen, "click_input", [("button", json!("left"))]).into()))
}

/// The action's control in the current scene.
fn control_of<'s>(last: &LastAction<'_>, facts: &'s AppFacts<'s>) -> Option<&'s NestedControl<'s>> {
    let wanted = folded_name(last.control_text());
    let is_it = |seen: &&NestedControl<'_>| {
        seen.has_label() && seen.is_usable() && folded_name(seen.text()) == wanted
    };
    if wanted.is_empty() { None } else { facts.controls.iter().find(is_it) }
}

/// The step that corresponds to the action.
fn step_of(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Option<Step> {
    let name = || Some(Name::of(last.control_text().trim())).filter(|name| !name.text.is_empty());
    let flag = |argument: &str| last.arg(argument).and_then(Value::as_bool).unwrap_or(true);
    let number = |argument: &str| last.arg(argument).and_then(Value::as_f64);
    Some(match last.command() {
        "click_input" => Step::Click(press_of(last)?, name()?),
        "keyboard_input" if !last.flag("control_focus") => Step::Press(vec![last.text("keys")?.to_owned()]),
        "set_edit_text" if last.flag("clear_current_text") && file_dialog(facts).is_some() => {
            Step::NameFile(last.text("text")?.to_owned())
        }
        "set_edit_text" if last.flag("clear_current_text") => Step::Set(name()?, literal(last.text("text")?)),
        "set_edit_text" => {
            let is_named = facts
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
        "texts" => Step::Read(name_to_read(last, facts), last.text("name").unwrap_or("result").to_owned()),
        "wait" => wait_of(last, number("seconds")?),
        _ => return None,
    })
}

fn press_of(last: &LastAction<'_>) -> Option<ClickKind> {
    match (last.text("button"), last.flag("double")) {
        (None | Some("left"), true) => Some(ClickKind::Double),
        (None | Some("left"), false) => Some(ClickKind::Click),
        (Some("right"), false) => Some(ClickKind::Right),
        (Some("middle"), false) => Some(ClickKind::Middle),
        _ => None,
    }
}

/// The name to read again; a nameless control is the display.
fn name_to_read(last: &LastAction<'_>, facts: &AppFacts<'_>) -> Name {
    let is_named =
        facts.controls.iter().any(|seen| !seen.name.is_empty() && seen.name == last.control_text());
    Name::of(if is_named { last.control_text().trim() } else { "display" })
}

fn wait_of(last: &LastAction<'_>, seconds: f64) -> Step {
    let seconds = seconds.clamp(0.0, 300.0).ceil() as u32;
    last.text("text").map_or(Step::Wait(seconds), |text| Step::WaitFor(text.to_owned(), seconds))
}

fn literal(text: &str) -> TextSource {
    TextSource::Literal(text.to_owned())
}

fn describe(last: &LastAction<'_>, facts: &AppFacts<'_>) -> String {
    step_of(last, facts).map_or_else(|| last.command().to_owned(), |step| step.to_string())
}

fn failure_reason(last: &LastAction<'_>) -> String {
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
