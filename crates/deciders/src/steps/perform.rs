//! Converts a step to an action in the current window.

use super::{
    act::{PlannedAction, StepMove, may_wait, short_wait},
    calculator, controls,
    controls::{ControlMatch, RoleFilter, find},
    dialog, file, file_manager,
    forms::DISPLAY,
    keys::keys_for_text,
    names::{bare, folded_name, has_words, likeness, shorten},
    page,
    step::{ClickKind, CloseTarget, Name, Step, TextSource},
    terminal,
};
use crate::facts::{AppFacts, NestedControl};
use deskpilot_core::{Role, State};
use serde_json::json;

/// The names of a window's main text.
const MAIN_TEXT_NAMES: &[&str] = &["document", "text", "page", "content", "contents", "file", "it"];

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

/// The text of words: a note's, or their own.
pub(super) fn resolve_text(facts: &AppFacts<'_>, words: &TextSource) -> Result<String, String> {
    let TextSource::Named(text) = words else { return Ok(words.literal()) };
    let name = bare(text);
    match note_value(&facts.board.notes, name) {
        Some(note) if note.trim().is_empty() => return Err(format!("what was read as \"{name}\" is empty")),
        Some(note) => return Ok(note.to_owned()),
        None => {}
    }
    match words.reference() {
        Some(name) => Err(format!(
            "nothing was read as \"{name}\" so far; quote the text to have it typed letter for letter"
        )),
        None => Ok(text.clone()),
    }
}

/// The note with this name; every name of a display means the result.
pub(super) fn note_value<'n>(
    notes: &'n std::collections::BTreeMap<String, String>,
    name: &str,
) -> Option<&'n str> {
    let known = |name: &str| {
        notes.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
    };
    let is_display = DISPLAY.contains(&name.to_lowercase().as_str());
    known(name).or_else(|| if is_display { known(super::step::RESULT) } else { None })
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

fn type_text(facts: &AppFacts<'_>, words: &TextSource, into: Option<&Name>) -> Result<StepMove, String> {
    let text = resolve_text(facts, words)?;
    let found = match into {
        Some(into) => find(facts, into, &controls::TEXT_INPUTS)
            .or_else(|missing| controls::placeholder(facts, into).ok_or(missing))?,
        None => controls::text_target(facts)
            .ok_or_else(|| format!("there is no place for text in {}", facts.window_name()))?,
    };
    // Keys right before it moved the caret or selected something: the text goes there, and not after all other text. A reference
    // to a secret is filled in by the command that puts a text.
    let follows_keys = into.is_none()
        && facts.last.as_ref().is_some_and(|last| last.command() == "keyboard_input" && last.succeeded())
        && !text.contains("{{");
    // A terminal's content cannot be replaced.
    let act = match found.control.role == Role::Terminal || follows_keys {
        true => PlannedAction::control(
            found.control,
            "keyboard_input",
            [("keys", json!(keys_for_text(&text))), ("control_focus", json!(true))],
        ),
        false => PlannedAction::control(
            found.control,
            "set_edit_text",
            [("text", json!(text)), ("clear_current_text", json!(false))],
        ),
    };
    let runs = if found.control.role == Role::Terminal { terminal::step_after(&text) } else { None };
    Ok(act.because(ambiguity_note(&found)).then(runs.into_iter().collect()).into())
}

/// A text that is there would be saved with the one that is to be typed.
fn empty_text(facts: &AppFacts<'_>) -> Result<StepMove, String> {
    let shown = controls::text_target(facts).and_then(|found| found.control.value.as_deref());
    match shown.filter(|text| !text.trim().is_empty()) {
        Some(text) => Err(format!(
            "{} has a text already, {:?}: close it first, or ask to add to it, as in `open the text editor. type \"hello\"`",
            facts.window_name(),
            shorten(text)
        )),
        None => Ok(StepMove::Done("The text is empty.".into())),
    }
}

