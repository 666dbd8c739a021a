//! A conversation with an operator for the duration of a subtask: matches its requests with the results in the
//! next prompt. Pure.

use super::function_calls::FunctionCall;
use super::port::{CallResult, SafetyCheck, ToolResult};
use deskpilot_core::{Prompt, Provenance, Section, section};
use serde_json::Value;

/// A conversation about one subtask.
pub(super) struct Talking<T> {
    /// Its subtask.
    subtask: String,
    /// The dialect's state.
    pub(super) talk: T,
    /// The calls of the last answer.
    asked: Vec<Asked>,
    /// The last question to the user that came without a call.
    question: Option<String>,
    /// The functions given to the AppAgent, in order.
    given: Vec<&'static str>,
    /// Why nothing of it was done, if known.
    fate: Option<String>,
    pub(super) state: State,
}

/// The state of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The last answer was passed to the agent.
    Answered,
    /// The last turn got no readable answer, and the complaint is about that.
    Unheard,
    /// The model has finished.
    Over,
}

/// A call that awaits its result.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    pub(super) id: String,
    pub(super) checks: Vec<SafetyCheck>,
    pub(super) wants: Wants,
}

/// What a call expects.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wants {
    /// The results of this many function calls.
    Deeds(usize),
    /// The answer to this question.
    Answer(String),
}

/// How a conversation continues.
pub(super) enum Next {
    /// It continues with the results of the last calls and further messages.
    GoesOn {
        /// One result per call, in order.
        results: Vec<CallResult>,
        /// Further messages.
        told: Vec<String>,
    },
    /// A new one starts with these messages.
    Begins(Vec<String>),
}

/// The result of one function call, as a prompt reports it.
struct Came {
    function: String,
    status: String,
    results: String,
}

/// The prompt sections, if not empty, that a conversation starts with.
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

/// The number of bytes of a question that the blackboard keeps at least.
const QUESTION: usize = 1000;

impl<T> Talking<T> {
    /// The conversation after an answer with these calls.
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

    /// The conversation after an answer that was refused for this reason.
    pub(super) fn refused(self, why: &str) -> Talking<T> {
        Talking { fate: Some(why.to_owned()), ..self }
    }

    /// The conversation after an answer that asks the user without a call.
    pub(super) fn asking(self, question: String) -> Talking<T> {
        Talking { question: Some(question), ..self }
    }

    /// The next turn. A new conversation starts if the prompt is about another subtask or the old one cannot
    /// continue.
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
        // A warning can only be followed by an approval, which only the user gives.
        let warnings = self.warnings(&results);
        if !warnings.is_empty() {
            return Next::Begins(warnings);
        }
        let complained = (!is_of_answer || self.asked.is_empty()).then(|| complaint.to_owned());
        let told = [answered, complained, Some(prompt.section(section::LOOP_GUARD).to_owned())];
        Next::GoesOn { results, told: told.into_iter().flatten().filter(|it| !it.is_empty()).collect() }
    }

    /// Whether the prompt continues from the last answer.
    fn is_about(&self, prompt: &Prompt, complaint: &str) -> bool {
        let is_ended = self.state == State::Over || self.fate.is_some();
        self.subtask == subtask(prompt) && !(is_ended && complaint.is_empty())
    }

    /// Messages about the calls with warnings that the user did not approve.
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

    /// The answer to the last question as a message; the outer `None` means that the user has not answered.
    fn answer_to_question(&self, prompt: &Prompt) -> Option<Option<String>> {
        match &self.question {
            None => Some(None),
            Some(_) if self.fate.is_some() => Some(None),
            Some(question) => Some(Some(format!("The person answers: {}", answer(prompt, question)?))),
        }
    }
}

impl Asked {
    /// What was tried had been approved; what was not tried had not.
    fn result(&self, done: ToolResult, text: String) -> CallResult {
        let acknowledged = if done == ToolResult::Nothing { Vec::new() } else { self.checks.clone() };
        CallResult { id: self.id.clone(), done, text, acknowledged }
    }
}

/// The text that starts a conversation.
pub(super) fn opening(prompt: &Prompt) -> String {
    let says = |it: &&Section| OPENING.contains(&it.name.as_str()) && !matches!(it.text.as_str(), "" | "[]");
    let sections = prompt.sections.iter().filter(says).cloned().collect();
    let known = Prompt { sections, ..prompt.clone() }.user_text();
    format!(
        "Your task is sub_task; user_request is what it is a part of, and the rest of that is not yours to do. Go on from \
         what last_actions and the screenshot show.\n\n{known}"
    )
}

/// Identifies a subtask; a repeated one differs by the subtasks that ended before it.
fn subtask(prompt: &Prompt) -> String {
    [section::USER_REQUEST, section::SUB_TASK, section::PREVIOUS_SUBTASKS]
        .map(|name| prompt.section(name))
        .join("\n\n")
}

/// The user's last answer to this question.
fn answer(prompt: &Prompt, question: &str) -> Option<String> {
    let board: Value = serde_json::from_str(prompt.section(section::BLACKBOARD)).unwrap_or_default();
    let beginning = &question[..question.floor_char_boundary(QUESTION)];
    let is_it = |it: &&Value| it["question"].as_str().is_some_and(|asked| asked.starts_with(beginning));
    let answered = board["questions"].as_array()?.iter().rev().find(is_it)?;
    answered["answer"].as_str().map(str::to_owned)
}

/// The results one by one; held-back actions share one reason.
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

/// The result is data, because it contains window titles and control names.
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
