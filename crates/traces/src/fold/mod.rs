//! The fold of a log's entries into spans: session, round, subtask, step, and what happened in it.
//!
//! Identifiers are hashes of the log, so a process that resumes a session goes on with its trace, and finds the spans that a killed
//! process left open.

mod open_span;
mod span_tree;
#[cfg(test)]
mod tests;
mod words;

use crate::{
    AttributeValue, Span, TraceParent,
    names::{
        AGENT, AGENT_VERSION, ANSWER_TEXT, APPLICATION, APPROVAL_SPAN, ATTEMPT, CACHED_TOKENS, CHAT, CONSENT,
        CONVERSATION, DOLLARS, EFFECT, EXECUTE_TOOL, INPUT_TOKENS, INVOKE_AGENT, MODE, OPERATION,
        OPERATION_TEXT, OUTCOME, OUTPUT_TEXT, OUTPUT_TOKENS, PRODUCT, PROVIDER, QUESTION_SPAN, QUESTION_TEXT,
        QUESTIONS, REASON_CODE, REPLY_TEXT, REQUEST_MODEL, REQUEST_TEXT, RESPONSE_MODEL, ROUND, STEP,
        STEP_SPAN, SUBTASK_TEXT, TOOL, TOOL_CALL, provider_and_model,
    },
};
use deskpilot_core::{
    AgentKind, AgentName, Answer, Entry, Event, HostDecision, Mode, Operation, Outcome, Projection, Question,
    ReplyEnding, Ruling, StepNumber, SubtaskOutcome, Timestamp, Usage, Verdict,
};
use open_span::{Level, OpenSpan};
use span_tree::SpanTree;
use words::{application, consent_word, effect_error, ending_error, fault, reason, subtask_word, tool};

/// Whether spans hold texts: requests, subtasks, replies, operations with what is typed, questions, answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// They hold none.
    Omitted,
    /// They hold them, as the log has them: without secrets.
    Included,
}

/// The spans of one log.
#[derive(Debug)]
pub struct TraceFold {
    content: Content,
    tree: SpanTree,
    /// The facts about the session when it opens.
    session: Vec<(&'static str, AttributeValue)>,
    models: Vec<(AgentKind, String)>,
    /// Who calls models now.
    agent: AgentKind,
    round: u32,
    last: Timestamp,
}

impl TraceFold {
    /// No spans yet. A session that is a part of something else belongs to the trace of that.
    pub const fn new(content: Content, parent: Option<TraceParent>) -> TraceFold {
        TraceFold {
            content,
            tree: SpanTree::new(parent),
            session: Vec::new(),
            models: Vec::new(),
            agent: AgentKind::HostAgent,
            round: 0,
            last: Timestamp(0),
        }
    }

    /// Takes the spans that ended since the last call, parts before what they are parts of.
    pub fn take_ended(&mut self) -> Vec<Span> {
        self.tree.take_ended()
    }

    /// Ends everything with the last entry: no entry follows in this process.
    pub fn finish(&mut self) {
        self.tree.end_from(Level::Session, self.last);
    }

    /// A text if spans hold texts.
    fn content(&self, text: impl FnOnce() -> String) -> Option<String> {
        (self.content == Content::Included).then(text)
    }

    fn begin_session(&mut self, entry: &Entry) {
        let attributes = self.session.clone();
        let span = self.tree.begin(Level::Session, entry, format!("{INVOKE_AGENT} {PRODUCT}"));
        span.with(OPERATION, INVOKE_AGENT).with(AGENT, PRODUCT).attributes.extend(attributes);
    }

    fn opened(&mut self, entry: &Entry, task: &str, version: &str, mode: Mode) {
        self.tree.name_log(task, entry.at);
        self.session =
            vec![(CONVERSATION, task.into()), (AGENT_VERSION, version.into()), (MODE, mode.word().into())];
        self.begin_session(entry);
    }

    /// The earlier process has left: its spans end with its last entry, and those that go on begin again.
    fn resumed(&mut self, entry: &Entry) {
        let goes_on = |it: &&OpenSpan| matches!(it.level, Level::Round | Level::Subtask) && !it.is_over;
        let again: Vec<OpenSpan> = self.tree.open().iter().filter(goes_on).cloned().collect();
        self.tree.end_from(Level::Session, self.last);
        self.begin_session(entry);
        for before in again {
            self.tree.begin(before.level, entry, before.name).attributes = before.attributes;
        }
    }

    fn begin_round(&mut self, entry: &Entry, request: Option<&str>) {
        self.tree.end_from(Level::Round, entry.at);
        let (round, text) = (self.round, request.and_then(|it| self.content(|| it.to_owned())));
        let span = self.tree.begin(Level::Round, entry, format!("{INVOKE_AGENT} {}", AgentKind::HostAgent));
        span.with(OPERATION, INVOKE_AGENT).with(AGENT, AgentKind::HostAgent.name()).with(ROUND, round);
        span.with_some(REQUEST_TEXT, text);
    }

