//! Tests of logs on disk: opened, resumed, torn, damaged, locked, listed, followed.

use crate::sample;
use deskpilot_core::{
    AgentKind, AgentName, Answer, BlobKind, Contract, Event, HostDecision, HostRemarks, Prompt, ReplyEnding,
    ReplyLength, StepNumber, Timestamp, Usage, Verdict,
};
use deskpilot_log::{
    Blobs, FileLog, LogError, RecordedTurn, SessionLog, Tail, TaskState, read, recorded_turns, running, tasks,
};
use std::{
    fs,
    io::Write,
    os::unix::fs::{chown, symlink},
    path::Path,
    time::Duration,
};
use tempfile::tempdir;

fn append(log: &mut FileLog, event: Event) {
    log.append(Timestamp(1), event).unwrap();
}

fn started() -> Event {
    Event::RoundStarted { round: 0, request: "compute".into() }
}

fn sampled(root: &Path) -> usize {
    sample::play(&mut FileLog::create(root, "sample").unwrap()).len()
}

#[test]
fn what_was_written_is_read_and_gone_on_with() {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "a").unwrap();
    let entries = sample::play(&mut log);
    assert_eq!(read(root.path(), "a").unwrap(), entries, "while it is written");
    let blob = log.keep(BlobKind::Json, b"{}").unwrap();
    drop(log);
    let (mut log, again) = FileLog::open(root.path(), "a").unwrap();
    assert_eq!(again, entries);
    assert_eq!(log.blob(&blob).unwrap(), b"{}");
    let next = log.append(Timestamp(9), started()).unwrap();
    assert_eq!(next.seq, entries.len() as u64);
    assert_eq!(read(root.path(), "a").unwrap().last(), Some(&next));
}

#[test]
fn a_log_cut_anywhere_is_recovered_and_nothing_is_thrown_away() {
    let root = tempdir().unwrap();
    let count = sampled(root.path());
    let path = root.path().join("sample/events.jsonl");
    let bytes = fs::read(&path).unwrap();
    let last = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    for (torn, cut) in [last + 1, last + 7, bytes.len() - 1].into_iter().enumerate() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let (mut log, entries) = FileLog::open(root.path(), "sample").unwrap();
        assert_eq!(entries.len(), count - 1, "cut at {cut}");
        append(&mut log, Event::SessionClosed);
        drop(log);
        assert_eq!(read(root.path(), "sample").unwrap().len(), count, "cut at {cut}");
        let aside = path.with_file_name(format!("events.jsonl.torn-{}", torn + 1));
        assert_eq!(fs::read(aside).unwrap(), &bytes[last..cut]);
    }
}

