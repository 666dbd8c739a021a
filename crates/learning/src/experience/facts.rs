//! Facts about an application that hold whatever a session was for: what a dialog asks, what opens it, which
//! arguments a native command takes. They do not depend on whether the session succeeded.
//!
//! Facts contain only names that the application itself gives its controls: no path, no content, no typed
//! text.

use super::{Experience, ExperienceKind, RecordOrigin, summary::record_of, tips::menu_path};
use crate::{
    skill::quoted,
    trajectory::{SubtaskStep, SubtaskTrajectory},
};
use deskpilot_core::{
    Action, Aim, AppView, Control, Effect, Outline, Product, Role, State, Verb, is_in_front,
};
use serde_json::Value;
use std::collections::BTreeSet;

/// The most facts of a subtask.
const MOST_FACTS: usize = 8;
/// The most controls of a dialog that a fact names.
const MOST_CONTROLS: usize = 10;
/// The longest name, in characters and in words, that counts as the application's own. Longer names are
/// probably content.
const LONGEST_NAME: usize = 40;
const MOST_WORDS: usize = 5;
/// The minimum length, in characters, of content that is searched for inside names. Shorter content must
/// equal the whole name.
const SHORTEST_CONTENT: usize = 3;

/// The facts that the subtask shows. Steps of a person who took part count too: a dialog that they opened is
/// just as real.
pub fn subtask_facts(done: &SubtaskTrajectory, origin: RecordOrigin<'_>) -> Vec<Experience> {
    let content = Content::of(done, origin.request);
    let mut facts: Vec<(String, String)> = Vec::new();
    for (at, step) in done.steps.iter().enumerate() {
        let views = [&step.view, &step.after].into_iter().flatten();
        facts.extend(views.filter_map(|it| asked_by_dialog(it, &content)));
        facts.extend(opened_dialog(&done.steps[..=at], &content));
        facts.extend(closed_dialog(step, &content));
        facts.extend(arguments_of_command(step, &content));
    }
    let mut known = BTreeSet::new();
    facts.retain(|(subject, _)| known.insert(subject.clone()));
    facts.truncate(MOST_FACTS);
    let record = |(subject, fact): (String, String)| Experience {
        request: String::new(),
        learned_as: subject.to_lowercase(),
        sub_task: subject,
        tips: vec![fact],
        ..record_of(ExperienceKind::Fact, done, origin)
    };
    facts.into_iter().map(record).filter(|it| it.problem().is_none()).collect()
}

/// The fields of the dialog in front of the window.
fn asked_by_dialog(view: &AppView, content: &Content) -> Option<(String, String)> {
    let outline = Outline::of(&view.controls, &view.levels);
    let at = dialog(view)?;
    let dialog = content.name_of(&view.controls[at])?;
    let is_inside = |it: &usize| outline.around(*it).any(|it| it == at);
    let inside = (0..view.controls.len()).filter(is_inside).map(|it| &view.controls[it]);
    let mut names: Vec<String> =
        inside.filter(|it| is_field(it.role)).filter_map(|it| content.name_of(it)).collect();
    names.dedup();
    names.truncate(MOST_CONTROLS);
    (!names.is_empty()).then(|| (format!("the {dialog}"), format!("{dialog} asks for {}", names.join(", "))))
}

/// The button that closed the dialog in front of the window. Others in a dialog may be named after folders.
fn closed_dialog(step: &SubtaskStep, content: &Content) -> Option<(String, String)> {
    let (before, after) = (step.view.as_ref()?, step.after.as_ref()?);
    let closed = dialog(before).filter(|_| dialog(after).is_none() && is_confirmed(step))?;
    let closed = content.name_of(&before.controls[closed])?;
    let Aim::Control(button) = &step.action.aim else { return None };
    let button = content.name_of(button).filter(|_| button.role == Role::Button)?;
    Some((format!("{button} of {closed}"), format!("{button} closes {closed}")))
}

/// The menu path or the button that opened the dialog in front of the window.
fn opened_dialog(steps: &[SubtaskStep], content: &Content) -> Option<(String, String)> {
    let step = steps.last()?;
    let (before, after) = (step.view.as_ref()?, step.after.as_ref()?);
    let opened = dialog(after).filter(|_| dialog(before).is_none() && is_confirmed(step))?;
    let opened = content.name_of(&after.controls[opened])?;
    let Aim::Control(control) = &step.action.aim else { return None };
    let name = content.name_of(control)?;
    let worked: Vec<&SubtaskStep> = steps.iter().filter(|it| is_confirmed(it)).collect();
    let menus = menu_path(&worked);
    let is_clean = |menu: &String| content.is_own_name(menu.trim_matches('"'));
    let way = match menus.as_slice() {
        [_, _, ..] if menus.iter().all(is_clean) => format!("the menu path {}", menus.join(" > ")),
        [_, _, ..] => return None,
        _ => name,
    };
    Some((format!("{way}, which opens {opened}"), format!("{way} opens {opened}")))
}

