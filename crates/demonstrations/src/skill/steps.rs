//! The step of a skill for a step of a demonstration.

use crate::{Action, Seen, Step, WheelTurn, sentence::keys};
use deskpilot_core::{Button, Role};
use deskpilot_learning::{ControlIdentity, EffectKind, ExpectedEffect, SkillStep, Template, WindowCondition};
use serde_json::{Map, Number, Value, json};

/// The longest text of a field that an effect shows whole, in characters.
const LONGEST_SHOWN: usize = 300;

/// The steps of a skill that do this step; the error is the end of a sentence about it.
pub(super) fn of_step(step: &Step) -> Result<Vec<SkillStep>, String> {
    let Some(seen) = &step.seen else {
        return Err("has nothing to compare the window with: record the demonstration again".into());
    };
    if let Action::Choose { .. } = step.action {
        return chosen(step, seen);
    }
    let (command, args) = call(step)?;
    let control = match needs_control(&step.action) {
        false => None,
        true => Some(control(step, seen)?),
    };
    let before = WindowCondition { value: value_before(step, seen), ..seen.before.clone() };
    let made = SkillStep {
        command: command.to_owned(),
        args,
        control,
        before,
        effect: effect(step, seen),
        after: seen.after.clone(),
    };
    Ok(vec![with_whole_text(made, step)])
}

const fn needs_control(action: &Action) -> bool {
    !matches!(action, Action::Press { .. } | Action::Scroll { .. } | Action::CloseWindow)
}

/// The command that does what was done, with its arguments.
fn call(step: &Step) -> Result<(&'static str, Map<String, Value>), String> {
    let (command, args) = match &step.action {
        Action::Click { button: Button::Left, count: 0..=1 } => ("click_input", json!({})),
        Action::Click { button: Button::Left, .. } => ("click_input", json!({"double": true})),
        Action::Click { button, .. } => ("click_input", json!({"button": button_name(*button)})),
        Action::Select { item } => ("select_item", json!({"item": literal(item)})),
        Action::Check { checked } => ("check", json!({"checked": checked})),
        Action::Type { added: Some(added), .. } => ("set_edit_text", json!({"text": literal(added)})),
        Action::Type { value, added: None } => {
            ("set_edit_text", json!({"text": literal(value), "clear_current_text": true}))
        }
        Action::Set { value } => match value.parse::<Number>() {
            Ok(number) => ("set_value", json!({"value": number})),
            Err(_) => return Err(format!("sets {value:?}, which is no number")),
        },
        Action::Press { keys: pressed } => ("keyboard_input", json!({"keys": literal(&keys(pressed))})),
        Action::Scroll { direction, notches } => {
            let notches = i64::from(*notches);
            match direction {
                WheelTurn::Up => ("wheel_mouse_input", json!({"wheel_dist": notches})),
                WheelTurn::Down => ("wheel_mouse_input", json!({"wheel_dist": -notches})),
                WheelTurn::Left | WheelTurn::Right => {
                    return Err("turns the wheel to the side, for which there is no command".into());
                }
            }
        }
        Action::CloseWindow => ("close_window", json!({})),
        Action::TypeUnrecorded { reason } => return Err(format!("has no text to type: {reason}")),
        Action::Drag { .. } => return Err("drags to a place, which may be elsewhere the next time".into()),
        Action::Described { .. } => return Err("is only described: replace it with an action".into()),
        Action::Choose { .. } => return Err("is a choice in a menu".into()),
    };
    let args = match args {
        Value::Object(args) => args,
        _ => Map::new(),
    };
    Ok((command, args))
}

/// The text as a template without parameters.
fn literal(text: &str) -> String {
    Template::literal(text).to_string()
}

const fn button_name(button: Button) -> &'static str {
    match button {
        Button::Left => "left",
        Button::Right => "right",
        Button::Middle => "middle",
        Button::X => "x",
    }
}

/// How the control is found again. If a person corrected its name in the file, that name is used and any such
/// control matches, wherever it is.
fn control(step: &Step, seen: &Seen) -> Result<ControlIdentity, String> {
    let (Some(named), Some(exact)) = (&step.control, seen.controls.last()) else {
        return Err("is at a place, and not on a control".into());
    };
    if is_content(named.role) {
        return Err("was chosen by what the window showed, and that may differ the next time".into());
    }
    let name = exact.name.to_string();
    let is_corrected = named.role != exact.role || (!name.is_empty() && name != literal(&named.name));
    Ok(match is_corrected {
        true => ControlIdentity {
            role: named.role,
            name: Template::literal(&named.name),
            within: None,
            number: 0,
            of: 1,
            states: Vec::new(),
        },
        false => exact.clone(),
    })
}

/// Whether such controls are named after what an application holds rather than after what they do.
const fn is_content(role: Role) -> bool {
    matches!(role, Role::Cell | Role::Hyperlink | Role::Image | Role::ListItem | Role::Text | Role::TreeItem)
}

/// The text of the field before, where the step types behind it.
fn value_before(step: &Step, seen: &Seen) -> Option<Template> {
    match &step.action {
        Action::Type { value, added: Some(added) } => {
            value.strip_suffix(added.as_str()).map(Template::literal)
        }
        Action::Type { .. } => None,
        _ => seen.before.value.clone().filter(|_| matches!(step.action, Action::Press { .. })),
    }
}

fn effect(step: &Step, seen: &Seen) -> ExpectedEffect {
    match &step.action {
        Action::Type { value, .. } => {
            let is_whole = value.chars().count() <= LONGEST_SHOWN;
            ExpectedEffect::new(EffectKind::Value, is_whole.then(|| Template::literal(value)))
        }
        _ => seen.effect.clone(),
    }
}

/// The step with the text that was read of its field last. What was seen before the next step may be a part of it.
fn with_whole_text(mut made: SkillStep, step: &Step) -> SkillStep {
    if let (Action::Type { value, .. }, Some(control)) = (&step.action, &made.control) {
        for shown in made.after.iter_mut().filter(|it| it.role == control.role && it.name == control.name) {
            shown.value = Some(Template::literal(value));
        }
    }
    made
}

/// A click on each menu, then one on the entry. Some applications do not report what opens a menu shows.
fn chosen(step: &Step, seen: &Seen) -> Result<Vec<SkillStep>, String> {
    let Action::Choose { menus } = &step.action else { return Err("is no choice in a menu".into()) };
    if menus.len() != seen.controls.len() {
        return Err("was changed after it was recorded: record the demonstration again".into());
    }
    let last = menus.len().saturating_sub(1);
    let click = |(at, control): (usize, &ControlIdentity)| SkillStep {
        command: "click_input".into(),
        args: Map::new(),
        control: Some(ControlIdentity { name: Template::literal(&menus[at]), ..control.clone() }),
        before: if at == 0 { seen.before.clone() } else { WindowCondition::default() },
        effect: match at == last {
            true => seen.effect.clone(),
            false => ExpectedEffect::new(EffectKind::Unseen, None),
        },
        after: if at == last { seen.after.clone() } else { Vec::new() },
    };
    Ok(seen.controls.iter().enumerate().map(click).collect())
}