#[test]
fn a_damaged_line_is_named_and_nothing_is_changed() {
    let root = tempdir().unwrap();
    sampled(root.path());
    let path = root.path().join("sample/events.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let gap = [&lines[..3], &lines[4..]].concat().join("\n") + "\n";
    for (damaged, line, message) in [
        (text.replacen("round_started", "round_strated", 1), 2, "unknown variant `round_strated`"),
        (gap, 4, "entry 4 stands where 3 should be"),
    ] {
        fs::write(&path, &damaged).unwrap();
        match FileLog::open(root.path(), "sample") {
            Err(LogError::Damaged { line: at, message: what, .. }) => {
                assert_eq!(at, line);
                assert!(what.starts_with(message), "{what}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
}

#[test]
fn a_task_is_one_process_s_and_has_one_log() {
    let root = tempdir().unwrap();
    assert!(matches!(FileLog::open(root.path(), "a"), Err(LogError::Missing { .. })));
    assert!(!root.path().join("a").exists(), "asking for a log makes none");
    let mut log = FileLog::create(root.path(), "a").unwrap();
    append(&mut log, started());
    let me = Some(std::process::id());
    assert!(matches!(FileLog::open(root.path(), "a"), Err(LogError::Busy { process, .. }) if process == me));
    assert!(matches!(FileLog::create(root.path(), "a"), Err(LogError::Busy { .. })));
    assert_eq!(running(root.path(), "a").unwrap(), me);
    drop(log);
    assert_eq!(running(root.path(), "a").unwrap(), None);
    assert!(matches!(FileLog::create(root.path(), "a"), Err(LogError::Exists { .. })));
    for name in ["../a", "/etc", "..", "a/b"] {
        assert!(matches!(FileLog::create(root.path(), name), Err(LogError::BadName(_))), "{name}");
        assert!(matches!(FileLog::open(root.path(), name), Err(LogError::BadName(_))), "{name}");
        assert!(matches!(read(root.path(), name), Err(LogError::BadName(_))), "{name}");
    }
}

#[test]
fn a_log_that_ended_before_its_first_line_is_begun_again() {
    let root = tempdir().unwrap();
    drop(FileLog::create(root.path(), "a").unwrap());
    fs::write(root.path().join("a/events.jsonl"), "{\"seq\":0,").unwrap();
    assert!(matches!(FileLog::open(root.path(), "a"), Err(LogError::Missing { .. })));
    append(&mut FileLog::create(root.path(), "a").unwrap(), started());
    assert_eq!(read(root.path(), "a").unwrap().len(), 1);
    assert_eq!(fs::read(root.path().join("a/events.jsonl.torn-1")).unwrap(), b"{\"seq\":0,");
}

#[test]
fn tasks_are_listed_with_how_far_they_came() {
    let root = tempdir().unwrap();
    assert_eq!(tasks(&root.path().join("nowhere")).unwrap(), []);
    sampled(root.path());
    append(&mut FileLog::create(root.path(), "crashed").unwrap(), started());
    let mut held = FileLog::create(root.path(), "held").unwrap();
    append(&mut held, started());
    drop(FileLog::create(root.path(), "torn").unwrap());
    fs::write(root.path().join("torn/events.jsonl"), "nonsense\n").unwrap();
    fs::create_dir(root.path().join("not a task")).unwrap();
    let found: Vec<_> =
        tasks(root.path()).unwrap().into_iter().map(|it| (it.name, it.request, it.state)).collect();
    let unreadable = &found[0].2;
    assert!(matches!(unreadable, TaskState::Unreadable(why) if why.contains("line 1")), "{unreadable:?}");
    assert_eq!(
        found[1..],
        [
            ("crashed".into(), "compute".into(), TaskState::Interrupted),
            ("held".into(), "compute".into(), TaskState::Running(std::process::id())),
            (
                "sample".into(),
                "print it".into(),
                TaskState::Ended(deskpilot_core::Verdict::Finished("printed".into()))
            ),
        ]
    );
}

#[test]
fn a_tail_that_starts_later_reads_the_rest_and_knows_when_the_log_has_grown_or_was_cut() {
    let root = tempfile::tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "task").unwrap();
    for round in 0..4 {
        log.append(Timestamp(1), Event::RoundStarted { round, request: "compute".into() }).unwrap();
    }
    for (from, position, numbers) in
        [(0, 0, vec![0, 1, 2, 3]), (2, 2, vec![2, 3]), (4, 4, vec![]), (9, 4, vec![])]
    {
        let mut tail = Tail::starting_at(log.folder(), from).unwrap();
        assert_eq!(tail.position(), position, "from {from}");
        let read: Vec<u64> = tail.read().unwrap().iter().map(|it| it.seq).collect();
        assert_eq!(read, numbers, "from {from}");
    }
    let mut tail = Tail::new(log.folder());
    assert!(tail.has_grown());
    tail.read().unwrap();
    assert!(!tail.was_cut() && !tail.has_grown());
    std::fs::write(log.folder().join("events.jsonl"), "").unwrap();
    assert!(tail.was_cut());
}

#[tokio::test]
async fn a_tail_gives_every_entry_once_and_waits_for_the_whole_line() {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "a").unwrap();
    append(&mut log, started());
    let mut tail = Tail::new(log.folder());
    assert_eq!(tail.next().await.unwrap().len(), 1);
    let path = log.folder().join("events.jsonl");
    let mut file = fs::OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(b"{\"seq\":1,\"at\":2,").unwrap();
    let nothing = tokio::time::timeout(Duration::from_millis(1), tail.next()).await;
    assert!(nothing.is_err(), "half a line is none: {nothing:?}");
    let writer = tokio::spawn(async move { file.write_all(b"\"event\":\"session_closed\"}\n").unwrap() });
    let entries = tokio::time::timeout(Duration::from_secs(10), tail.next()).await.unwrap().unwrap();
    assert_eq!(
        entries.iter().map(|it| (it.seq, &it.event)).collect::<Vec<_>>(),
        [(1, &Event::SessionClosed)]
    );
    writer.await.unwrap();
}

#[test]
fn replies_are_paired_with_the_prompts_they_answer() {
    let root = tempdir().unwrap();
    sampled(root.path());
    let entries = read(root.path(), "sample").unwrap();
    let blobs = Blobs::of(&root.path().join("sample"));
    let turns = recorded_turns(&entries, &blobs).unwrap();
    let of_turn = |turn: &RecordedTurn| match turn {
        RecordedTurn::Asked(replies) | RecordedTurn::Judged(replies) => replies.clone(),
        RecordedTurn::Host { .. } | RecordedTurn::App { .. } => Vec::new(),
    };
    let replies: Vec<_> = turns.iter().flat_map(of_turn).collect();
    let texts: Vec<&str> = replies.iter().map(|it| it.reply.as_str()).collect();
    assert_eq!(texts[2..4], ["no json", "{\"Function\": \"click_input\"}"]);
    assert_eq!(texts.len(), 9);
    assert_eq!(replies[0].prompt.section("user_request"), "compute 6 x 7");
    assert_eq!(replies[0].usage.cost, Some(0.01));
}

#[test]
fn what_a_judge_replies_is_no_decision_of_an_agent() {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "judged").unwrap();
    let mut tell = |event| log.append(Timestamp(0), event).unwrap();
    let step = || Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() };
    let finish = || Event::HostDecided { decision: HostDecision::Finish, remarks: HostRemarks::default() };
    let over = || Event::RoundEnded { verdict: Verdict::Finished(String::new()) };
    for event in [step(), finish(), over()] {
        tell(event);
    }
    let prompt = Prompt {
        agent: AgentKind::EvaluationAgent,
        system: String::new(),
        sections: Vec::new(),
        pictures: Vec::new(),
        contract: Contract { name: String::new(), schema: serde_json::Value::Null },
        reply_length: ReplyLength::Usual,
    };
    let prompt = log.keep(BlobKind::Json, &serde_json::to_vec(&prompt).unwrap()).unwrap();
    let replied = Event::Replied {
        text: "{}".into(),
        model: "judge".into(),
        usage: Usage::default(),
        ending: ReplyEnding::Complete,
    };
    for event in [Event::Prompted { prompt, attempt: 0 }, replied, step(), finish(), over()] {
        log.append(Timestamp(0), event).unwrap();
    }
    let turns =
        recorded_turns(&read(root.path(), "judged").unwrap(), &Blobs::of(&root.path().join("judged")))
            .unwrap();
    let is_judged: Vec<bool> = turns.iter().map(|it| matches!(it, RecordedTurn::Judged(_))).collect();
    assert_eq!(is_judged, [false, true, false], "{turns:?}");
}

/// The bytes that this thread has read so far.
fn read_so_far() -> u64 {
    let counted = fs::read_to_string("/proc/thread-self/io").unwrap();
    counted.lines().find_map(|it| it.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

#[test]
fn a_listing_of_many_tasks_reads_no_whole_logs() {
    let root = tempdir().unwrap();
    let long = "x".repeat(100_000);
    for task in 0..200 {
        let mut log = FileLog::create(root.path(), &format!("t{task}")).unwrap();
        append(&mut log, started());
        append(
            &mut log,
            Event::Answered {
                answers: vec![Answer { question: "?".into(), answer: long.clone() }],
                by: None,
            },
        );
    }
    let before = read_so_far();
    let listed = tasks(root.path()).unwrap();
    let read = read_so_far() - before;
    assert_eq!(listed.len(), 200);
    assert!(listed.iter().all(|it| it.state == TaskState::Interrupted && it.request == "compute"));
    assert!(read < 200 * 2000, "{read} bytes of 20 MB");
}

#[test]
fn a_summary_that_is_behind_its_log_or_gone_is_not_believed() {
    let root = tempdir().unwrap();
    let mut log = FileLog::create(root.path(), "a").unwrap();
    append(&mut log, started());
    let long = Answer { question: "?".into(), answer: "x".repeat(100_000) };
    append(&mut log, Event::Answered { answers: vec![long], by: None });
    drop(log);
    let state = || tasks(root.path()).unwrap()[0].state.clone();
    assert_eq!(state(), TaskState::Interrupted);
    // As after kill -9: the log has one more line.
    let path = root.path().join("a/events.jsonl");
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"seq\":2,\"at\":2,\"event\":\"asked\",\"questions\":[\"Which?\"]}\n").unwrap();
    assert_eq!(state(), TaskState::Asking);
    let before = read_so_far();
    assert_eq!(state(), TaskState::Asking);
    assert!(read_so_far() - before < 10_000, "the summary was written again");
    fs::remove_file(root.path().join("a/summary.json")).unwrap();
    assert_eq!(state(), TaskState::Asking);
    fs::write(root.path().join("a/summary.json"), "nonsense").unwrap();
    assert_eq!(state(), TaskState::Asking);
}

#[test]
fn a_task_is_never_written_into_a_folder_that_somebody_else_put_there() {
    let (root, elsewhere) = (tempdir().unwrap(), tempdir().unwrap());
    let precious = elsewhere.path().join("precious");
    fs::write(&precious, "mine").unwrap();
    fs::create_dir(elsewhere.path().join("trap")).unwrap();
    symlink(&precious, elsewhere.path().join("trap/lock")).unwrap();
    symlink(elsewhere.path().join("trap"), root.path().join("linked")).unwrap();
    let refused = FileLog::create(root.path(), "linked").unwrap_err();
    assert!(
        matches!(refused, LogError::NotOwn { .. }) && refused.to_string().contains("--log-dir"),
        "{refused}"
    );
    fs::create_dir(root.path().join("foreign")).unwrap();
    symlink(&precious, root.path().join("foreign/lock")).unwrap();
    // Only the administrator can give a folder away.
    if chown(root.path().join("foreign"), Some(12_345), None).is_ok() {
        assert!(matches!(FileLog::create(root.path(), "foreign"), Err(LogError::NotOwn { .. })));
        fs::write(root.path().join("foreign/events.jsonl"), "").unwrap();
        assert!(matches!(FileLog::open(root.path(), "foreign"), Err(LogError::NotOwn { .. })));
    }
    assert_eq!(fs::read_to_string(precious).unwrap(), "mine");
}
