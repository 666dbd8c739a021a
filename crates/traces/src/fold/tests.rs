//! Logs on the left, their spans as a tree on the right. The entries of a log are a millisecond apart.

use super::*;
use crate::{
    SpanId, TraceId,
    names::{TOTAL_CALLS, TOTAL_DOLLARS, TOTAL_INPUT_TOKENS, TOTAL_OUTPUT_TOKENS},
    otlp::export_request,
};
use deskpilot_core::{
    Action, ActionId, Aim, Assessment, Assignment, BlobKind, BlobRef, Call, Consent, DesktopInfo, Effect,
    EvaluationLevel, HostRemarks, LogOrigin, NoChangeReason, Rect, Remedy, Size, Stage, Subtask, Verb,
    Window, WindowId, WindowState,
};

const TEXTS: [&str; 6] =
    ["write a letter", "type the letter", "Dear Ann", "Which Ann", "Ann Smith", "Letter to Ann"];

fn opened() -> Event {
    let model = |kind| (kind, "openai/gpt-6".to_owned());
    Event::SessionOpened {
        task: "t".into(),
        format: 4,
        version: "0.1.0".into(),
        desktop: DesktopInfo {
            name: "desktop".into(),
            size: Size { width: 1, height: 1 },
            monitors: Vec::new(),
        },
        models: [AgentKind::HostAgent, AgentKind::AppAgent].map(model).to_vec(),
        mode: Mode::Normal,
        plan: None,
    }
}

fn resumed() -> Event {
    let Event::SessionOpened { version, desktop, .. } = opened() else { unreachable!("it is one") };
    Event::SessionResumed { version, desktop, origin: LogOrigin::Own }
}

fn round() -> Event {
    Event::RoundStarted { round: 0, request: TEXTS[0].into() }
}

fn window() -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: TEXTS[5].into(),
        application: "notes".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    }
}

fn app() -> AgentName {
    AgentName::app("notes", TEXTS[5])
}

fn starts(agent: AgentName) -> Event {
    Event::StepStarted { step: StepNumber::default(), agent }
}

fn ends() -> Event {
    Event::StepEnded { timings: Vec::new() }
}

fn prompted() -> Event {
    Event::Prompted { prompt: BlobRef { hash: "p".into(), kind: BlobKind::Json, bytes: 0 }, attempt: 0 }
}

fn replied() -> Event {
    let usage = Usage { input_tokens: 100, cached_tokens: 60, output_tokens: 7, cost: Some(0.25) };
    let (text, model) = (TEXTS[2].into(), "openai/gpt-6-2026".into());
    Event::Replied { text, model, usage, ending: ReplyEnding::Complete }
}

fn assigns() -> Event {
    let subtask = Subtask { text: TEXTS[1].into(), ..Subtask::default() };
    let assignment = Assignment { subtask, window: window(), agent: app() };
    let decision = HostDecision::Assign(Box::new(assignment));
    Event::HostDecided { decision, remarks: HostRemarks::default() }
}

fn types() -> Operation {
    let args = serde_json::json!({"text": TEXTS[2]}).as_object().cloned().unwrap_or_default();
    let call = Call { command: "set_edit_text".into(), args };
    Operation::Act(Box::new(Action { call, window: window(), aim: Aim::Window, verb: Verb::Native }))
}

fn acting() -> Event {
    Event::Acting { id: ActionId(1), operation: types(), selected: None }
}

fn acted(effect: Effect) -> Event {
    Event::Acted { id: ActionId(1), outcome: effect.into() }
}

fn round_ends(verdict: Verdict) -> Event {
    Event::RoundEnded { verdict }
}

fn subtask_ends(outcome: SubtaskOutcome) -> Event {
    Event::SubtaskEnded { outcome, comment: String::new(), missing: Vec::new() }
}

/// The spans of a log that ends with these events.
fn spans(content: Content, parent: Option<TraceParent>, events: Vec<Event>) -> Vec<Span> {
    let mut fold = TraceFold::new(content, parent);
    for (seq, event) in (0..).zip(events) {
        fold.apply(&Entry { seq, at: Timestamp(seq), event });
    }
    fold.finish();
    fold.take_ended()
}

