//! What agents can learn from a demonstration, made from its steps without a model. The same steps make the same texts.

use crate::{Action, Demonstration, Step, StepChange};
use deskpilot_core::{Button, one_line};
use serde_json::{Map, Value, json};

/// The most characters of a text in a record: a document that was typed need not be shown to an agent whole.
const MOST_CHARACTERS: usize = 300;

/// A record for the knowledge of agents, with the fields that records of experience have.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperienceRecord {
    /// The request.
    pub request: String,
    /// What was done for it, in one sentence.
    pub sub_task: String,
    /// What to look out for, one sentence each.
    pub tips: Vec<String>,
    /// How an agent would have decided before the first step.
    pub example: Example,
    /// The applications.
    pub applications: Vec<String>,
}

/// A decision of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What is to be seen.
    pub observation: String,
    /// What follows from it.
    pub thought: String,
    /// The control, as `Role "Name"`; empty for the window.
    pub control: String,
    /// The command.
    pub function: String,
    /// Its arguments.
    pub args: Map<String, Value>,
    /// `CONTINUE`, or `FINISH` after the only step.
    pub status: String,
    /// The steps that follow.
    pub plan: Vec<String>,
}

impl Demonstration {
    /// The record of this demonstration; `None` if it has no steps.
    pub fn record(&self) -> Option<ExperienceRecord> {
        let first = self.steps.first()?;
        let sentences: Vec<String> = self.steps.iter().map(sentence).collect();
        let names: Vec<String> = self.applications.iter().map(|it| it.name.clone()).collect();
        let (function, args) = command(first);
        let control = first.control.as_ref();
        let example = Example {
            observation: format!(
                "The window {:?} of {} is open.",
                shortened(&first.window),
                first.application
            ),
            thought: format!("A person began with this step: {}.", sentences[0]),
            control: control.map_or(String::new(), |it| format!("{} {:?}", it.role.name(), it.name)),
            function: function.to_owned(),
            args,
            status: if self.steps.len() == 1 { "FINISH" } else { "CONTINUE" }.to_owned(),
            plan: sentences[1..].to_vec(),
        };
        let sub_task = match self.request.trim() {
            "" => format!("In {}: {}.", names.join(", "), sentences.join("; ")),
            request => format!("{request} (in {})", names.join(", ")),
        };
        let tips = self.tips();
        Some(ExperienceRecord { request: self.request.clone(), sub_task, tips, example, applications: names })
    }

    /// Title and text for the index of knowledge, as passages of the kind `demonstration`; none without steps.
    pub fn passages(&self) -> Vec<(String, String)> {
        let Some(record) = self.record() else { return Vec::new() };
        let title = if record.request.trim().is_empty() { record.sub_task.clone() } else { record.request };
        let mut text = format!("A person showed this in {}:", record.applications.join(", "));
        for (at, step) in self.steps.iter().enumerate() {
            text.push_str(&format!("\n{}. {}", at + 1, sentence(step)));
        }
        for tip in record.tips {
            text.push_str(&format!("\nTip: {tip}"));
        }
        vec![(one_line(title.trim(), MOST_CHARACTERS), text)]
    }

    /// The comments of the person, what steps opened and closed, and what has to be asked for.
    fn tips(&self) -> Vec<String> {
        let mut tips = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let number = at + 1;
            if !step.comment.trim().is_empty() {
                tips.push(format!("Step {number}: {}", one_line(step.comment.trim(), MOST_CHARACTERS)));
            }
            if let Action::TypeUnrecorded { reason } = &step.action {
                tips.push(format!("Step {number} types something that is not recorded: {reason}."));
            }
            let windows = step.effect.iter().filter(|it| matches!(it, StepChange::Window(_)));
            tips.extend(windows.map(|it| {
                format!("After step {number} the {}.", one_line(&it.to_string(), MOST_CHARACTERS))
            }));
        }
        tips
    }
}

