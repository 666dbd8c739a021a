//! A conversation with an operator, as long as its subtask lasts: what was asked for, and what the prompt says came of it.
//! Pure.

use super::function_calls::FunctionCall;
use super::port::{CallResult, SafetyCheck, ToolResult};
use deskpilot_core::{Prompt, Provenance, Section, section};
use serde_json::Value;

/// A conversation about one subtask.
pub(super) struct Talking<T> {
    /// Which subtask it is about.
    subtask: String,
    /// What the dialect remembers.
    pub(super) talk: T,
    /// What was asked for last.
    asked: Vec<Asked>,
    /// What the user was asked last, where no call did it.
    question: Option<String>,
    /// The functions that were given to the hands, in order.
    given: Vec<&'static str>,
    /// Why nothing of it was done, where that is known.
    fate: Option<String>,
    pub(super) state: State,
}

/// Where a conversation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The last answer went to the agent.
    Answered,
    /// The last turn was answered by nothing that could be read: what is complained of is this.
    Unheard,
    /// The model said its last word.
    Over,
}

/// One call, as it is waited for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    pub(super) id: String,
    pub(super) checks: Vec<SafetyCheck>,
    pub(super) wants: Wants,
}

/// What a call wants.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wants {
    /// So many function_calls.
    Deeds(usize),
    /// An answer to this.
    Answer(String),
}

/// How a conversation is taken up.
pub(super) enum Next {
    /// It goes on, with what came of the last calls and what there is to say besides.
    GoesOn {
        /// Of each call, in order.
        results: Vec<CallResult>,
        /// Besides.
        told: Vec<String>,
    },
    /// One begins, and is told this.
    Begins(Vec<String>),
}

/// What came of one function_call, as a prompt tells it.
struct Came {
    function: String,
    status: String,
    results: String,
}

/// Sections that a conversation begins with, as far as they say anything.
const OPENING: &[&str] = &[
    section::USER_REQUEST,
    section::SUB_TASK,
    section::HOST_MESSAGE,
    section::PREVIOUS_SUBTASKS,
    section::RETRIEVED_INFORMATION,
    section::BLACKBOARD,
    section::CURRENT_APPLICATION,
    section::LAST_ACTIONS,
    section::LOOP_GUARD,
    section::COMPLAINT,
];

/// How many bytes of a question the blackboard has in any case.
const QUESTION: usize = 1000;

impl<T> Talking<T> {
    /// The conversation after an answer that asks for this.
    pub(super) fn after(prompt: &Prompt, talk: T, asked: Vec<Asked>, given: &[FunctionCall]) -> Talking<T> {
        Talking {
            subtask: subtask(prompt),
            talk,
            asked,
            question: None,
            given: given.iter().map(|it| it.function).collect(),
            fate: None,
            state: State::Answered,
        }
    }

    /// The same after an answer of which nothing is done, for this reason.
    pub(super) fn refused(self, why: &str) -> Talking<T> {
        Talking { fate: Some(why.to_owned()), ..self }
    }

    /// The same after an answer that asks the user this, and calls nothing for it.
    pub(super) fn asking(self, question: String) -> Talking<T> {
        Talking { question: Some(question), ..self }
    }

    /// What is said next: a conversation begins when the prompt is about something else, or nothing can follow.
    pub(super) fn next(&mut self, prompt: &Prompt) -> Next {
        let complaint = prompt.section(section::COMPLAINT);
        if !self.is_about(prompt, complaint) {
            return Next::Begins(Vec::new());
        }
        let is_of_answer = self.state != State::Unheard && !complaint.is_empty();
        if is_of_answer && self.fate.is_none() {
            self.fate = Some(complaint.to_owned());
        }
        let (Some(results), Some(answered)) = (self.results(prompt), self.answer_to_question(prompt)) else {
            return Next::Begins(Vec::new());
        };
        // Nothing follows a warning but a yes, and only the user gives that.
        let warnings = self.warnings(&results);
        if !warnings.is_empty() {
            return Next::Begins(warnings);
        }
        let complained = (!is_of_answer || self.asked.is_empty()).then(|| complaint.to_owned());
        let told = [answered, complained, Some(prompt.section(section::LOOP_GUARD).to_owned())];
        Next::GoesOn { results, told: told.into_iter().flatten().filter(|it| !it.is_empty()).collect() }
    }

    /// Whether the prompt goes on where the last answer ended.
    fn is_about(&self, prompt: &Prompt, complaint: &str) -> bool {
        let is_ended = self.state == State::Over || self.fate.is_some();
        self.subtask == subtask(prompt) && !(is_ended && complaint.is_empty())
    }

    /// What is said of the calls that were warned of and that nobody said yes to.
    fn warnings(&self, results: &[CallResult]) -> Vec<String> {
        let calls = self.asked.iter().zip(results);
        let refused = calls.filter(|(_, result)| result.acknowledged.is_empty());
        let told = |it: &SafetyCheck| {
            format!(
                "Before this you asked for something that was not done, and that was warned of: {}",
                it.warning()
            )
        };
        refused.flat_map(|(asked, _)| &asked.checks).map(told).collect()
    }

