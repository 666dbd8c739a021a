//! Converts a step to an action in the current window.

use super::{
    act::{Act, Move, may_wait, moment},
    calculator, controls,
    controls::{Pick, Want, find},
    file,
    forms::DISPLAY,
    keys::typed,
    step::{Closing, Name, Press, Step, Words},
    words::{bare, has_words, likeness, simple},
};
use crate::sight::{AppSight, Seen};
use deskpilot_core::{Role, State};
use serde_json::json;

/// The names of a window's main text.
const TEXTS: &[&str] = &["document", "text", "page", "content", "contents", "file", "it"];

/// The move for the step in this window, or why it is impossible; `next` is the following step.
pub(super) fn perform(step: &Step, sight: &AppSight<'_>, next: Option<&Step>) -> Result<Move, String> {
    match step {
        Step::Open { application, .. } => opened(sight, application),
        Step::Click(press, what) => click(sight, *press, what),
        Step::Type(words, into) => write(sight, words, into.as_ref()),
        Step::Set(what, words) => set(sight, what, words),
        Step::Press(keys) => press(sight, keys),
        Step::Choose(path) => choose(sight, path),
        Step::Select(item, list) => select(sight, item, list.as_ref()),
        Step::SelectText(text) => {
            let pick = controls::text_place(sight)
                .ok_or_else(|| format!("there is no text in {}", sight.place()))?;
            Ok(Act::control(pick.seen, "select_text", [("text", json!(text))]).into())
        }
        Step::Check(what, on) => {
            let pick = find(sight, what, &controls::CHECKED)?;
            let is_so = pick.seen.tells_states() && pick.seen.is(State::Checked) == *on;
            Ok(unless_so(is_so, &pick, Act::control(pick.seen, "check", [("checked", json!(on))])))
        }
        Step::Expand(what, open) => {
            let pick = find(sight, what, &controls::EXPANDED)?;
            let is_so = pick.seen.tells_states() && pick.seen.is(State::Expanded) == *open;
            Ok(unless_so(
                is_so,
                &pick,
                Act::control(pick.seen, "expand_control", [("expanded", json!(open))]),
            ))
        }
        Step::Scroll(up, within) => scroll(sight, *up, within.as_ref()),
        Step::WaitFor(text, _) if controls::shows(sight, text) => {
            Ok(Move::Done(format!("{text:?} is shown.")))
        }
        Step::WaitFor(text, seconds) => {
            Ok(Act::window("wait", [("seconds", json!(seconds)), ("text", json!(text))]).into())
        }
        Step::Wait(seconds) => Ok(Act::window("wait", [("seconds", json!(seconds))]).into()),
        Step::Read(what, note) => read(sight, what, note),
        Step::Compute(sum, note) => calculator::compute(sight, sum, note, next),
        Step::Save(what, path) => Ok(Move::Steps(file::save(sight, what.as_ref(), path.as_deref()))),
        Step::Focus(None) => Ok(Move::Done(format!("I see {}.", sight.place()))),
        Step::Focus(Some(what)) => {
            let pick = find(sight, what, &controls::WRITTEN)?;
            Ok(Act::control(pick.seen, "click_input", [("button", json!("left"))])
                .because(choice(&pick))
                .into())
        }
        Step::Close(closing) => Ok(close(*closing, next).into()),
        Step::Overwrite => Ok(Move::Done("A file that exists may be overwritten.".into())),
        Step::AwaitFileDialog => file::wait(sight),
        Step::NameFile(path) => file::name(sight, path),
        Step::AcceptFile(path) => file::accept(sight, path),
        Step::MakeSure(path) => file::make_sure(sight, path.as_deref()),
        Step::UnlessDone(step) => unless_done(sight, step),
    }
}

/// The question to the user about an interrupted step.
pub(super) fn question(step: &Step) -> String {
    format!("Was this done before the interruption: {step}? (yes/no)")
}

/// The text of words: a note's, or their own.
pub(super) fn resolve(sight: &AppSight<'_>, words: &Words) -> Result<String, String> {
    let Words::Named(text) = words else { return Ok(words.literal()) };
    let name = bare(text);
    match note_of(&sight.board.notes, name) {
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

impl Words {
    /// Their own text.
    pub(super) fn literal(&self) -> String {
        match self {
            Words::Literal(text) | Words::Named(text) => text.clone(),
        }
    }

    /// The note that the words must mean: `the result`.
    pub(super) fn reference(&self) -> Option<&str> {
        let Words::Named(text) = self else { return None };
        let name = bare(text);
        (name.len() < text.trim().len() && text.to_lowercase().starts_with("the ") && !name.contains(' '))
            .then_some(name)
    }
}

/// The note with this name; every name of a display means the result.
pub(super) fn note_of<'n>(
    notes: &'n std::collections::BTreeMap<String, String>,
    name: &str,
) -> Option<&'n str> {
    let known = |name: &str| {
        notes.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
    };
    let is_display = DISPLAY.contains(&name.to_lowercase().as_str());
    known(name).or_else(|| if is_display { known(super::step::RESULT) } else { None })
}