/// The step on one line: a text that was typed may have several.
fn sentence(step: &Step) -> String {
    one_line(&step.sentence(), MOST_CHARACTERS)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The command that an agent would have used, and its arguments.
fn command(step: &Step) -> (&'static str, Map<String, Value>) {
    let (command, args) = match &step.action {
        Action::Click { button, count } => {
            let button = match button {
                Button::Left => "left",
                Button::Right => "right",
                Button::Middle => "middle",
                Button::X => "x",
            };
            ("click_input", json!({"button": button, "double": *count > 1}))
        }
        Action::Choose { .. } | Action::Check { .. } => {
            ("click_input", json!({"button": "left", "double": false}))
        }
        Action::Select { item } => ("select", json!({"item": shortened(item)})),
        Action::Type { value, .. } | Action::Set { value } => {
            ("set_edit_text", json!({"text": shortened(value)}))
        }
        Action::TypeUnrecorded { .. } => ("set_edit_text", json!({"text": "{{secret:NAME}}"})),
        Action::Press { keys } => ("keyboard_input", json!({"keys": crate::sentence::keys(keys)})),
        Action::Scroll { direction, notches } => {
            let turns = i64::from(*notches);
            let is_up = matches!(direction, crate::WheelTurn::Up | crate::WheelTurn::Left);
            ("wheel_mouse_input", json!({"wheel_dist": if is_up { turns } else { -turns }}))
        }
        Action::Drag { .. } | Action::CloseWindow | Action::Described { .. } => ("", json!({})),
    };
    (command, args.as_object().cloned().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ControlIdentity;
    use deskpilot_core::{Role, WindowChange};

    fn shown() -> Demonstration {
        let press = Action::Click { button: Button::Left, count: 1 };
        let mut save = Step::new("notes", "Notes", press, Some(ControlIdentity::named(Role::Button, "Save")));
        save.effect = vec![
            StepChange::Window(WindowChange::Opened("Save As".into())),
            StepChange::Control("Edit \"Name\" appeared".into()),
        ];
        save.comment = "it asks for a name the first time".into();
        let secret = Action::TypeUnrecorded { reason: "a password".into() };
        let secret =
            Step::new("notes", "Save As", secret, Some(ControlIdentity::named(Role::Edit, "Password")));
        let mut shown = Demonstration { request: "save the note".into(), ..Demonstration::default() };
        shown.steps = vec![save, secret];
        shown.collect_applications();
        shown
    }

    #[test]
    fn a_record_is_made_of_the_steps_alone() {
        let record = shown().record().unwrap();
        assert_eq!(record.sub_task, "save the note (in notes)");
        let tips = [
            "Step 1: it asks for a name the first time",
            "After step 1 the window \"Save As\" opened.",
            "Step 2 types something that is not recorded: a password.",
        ];
        assert_eq!(record.tips, tips);
        let Example { observation, control, function, args, status, plan, .. } = record.example;
        assert_eq!(observation, "The window \"Notes\" of notes is open.");
        assert_eq!(
            (control.as_str(), function.as_str(), status.as_str()),
            ("Button \"Save\"", "click_input", "CONTINUE")
        );
        assert_eq!(Value::Object(args), json!({"button": "left", "double": false}));
        assert_eq!(plan, ["type what is not recorded into \"Password\" field (a password)"]);
        assert_eq!(Demonstration::default().record(), None);
    }

    #[test]
    fn a_passage_has_the_request_the_steps_and_the_tips() {
        let [(title, text)] = <[_; 1]>::try_from(shown().passages()).unwrap();
        assert_eq!(title, "save the note");
        assert!(
            text.starts_with("A person showed this in notes:\n1. click \"Save\" button\n2. type "),
            "{text}"
        );
        assert!(text.ends_with("Tip: Step 2 types something that is not recorded: a password."), "{text}");
        assert!(Demonstration::default().passages().is_empty());
    }
}