    fn results(&self, prompt: &Prompt) -> Option<Vec<CallResult>> {
        let came = came(prompt.section(section::LAST_ACTIONS));
        let fits = self.given.iter().zip(&came).all(|(given, came)| *given == came.function);
        if self.fate.is_none() && !self.given.is_empty() && (came.is_empty() || !fits) {
            return None;
        }
        let mut rest = came.as_slice();
        let result = |asked: &Asked| match (&asked.wants, &self.fate) {
            (_, Some(why)) => Some(asked.result(ToolResult::Nothing, format!("not done: {why}"))),
            (Wants::Answer(question), None) => {
                let answer = answer(prompt, question)?;
                Some(asked.result(ToolResult::All, answer))
            }
            (Wants::Deeds(_), None) if self.given.is_empty() => {
                Some(asked.result(ToolResult::Nothing, "not done: the person was asked first".into()))
            }
            (Wants::Deeds(count), None) => {
                let (own, others) = rest.split_at((*count).min(rest.len()));
                rest = others;
                Some(asked.result(done(own, *count), told(own, *count)))
            }
        };
        self.asked.iter().map(result).collect()
    }

    /// `None` when the user has not answered.
    fn answer_to_question(&self, prompt: &Prompt) -> Option<Option<String>> {
        match &self.question {
            None => Some(None),
            Some(_) if self.fate.is_some() => Some(None),
            Some(question) => Some(Some(format!("The person answers: {}", answer(prompt, question)?))),
        }
    }
}

impl Asked {
    /// What was tried has been said yes to; what was not, has not.
    fn result(&self, done: ToolResult, text: String) -> CallResult {
        let acknowledged = if done == ToolResult::Nothing { Vec::new() } else { self.checks.clone() };
        CallResult { id: self.id.clone(), done, text, acknowledged }
    }
}

/// The text that a conversation begins with.
pub(super) fn opening(prompt: &Prompt) -> String {
    let says = |it: &&Section| OPENING.contains(&it.name.as_str()) && !matches!(it.text.as_str(), "" | "[]");
    let sections = prompt.sections.iter().filter(says).cloned().collect();
    let known = Prompt { sections, ..prompt.clone() }.user_text();
    format!(
        "Your task is sub_task; user_request is what it is a part of, and the rest of that is not yours to do. Go on from \
         what last_actions and the screenshot show.\n\n{known}"
    )
}

/// What tells one subtask from another: a subtask tried again comes after one that ended.
fn subtask(prompt: &Prompt) -> String {
    [section::USER_REQUEST, section::SUB_TASK, section::PREVIOUS_SUBTASKS]
        .map(|name| prompt.section(name))
        .join("\n\n")
}

/// The last answer of the user to this question.
fn answer(prompt: &Prompt, question: &str) -> Option<String> {
    let board: Value = serde_json::from_str(prompt.section(section::BLACKBOARD)).unwrap_or_default();
    let beginning = &question[..question.floor_char_boundary(QUESTION)];
    let is_it = |it: &&Value| it["question"].as_str().is_some_and(|asked| asked.starts_with(beginning));
    let answered = board["questions"].as_array()?.iter().rev().find(is_it)?;
    answered["answer"].as_str().map(str::to_owned)
}

/// What was done, one by one; what was held back with the reason for all of it.
fn came(last_actions: &str) -> Vec<Came> {
    let values: Vec<Value> = serde_json::from_str(last_actions).unwrap_or_default();
    values.iter().flat_map(each).collect()
}

fn each(value: &Value) -> Vec<Came> {
    let text = |key: &str| value[key].as_str().unwrap_or("").to_owned();
    let Some(held) = value["NotDone"].as_array() else {
        return vec![Came { function: text("Function"), status: text("Status"), results: text("Results") }];
    };
    let function = |it: &Value| it.as_str().and_then(|call| call.split('(').next()).unwrap_or("").to_owned();
    held.iter()
        .map(|it| Came { function: function(it), status: "refused".into(), results: text("Results") })
        .collect()
}

fn done(came: &[Came], count: usize) -> ToolResult {
    let has = |word: &[&str]| came.iter().filter(|it| word.contains(&it.status.as_str())).count();
    match (has(&["confirmed", "unverified"]), has(&["no_change", "partial"])) {
        (0, 0) => ToolResult::Nothing,
        (all, 0) if all == count => ToolResult::All,
        _ => ToolResult::Part,
    }
}

/// What the desktop says of a call is data: titles of windows and names of controls are in it.
fn told(came: &[Came], count: usize) -> String {
    let line = |it: &Came| format!("{}: {}", it.status.replace('_', " "), it.results);
    let results: Vec<String> = came.iter().map(line).collect();
    let seen = Section {
        name: section::LAST_ACTIONS.to_owned(),
        provenance: Provenance::Screen,
        text: results.join("\n"),
        cut: 0,
    };
    let missing = count - came.len();
    let left_out = format!("the last {missing} of {count} actions of this call were not done: look first");
    let parts = [(!came.is_empty()).then(|| seen.to_string()), (missing > 0).then_some(left_out)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}