fn text_of(span: &Span, name: &str) -> Option<String> {
    span.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| match value {
        AttributeValue::Text(text) => text.clone(),
        AttributeValue::Count(count) => count.to_string(),
        AttributeValue::Number(number) => number.to_string(),
    })
}

/// Each span with its times, what came of it and its error, below the span that it is a part of.
fn tree(spans: &[Span]) -> Vec<String> {
    let mut lines = Vec::new();
    let ids: Vec<SpanId> = spans.iter().map(|it| it.id).collect();
    let is_root = |it: &&Span| it.parent.is_none_or(|parent| !ids.contains(&parent));
    let mut roots: Vec<&Span> = spans.iter().filter(is_root).collect();
    roots.sort_by_key(|it| it.began);
    roots.iter().for_each(|it| add_lines(spans, it, 0, &mut lines));
    lines
}

fn add_lines(spans: &[Span], span: &Span, depth: usize, lines: &mut Vec<String>) {
    let mut line = format!("{}{} {}-{}", "  ".repeat(depth), span.name, span.began.0, span.ended.0);
    let found = [OUTCOME, EFFECT, CONSENT].into_iter().filter_map(|it| text_of(span, it));
    found.for_each(|it| line.push_str(&format!(" {it}")));
    span.error.iter().for_each(|it| line.push_str(&format!(" !{it}")));
    lines.push(line);
    let mut parts: Vec<&Span> = spans.iter().filter(|it| it.parent == Some(span.id)).collect();
    parts.sort_by_key(|it| it.began);
    parts.iter().for_each(|it| add_lines(spans, it, depth + 1, lines));
}

/// A session that plans, asks for a yes, acts, asks a question and finishes.
fn whole_session() -> Vec<Event> {
    let answer = Answer { question: TEXTS[3].into(), answer: TEXTS[4].into() };
    vec![
        opened(),
        round(),
        starts(AgentName::host()),
        prompted(),
        replied(),
        assigns(),
        ends(),
        starts(app()),
        prompted(),
        replied(),
        Event::ruled(types(), Ruling::Confirm("it sends".into())),
        ends(),
        Event::Confirmed { consent: Consent::Once, by: None },
        starts(app()),
        acting(),
        acted(Effect::unverified("nothing to look at")),
        subtask_ends(SubtaskOutcome::Finished),
        ends(),
        starts(AgentName::host()),
        Event::Asked { questions: vec![Question(TEXTS[3].into())] },
        ends(),
        Event::Answered { answers: vec![answer], by: None },
        starts(AgentName::host()),
        round_ends(Verdict::Finished(String::new())),
        ends(),
        Event::SessionClosed,
    ]
}

#[test]
fn a_session_is_a_tree_of_rounds_subtasks_steps_and_what_happened_in_them() {
    let spans = spans(Content::Omitted, None, whole_session());
    let expected = [
        "invoke_agent deskpilot 0-25",
        "  invoke_agent HostAgent 1-24 finished",
        "    step 2-6",
        "      chat gpt-6 3-4",
        "    invoke_agent AppAgent 5-17 finished",
        "      step 7-11",
        "        chat gpt-6 8-9",
        "        approval 10-12 once",
        "      step 13-17",
        "        execute_tool set_edit_text 14-15 unverified",
        "    step 18-20",
        "      question 19-21",
        "    step 22-24",
    ];
    assert_eq!(tree(&spans), expected);
    assert!(spans.iter().all(|it| it.trace == TraceId::of_log("t", Timestamp(0))));
    let call = spans.iter().find(|it| it.name == "chat gpt-6").unwrap();
    assert_eq!(call.kind, crate::SpanKind::Client);
    for (name, expected) in [
        (PROVIDER, "openai"),
        (REQUEST_MODEL, "gpt-6"),
        (RESPONSE_MODEL, "gpt-6-2026"),
        (INPUT_TOKENS, "100"),
        (CACHED_TOKENS, "60"),
        (OUTPUT_TOKENS, "7"),
        (DOLLARS, "0.25"),
    ] {
        assert_eq!(text_of(call, name).as_deref(), Some(expected), "{name}");
    }
    let session = spans.iter().find(|it| it.parent.is_none()).unwrap();
    for (name, expected) in [
        (CONVERSATION, "t"),
        (TOTAL_CALLS, "2"),
        (TOTAL_INPUT_TOKENS, "200"),
        (TOTAL_OUTPUT_TOKENS, "14"),
        (TOTAL_DOLLARS, "0.5"),
    ] {
        assert_eq!(text_of(session, name).as_deref(), Some(expected), "{name}");
    }
}