fn opened(sight: &AppSight<'_>, application: &str) -> Result<Move, String> {
    let window = &sight.window;
    let is_it = likeness(application, &window.application) > 0.0 || has_words(&window.title, application);
    match is_it {
        true => Ok(Move::Done(format!("{application} is open."))),
        false => Err(format!("{} is another application; only the HostAgent goes to one", sight.place())),
    }
}

fn click(sight: &AppSight<'_>, press: Press, what: &Name) -> Result<Move, String> {
    let pick = find(sight, what, &controls::PRESSED)?;
    Ok(pressed(&pick, press).because(choice(&pick)).into())
}

fn pressed(pick: &Pick<'_>, press: Press) -> Act {
    let button = match press {
        Press::Click | Press::Double => "left",
        Press::Right => "right",
        Press::Middle => "middle",
    };
    match press {
        Press::Double => {
            Act::control(pick.seen, "click_input", [("button", json!(button)), ("double", json!(true))])
        }
        _ => Act::control(pick.seen, "click_input", [("button", json!(button))]),
    }
}

/// A remark about which of several controls was chosen.
fn choice(pick: &Pick<'_>) -> String {
    match pick.others {
        0 => String::new(),
        others => format!("{others} more of that name: I take the first."),
    }
}

fn unless_so(is_so: bool, pick: &Pick<'_>, act: Act) -> Move {
    match is_so {
        true => Move::Done(format!("{:?} is so already.", pick.seen.text())),
        false => act.because(choice(pick)).into(),
    }
}

fn write(sight: &AppSight<'_>, words: &Words, into: Option<&Name>) -> Result<Move, String> {
    let text = resolve(sight, words)?;
    let pick = match into {
        Some(into) => find(sight, into, &controls::WRITTEN)?,
        None => controls::text_place(sight)
            .ok_or_else(|| format!("there is no place for text in {}", sight.place()))?,
    };
    let act = match pick.seen.role {
        // A terminal's content cannot be replaced.
        Role::Terminal => Act::control(
            pick.seen,
            "keyboard_input",
            [("keys", json!(typed(&text))), ("control_focus", json!(true))],
        ),
        _ => Act::control(
            pick.seen,
            "set_edit_text",
            [("text", json!(text)), ("clear_current_text", json!(false))],
        ),
    };
    Ok(act.because(choice(&pick)).into())
}

fn set(sight: &AppSight<'_>, what: &Name, words: &Words) -> Result<Move, String> {
    let text = resolve(sight, words)?;
    let pick = find(sight, what, &controls::SETTABLE)?;
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let act = match (pick.seen.role, number) {
        (Role::Slider | Role::Spinner, Some(number)) => {
            Act::control(pick.seen, "set_value", [("value", json!(number))])
        }
        (Role::Slider, None) => return Err(format!("{what} takes a number, not {text:?}")),
        (Role::ComboBox, _) if !pick.seen.is(State::Editable) => {
            Act::control(pick.seen, "select_item", [("item", json!(text))])
        }
        _ => Act::control(
            pick.seen,
            "set_edit_text",
            [("text", json!(text)), ("clear_current_text", json!(true))],
        ),
    };
    Ok(act.because(choice(&pick)).into())
}

fn press(sight: &AppSight<'_>, keys: &[String]) -> Result<Move, String> {
    let Some((first, rest)) = keys.split_first() else { return Err("there are no keys".into()) };
    let then = if rest.is_empty() { Vec::new() } else { vec![Step::Press(rest.to_vec())] };
    // A single character may be a button, as in a calculator.
    let button = (first.chars().count() == 1).then(|| calculator::key(sight, first)).flatten();
    let act = match button {
        Some(seen) => pressed(&Pick { seen, others: 0 }, Press::Click),
        None => Act::window("keyboard_input", [("keys", json!(first)), ("control_focus", json!(false))]),
    };
    Ok(act.then(then).into())
}

fn choose(sight: &AppSight<'_>, path: &[Name]) -> Result<Move, String> {
    let Some((first, rest)) = path.split_first() else { return Err("there is no menu".into()) };
    if let Some(next) = rest.first()
        && find(sight, next, &controls::IN_MENU).is_ok_and(|pick| pick.seen.role == Role::MenuItem)
    {
        return Ok(Move::Steps(vec![Step::Choose(rest.to_vec())]));
    }
    let then = if rest.is_empty() { Vec::new() } else { vec![Step::Choose(rest.to_vec())] };
    let pick = match find(sight, first, &controls::IN_MENU)
        .or_else(|missing| find(sight, first, &controls::ITEM).map_err(|_| missing))
    {
        Ok(pick) => pick,
        // A menu that just opened may need a moment.
        Err(_) if sight.last.as_ref().is_some_and(|last| last.command() == "click_input") => {
            let wait = Act::window("wait", [("seconds", json!(2)), ("text", json!(simple(&first.text)))]);
            return Ok(wait.then(vec![Step::Choose(path.to_vec())]).into());
        }
        Err(missing) => return Err(missing),
    };
    Ok(pressed(&pick, Press::Click).because(choice(&pick)).then(then).into())
}