/// The names of the arguments with which a native command worked.
fn arguments_of_command(step: &SubtaskStep, content: &Content) -> Option<(String, String)> {
    let Action { call, verb: Verb::Native, .. } = &step.action else { return None };
    if !is_confirmed(step) || call.args.is_empty() || !content.is_own_name(&call.command) {
        return None;
    }
    let names = call.args.iter().filter(|(_, it)| !it.is_null()).map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.collect();
    let command = format!("the native command {}", call.command);
    Some((command.clone(), format!("{command} worked with the arguments {}", names.join(", "))))
}

fn is_confirmed(step: &SubtaskStep) -> bool {
    matches!(step.outcome.as_ref().map(|it| &it.effect), Some(Effect::Confirmed(_)))
}

/// The dialog in front of the window, by its place in the view. A whole window in front is one with content of its own.
fn dialog(view: &AppView) -> Option<usize> {
    view.controls.iter().position(|it| is_in_front(it.role) && it.role != Role::Window)
}

/// The texts of a subtask that belong to the user and not to the application, in lower case.
struct Content(BTreeSet<String>);

impl Content {
    fn of(done: &SubtaskTrajectory, request: &str) -> Content {
        let mut texts = Vec::new();
        for step in &done.steps {
            step.action.call.args.values().for_each(|it| collect(it, &mut texts));
            texts.extend(step.notes.values().cloned());
            let windows =
                step.view.iter().chain(&step.after).map(|it| &it.window).chain([&step.action.window]);
            texts.extend(windows.flat_map(|it| document_parts(&it.title, &it.application)));
        }
        texts.extend(document_parts(&done.window.title, &done.window.application));
        let instructions =
            [request, &done.subtask.text].into_iter().chain(done.subtask.message.iter().map(String::as_str));
        texts.extend(instructions.flat_map(quoted).map(str::to_owned));
        texts.extend(done.subtask.produces.iter().filter_map(Product::file).map(str::to_owned));
        Content(texts.into_iter().map(|it| it.trim().to_lowercase()).filter(|it| !it.is_empty()).collect())
    }

    /// The control as facts name it; `None` if its name may be content.
    fn name_of(&self, control: &Control) -> Option<String> {
        let name = control.name.trim();
        let shows_itself = control.value.as_deref().is_some_and(|it| it.trim() == name);
        let is_named = is_own(control.role) && self.is_own_name(name);
        (is_named && !shows_itself && !control.states.has(State::Protected))
            .then(|| format!("{} {name:?}", control.role.name()))
    }

    /// Whether the name can only be the application's own: short, without a path, an address, a file name or
    /// a number, and free of the user's content.
    fn is_own_name(&self, name: &str) -> bool {
        let plain = name.to_lowercase();
        let is_short = name.chars().count() <= LONGEST_NAME && name.split_whitespace().count() <= MOST_WORDS;
        let is_foreign = |it: &String| {
            plain == *it || it.chars().count() >= SHORTEST_CONTENT && plain.contains(it.as_str())
        };
        !plain.is_empty() && is_short && !looks_like_content(&plain) && !self.0.iter().any(is_foreign)
    }
}

/// Controls by which a dialog asks for something.
const fn is_field(role: Role) -> bool {
    use Role::{CheckBox, ComboBox, Edit, RadioButton, Slider, Spinner};
    matches!(role, CheckBox | ComboBox | Edit | RadioButton | Slider | Spinner)
}

/// Controls that an application names itself.
const fn is_own(role: Role) -> bool {
    use Role::{
        Alert, Button, CheckBox, ComboBox, Dialog, Edit, Menu, MenuItem, RadioButton, Slider, Spinner,
        TabItem, ToggleButton,
    };
    matches!(
        role,
        Alert
            | Button
            | CheckBox
            | ComboBox
            | Dialog
            | Edit
            | Menu
            | MenuItem
            | RadioButton
            | Slider
            | Spinner
            | TabItem
            | ToggleButton
    )
}

fn looks_like_content(name: &str) -> bool {
    let has_dot_inside = name.split_whitespace().any(|word| word.trim_matches('.').contains('.'));
    has_dot_inside || name.contains(|it: char| it.is_ascii_digit() || "/\\@~\"'“”«»\n".contains(it))
}

/// The parts of a window's title that name a document.
fn document_parts(title: &str, application: &str) -> Vec<String> {
    let application = application.to_lowercase();
    let title = title.replace(['–', '—'], "-");
    let parts = title.split(" - ").map(|it| it.trim_matches(['*', '•', ' ']).to_lowercase());
    parts.filter(|it| !it.is_empty() && !application.contains(it.as_str())).collect()
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|it| collect(it, texts)),
        Value::Object(fields) => fields.values().for_each(|it| collect(it, texts)),
        Value::Number(_) | Value::Null | Value::Bool(_) => {}
    }
}