#[test]
fn each_kind_of_span_has_its_attributes() {
    let spans = spans(Content::Omitted, None, whole_session());
    for (name, attribute, expected) in [
        ("invoke_agent deskpilot", OPERATION, "invoke_agent"),
        ("invoke_agent deskpilot", AGENT, "deskpilot"),
        ("invoke_agent deskpilot", AGENT_VERSION, "0.1.0"),
        ("invoke_agent deskpilot", MODE, Mode::Normal.word()),
        ("invoke_agent HostAgent", OPERATION, "invoke_agent"),
        ("invoke_agent HostAgent", AGENT, "HostAgent"),
        ("invoke_agent HostAgent", ROUND, "0"),
        ("invoke_agent AppAgent", OPERATION, "invoke_agent"),
        ("invoke_agent AppAgent", AGENT, "AppAgent"),
        ("invoke_agent AppAgent", APPLICATION, "notes"),
        ("step", AGENT, "HostAgent"),
        ("step", STEP, "0"),
        ("chat gpt-6", OPERATION, "chat"),
        ("chat gpt-6", ATTEMPT, "0"),
        ("execute_tool set_edit_text", OPERATION, "execute_tool"),
        ("execute_tool set_edit_text", TOOL, "set_edit_text"),
        ("execute_tool set_edit_text", TOOL_CALL, "1"),
        ("execute_tool set_edit_text", APPLICATION, "notes"),
        ("approval", TOOL, "set_edit_text"),
        ("approval", APPLICATION, "notes"),
        ("question", QUESTIONS, "1"),
    ] {
        let span = spans.iter().find(|it| it.name == name).unwrap();
        assert_eq!(text_of(span, attribute).as_deref(), Some(expected), "{name}: {attribute}");
    }
    let nothing = Effect::NoChange(NoChangeReason::NotFound(TEXTS[2].into()));
    let unchanged = vec![opened(), round(), starts(app()), acting(), acted(nothing)];
    let spans = self::spans(Content::Omitted, None, unchanged);
    let action = spans.iter().find(|it| it.name == "execute_tool set_edit_text").unwrap();
    assert_eq!(text_of(action, REASON_CODE).as_deref(), Some("not_found"), "why nothing happened");
}

#[test]
fn a_call_that_fails_and_what_it_ends_have_the_class_of_the_error_and_not_its_text() {
    let (stage, message) = (Stage::GetResponse, TEXTS[2].to_owned());
    let spans = spans(
        Content::Omitted,
        None,
        vec![
            opened(),
            round(),
            starts(AgentName::host()),
            prompted(),
            Event::Faulted { stage, message: message.clone(), remedy: Remedy::Retry },
            Event::Faulted { stage, message, remedy: Remedy::GiveUp },
            ends(),
            round_ends(Verdict::Errored(TEXTS[2].into())),
            Event::SessionClosed,
        ],
    );
    let expected = [
        "invoke_agent deskpilot 0-8",
        "  invoke_agent HostAgent 1-7 errored !errored",
        "    step 2-6 !gave_up",
        "      chat gpt-6 3-5 !gave_up",
    ];
    assert_eq!(tree(&spans), expected);
    assert!(!export_request(&spans).to_string().contains(TEXTS[2]));
}

#[test]
fn an_error_that_an_agent_mends_is_none_of_its_step() {
    let (stage, message, remedy) = (Stage::GetControlInfo, String::new(), Remedy::TellAgent);
    let begun = || vec![opened(), round(), starts(AgentName::host())];
    let faulted = Event::Faulted { stage, message, remedy };
    for (more, expected) in [
        (vec![faulted.clone(), ends()], "    step 2-4 !told_agent"),
        (vec![faulted, assigns(), ends()], "    step 2-5"),
    ] {
        let spans = spans(Content::Omitted, None, begun().into_iter().chain(more).collect());
        assert!(tree(&spans).contains(&expected.to_owned()), "{:?}", tree(&spans));
    }
}