    fn end_round(&mut self, entry: &Entry, verdict: &Verdict) {
        if let Some(span) = self.tree.find(Level::Round) {
            let word = verdict.word();
            span.with(OUTCOME, word).is_over = true;
            span.error = (!matches!(verdict, Verdict::Finished(_))).then(|| word.to_owned());
        }
        self.tree.end_over(entry.at);
    }

    fn assigned(&mut self, entry: &Entry, decision: &HostDecision) {
        let (agent, application, subtask) = match decision {
            HostDecision::Assign(it) => {
                (AgentKind::AppAgent.name(), Some(it.window.application.as_str()), &it.subtask)
            }
            HostDecision::Delegate(it, _) => (it.agent.as_str(), it.application.as_deref(), &it.subtask),
            _ => return,
        };
        self.tree.end(Level::Subtask, entry.at);
        let text = self.content(|| subtask.text.clone());
        let span = self.tree.begin(Level::Subtask, entry, format!("{INVOKE_AGENT} {agent}"));
        span.with(OPERATION, INVOKE_AGENT).with(AGENT, agent).with_some(APPLICATION, application);
        span.with_some(SUBTASK_TEXT, text);
    }

    fn end_subtask(&mut self, entry: &Entry, outcome: &SubtaskOutcome) {
        if let Some(span) = self.tree.find(Level::Subtask) {
            let word = subtask_word(outcome);
            span.with(OUTCOME, word).is_over = true;
            span.error = (*outcome != SubtaskOutcome::Finished).then(|| word.to_owned());
        }
        self.tree.end_over(entry.at);
    }

    fn begin_step(&mut self, entry: &Entry, step: StepNumber, agent: &AgentName) {
        self.tree.end_step(entry.at);
        self.agent = agent.kind();
        let span = self.tree.begin(Level::Step, entry, STEP_SPAN);
        span.with(AGENT, agent.kind().name()).with(STEP, step.session);
        span.with_some(APPLICATION, agent.application());
    }

    fn begin_judging(&mut self, entry: &Entry) {
        self.tree.end_step(entry.at);
        self.agent = AgentKind::EvaluationAgent;
        let name = self.agent.name();
        let span = self.tree.begin(Level::Step, entry, format!("{INVOKE_AGENT} {name}"));
        span.with(OPERATION, INVOKE_AGENT).with(AGENT, name);
    }

    fn begin_call(&mut self, entry: &Entry, attempt: u32) {
        self.tree.end(Level::Call, entry.at);
        let known = self.models.iter().find(|(kind, _)| *kind == self.agent).map(|(_, name)| name.clone());
        let name = known.unwrap_or_default();
        let (provider, model) = provider_and_model(&name);
        let span = self.tree.begin(Level::Call, entry, format!("{CHAT} {model}").trim_end());
        span.with(OPERATION, CHAT).with(ATTEMPT, attempt).with_some(PROVIDER, provider);
        span.with_some(REQUEST_MODEL, Some(model).filter(|it| !it.is_empty()));
    }

    fn end_call(&mut self, entry: &Entry, model: &str, usage: &Usage, ending: &ReplyEnding, text: &str) {
        if !self.tree.is_open(Level::Call) {
            self.begin_call(entry, 0);
        }
        self.tree.bill(entry);
        let text = self.content(|| text.to_owned());
        if let Some(span) = self.tree.find(Level::Call) {
            span.with(RESPONSE_MODEL, provider_and_model(model).1);
            span.with(INPUT_TOKENS, usage.input_tokens).with(OUTPUT_TOKENS, usage.output_tokens);
            span.with_some(CACHED_TOKENS, Some(usage.cached_tokens).filter(|it| *it > 0));
            span.with_some(DOLLARS, usage.cost).with_some(REPLY_TEXT, text);
            span.error = ending_error(ending).map(str::to_owned);
        }
        self.tree.end(Level::Call, entry.at);
    }

    /// Ends a model call that brought no reply.
    fn fail_call(&mut self, entry: &Entry, error: &str) {
        if let Some(span) = self.tree.find(Level::Call) {
            span.error = Some(error.to_owned());
        }
        self.tree.end(Level::Call, entry.at);
    }

    fn faulted(&mut self, entry: &Entry, error: &str) {
        self.fail_call(entry, error);
        if let Some(span) = self.tree.find(Level::Step) {
            span.error = Some(error.to_owned());
        }
    }

    /// A decision means that earlier errors of the step were fixed.
    fn decided(&mut self) {
        if let Some(span) = self.tree.find(Level::Step) {
            span.error = None;
        }
    }

    /// Begins a span of an operation, with its attributes.
    fn begin_operation(&mut self, level: Level, entry: &Entry, operation: &Operation) -> &mut OpenSpan {
        let text = self.content(|| operation.to_string());
        let name = match level {
            Level::Approval => APPROVAL_SPAN.to_owned(),
            _ => format!("{EXECUTE_TOOL} {}", tool(operation)),
        };
        let span = self.tree.begin(level, entry, name);
        span.with(TOOL, tool(operation)).with_some(APPLICATION, application(operation));
        span.with_some(OPERATION_TEXT, text)
    }

