//! Converts a step to an action in the current window.

mod choices;
mod named_text;
mod text_steps;

pub(super) use named_text::note_value;

use super::{
    act::{PlannedAction, StepMove},
    calculator, controls,
    controls::{ControlMatch, RoleFilter, find},
    dialog, file, file_manager,
    names::{has_words, likeness},
    page,
    step::{ClickKind, CloseTarget, Name, Step},
    terminal,
};
use crate::facts::{AppFacts, NestedControl};
use choices::{choose, select};
use deskpilot_core::{Role, State};
use serde_json::json;
use text_steps::{empty_text, read, select_text, set, type_text};

/// The move for the step in this window, or why it is impossible; `next` is the following step.
pub(super) fn perform(step: &Step, facts: &AppFacts<'_>, next: Option<&Step>) -> Result<StepMove, String> {
    match step {
        Step::Open { application, .. } => check_open(facts, application),
        Step::Click(press, what) => click(facts, *press, what),
        Step::Type(words, into) => type_text(facts, words, into.as_ref()),
        Step::Set(what, words) => set(facts, what, words),
        Step::Press(keys) => press(facts, keys),
        Step::Choose(path) => choose(facts, path),
        Step::Select(item, list) => select(facts, item, list.as_ref()),
        Step::SelectText(text) => select_text(facts, text),
        Step::Check(what, on) => {
            let found = find(facts, what, &controls::CHECKABLE)?;
            let is_so = found.control.reports_states() && found.control.is(State::Checked) == *on;
            Ok(unless_so(
                is_so,
                &found,
                PlannedAction::control(found.control, "check", [("checked", json!(on))]),
            ))
        }
        Step::Expand(what, open) => {
            let found = find(facts, what, &controls::EXPANDABLE)?;
            let is_so = found.control.reports_states() && found.control.is(State::Expanded) == *open;
            Ok(unless_so(
                is_so,
                &found,
                PlannedAction::control(found.control, "expand_control", [("expanded", json!(open))]),
            ))
        }
        Step::Scroll(up, within) => scroll(facts, *up, within.as_ref()),
        Step::WaitFor(text, _) if controls::shows(facts, text) => {
            Ok(StepMove::Done(format!("{text:?} is shown.")))
        }
        Step::WaitFor(text, seconds) => {
            Ok(PlannedAction::window("wait", [("seconds", json!(seconds)), ("text", json!(text))]).into())
        }
        Step::Wait(seconds) => Ok(PlannedAction::window("wait", [("seconds", json!(seconds))]).into()),
        Step::Read(what, note) => read(facts, what, note),
        Step::Compute(sum, note) => calculator::compute(facts, sum, note, next),
        Step::Save(what, path) => Ok(StepMove::Steps(file::save(facts, what.as_ref(), path.as_deref()))),
        Step::Focus(None) => Ok(StepMove::Done(format!("I see {}.", facts.window_name()))),
        Step::Focus(Some(what)) => focus(facts, what),
        Step::MakeFolder(_) | Step::RenameFile { .. } | Step::DeleteFile(_) | Step::MakeSureGone(_) => {
            file_manager::perform(facts, step)
        }
        Step::Close(closing) => Ok(close(*closing, next).into()),
        Step::Overwrite => Ok(StepMove::Done("A file that exists may be overwritten.".into())),
        Step::EmptyText => empty_text(facts),
        Step::AwaitFileDialog => file::wait(facts),
        Step::AwaitWindow(title) => dialog::wait_for_window(facts, title),
        Step::NameFile(path) => file::enter_name(facts, path),
        Step::AcceptFile(path) => file::accept(facts, path),
        Step::MakeSure(path) => file::verify_saved(facts, path.as_deref()),
        Step::ShowPage(address) => Ok(page::show(facts, address)),
        Step::ReadOutput { command, tries } => Ok(terminal::read_output(facts, command, *tries)),
        Step::UnlessDone(step) => unless_done(facts, step),
    }
}

/// Gives a text field the focus.
fn focus(facts: &AppFacts<'_>, what: &Name) -> Result<StepMove, String> {
    let found = find(facts, what, &controls::TEXT_INPUTS)?;
    let click = PlannedAction::control(found.control, "click_input", [("button", json!("left"))]);
    Ok(click.because(ambiguity_note(&found)).into())
}

/// The question to the user about an interrupted step.
pub(super) fn question(step: &Step) -> String {
    format!("Was this done before the interruption: {step}? (yes/no)")
}

fn check_open(facts: &AppFacts<'_>, application: &str) -> Result<StepMove, String> {
    let window = &facts.window;
    let is_it = likeness(application, &window.application) > 0.0 || has_words(&window.title, application);
    match is_it {
        true => Ok(StepMove::Done(format!("{application} is open."))),
        false => {
            Err(format!("{} is another application; only the HostAgent goes to one", facts.window_name()))
        }
    }
}

