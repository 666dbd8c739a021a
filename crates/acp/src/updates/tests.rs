//! Tests of the updates: a log on the left, what the editor gets on the right.

use super::*;
use agent_client_protocol::v1::schema::{
    ContentBlock, ToolCallContent, ToolCallLocation, ToolCallUpdateFields,
};
use deskpilot_core::{
    Action, ActionId, AgentName, Aim, Answer, AppDecision, Assignment, BlobKind, Button, Call, Caution,
    Consent, Control, Effect, Event, Evidence, Gesture, Grounds, HostDecision, HostRemarks, NextStatus,
    NoChangeReason, Operation, PauseCause, ProgramCall, Question, Rect, Remarks, Role, Ruling, RulingSource,
    Subtask, SubtaskOutcome, Timestamp, Verb, Verdict, Window, WindowId, WindowState, policy::KnownEffect,
};

fn window() -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "Notes".into(),
        application: "notes".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    }
}

fn click(name: &str) -> Operation {
    let gesture = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
    let aim = Aim::Control(Box::new(Control::deferred(Role::Button, name)));
    let verb = Verb::Gesture(gesture);
    Operation::Act(Box::new(Action { call: Call::default(), window: window(), aim, verb }))
}

fn ruled(operation: Operation, ruling: Ruling, writes: &[&str]) -> Event {
    let files = writes.iter().map(|it| (*it).to_owned()).collect();
    let grounds = Grounds {
        source: RulingSource::Agent,
        findings: Vec::new(),
        rule: None,
        places: Vec::new(),
        targets: None,
        beside: None,
        known_effect: Some(Box::new(KnownEffect::Writes(files))),
    };
    Event::Ruled { operation, ruling, grounds: Some(grounds), picture: None }
}

fn acting(operation: Operation) -> Event {
    let picture = BlobRef { hash: "a".repeat(64), kind: BlobKind::Png, bytes: 1 };
    Event::Acting { id: ActionId(1), operation, selected: Some(picture) }
}

fn acted(effect: Effect) -> Event {
    Event::Acted { id: ActionId(1), outcome: effect.into() }
}

fn confirmed(consent: Consent) -> Event {
    Event::Confirmed { consent, by: None }
}

fn assigned() -> Event {
    let subtask = Subtask { id: "a".into(), text: "write it".into(), ..Subtask::default() };
    let next =
        Subtask { id: "b".into(), application: "mail".into(), text: "send it".into(), ..Subtask::default() };
    let agent = AgentName::app("notes", "Notes");
    let decision = HostDecision::Assign(Box::new(Assignment { subtask, window: window(), agent }));
    let common =
        Remarks { thought: "Notes first.".into(), comment: "I write it.".into(), ..Remarks::default() };
    Event::HostDecided {
        decision,
        remarks: HostRemarks { common, planned: vec![next], ..HostRemarks::default() },
    }
}

fn ended(outcome: SubtaskOutcome) -> Event {
    Event::SubtaskEnded { outcome, comment: String::new(), missing: Vec::new() }
}

fn started() -> Event {
    Event::RoundStarted { round: 0, request: "Write\nit.".into() }
}

fn texts(content: &[ToolCallContent]) -> String {
    let text = |it: &ToolCallContent| match it {
        ToolCallContent::Content(it) => match &it.content {
            ContentBlock::Text(text) => format!(" {:?}", text.text),
            _ => " picture".to_owned(),
        },
        _ => " other".to_owned(),
    };
    content.iter().map(text).collect()
}

fn places(locations: &[ToolCallLocation]) -> String {
    locations.iter().map(|it| format!(" at {}", it.path.display())).collect()
}

fn fields(it: &ToolCallUpdateFields) -> String {
    let content = it.content.as_deref().map(texts).unwrap_or_default();
    let locations = it.locations.as_deref().map(places).unwrap_or_default();
    format!("{:?}{content}{locations}", it.status.unwrap())
}

/// An update on one line.
fn line(shown: &PicturedUpdate) -> String {
    let chunk = |it: &ContentBlock| match it {
        ContentBlock::Text(text) => format!("{:?}", text.text.trim_end()),
        _ => "no text".to_owned(),
    };
    let picture = if shown.picture.is_some() { " with a picture" } else { "" };
    let line = match &shown.update {
        SessionUpdate::UserMessageChunk(it) => format!("user: {}", chunk(&it.content)),
        SessionUpdate::AgentMessageChunk(it) => format!("agent: {}", chunk(&it.content)),
        SessionUpdate::AgentThoughtChunk(it) => format!("thought: {}", chunk(&it.content)),
        SessionUpdate::ToolCall(it) => {
            let (content, at) = (texts(&it.content), places(&it.locations));
            format!("{}: {} {:?} {:?}{content}{at}", it.tool_call_id, it.title, it.kind, it.status)
        }
        SessionUpdate::ToolCallUpdate(it) => format!("{}: {}", it.tool_call_id, fields(&it.fields)),
        SessionUpdate::Plan(it) => {
            let entries: Vec<String> =
                it.entries.iter().map(|it| format!("{} {:?}", it.content, it.status)).collect();
            format!("plan: {}", entries.join("; "))
        }
        other => format!("{other:?}"),
    };
    line + picture
}