fn set(facts: &AppFacts<'_>, what: &Name, words: &TextSource) -> Result<StepMove, String> {
    let text = resolve_text(facts, words)?;
    let found = find(facts, what, &controls::SETTABLE)?;
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let act = match (found.control.role, number) {
        (Role::Slider | Role::Spinner, Some(number)) => {
            PlannedAction::control(found.control, "set_value", [("value", json!(number))])
        }
        (Role::Slider, None) => return Err(format!("{what} takes a number, not {text:?}")),
        (Role::ComboBox, _) if !found.control.is(State::Editable) => {
            PlannedAction::control(found.control, "select_item", [("item", json!(text))])
        }
        _ => PlannedAction::control(
            found.control,
            "set_edit_text",
            [("text", json!(text)), ("clear_current_text", json!(true))],
        ),
    };
    Ok(act.because(ambiguity_note(&found)).into())
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

fn choose(facts: &AppFacts<'_>, path: &[Name]) -> Result<StepMove, String> {
    let Some((first, rest)) = path.split_first() else { return Err("there is no menu".into()) };
    if let Some(next) = rest.first()
        && find(facts, next, &controls::MENU_ENTRIES).is_ok_and(|found| found.control.role == Role::MenuItem)
    {
        return Ok(StepMove::Steps(vec![Step::Choose(rest.to_vec())]));
    }
    let then = if rest.is_empty() { Vec::new() } else { vec![Step::Choose(rest.to_vec())] };
    let found = match find(facts, first, &controls::MENU_ENTRIES)
        .or_else(|missing| find(facts, first, &controls::ITEMS).map_err(|_| missing))
    {
        Ok(found) => found,
        // A menu that just opened may need a moment.
        Err(_) if facts.last.as_ref().is_some_and(|last| last.command() == "click_input") => {
            let wait = PlannedAction::window(
                "wait",
                [("seconds", json!(2)), ("text", json!(folded_name(&first.text)))],
            );
            return Ok(wait.then(vec![Step::Choose(path.to_vec())]).into());
        }
        Err(missing) => return Err(missing),
    };
    Ok(click_control(&found, ClickKind::Click).because(ambiguity_note(&found)).then(then).into())
}

fn select(facts: &AppFacts<'_>, item: &Name, list: Option<&Name>) -> Result<StepMove, String> {
    let select_in = |found: &ControlMatch<'_>| {
        PlannedAction::control(found.control, "select_item", [("item", json!(item.text))])
    };
    if let Some(list) = list {
        let found = find(facts, list, &controls::LISTS)?;
        return Ok(select_in(&found).because(ambiguity_note(&found)).into());
    }
    match (find(facts, item, &controls::ITEMS), controls::lists(facts).as_slice()) {
        (Ok(found), _) if found.control.is(State::Selected) => {
            Ok(StepMove::Done(format!("{item} is selected already.")))
        }
        (Ok(found), _) => Ok(click_control(&found, ClickKind::Click).because(ambiguity_note(&found)).into()),
        (Err(_), [only]) => Ok(select_in(&ControlMatch { control: only, others: 0 }).into()),
        (Err(missing), _) => Err(missing),
    }
}

fn select_text(facts: &AppFacts<'_>, text: &str) -> Result<StepMove, String> {
    let found =
        controls::text_target(facts).ok_or_else(|| format!("there is no text in {}", facts.window_name()))?;
    Ok(PlannedAction::control(found.control, "select_text", [("text", json!(text))]).into())
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

fn read(facts: &AppFacts<'_>, what: &Name, note: &str) -> Result<StepMove, String> {
    let called = folded_name(&what.text);
    let named = find(facts, what, &controls::READABLE)
        .ok()
        .filter(|found| likeness(&what.text, found.control.text()) >= 0.97);
    let found = match named {
        Some(found) => found,
        None if DISPLAY.contains(&called.as_str()) => controls::display(facts)
            .ok_or_else(|| format!("nothing in {} looks like a display", facts.window_name()))?,
        None if MAIN_TEXT_NAMES.contains(&called.as_str()) => controls::text_target(facts)
            .or_else(|| controls::display(facts))
            .ok_or_else(|| format!("there is no text in {}", facts.window_name()))?,
        None => find(facts, what, &controls::READABLE)?,
    };
    if DISPLAY.contains(&called.as_str()) && calculator::is_busy(facts, found.control) {
        let retry = vec![Step::Read(what.clone(), note.to_owned())];
        return match may_wait(facts) {
            true => Ok(short_wait().then(retry).into()),
            false => Err(format!(
                "the display shows {:?} and no result",
                found.control.value.as_deref().unwrap_or("")
            )),
        };
    }
    if !found.control.has_label() {
        return Err(format!("it shows {:?}, but has no number to be read by", found.control.text()));
    }
    if found.control.is(State::Protected) {
        return Err(format!("what {what} holds is hidden, and stays so"));
    }
    Ok(PlannedAction::control(found.control, "texts", [("name", json!(note))])
        .because(ambiguity_note(&found))
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
