//! A conversation with an operator for the duration of a subtask: matches its requests with the results in the
//! next prompt. Pure.

use super::function_calls::FunctionCall;
use super::port::{CallCompletion, SafetyCheck, ScreenPart, ToolCallResult};
use deskpilot_core::{Prompt, Provenance, Section, section};
use serde_json::Value;

/// A conversation about one subtask.
pub(super) struct Conversation<T> {
    /// Its subtask.
    subtask: String,
    /// The dialect's state.
    pub(super) dialect_state: T,
    /// The calls of the last answer.
    pending: Vec<PendingCall>,
    /// The last question to the user that came without a call.
    question: Option<String>,
    /// The functions that the AppAgent was given, in order.
    requested: Vec<&'static str>,
    /// Why nothing of it was done, if known.
    refusal: Option<String>,
    pub(super) phase: Phase,
}

/// The phase of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The last answer was passed to the agent.
    Answered,
    /// The last turn got no readable answer, and the complaint is about that.
    Unread,
    /// The model has finished.
    Over,
}

/// A call that awaits its result.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PendingCall {
    pub(super) id: String,
    pub(super) checks: Vec<SafetyCheck>,
    pub(super) expects: ExpectedResult,
    /// The part of the next screenshot that it asks to see larger.
    pub(super) part: Option<ScreenPart>,
}

/// What a call expects.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ExpectedResult {
    /// The results of this many function calls.
    FunctionResults(usize),
    /// The answer to this question.
    Answer(String),
}

/// How a conversation continues.
pub(super) enum Continuation {
    /// It continues with the results of the last calls and further messages.
    Continue {
        /// One result per call, in order.
        results: Vec<ToolCallResult>,
        /// Further messages.
        messages: Vec<String>,
    },
    /// A new one starts with these messages.
    Restart(Vec<String>),
}

/// The result of one function call, as a prompt reports it.
struct ReportedResult {
    function: String,
    status: String,
    results: String,
}

