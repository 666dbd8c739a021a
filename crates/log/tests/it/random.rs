//! Properties that hold for every sequence of events, however unlikely.

use crate::sample::{click, window};
use deskpilot_core::{
    fold::{BudgetLevel, BudgetScope, Ledger, ReachedLimit, StepRecords},
    *,
};
use deskpilot_log::{Exports, FileLog, SessionLog, UiTrees, read};
use proptest::{collection::vec, option, prelude::*};
use std::{collections::BTreeMap, env, fs, path::Path};
use tempfile::tempdir;

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,8}", "[a-z\n\"\\\\]{0,5}", Just(String::new())]
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>().prop_filter("JSON has no others", |it| it.is_finite()), 0.0..1000.0]
}

fn blob() -> impl Strategy<Value = BlobRef> {
    ("[0-9a-f]{64}", any::<u64>()).prop_map(|(hash, bytes)| BlobRef { hash, kind: BlobKind::Png, bytes })
}

fn agent() -> impl Strategy<Value = AgentName> {
    prop_oneof![Just(AgentName::host()), Just(AgentName::app("a", "A")), Just(AgentName::app("b", "B"))]
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        text().prop_map(|name| Operation::Act(Box::new(click(&name)))),
        (text(), option::of(text())).prop_map(|(application, file)| Operation::Launch(Launch {
            application,
            file,
            ..Launch::default()
        })),
        vec(text(), 1..3).prop_map(|argv| Operation::Run(ProgramCall { argv })),
        delegation().prop_map(|it| Operation::Delegate(Box::new(it))),
        (text(), vec(text(), 0..2)).prop_map(|(text, places)| Operation::Permit(Box::new(
            PermissionRequest {
                agent: text.clone(),
                application: None,
                home: String::new(),
                kind: PermissionKind::Edits,
                title: text,
                places,
                details: String::new(),
            }
        ))),
    ]
}

fn delegation() -> impl Strategy<Value = Delegation> {
    (text(), option::of(text()), text()).prop_map(|(agent, application, text)| Delegation {
        agent,
        application,
        subtask: Subtask { text, ..Subtask::default() },
    })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let effect = prop_oneof![
        Just(Effect::Confirmed(Evidence::Accepted)),
        (option::of(text()), option::of(text())).prop_map(|(before, after)| Effect::NoChange(
            NoChangeReason::Same(Evidence::Value { before, after, of: None })
        )),
        (text(), any::<u64>())
            .prop_map(|(text, millis)| Effect::NoChange(NoChangeReason::NotShown { text, millis })),
        text().prop_map(|text| Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Text(text)))),
        text().prop_map(|text| Effect::Refused(Refusal::Recorded(text))),
        (text(), text()).prop_map(|(what, by)| Effect::Refused(Refusal::Obscured { what, by })),
        text().prop_map(|text| Effect::Refused(Refusal::NotDone(Divergence::Gone(text)))),
        text().prop_map(Effect::unverified),
    ];
    let settled = (0..3, any::<u64>()).prop_map(|(how, millis)| match how {
        0 => WaitEnd::Quiet(millis),
        1 => WaitEnd::Condition(millis),
        _ => WaitEnd::Deadline(millis),
    });
    (effect, option::of(text()), option::of(settled)).prop_map(|(effect, output, settled)| Outcome {
        effect,
        output,
        settled,
    })
}

fn remarks() -> impl Strategy<Value = Remarks> {
    (text(), vec(text(), 0..3), text(), option::of(text())).prop_map(
        |(thought, plan, comment, save_screenshot)| Remarks {
            observation: thought.clone(),
            thought,
            plan,
            comment,
            save_screenshot,
        },
    )
}

fn host_decision() -> impl Strategy<Value = HostDecision> {
    let assign = (text(), agent(), 0..5_u32).prop_map(|(text, agent, index)| {
        let subtask = Subtask { index, message: vec![text.clone()], text, ..Subtask::default() };
        HostDecision::Assign(Box::new(Assignment { subtask, window: window(), agent }))
    });
    prop_oneof![
        3 => assign,
        1 => text().prop_map(|application| HostDecision::Launch(Launch { application, file: None, ..Launch::default() }, Caution::Usual)),
        1 => vec(text(), 1..3).prop_map(|argv| HostDecision::Run(ProgramCall { argv }, Caution::AskFirst)),
        1 => delegation().prop_map(|it| HostDecision::Delegate(Box::new(it), Caution::Usual)),
        1 => vec(text().prop_map(Question), 0..2).prop_map(HostDecision::Ask),
        1 => prop_oneof![Just(HostDecision::Look), Just(HostDecision::Finish), Just(HostDecision::Fail)],
    ]
}