fn click(facts: &AppFacts<'_>, press: ClickKind, what: &Name) -> Result<StepMove, String> {
    let found = find(facts, what, &controls::CLICKABLE)?;
    Ok(click_control(&found, press).because(ambiguity_note(&found)).into())
}

fn click_control(found: &ControlMatch<'_>, press: ClickKind) -> PlannedAction {
    let button = match press {
        ClickKind::Click | ClickKind::Double => "left",
        ClickKind::Right => "right",
        ClickKind::Middle => "middle",
    };
    match press {
        ClickKind::Double => PlannedAction::control(
            found.control,
            "click_input",
            [("button", json!(button)), ("double", json!(true))],
        ),
        _ => PlannedAction::control(found.control, "click_input", [("button", json!(button))]),
    }
}

/// A remark about which of several controls was chosen.
fn ambiguity_note(found: &ControlMatch<'_>) -> String {
    match found.others {
        0 => String::new(),
        others => format!("{others} more of that name: I take the first."),
    }
}

fn unless_so(is_so: bool, found: &ControlMatch<'_>, act: PlannedAction) -> StepMove {
    match is_so {
        true => StepMove::Done(format!("{:?} is so already.", found.control.text())),
        false => act.because(ambiguity_note(found)).into(),
    }
}

fn press(facts: &AppFacts<'_>, keys: &[String]) -> Result<StepMove, String> {
    let Some((first, rest)) = keys.split_first() else { return Err("there are no keys".into()) };
    let then: Vec<Step> = match rest {
        [] => terminal::step_after_key(facts, first).into_iter().collect(),
        _ => vec![Step::Press(rest.to_vec())],
    };
    // A single character may be a button, as in a calculator.
    let button = (first.chars().count() == 1).then(|| calculator::key(facts, first)).flatten();
    let act = match button {
        Some(seen) => click_control(&ControlMatch { control: seen, others: 0 }, ClickKind::Click),
        None => {
            PlannedAction::window("keyboard_input", [("keys", json!(first)), ("control_focus", json!(false))])
        }
    };
    Ok(act.then(then).into())
}

fn scroll(facts: &AppFacts<'_>, up: i32, within: Option<&Name>) -> Result<StepMove, String> {
    let found = match within {
        Some(name) => Some(find(facts, name, &controls::SCROLLABLE)?.control),
        None => controls::scroll_target(facts),
    };
    let dist = [("wheel_dist", json!(up))];
    Ok(found
        .map_or_else(
            || PlannedAction::window("wheel_mouse_input", dist.clone()),
            |seen| PlannedAction::control(seen, "wheel_mouse_input", dist.clone()),
        )
        .into())
}

fn close(closing: CloseTarget, next: Option<&Step>) -> PlannedAction {
    let keys = match closing {
        CloseTarget::Window => "Alt+F4",
        CloseTarget::Dialog | CloseTarget::Menu => "Escape",
    };
    let act =
        PlannedAction::window("keyboard_input", [("keys", json!(keys)), ("control_focus", json!(false))]);
    match (closing, next) {
        // The window may be gone afterwards, and then there is nothing to observe.
        (CloseTarget::Window, None) => act.last(),
        _ => act,
    }
}

fn unless_done(facts: &AppFacts<'_>, step: &Step) -> Result<StepMove, String> {
    let question = question(step);
    let Some(answered) = facts.board.questions.iter().rev().find(|it| it.question == question) else {
        return Ok(StepMove::Ask(step.clone()));
    };
    match answered.answer.trim().to_lowercase().trim_end_matches(['.', '!']) {
        "yes" | "y" | "ja" | "done" | "true" => {
            Ok(StepMove::Done(format!("The user says that it was done: {step}.")))
        }
        "no" | "n" | "nein" | "false" => Ok(StepMove::Steps(vec![step.clone()])),
        other => Err(format!("I asked whether it was done, and the answer {other:?} is neither yes nor no")),
    }
}

/// The key that presses a control of this role.
pub(super) const fn activation_key(role: Role) -> Option<&'static str> {
    match role {
        Role::Button | Role::ToggleButton | Role::CheckBox | Role::RadioButton => Some("{SPACE}"),
        Role::MenuItem | Role::Menu | Role::Hyperlink | Role::ListItem | Role::TreeItem => Some("{ENTER}"),
        _ => None,
    }
}

/// The control that a step for these roles would take, to check it afterwards.
pub(super) fn control_for<'s>(
    facts: &'s AppFacts<'s>,
    text: &str,
    want: &RoleFilter,
) -> Option<&'s NestedControl<'s>> {
    find(facts, &Name::of(text), want).ok().map(|found| found.control)
}
