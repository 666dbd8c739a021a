//! The prompts of an instantiation.

use super::{PlannedCommand, RawTaskText, TemplateDescription, replies::REQUEST_TYPES};
use crate::{
    app_agent::controls,
    fixed_prompt::FixedPrompt,
    prompt::{self, CommandOffer, DATA, OfferContext, complaint_section, list, offered_lines, text},
};
use deskpilot_core::{
    AgentKind, CommandSpec, Complaint, Contract, Prompt, Provenance, ReplyLength, Section, section,
};
use deskpilot_deciders::AppScene;
use deskpilot_desktop::view::ViewOptions;
use serde_json::{Value, json};

const CHOOSE: &str = "\
You choose the document for a task. The task says how something is done in an office application, but not to which document. \
Choose the template on which it can be done as it is, and on which its result can be seen best: one that holds what the task \
is about.";

const CHOOSE_KEYS: &str = "\
Thought (string), Template (string, the name of one of the templates).

Example:
{\"Thought\": \"Lines of text are turned into a list, and only shopping.odt has lines that are no list yet.\", \"Template\": \
\"shopping.odt\"}";

const PREFILL: &str = "\
You make a task concrete. A raw task says how something is done in an office application; it names no document and no \
content. You are shown the raw task with its steps, and the window of the document on which it will be done.

New_task is the concrete request, as a person would give it for this document: it names the texts, cells and values it is \
about, says one thing to do and no alternatives, and needs no taste to judge. It changes the document, can be done in this window alone, and is at most 50 words \
longer than the raw task.

Actions_plan are all steps that carry it out, in order, each one command. The plan is carried out without you: nobody looks \
before the next step. So every step names a Function with Args from the list below, and its control: by its label in \
ControlLabel with its text in ControlText, or, where an earlier step first brings it up (an entry of a menu, a field of a dialog), with an empty ControlLabel \
and its kind and name in ControlText, as the list will show it (MenuItem \"Bold\"). Keys and texts for the document need no control. Prefer keys and \
set_edit_text to long ways through menus. The document is saved for you at the end.";

const PREFILL_KEYS: &str = "\
Observation (string), Thought (string), New_task (string), Actions_plan (list of objects with Step (number), Subtask (string: what the step is for), \
ControlLabel (string, empty if none), ControlText (string), Function (string) and Args (object)).

Example:
{\"Observation\": \"A poem of three stanzas.\", \"Thought\": \"The first line can be selected and made bold.\", \"New_task\": \
\"Make the line 'The ferry leaves at six' bold.\", \"Actions_plan\": [{\"Step\": 1, \"Subtask\": \"select the line\", \
\"ControlLabel\": \"\", \"ControlText\": \"\", \"Function\": \"select_text\", \"Args\": {\"text\": \"The ferry leaves at six\"}}, \
{\"Step\": 2, \"Subtask\": \"make it bold\", \"ControlLabel\": \"\", \"ControlText\": \"\", \"Function\": \"keyboard_input\", \
\"Args\": {\"keys\": \"Ctrl+B\", \"control_focus\": null}}]}";

const EVALUATE: &str = "\
You judge whether a request for an office application is fit to be carried out and checked. It is when it is a task and not a \
question, needs no other application, no network, account, printer or hardware, is about what the document holds, and is so \
concrete that two people would do the same.

request_type says what is wrong: None if nothing is, Non_task if it is no task, App_involve if it needs another application, \
Env if it needs something that is not on this machine, Others for anything else. judge is true exactly when request_type is \
None.";

const EVALUATE_KEYS: &str = "\
thought (string), judge (true or false), request_type (None, Non_task, App_involve, Env or Others).

Example:
{\"thought\": \"It names the line to change and needs nothing but the document.\", \"judge\": true, \"request_type\": \"None\"}";

/// A prompt of an instantiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstantiationPrompt {
    /// Chooses the document.
    ChooseTemplate,
    /// Makes the task concrete.
    Prefill,
    /// Judges whether it is feasible.
    Evaluation,
}

impl InstantiationPrompt {
    /// All of them, in the order in which they are used.
    pub const ALL: &'static [InstantiationPrompt] =
        &[InstantiationPrompt::ChooseTemplate, InstantiationPrompt::Prefill, InstantiationPrompt::Evaluation];

    /// Its name, as contracts have it.
    pub const fn name(self) -> &'static str {
        match self {
            InstantiationPrompt::ChooseTemplate => "choose_template",
            InstantiationPrompt::Prefill => "prefill",
            InstantiationPrompt::Evaluation => "instantiation_evaluation",
        }
    }

    /// The part of the prompt that never changes, without native commands.
    pub fn fixed(self) -> FixedPrompt {
        let offer = CommandOffer::new(&[], OfferContext::default());
        let (system, properties) = match self {
            InstantiationPrompt::ChooseTemplate => (system(CHOOSE, CHOOSE_KEYS), choose_properties(&[])),
            InstantiationPrompt::Prefill => (prefill_system(&offer), prefill_properties(&offer)),
            InstantiationPrompt::Evaluation => (system(EVALUATE, EVALUATE_KEYS), evaluate_properties()),
        };
        FixedPrompt { system, contract: contract(self, properties) }
    }
}

/// The prompt that chooses the document.
pub(super) fn choose(
    raw: &RawTaskText,
    templates: &[TemplateDescription],
    complaint: Option<&Complaint>,
) -> Prompt {
    let described: Vec<Value> =
        templates.iter().map(|it| json!({"template": it.name, "description": it.description})).collect();
    let mut sections = raw_sections(raw);
    sections.push(list(section::TEMPLATES, Provenance::Document, &described));
    sections.extend(complaint.map(complaint_section));
    let names: Vec<&str> = templates.iter().map(|it| it.name.as_str()).collect();
    Prompt {
        agent: AgentKind::HostAgent,
        system: system(CHOOSE, CHOOSE_KEYS),
        sections,
        pictures: Vec::new(),
        contract: contract(InstantiationPrompt::ChooseTemplate, choose_properties(&names)),
        reply_length: ReplyLength::Usual,
    }
}

/// The prompt that makes the task concrete for the window of the scene.
pub(super) fn prefill(
    raw: &RawTaskText,
    scene: &AppScene<'_>,
    offer: &CommandOffer<'_>,
    view: &ViewOptions,
) -> Prompt {
    let mut sections = raw_sections(raw);
    let application =
        json!({"application": scene.view.window.application, "title": scene.view.window.title}).to_string();
    sections.push(text(section::CURRENT_APPLICATION, Provenance::Screen, &application));
    sections.push(controls(scene, view));
    sections.extend(scene.context.complaint.map(complaint_section));
    Prompt {
        agent: AgentKind::AppAgent,
        system: prefill_system(offer),
        sections,
        pictures: scene.context.pictures.to_vec(),
        contract: contract(InstantiationPrompt::Prefill, prefill_properties(offer)),
        reply_length: ReplyLength::Usual,
    }
}

/// The prompt that judges whether the concrete task is feasible.
pub(super) fn evaluate(
    raw: &RawTaskText,
    request: &str,
    plan: &[PlannedCommand],
    complaint: Option<&Complaint>,
) -> Prompt {
    let steps: Vec<&str> = plan.iter().map(|it| it.subtask.as_str()).collect();
    let task = json!({"request": request, "plan": steps}).to_string();
    let mut sections = raw_sections(raw);
    sections.push(text(section::INSTANTIATED_TASK, Provenance::Agent, &task));
    sections.extend(complaint.map(complaint_section));
    Prompt {
        agent: AgentKind::HostAgent,
        system: system(EVALUATE, EVALUATE_KEYS),
        sections,
        pictures: Vec::new(),
        contract: contract(InstantiationPrompt::Evaluation, evaluate_properties()),
        reply_length: ReplyLength::Usual,
    }
}

/// The raw task. It may come from a page, so its text is data.
fn raw_sections(raw: &RawTaskText) -> Vec<Section> {
    let steps: Vec<Value> = raw.steps.iter().map(|it| json!(it)).collect();
    vec![
        text(section::USER_REQUEST, Provenance::User, &raw.task),
        list(section::RAW_STEPS, Provenance::Document, &steps),
    ]
}

fn system(role: &str, keys: &str) -> String {
    format!("{role}\n\n{DATA}\n{keys}")
}

fn prefill_system(offer: &CommandOffer<'_>) -> String {
    format!("{PREFILL}\n\n{}\n{DATA}\n{PREFILL_KEYS}", offered_lines(offer))
}

fn contract(of: InstantiationPrompt, properties: Vec<(&str, Value)>) -> Contract {
    prompt::contract(of.name(), properties)
}

fn string() -> Value {
    json!({"type": "string"})
}

fn one_of(words: &[&str]) -> Value {
    if words.is_empty() { string() } else { json!({"type": "string", "enum": words}) }
}

fn choose_properties(names: &[&str]) -> Vec<(&'static str, Value)> {
    vec![("Thought", string()), ("Template", one_of(names))]
}

fn evaluate_properties() -> Vec<(&'static str, Value)> {
    vec![
        ("thought", string()),
        ("judge", json!({"type": "boolean"})),
        ("request_type", one_of(REQUEST_TYPES)),
    ]
}

fn prefill_properties(offer: &CommandOffer<'_>) -> Vec<(&'static str, Value)> {
    let specs: Vec<&CommandSpec> = offer.callable().collect();
    let mut step = vec![("Step", json!({"type": "number"})), ("Subtask", string())];
    step.extend(prompt::action_properties(&specs, &[]));
    let item = prompt::object(step);
    vec![
        ("Observation", string()),
        ("Thought", string()),
        ("New_task", string()),
        ("Actions_plan", json!({"type": "array", "items": item})),
    ]
}