fn app_decision() -> impl Strategy<Value = AppDecision> {
    let then = prop_oneof![Just(NextStatus::Continue), Just(NextStatus::Finish), Just(NextStatus::Fail)];
    let act = (vec(text().prop_map(|name| click(&name)), 1..3), then).prop_map(|(actions, then)| {
        AppDecision::Act { actions, caution: Caution::Usual, then, independent: vec![0] }
    });
    prop_oneof![
        3 => act,
        1 => vec(text().prop_map(Question), 0..2).prop_map(AppDecision::Ask),
        1 => prop_oneof![Just(AppDecision::Finish), Just(AppDecision::Fail)],
    ]
}

fn view() -> impl Strategy<Value = View> {
    (option::of(blob()), option::of(blob()), any::<bool>()).prop_map(|(clean, annotated, desktop)| {
        let pictures = Pictures { clean, annotated, ..Pictures::default() };
        if desktop {
            View::Desktop(DesktopView {
                windows: vec![window()],
                applications: Vec::new(),
                pictures,
                folders: Vec::new(),
                working: None,
            })
        } else {
            View::App(AppView { pictures, ..AppView::of(window(), Vec::new()) })
        }
    })
}

fn stepping() -> impl Strategy<Value = Event> {
    let step = (any::<u8>(), any::<u8>(), any::<u8>()).prop_map(|(session, round, agent)| StepNumber {
        session: session.into(),
        round: round.into(),
        agent: agent.into(),
    });
    let timing =
        (prop::sample::select(Stage::ALL), number()).prop_map(|(stage, millis)| Timing { stage, millis });
    prop_oneof![
        (any::<u32>(), text()).prop_map(|(round, request)| Event::RoundStarted { round, request }),
        (step, agent()).prop_map(|(step, agent)| Event::StepStarted { step, agent }),
        vec(timing, 0..4).prop_map(|timings| Event::StepEnded { timings }),
        text().prop_map(|why| Event::RoundEnded { verdict: Verdict::Failed(why) }),
        (text(), vec(missing(), 0..2)).prop_map(|(comment, missing)| Event::SubtaskEnded {
            outcome: SubtaskOutcome::Finished,
            comment,
            missing
        }),
        any::<u32>().prop_map(|steps| Event::BudgetUsed {
            scope: BudgetScope::Round,
            used: ReachedLimit::Steps(steps),
            level: BudgetLevel::Fully,
        }),
        Just(Event::RoundReopened { state: Box::new(RoundState::start()) }),
        Just(Event::Stopped),
        Just(Event::SessionClosed),
    ]
}

fn missing() -> impl Strategy<Value = MissingProduct> {
    let why = prop_oneof![
        Just(MissingReason::NotThere),
        Just(MissingReason::Empty),
        Just(MissingReason::Unchanged),
        text().prop_map(MissingReason::OtherKind),
    ];
    let name = prop_oneof![Just("total"), Just("out.txt")];
    (name, why).prop_map(|(name, why)| MissingProduct { product: Product::from(name), why })
}

fn thinking() -> impl Strategy<Value = Event> {
    let usage = (any::<u32>(), option::of(number())).prop_map(|(tokens, cost)| Usage {
        input_tokens: tokens.into(),
        cached_tokens: 0,
        output_tokens: 1,
        cost,
    });
    let ending = prop_oneof![
        Just(ReplyEnding::Complete),
        any::<u64>().prop_map(ReplyEnding::Cut),
        text().prop_map(ReplyEnding::Withheld),
    ];
    let passage = (text(), number()).prop_map(|(text, score)| Passage {
        source: "help".into(),
        title: text.clone(),
        place: text.clone(),
        text,
        score,
    });
    prop_oneof![
        view().prop_map(|view| Event::Observed { view }),
        vec(passage, 0..2).prop_map(|passages| Event::Recalled { passages }),
        (blob(), 0..3_u32).prop_map(|(prompt, attempt)| Event::Prompted { prompt, attempt }),
        (text(), usage, ending).prop_map(|(text, usage, ending)| Event::Replied {
            text,
            model: "m".into(),
            usage,
            ending
        }),
        text().prop_map(|it| Event::Rejected { complaint: Complaint::new(it) }),
        (host_decision(), remarks(), text()).prop_map(|(decision, common, subtask)| Event::HostDecided {
            decision,
            remarks: HostRemarks { common, subtask, ..HostRemarks::default() },
        }),
        (app_decision(), remarks()).prop_map(|(decision, remarks)| Event::AppDecided { decision, remarks }),
    ]
}