/// The prompt sections, if not empty, that a conversation starts with.
const OPENING_SECTIONS: &[&str] = &[
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
const MIN_KEPT_QUESTION_BYTES: usize = 1000;

impl<T> Conversation<T> {
    /// The conversation after an answer with these calls.
    pub(super) fn after(
        prompt: &Prompt,
        dialect_state: T,
        pending: Vec<PendingCall>,
        requested: &[FunctionCall],
    ) -> Conversation<T> {
        Conversation {
            subtask: subtask(prompt),
            dialect_state,
            pending,
            question: None,
            requested: requested.iter().map(|it| it.function).collect(),
            refusal: None,
            phase: Phase::Answered,
        }
    }

    /// The conversation after an answer that was refused for this reason.
    pub(super) fn with_refusal(self, why: &str) -> Conversation<T> {
        Conversation { refusal: Some(why.to_owned()), ..self }
    }

    /// The conversation after an answer that asks the user without a call.
    pub(super) fn with_question(self, question: String) -> Conversation<T> {
        Conversation { question: Some(question), ..self }
    }

    /// For each call of the last answer, the part of the screen that it asks to see larger.
    pub(super) fn parts(&self) -> Vec<Option<ScreenPart>> {
        self.pending.iter().map(|it| it.part).collect()
    }

    /// The next turn. A new conversation starts if the prompt is about another subtask or the old one cannot
    /// continue.
    pub(super) fn next(&mut self, prompt: &Prompt) -> Continuation {
        let complaint = prompt.section(section::COMPLAINT);
        if !self.continues_from(prompt, complaint) {
            return Continuation::Restart(Vec::new());
        }
        let is_about_answer = self.phase != Phase::Unread && !complaint.is_empty();
        if is_about_answer && self.refusal.is_none() {
            self.refusal = Some(complaint.to_owned());
        }
        let (Some(results), Some(answer)) = (self.results(prompt), self.answer_to_question(prompt)) else {
            return Continuation::Restart(Vec::new());
        };
        // A warning can only be followed by an approval, which only the user gives.
        let warnings = self.warnings(&results);
        if !warnings.is_empty() {
            return Continuation::Restart(warnings);
        }
        let complaint_message = (!is_about_answer || self.pending.is_empty()).then(|| complaint.to_owned());
        let messages = [answer, complaint_message, Some(prompt.section(section::LOOP_GUARD).to_owned())];
        Continuation::Continue {
            results,
            messages: messages.into_iter().flatten().filter(|it| !it.is_empty()).collect(),
        }
    }

    /// Whether the prompt continues from the last answer.
    fn continues_from(&self, prompt: &Prompt, complaint: &str) -> bool {
        let is_ended = self.phase == Phase::Over || self.refusal.is_some();
        self.subtask == subtask(prompt) && !(is_ended && complaint.is_empty())
    }

    /// Messages about the calls with warnings that the user did not approve.
    fn warnings(&self, results: &[ToolCallResult]) -> Vec<String> {
        let calls = self.pending.iter().zip(results);
        let refused = calls.filter(|(_, result)| result.acknowledged.is_empty());
        let message = |it: &SafetyCheck| {
            format!(
                "Before this you asked for something that was not done, and that was warned of: {}",
                it.warning()
            )
        };
        refused.flat_map(|(asked, _)| &asked.checks).map(message).collect()
    }

    fn results(&self, prompt: &Prompt) -> Option<Vec<ToolCallResult>> {
        let reported = reported_results(prompt.section(section::LAST_ACTIONS));
        let fits =
            self.requested.iter().zip(&reported).all(|(requested, reported)| *requested == reported.function);
        if self.refusal.is_none() && !self.requested.is_empty() && (reported.is_empty() || !fits) {
            return None;
        }
        let mut rest = reported.as_slice();
        let result = |asked: &PendingCall| match (&asked.expects, &self.refusal) {
            (_, Some(why)) => Some(asked.result(CallCompletion::Nothing, format!("not done: {why}"))),
            (ExpectedResult::Answer(question), None) => {
                let answer = answer(prompt, question)?;
                Some(asked.result(CallCompletion::All, answer))
            }
            (ExpectedResult::FunctionResults(_), None) if self.requested.is_empty() => {
                Some(asked.result(CallCompletion::Nothing, "not done: the person was asked first".into()))
            }
            (ExpectedResult::FunctionResults(count), None) => {
                let (own, others) = rest.split_at((*count).min(rest.len()));
                rest = others;
                Some(asked.result(completion(own, *count), result_text(own, *count)))
            }
        };
        self.pending.iter().map(result).collect()
    }

    /// The answer to the last question as a message; the outer `None` means that the user has not answered.
    fn answer_to_question(&self, prompt: &Prompt) -> Option<Option<String>> {
        match &self.question {
            None => Some(None),
            Some(_) if self.refusal.is_some() => Some(None),
            Some(question) => Some(Some(format!("The person answers: {}", answer(prompt, question)?))),
        }
    }
}

impl PendingCall {
    /// An action that was tried had the user's approval; one that was not tried did not.
    fn result(&self, done: CallCompletion, text: String) -> ToolCallResult {
        let acknowledged = if done == CallCompletion::Nothing { Vec::new() } else { self.checks.clone() };
        ToolCallResult { id: self.id.clone(), done, text, acknowledged, detail: None }
    }
}

/// The text that starts a conversation.
pub(super) fn opening(prompt: &Prompt) -> String {
    let says = |it: &&Section| {
        OPENING_SECTIONS.contains(&it.name.as_str()) && !matches!(it.text.as_str(), "" | "[]")
    };
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
    let beginning = &question[..question.floor_char_boundary(MIN_KEPT_QUESTION_BYTES)];
    let is_it = |it: &&Value| it["question"].as_str().is_some_and(|asked| asked.starts_with(beginning));
    let answered = board["questions"].as_array()?.iter().rev().find(is_it)?;
    answered["answer"].as_str().map(str::to_owned)
}

/// The results one by one; held-back actions share one reason.
fn reported_results(last_actions: &str) -> Vec<ReportedResult> {
    let values: Vec<Value> = serde_json::from_str(last_actions).unwrap_or_default();
    values.iter().flat_map(results_of).collect()
}

fn results_of(value: &Value) -> Vec<ReportedResult> {
    let text = |key: &str| value[key].as_str().unwrap_or("").to_owned();
    let Some(held) = value["NotDone"].as_array() else {
        return vec![ReportedResult {
            function: text("Function"),
            status: text("Status"),
            results: text("Results"),
        }];
    };
    let function = |it: &Value| it.as_str().and_then(|call| call.split('(').next()).unwrap_or("").to_owned();
    held.iter()
        .map(|it| ReportedResult {
            function: function(it),
            status: "refused".into(),
            results: text("Results"),
        })
        .collect()
}

fn completion(reported: &[ReportedResult], count: usize) -> CallCompletion {
    let has = |word: &[&str]| reported.iter().filter(|it| word.contains(&it.status.as_str())).count();
    match (has(&["confirmed", "unverified"]), has(&["no_change", "partial"])) {
        (0, 0) => CallCompletion::Nothing,
        (all, 0) if all == count => CallCompletion::All,
        _ => CallCompletion::Part,
    }
}

/// The result is data, because it contains window titles and control names.
fn result_text(reported: &[ReportedResult], count: usize) -> String {
    let line = |it: &ReportedResult| format!("{}: {}", it.status.replace('_', " "), it.results);
    let results: Vec<String> = reported.iter().map(line).collect();
    let seen = Section {
        name: section::LAST_ACTIONS.to_owned(),
        provenance: Provenance::Screen,
        text: results.join("\n"),
        cut: 0,
    };
    let missing = count - reported.len();
    let left_out = format!("the last {missing} of {count} actions of this call were not done: look first");
    let parts = [(!reported.is_empty()).then(|| seen.to_string()), (missing > 0).then_some(left_out)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}