fn lines(events: Vec<Event>, telling: Telling) -> Vec<String> {
    let mut updates = Updates::default();
    let entries = (0..).zip(events).map(|(seq, event)| Entry { seq, at: Timestamp(0), event });
    entries.flat_map(|it| updates.of_entry(&it, telling)).map(|it| line(&it)).collect()
}

#[test]
fn an_action_is_one_tool_call_from_its_question_to_its_effect() {
    let run = || Operation::Run(ProgramCall { argv: vec!["ls".into()] });
    let allow = |operation: Operation| ruled(operation, Ruling::Allow, &[]);
    let confirm = |operation: Operation| ruled(operation, Ruling::Confirm("it sends".into()), &[]);
    let done = || acted(Effect::Confirmed(Evidence::Accepted));
    let accepted = "Completed \"confirmed: accepted by the application\" with a picture";
    for (events, expected) in [
        (
            vec![allow(click("OK")), acting(click("OK")), done()],
            vec![
                "operation-1: click the Button \"OK\" Other InProgress".to_owned(),
                format!("operation-1: {accepted}"),
            ],
        ),
        (
            vec![confirm(click("Send")), confirmed(Consent::Once), acting(click("Send")), done()],
            vec![
                "operation-0: click the Button \"Send\" Other Pending".to_owned(),
                "operation-0: InProgress".to_owned(),
                format!("operation-0: {accepted}"),
            ],
        ),
        (
            vec![
                confirm(click("Send")),
                confirmed(Consent::No("later".into())),
                ruled(click("Send"), Ruling::Refuse("the user said no: later".into()), &[]),
            ],
            vec![
                "operation-0: click the Button \"Send\" Other Pending".to_owned(),
                "operation-0: Failed \"not allowed: the user said no: later\"".to_owned(),
            ],
        ),
        (
            vec![ruled(run(), Ruling::Refuse("read-only".into()), &[])],
            vec!["operation-0: run the program: ls Execute Failed \"not allowed: read-only\"".to_owned()],
        ),
        (
            vec![confirm(click("Send")), Event::Stopped],
            vec![
                "operation-0: click the Button \"Send\" Other Pending".to_owned(),
                "operation-0: Failed \"stopped\"".to_owned(),
            ],
        ),
    ] {
        assert_eq!(lines(events, Telling::Live), expected);
    }
}

#[test]
fn a_pause_is_a_tool_call_until_the_desktop_is_handed_back() {
    let paused = |cause| Event::Paused { cause };
    let pointer = "operation-0: Paused: you used the pointer Other Pending";
    for (events, expected) in [
        (
            vec![paused(PauseCause::Pointer), Event::HandedBack],
            vec![pointer, "operation-0: Completed \"handed back\""],
        ),
        (vec![paused(PauseCause::Pointer), Event::Stopped], vec![pointer, "operation-0: Failed \"stopped\""]),
        (
            vec![paused(PauseCause::Pointer), Event::SessionClosed],
            vec![pointer, "operation-0: Failed \"not handed back\""],
        ),
        (
            vec![paused(PauseCause::Pointer), paused(PauseCause::Asked), Event::HandedBack],
            vec![
                pointer,
                "operation-0: Completed \"handed on\"",
                "operation-1: Paused: you asked for it Other Pending",
                "operation-1: Completed \"handed back\"",
            ],
        ),
    ] {
        let mut calls = lines(events, Telling::Live);
        calls.retain(|it| it.starts_with("operation-"));
        assert_eq!(calls, expected);
    }
}

#[test]
fn a_tool_call_names_the_files_that_it_touches_by_their_whole_paths() {
    let touched = |file: &str| Event::Touched {
        file: file.into(),
        below: None,
        content: deskpilot_core::FirstContent::HoldsSecret,
    };
    let events = vec![
        ruled(click("Save"), Ruling::Allow, &["/home/ann/a.txt", "b.txt"]),
        touched("/home/ann/c.txt"),
        acting(click("Save")),
        acted(Effect::Confirmed(Evidence::Written("/home/ann/d.txt".into()))),
    ];
    let before = "at /home/ann/a.txt at /home/ann/c.txt";
    assert_eq!(
        lines(events, Telling::Live),
        [
            format!("operation-2: click the Button \"Save\" Other InProgress {before}"),
            format!(
                "operation-2: Completed \"confirmed: /home/ann/d.txt was written\" {before} at /home/ann/d.txt with a picture"
            ),
        ]
    );
}