fn select(sight: &AppSight<'_>, item: &Name, list: Option<&Name>) -> Result<Move, String> {
    let select_in = |pick: &Pick<'_>| Act::control(pick.seen, "select_item", [("item", json!(item.text))]);
    if let Some(list) = list {
        let pick = find(sight, list, &controls::LISTS)?;
        return Ok(select_in(&pick).because(choice(&pick)).into());
    }
    match (find(sight, item, &controls::ITEM), controls::lists(sight).as_slice()) {
        (Ok(pick), _) if pick.seen.is(State::Selected) => {
            Ok(Move::Done(format!("{item} is selected already.")))
        }
        (Ok(pick), _) => Ok(pressed(&pick, Press::Click).because(choice(&pick)).into()),
        (Err(_), [only]) => Ok(select_in(&Pick { seen: only, others: 0 }).into()),
        (Err(missing), _) => Err(missing),
    }
}

fn scroll(sight: &AppSight<'_>, up: i32, within: Option<&Name>) -> Result<Move, String> {
    let pick = match within {
        Some(name) => Some(find(sight, name, &controls::SCROLLED)?.seen),
        None => controls::scrolled(sight),
    };
    let dist = [("wheel_dist", json!(up))];
    Ok(pick
        .map_or_else(
            || Act::window("wheel_mouse_input", dist.clone()),
            |seen| Act::control(seen, "wheel_mouse_input", dist.clone()),
        )
        .into())
}

fn read(sight: &AppSight<'_>, what: &Name, note: &str) -> Result<Move, String> {
    let called = simple(&what.text);
    let named =
        find(sight, what, &controls::READ).ok().filter(|pick| likeness(&what.text, pick.seen.text()) >= 0.97);
    let pick = match named {
        Some(pick) => pick,
        None if DISPLAY.contains(&called.as_str()) => controls::display(sight)
            .ok_or_else(|| format!("nothing in {} looks like a display", sight.place()))?,
        None if TEXTS.contains(&called.as_str()) => controls::text_place(sight)
            .or_else(|| controls::display(sight))
            .ok_or_else(|| format!("there is no text in {}", sight.place()))?,
        None => find(sight, what, &controls::READ)?,
    };
    if DISPLAY.contains(&called.as_str()) && calculator::is_busy(sight, pick.seen) {
        let again = vec![Step::Read(what.clone(), note.to_owned())];
        return match may_wait(sight) {
            true => Ok(moment().then(again).into()),
            false => {
                Err(format!("the display shows {:?} and no result", pick.seen.value.as_deref().unwrap_or("")))
            }
        };
    }
    if !pick.seen.has_label() {
        return Err(format!("it shows {:?}, but has no number to be read by", pick.seen.text()));
    }
    if pick.seen.is(State::Protected) {
        return Err(format!("what {what} holds is hidden, and stays so"));
    }
    Ok(Act::control(pick.seen, "texts", [("name", json!(note))]).because(choice(&pick)).into())
}

fn close(closing: Closing, next: Option<&Step>) -> Act {
    let keys = match closing {
        Closing::Window => "Alt+F4",
        Closing::Dialog | Closing::Menu => "Escape",
    };
    let act = Act::window("keyboard_input", [("keys", json!(keys)), ("control_focus", json!(false))]);
    match (closing, next) {
        // The window may be gone afterwards, and then there is nothing to observe.
        (Closing::Window, None) => act.last(),
        _ => act,
    }
}

fn unless_done(sight: &AppSight<'_>, step: &Step) -> Result<Move, String> {
    let question = question(step);
    let Some(answered) = sight.board.questions.iter().rev().find(|it| it.question == question) else {
        return Ok(Move::Ask(step.clone()));
    };
    match answered.answer.trim().to_lowercase().trim_end_matches(['.', '!']) {
        "yes" | "y" | "ja" | "done" | "true" => {
            Ok(Move::Done(format!("The user says that it was done: {step}.")))
        }
        "no" | "n" | "nein" | "false" => Ok(Move::Steps(vec![step.clone()])),
        other => Err(format!("I asked whether it was done, and the answer {other:?} is neither yes nor no")),
    }
}

/// The key that presses a control of this role.
pub(super) const fn key_of(role: Role) -> Option<&'static str> {
    match role {
        Role::Button | Role::ToggleButton | Role::CheckBox | Role::RadioButton => Some("{SPACE}"),
        Role::MenuItem | Role::Menu | Role::Hyperlink | Role::ListItem | Role::TreeItem => Some("{ENTER}"),
        _ => None,
    }
}

/// The control that a step for these roles would take, to check it afterwards.
pub(super) fn seen_as<'s>(sight: &'s AppSight<'s>, text: &str, want: &Want) -> Option<&'s Seen<'s>> {
    find(sight, &Name::of(text), want).ok().map(|pick| pick.seen)
}
