//! A language model that instantiates and judges tasks by a script.

use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Usage, section};
use deskpilot_model::{Model, ModelError};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// Its name.
const NAME: &str = "scripted";
/// A function that does not exist.
const UNKNOWN_FUNCTION: &str = "press_the_ribbon";

/// The replies about one raw task.
#[derive(Clone, Debug, PartialEq)]
pub struct InstantiationScript {
    /// The raw task, as prompts show it.
    pub task: String,
    /// The template to choose.
    pub template: String,
    /// The concrete request.
    pub request: String,
    /// The steps of the plan, as records have them.
    pub plan: Vec<Value>,
}

/// How the model plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planning {
    /// Its first plan is the script's.
    Right,
    /// Its first plan names a function that does not exist. Told so, it replies with the script's.
    WrongAtFirst,
    /// Every plan names a function that does not exist.
    AlwaysWrong,
}

/// A language model that follows scripts. It judges every execution with yes.
pub struct ScriptedInstantiator {
    scripts: Vec<InstantiationScript>,
    planning: Planning,
    complaints: Mutex<Vec<String>>,
}

impl ScriptedInstantiator {
    /// A model that follows these scripts.
    pub fn new(scripts: Vec<InstantiationScript>, planning: Planning) -> ScriptedInstantiator {
        ScriptedInstantiator { scripts, planning, complaints: Mutex::default() }
    }

    /// The complaints in the prompts that it received.
    pub fn complaints(&self) -> Vec<String> {
        self.complaints.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn reply(&self, prompt: &Prompt) -> Option<Value> {
        let has = |name: &str| !prompt.section(name).is_empty();
        if has(section::TRAJECTORY) {
            let scores = json!([{"name": "the request", "score": "yes"}]);
            return Some(json!({"reason": "the script says so", "sub_scores": scores, "complete": "yes"}));
        }
        let task = prompt.section(section::USER_REQUEST);
        let script = self.scripts.iter().find(|it| it.task == task)?;
        if has(section::TEMPLATES) {
            return Some(json!({"Thought": "by the script", "Template": script.template}));
        }
        if has(section::INSTANTIATED_TASK) {
            return Some(json!({"thought": "by the script", "judge": true, "request_type": "None"}));
        }
        let complaint = prompt.section(section::COMPLAINT);
        if !complaint.is_empty() {
            self.complaints.lock().unwrap_or_else(PoisonError::into_inner).push(complaint.to_owned());
        }
        let is_wrong = match self.planning {
            Planning::Right => false,
            Planning::WrongAtFirst => complaint.is_empty(),
            Planning::AlwaysWrong => true,
        };
        let controls = prompt.section(section::CONTROL_INFORMATION);
        let plan: Vec<Value> = script.plan.iter().map(|step| planned(step, is_wrong, controls)).collect();
        Some(json!({
            "Observation": "the document is open", "Thought": "by the script",
            "New_task": script.request, "Actions_plan": plan,
        }))
    }
}

/// The step of a record as a reply has it, with the label of the first control of its text, if these controls show one.
fn planned(step: &Value, is_wrong: bool, controls: &str) -> Value {
    let quoted = step["ControlText"].to_string();
    // A document's name begins with its folder, which a record leaves out.
    let shown = [format!(" {quoted}"), quoted.trim_start_matches('"').to_owned()];
    let line =
        shown.iter().find_map(|it| controls.lines().find(|line| quoted != "\"\"" && line.contains(it)));
    let label = line.and_then(|it| it.split_whitespace().next()).unwrap_or_default();
    let function = if is_wrong { json!(UNKNOWN_FUNCTION) } else { step["Function"].clone() };
    json!({
        "Step": step["Step"], "Subtask": step["Subtask"], "ControlLabel": label,
        "ControlText": step["ControlText"], "Function": function, "Args": step["Args"],
    })
}

#[async_trait]
impl Model for ScriptedInstantiator {
    fn name(&self) -> &str {
        NAME
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let missing = || ModelError::Refused {
            model: NAME.into(),
            message: format!("no script is for {:?}", prompt.section(section::USER_REQUEST)),
        };
        let text = self.reply(prompt).ok_or_else(missing)?.to_string();
        Ok(Completion { text, model: NAME.into(), usage: Usage::default() })
    }
}