fn doing() -> impl Strategy<Value = Event> {
    let ruling =
        prop_oneof![Just(Ruling::Allow), text().prop_map(Ruling::Confirm), text().prop_map(Ruling::Refuse)];
    let answer = (text(), text()).prop_map(|(question, answer)| Answer { question, answer });
    let remedy = prop_oneof![Just(Remedy::Retry), Just(Remedy::TellAgent), Just(Remedy::GiveUp)];
    prop_oneof![
        (operation(), ruling).prop_map(|(operation, ruling)| Event::ruled(operation, ruling)),
        (any::<u16>(), operation(), option::of(blob())).prop_map(|(id, operation, selected)| Event::Acting {
            id: ActionId(id.into()),
            operation,
            selected
        }),
        (any::<u16>(), outcome()).prop_map(|(id, outcome)| Event::Acted { id: ActionId(id.into()), outcome }),
        vec(text().prop_map(Question), 0..2).prop_map(|questions| Event::Asked { questions }),
        (vec(answer, 0..2), option::of(text())).prop_map(|(answers, by)| Event::Answered { answers, by }),
        (consent(), option::of(text())).prop_map(|(consent, by)| Event::Confirmed { consent, by }),
        vec(operation(), 1..3).prop_map(|operations| Event::Held {
            operations,
            divergence: Divergence::Dialog("Dialog \"x\"".into())
        }),
        (agent(), Just(window())).prop_map(|(agent, window)| Event::Registered {
            agent,
            window,
            tools: Vec::new()
        }),
        any::<bool>().prop_map(|round| Event::Pictured {
            moment: if round { ScreenshotMoment::Round } else { ScreenshotMoment::Subtask(1) },
            view: None,
            desktop: Pictures::default(),
        }),
        Just(Event::Judging { level: EvaluationLevel::Session }),
        text().prop_map(|message| Event::Advised { message }),
        (text(), text()).prop_map(|(name, text)| Event::Noted { note: Note::Text { name, text } }),
        (text(), text()).prop_map(|(name, to)| Event::Noted { note: Note::Renamed { name, to } }),
        text().prop_map(|name| Event::Noted { note: Note::Dropped { name } }),
        (text(), option::of(text()), blob()).prop_map(|(file, below, blob)| Event::Touched {
            file,
            below,
            content: FirstContent::Kept(blob)
        }),
        (text(), text()).prop_map(|(file, content)| Event::Saved { file, written: Timestamp(1), content }),
        (text(), remedy).prop_map(|(message, remedy)| Event::Faulted {
            stage: Stage::ExecuteAction,
            message,
            remedy
        }),
        (text(), vec((text(), Just(Assessment::Yes)), 0..2)).prop_map(|(reason, sub_scores)| Event::Judged {
            complete: Assessment::No,
            reason,
            sub_scores,
            level: EvaluationLevel::Session,
            checks: Vec::new()
        }),
    ]
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    vec(prop_oneof![stepping(), thinking(), doing()], 1..40)
}

/// The exports that hold something: an empty file, from which a step without a text is gone again, says as much as none.
fn exports(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    ["response.log", "request.log", "evaluation.log", "output.md"]
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), fs::read(folder.join(name)).ok()?)))
        .filter(|(_, content)| !content.is_empty())
        .collect()
}

/// How many sequences are tried.
fn cases() -> u32 {
    env::var("DESKPILOT_TEST_TRIALS").ok().and_then(|it| it.parse().ok()).unwrap_or(24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn live_state_is_the_fold_of_what_is_on_the_disk(events in events()) {
        let root = tempdir().unwrap();
        let mut log = FileLog::create(root.path(), "a").unwrap();
        let mut live = Ledger::default();
        let mut entries = Vec::new();
        for (n, event) in events.into_iter().enumerate() {
            let entry = log.append(Timestamp(n as u64), event).unwrap();
            live.apply(&entry);
            entries.push(entry);
            let stored = read(root.path(), "a").unwrap();
            prop_assert_eq!(&stored, &entries);
            prop_assert_eq!(&Ledger::of(&stored), &live);
        }
        drop(log);
        prop_assert_eq!(&FileLog::open(root.path(), "a").unwrap().1, &entries);
    }

    #[test]
    fn exports_written_as_entries_arrive_are_those_written_at_once(events in events()) {
        let (arriving, rewritten) = (tempdir().unwrap(), tempdir().unwrap());
        let mut exports_arriving = Exports::open(arriving.path(), &[], UiTrees::Omitted).unwrap();
        let entries: Vec<Entry> = (0..).zip(events).map(|(seq, event)| Entry { seq, at: Timestamp(seq), event }).collect();
        for (n, entry) in entries.iter().enumerate() {
            exports_arriving.apply(entry).unwrap();
            Exports::open(rewritten.path(), &entries[..=n], UiTrees::Omitted).unwrap();
            prop_assert_eq!(exports(arriving.path()), exports(rewritten.path()));
        }
        let log = StepRecords::of(&entries);
        let begun = entries.iter().filter(|it| matches!(it.event, Event::StepStarted { .. })).count();
        prop_assert_eq!(log.closed.len() + usize::from(log.open.is_some()), begun, "a step was lost or made up");
    }
}

fn consent() -> impl Strategy<Value = Consent> {
    prop_oneof![
        Just(Consent::Once),
        Just(Consent::Session),
        Just(Consent::Always),
        ".{0,12}".prop_map(Consent::No),
        Just(Consent::Stop),
    ]
}
