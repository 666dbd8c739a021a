//! A skill that runs without any model: where it cannot go on, the task ends.

use crate::{Skill, Template};
use async_trait::async_trait;
use deskpilot_core::{
    AppDecision, Assignment, Caution, HostDecision, HostRemarks, Launch, Remarks, Subtask, Window,
    normalized_name,
};
use deskpilot_deciders::{
    AppResponse, AppScene, Decider, DeciderError, FollowUp, HostResponse, HostScene, Needs, Recorder,
};

/// Its name.
const NAME: &str = "skill";

/// The inner decider of a skill that a person runs by name. It opens the application of a skill for a
/// subtask, and makes no decision of its own.
pub struct SkillAlone {
    text: String,
    /// The application of a skill for a subtask; empty for one for a request.
    application: String,
}

impl SkillAlone {
    /// The inner decider of this skill; `text` is what the skill is for, with the values of its parameters.
    pub fn new(skill: &Skill, text: String) -> SkillAlone {
        SkillAlone { text, application: skill.application.clone() }
    }

    fn decide(&self, scene: &HostScene<'_>) -> Result<HostDecision, String> {
        let round = scene.context.round;
        if let Some(complaint) = scene.context.complaint {
            return Err(complaint.as_str().to_owned());
        }
        if let Some(stopped) = round.subtasks.iter().find(|it| !it.is_finished()) {
            let why = stopped.failure().map(|it| it.into_owned()).unwrap_or_default();
            return Err(format!("the skill cannot go on: {why}"));
        }
        if !round.subtasks.is_empty() {
            return Ok(HostDecision::Finish);
        }
        if self.application.is_empty() {
            return Err(
                "the skill cannot begin: what it opens is open already, or its windows are not there".into(),
            );
        }
        let subtask = Subtask {
            id: "subtask1".into(),
            text: self.text.clone(),
            application: self.application.clone(),
            ..Subtask::default()
        };
        let last = scene.context.last_action();
        match (self.window(scene), last) {
            (Some(window), _) => {
                let agent = (scene.agent_for)(window);
                Ok(HostDecision::Assign(Box::new(Assignment { subtask, window: window.clone(), agent })))
            }
            (None, Some(last)) => Err(format!("{} could not be opened: {}", self.application, last.reason())),
            (None, None) => {
                let launch =
                    Launch { application: self.application.clone(), file: None, ..Launch::default() };
                Ok(HostDecision::LaunchFor(launch, Caution::Usual, Box::new(subtask)))
            }
        }
    }

    fn window<'s>(&self, scene: &HostScene<'s>) -> Option<&'s Window> {
        let wanted = normalized_name(&self.application);
        scene.view.windows.iter().find(|it| it.label.is_some() && normalized_name(&it.application) == wanted)
    }
}

#[async_trait]
impl Decider for SkillAlone {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { follow_up: FollowUp::ByPlan, ..Needs::DEFAULT }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        let (decision, comment) = match self.decide(scene) {
            Ok(HostDecision::Finish) => {
                (HostDecision::Finish, "each step of the skill had its effect".to_owned())
            }
            Ok(decision) => (decision, String::new()),
            Err(why) => (HostDecision::Fail, why),
        };
        let common = Remarks { thought: "The skill is followed.".into(), comment, ..Remarks::default() };
        Ok(HostResponse { decision, remarks: HostRemarks { common, ..HostRemarks::default() } })
    }

    /// Called when the skill stopped: the last tip says why.
    async fn app(&self, scene: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        let last_tip = scene.assignment.subtask.message.last().cloned();
        let comment = last_tip.unwrap_or_else(|| format!("no skill is for {:?}", self.text));
        let remarks =
            Remarks { thought: "There is no model to go on.".into(), comment, ..Remarks::default() };
        Ok(AppResponse { decision: AppDecision::Fail, remarks })
    }
}

impl Skill {
    /// What it is for with these values.
    ///
    /// # Errors
    /// A parameter has no value, or a value has no parameter: the sentence names it.
    pub fn filled_text(&self, values: &crate::Bindings) -> Result<String, String> {
        let names = self.text.parameters();
        let unknown = values.keys().find(|it| !names.contains(&it.as_str()));
        let missing = names.iter().find(|it| !values.contains_key(**it));
        match (unknown, missing) {
            (Some(name), _) => Err(format!("the skill has no value {name}: its text is {}", self.text)),
            (_, Some(name)) => {
                Err(format!("the value {name} is missing: give {name}=..., for {}", self.text))
            }
            _ => Template::filled(&self.text, values).ok_or_else(|| "a value is missing".into()),
        }
    }
}
