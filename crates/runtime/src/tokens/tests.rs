//! The report of a log with answered, unanswered and lost prompts.

use super::{TokenCounter, token_report};
use deskpilot_core::{
    AgentKind, AgentName, BlobKind, BlobRef, Contract, Entry, Event, Picture, Prompt, Provenance,
    ReplyEnding, ReplyLength, Section, StepNumber, Timestamp, Usage, Verdict, section,
};
use deskpilot_log::{FileLog, SessionLog, read};
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

struct TestTask {
    root: TempDir,
    log: FileLog,
    steps: u32,
}

impl TestTask {
    fn new() -> TestTask {
        let root = tempdir().unwrap();
        let log = FileLog::create(root.path(), "a").unwrap();
        TestTask { root, log, steps: 0 }
    }

    fn append(&mut self, event: Event) {
        self.log.append(Timestamp(1), event).unwrap();
    }

    fn step(&mut self, agent: &AgentName) {
        let step = StepNumber { session: self.steps, ..StepNumber::default() };
        self.append(Event::StepStarted { step, agent: agent.clone() });
        self.steps += 1;
    }

    /// A picture with a header only.
    fn picture(&mut self, width: u32, height: u32) -> Picture {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &width.to_be_bytes(), &height.to_be_bytes()]
            .concat();
        let blob = self.log.keep(BlobKind::Png, &png).unwrap();
        Picture { caption: "the window".into(), blob, png: [].into(), unscaled: None }
    }

    fn ask(&mut self, controls: &str, pictures: Vec<Picture>) -> BlobRef {
        let section = |name: &str, text: &str| Section {
            name: name.into(),
            provenance: Provenance::User,
            text: text.into(),
            cut: 0,
        };
        let prompt = Prompt {
            agent: AgentKind::AppAgent,
            system: "You are an agent.".into(),
            sections: vec![
                section(section::USER_REQUEST, "compute six times seven"),
                section(section::CONTROL_INFORMATION, controls),
            ],
            pictures,
            contract: Contract { name: "reply".into(), schema: json!({"type": "object"}) },
            reply_length: ReplyLength::Usual,
        };
        let prompt = self.log.keep(BlobKind::Json, &serde_json::to_vec(&prompt).unwrap()).unwrap();
        self.append(Event::Prompted { prompt: prompt.clone(), attempt: 0 });
        prompt
    }

    fn reply(&mut self, model: &str, cost: Option<f64>) {
        let usage = Usage { input_tokens: 100, cached_tokens: 40, output_tokens: 10, cost };
        self.append(Event::Replied {
            text: "{}".into(),
            model: model.into(),
            usage,
            ending: ReplyEnding::Complete,
        });
    }

    fn entries(&self) -> Vec<Entry> {
        read(self.root.path(), "a").unwrap()
    }

    fn report(&self) -> Value {
        json!(token_report(&self.entries(), self.log.blobs()))
    }
}

/// Two rounds: a step with a second try, one whose prompt is lost, and one without a reply.
fn recorded_task() -> TestTask {
    let mut task = TestTask::new();
    let app = AgentName::app("calculator", "Calculator");
    task.append(Event::RoundStarted { round: 0, request: "a".into() });
    task.step(&app);
    let picture = task.picture(512, 512);
    task.ask("1 Button \"Six\"", vec![picture.clone()]);
    task.reply("claude-sonnet-4-5-20250929", Some(0.5));
    task.ask("1 Button \"Six\"", vec![picture.clone()]);
    task.reply("claude-sonnet-4-5-20250929", None);
    task.append(Event::StepEnded { timings: Vec::new() });
    task.append(Event::RoundEnded { verdict: Verdict::Finished("a".into()) });
    task.append(Event::RoundStarted { round: 1, request: "b".into() });
    task.step(&app);
    let lost = task.ask("gone", Vec::new());
    task.reply("steps", Some(0.25));
    std::fs::remove_file(task.log.folder().join(format!(
        "blobs/{}/{}.json",
        &lost.hash[..2],
        &lost.hash[2..]
    )))
    .unwrap();
    task.step(&AgentName::app("editor", "Editor"));
    task.ask("1 Button \"Seven\"", vec![picture]);
    task
}

#[test]
fn every_token_is_accounted_for_by_step_by_round_and_in_all() {
    let report = recorded_task().report();
    let of = |path: &str| report.pointer(path).unwrap_or_else(|| panic!("no {path} in {report:#}")).clone();
    for (path, value) in [
        ("/steps/0/prompts", json!(2)),
        (
            "/steps/0/pictures",
            json!({"count": 2, "pixels": 524_288, "tokens": 700, "not_counted": 0, "formulas":
            ["one token for 750 pixels"]}),
        ),
        (
            "/steps/0/reported",
            json!({"replies": 2, "input_tokens": 200, "cached_tokens": 80, "output_tokens": 20}),
        ),
        ("/steps/0/dollars", json!(0.5)),
        ("/steps/0/replies_of_unknown_price", json!(1)),
        ("/steps/1/agent", json!("AppAgent/calculator/Calculator")),
        ("/steps/1/prompts_missing", json!(1)),
        ("/steps/1/text_tokens", json!(0)),
        ("/steps/2/reported/replies", json!(0)),
        ("/steps/2/pictures/not_counted", json!(1)),
        ("/rounds/0/dollars", json!(0.5)),
        ("/rounds/1/dollars", json!(0.25)),
        ("/total/dollars", json!(0.75)),
        ("/total/prompts", json!(4)),
    ] {
        assert_eq!(of(path), value, "{path} in {report:#}");
    }
    let sum = |parts: Value| parts.as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(sum(of("/total/parts")), of("/total/text_tokens"));
    let steps = ["/steps/0/text_tokens", "/steps/1/text_tokens", "/steps/2/text_tokens"];
    let steps: u64 = steps.iter().filter_map(|path| of(path).as_u64()).sum();
    assert_eq!(of("/total/text_tokens"), steps);
    for part in ["system", "contract", "user_request", "control_information", "captions"] {
        assert!(of(&format!("/steps/0/parts/{part}")).as_u64() > Some(0), "{part} in {report:#}");
    }
    // The second try begins, and ends, as the first.
    assert_eq!(of("/steps/0/begun_as_before").as_u64().unwrap() * 2, of("/steps/0/text_tokens"));
    assert_eq!(of("/steps/2/begun_as_before"), 0, "it is another agent's first prompt");
}

#[test]
fn the_order_of_the_keys_stays() {
    let report = recorded_task().report();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&report), ["estimate", "steps", "rounds", "total"]);
    let of_account = [
        "prompts",
        "prompts_missing",
        "parts",
        "text_tokens",
        "begun_as_before",
        "pictures",
        "reported",
        "dollars",
        "replies_of_unknown_price",
    ];
    assert_eq!(keys(&report["total"]), of_account);
    assert_eq!(keys(&report["steps"][0]), [&["round", "step", "agent"][..], &of_account].concat());
    assert_eq!(keys(&report["rounds"][0]), [&["round"][..], &of_account].concat());
}

#[test]
fn a_report_in_the_middle_changes_no_later_one() {
    let task = recorded_task();
    let mut counter = TokenCounter::default();
    for entry in task.entries() {
        counter.add(&entry, task.log.blobs());
        counter.report();
    }
    assert_eq!(json!(counter.report()), task.report());
}