    fn ruled(&mut self, entry: &Entry, operation: &Operation, ruling: &Ruling) {
        match ruling {
            Ruling::Allow => {}
            Ruling::Confirm(_) => {
                self.tree.end(Level::Approval, entry.at);
                self.begin_operation(Level::Approval, entry, operation);
            }
            Ruling::Refuse(_) => {
                let span = self.begin_operation(Level::Refusal, entry, operation);
                span.with(OPERATION, EXECUTE_TOOL).with(EFFECT, "refused").error = Some("not_allowed".into());
                self.tree.end(Level::Refusal, entry.at);
            }
        }
    }

    fn acted(&mut self, level: Level, entry: &Entry, outcome: &Outcome) {
        let output = outcome.output.as_ref().and_then(|it| self.content(|| it.clone()));
        if let Some(span) = self.tree.find(level) {
            span.with(EFFECT, outcome.effect.word()).with_some(REASON_CODE, reason(&outcome.effect));
            span.with_some(OUTPUT_TEXT, output).error = effect_error(&outcome.effect);
        }
        self.tree.end(level, entry.at);
    }

    fn asked(&mut self, entry: &Entry, questions: &[Question]) {
        self.tree.end(Level::Question, entry.at);
        let texts = || questions.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join("\n");
        let text = self.content(texts);
        let span = self.tree.begin(Level::Question, entry, QUESTION_SPAN);
        span.with(QUESTIONS, questions.len() as u64).with_some(QUESTION_TEXT, text);
    }

    fn answered(&mut self, entry: &Entry, answers: &[Answer]) {
        let texts = || answers.iter().map(|it| it.answer.as_str()).collect::<Vec<_>>().join("\n");
        let text = self.content(texts);
        if let Some(span) = self.tree.find(Level::Question) {
            span.with_some(ANSWER_TEXT, text);
        }
        self.tree.end(Level::Question, entry.at);
    }

    fn apply_event(&mut self, entry: &Entry) {
        match &entry.event {
            Event::SessionOpened { task, version, models, mode, .. } => {
                self.models.clone_from(models);
                self.opened(entry, task, version, *mode);
            }
            Event::SessionResumed { .. } => self.resumed(entry),
            Event::RoundStarted { round, request } => {
                self.round = *round;
                self.begin_round(entry, Some(request));
            }
            Event::RoundReopened { .. } => self.begin_round(entry, None),
            Event::RoundEnded { verdict } => self.end_round(entry, verdict),
            Event::HostDecided { decision, .. } => {
                self.decided();
                self.assigned(entry, decision);
            }
            Event::AppDecided { .. } => self.decided(),
            Event::SubtaskEnded { outcome, .. } => self.end_subtask(entry, outcome),
            Event::StepStarted { step, agent } => self.begin_step(entry, *step, agent),
            Event::StepEnded { .. } => self.tree.end_step(entry.at),
            Event::Judging { .. } => self.begin_judging(entry),
            Event::Judged { complete, .. } => {
                if let Some(span) = self.tree.find(Level::Step) {
                    span.with(OUTCOME, complete.word());
                }
                self.tree.end_step(entry.at);
            }
            Event::SessionClosed => self.tree.end_from(Level::Session, entry.at),
            _ => self.apply_within_step(entry),
        }
    }

    fn apply_within_step(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Prompted { attempt, .. } => self.begin_call(entry, *attempt),
            Event::Replied { text, model, usage, ending } => self.end_call(entry, model, usage, ending, text),
            Event::Rejected { .. } => self.fail_call(entry, "rejected"),
            Event::Faulted { remedy, .. } => {
                if let Some(error) = fault(*remedy) {
                    self.faulted(entry, error);
                }
            }
            Event::Ruled { operation, ruling, .. } => self.ruled(entry, operation, ruling),
            Event::Confirmed { consent, .. } => {
                if let Some(span) = self.tree.find(Level::Approval) {
                    span.with(CONSENT, consent_word(consent));
                }
                self.tree.end(Level::Approval, entry.at);
            }
            Event::Acting { id, operation, .. } => {
                let span = self.begin_operation(Level::Action(*id), entry, operation);
                span.with(OPERATION, EXECUTE_TOOL).with(TOOL_CALL, id.0.to_string());
            }
            Event::Acted { id, outcome } => self.acted(Level::Action(*id), entry, outcome),
            Event::Asked { questions } => self.asked(entry, questions),
            Event::Answered { answers, .. } => self.answered(entry, answers),
            _ => {}
        }
    }
}

impl Projection for TraceFold {
    fn apply(&mut self, entry: &Entry) {
        self.apply_event(entry);
        self.last = entry.at;
    }
}