#[test]
fn an_evaluation_has_its_calls_and_is_a_part_of_the_session() {
    let judged = Event::Judged {
        complete: Assessment::Yes,
        reason: String::new(),
        sub_scores: Vec::new(),
        level: EvaluationLevel::default(),
        checks: Vec::new(),
    };
    let events = vec![
        opened(),
        round(),
        round_ends(Verdict::Finished(String::new())),
        Event::Judging { level: EvaluationLevel::default() },
        prompted(),
        replied(),
        judged,
        Event::SessionClosed,
    ];
    let expected = [
        "invoke_agent deskpilot 0-7",
        "  invoke_agent HostAgent 1-2 finished",
        "  invoke_agent EvaluationAgent 3-6 yes",
        "    chat 4-5",
    ];
    assert_eq!(tree(&spans(Content::Omitted, None, events)), expected);
}

#[test]
fn what_is_refused_or_has_no_effect_says_so() {
    let spans = spans(
        Content::Omitted,
        None,
        vec![
            opened(),
            round(),
            starts(app()),
            Event::ruled(types(), Ruling::Refuse("no".into())),
            acting(),
            acted(Effect::Partial("half of it".into())),
            ends(),
        ],
    );
    let expected = [
        "invoke_agent deskpilot 0-6",
        "  invoke_agent HostAgent 1-6",
        "    step 2-6",
        "      execute_tool set_edit_text 3-3 refused !not_allowed",
        "      execute_tool set_edit_text 4-5 partial !partial",
    ];
    assert_eq!(tree(&spans), expected);
}

#[test]
fn a_resumed_session_goes_on_with_its_trace_and_ends_what_a_killed_process_left_open() {
    let killed =
        vec![opened(), round(), starts(AgentName::host()), assigns(), ends(), starts(app()), acting()];
    let before = spans(Content::Omitted, None, killed.clone());
    let more = vec![
        resumed(),
        acted(Effect::Interrupted),
        starts(app()),
        ends(),
        subtask_ends(SubtaskOutcome::Failed("it broke".into())),
        round_ends(Verdict::Failed(String::new())),
        Event::SessionClosed,
    ];
    let all = spans(Content::Omitted, None, killed.into_iter().chain(more).collect());
    let expected = [
        "invoke_agent deskpilot 0-6",
        "  invoke_agent HostAgent 1-6",
        "    step 2-4",
        "    invoke_agent AppAgent 3-6",
        "      step 5-6",
        "        execute_tool set_edit_text 6-6 interrupted !interrupted",
        "invoke_agent deskpilot 7-13",
        "  invoke_agent HostAgent 7-12 failed !failed",
        "    invoke_agent AppAgent 7-11 failed !failed",
        "      step 9-10",
    ];
    assert_eq!(tree(&all), expected);
    assert!(before.iter().all(|it| all.contains(it)), "what the killed process had is the same span");
    assert!(all.iter().all(|it| it.trace == before[0].trace));
}

#[test]
fn a_session_that_is_a_part_of_something_belongs_to_the_trace_of_that() {
    let parent: TraceParent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".parse().unwrap();
    let own = spans(Content::Omitted, None, whole_session());
    let spans = spans(Content::Omitted, Some(parent), whole_session());
    assert!(spans.iter().all(|it| it.trace == parent.trace));
    let roots: Vec<&Span> = spans.iter().filter(|it| it.parent == Some(parent.span)).collect();
    assert_eq!(roots.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["invoke_agent deskpilot"]);
    assert_eq!(tree(&spans), tree(&own));
}

#[test]
fn texts_are_in_spans_only_if_the_user_wants_them() {
    let sent = |content| export_request(&spans(content, None, whole_session())).to_string();
    let (without, with) = (sent(Content::Omitted), sent(Content::Included));
    for text in TEXTS {
        assert!(!without.contains(text), "{text}: {without}");
    }
    // The title of a window is in no text that is sent.
    for text in &TEXTS[..5] {
        assert!(with.contains(text), "{text}: {with}");
    }
}