#[test]
fn an_action_without_an_effect_has_failed() {
    let unchanged = Effect::NoChange(NoChangeReason::NotFound("nothing has this text".into()));
    let events = vec![acting(click("OK")), acted(unchanged), acting(click("OK")), acted(Effect::Interrupted)];
    let lines = lines(events, Telling::Live);
    assert!(
        lines[1].starts_with("operation-0: Completed \"no change: "),
        "it searched and found nothing: {}",
        lines[1]
    );
    assert!(lines[3].starts_with("operation-2: Failed \"interrupted: "), "{}", lines[3]);
}

#[test]
fn subtasks_are_the_plan_and_each_change_is_told_once() {
    let finish = HostDecision::Finish;
    let remarks = HostRemarks {
        common: Remarks { comment: "All is written.".into(), ..Remarks::default() },
        ..HostRemarks::default()
    };
    let events = vec![
        started(),
        assigned(),
        ended(SubtaskOutcome::Failed("no paper".into())),
        Event::HostDecided { decision: finish, remarks },
        Event::RoundEnded { verdict: Verdict::Finished("All is written.".into()) },
    ];
    let expected = [
        "thought: \"Notes first.\"",
        "agent: \"I write it.\"",
        "plan: notes: write it InProgress; mail: send it Pending",
        "plan: notes: write it (not done: no paper) Completed; mail: send it Pending",
        "plan: notes: write it (not done: no paper) Completed",
        "agent: \"All is written.\"",
    ];
    assert_eq!(lines(events, Telling::Live), expected);
}

#[test]
fn what_a_person_typed_is_told_from_a_log_and_not_to_the_editor_in_which_they_typed_it() {
    let questions = vec![Question("Tea?".into()), Question("Milk?".into())];
    let answer = |text: &str| Answer { question: "Tea?".into(), answer: text.into() };
    let events = || {
        vec![
            started(),
            Event::Asked { questions: questions.clone() },
            Event::Answered { answers: vec![answer("yes")], by: None },
            Event::RoundEnded { verdict: Verdict::Failed("no tea".into()) },
        ]
    };
    let asked = "agent: \"Tea?\\n\\nMilk?\"";
    assert_eq!(
        lines(events(), Telling::Past),
        ["user: \"Write\\nit.\"", asked, "user: \"yes\"", "agent: \"Failed: no tea\""]
    );
    assert_eq!(
        lines(events(), Telling::Live),
        [asked, "thought: \"answered \\\"Tea?\\\": \\\"yes\\\"\"", "agent: \"Failed: no tea\""]
    );
}

#[test]
fn what_the_built_in_model_says_of_every_success_is_left_out_and_control_characters_are() {
    let remarks = |comment: &str| Remarks { comment: comment.into(), ..Remarks::default() };
    let act = |comment: &str| Event::AppDecided {
        decision: AppDecision::Act {
            actions: Vec::new(),
            caution: Caution::Usual,
            then: NextStatus::Continue,
            independent: Vec::new(),
        },
        remarks: remarks(comment),
    };
    let events = vec![
        act("done"),
        act("I type\u{1b}[2J\u{202e} it."),
        Event::RoundEnded { verdict: Verdict::Finished("done".into()) },
    ];
    assert_eq!(lines(events, Telling::Live), ["agent: \"I type[2J\u{fffd} it.\"", "agent: \"Finished.\""]);
}

#[test]
fn a_question_that_was_told_is_open_until_it_is_answered_also_during_a_pause() {
    let questions = vec![Question("Tea?".into())];
    let answers = vec![Answer { question: "Tea?".into(), answer: "yes".into() }];
    let walk = [
        (started(), None),
        (Event::Asked { questions }, Some(1)),
        (Event::Paused { cause: PauseCause::Pointer }, Some(1)),
        (Event::Stopped, Some(1)),
        (Event::Answered { answers, by: None }, None),
    ];
    let mut updates = Updates::default();
    for (seq, (event, asked)) in (0..).zip(walk) {
        updates.of_entry(&Entry { seq, at: Timestamp(0), event }, Telling::Live);
        assert_eq!(updates.asked(), asked.map(QuestionId), "after entry {seq}");
    }
}

#[test]
fn no_entry_is_told_twice() {
    let mut updates = Updates::default();
    let entry = Entry { seq: 4, at: Timestamp(0), event: Event::HandedBack };
    let count = |updates: &mut Updates| updates.of_entry(&entry, Telling::Live).len();
    assert_eq!((count(&mut updates), count(&mut updates)), (1, 0));
}
