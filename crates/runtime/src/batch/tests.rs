//! A batch that is killed at any moment and begun again: every document is done, and none is done twice.

use super::{Board, Done, carry_out};
use crate::{
    Nobody, opened,
    session::{begun, requests::Requests, taken_up, verdict},
};
use anyhow::Result;
use async_trait::async_trait;
use deskpilot_agent::{
    Deciders, Ending, Images, Knowledge, LastPicture, OpenedWindows, Options, Ports, PromptOptions,
    SessionControl, Speculation, SystemClock, Timeouts,
};
use deskpilot_core::{
    Clipboard, CommandSpec, Completion, Effect, Evidence, Mode, Outcome, PathStyle, Policy, PolicyFile,
    Preset, Prompt, SideEffects, TaskObject, TaskPlan, Usage, fold::Limits, section,
};
use deskpilot_dataflow::PlanFile;
use deskpilot_deciders::plan::ObjectOpener;
use deskpilot_desktop::{
    Budget, DesktopError, NativeAction, Puppeteer, Receiver, RedactedDesktop, Scope, TextDesktop, When,
};
use deskpilot_log::FileLog;
use deskpilot_model::{Model, ModelError};
use serde_json::{Value, json};
use std::{
    borrow::Cow::Borrowed,
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// How many plans a batch has where nothing is said. `cargo xtask soak` says more.
const PLANS: u64 = 12;
/// What chance is made of where nothing is said.
const SEED: u64 = 50;
/// Where the process that is killed finds its place.
const PLACE: &str = "DESKPILOT_TEST_BATCH";
const DESK: &str = "app \"Pen\" pen \"Pen\"\n  window \"Pen\" pen\n    edit \"Text\"\n";

/// Writes into the document of one plan.
struct Pen(PathBuf);

const COMMANDS: &[CommandSpec] = &[
    CommandSpec {
        name: Borrowed("write_line"),
        doc: Borrowed("Writes a line."),
        params: Borrowed(&[]),
        side_effects: SideEffects::Changes,
    },
    CommandSpec {
        name: Borrowed("read_lines"),
        doc: Borrowed("Reads all lines."),
        params: Borrowed(&[]),
        side_effects: SideEffects::Reads,
    },
];

#[async_trait]
impl Receiver for Pen {
    fn name(&self) -> &'static str {
        "PEN"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        COMMANDS
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let failed = |error: std::io::Error| DesktopError::Lost(error.to_string());
        let seen = |what: &str| Outcome::from(Effect::Confirmed(Evidence::State(what.to_owned())));
        if action.call.command == "read_lines" {
            let text = fs::read_to_string(&self.0).map_err(failed)?;
            return Ok(Outcome { output: Some(format!("{} lines", text.lines().count())), ..seen("read") });
        }
        let mut file = fs::OpenOptions::new().append(true).open(&self.0).map_err(failed)?;
        file.write_all(b"done\n").and_then(|()| file.sync_all()).map_err(failed)?;
        Ok(seen("written"))
    }
}

/// Writes once; looks first only where it cannot know whether it has written.
struct Writer;

#[async_trait]
impl Model for Writer {
    fn name(&self) -> &str {
        "writer"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let list = |name: &str| serde_json::from_str::<Vec<Value>>(prompt.section(name)).unwrap_or_default();
        let reply = match prompt.agent {
            deskpilot_core::AgentKind::HostAgent => match list(section::PREVIOUS_SUBTASKS).last() {
                Some(ended) if ended["status"] == "FINISH" => {
                    json!({"Status": "FINISH", "Comment": "written"})
                }
                // The window that it was assigned is gone with the desktop of the process that was killed.
                _ => {
                    let tries = list(section::PREVIOUS_SUBTASKS).len();
                    let subtask = format!("write{tries}: write it");
                    json!({"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": subtask})
                }
            },
            _ => {
                let last = list(section::LAST_ACTIONS).pop().unwrap_or_default();
                let say = |function: &str| json!({"Status": "CONTINUE", "Function": function, "Args": {}});
                let has_lines = !last["Results"].as_str().unwrap_or_default().contains("0 lines");
                let may_have_written = prompt.section(section::BLACKBOARD).contains("write_line");
                match (last["Function"].as_str(), last["Status"].as_str()) {
                    (None, _) if may_have_written => say("read_lines"),
                    (None, _) => say("write_line"),
                    (_, Some("interrupted")) => say("read_lines"),
                    (Some("read_lines"), _) if !has_lines => say("write_line"),
                    _ => json!({"Status": "FINISH"}),
                }
            }
        };
        Ok(Completion { text: reply.to_string(), model: "writer".into(), usage: Usage::default() })
    }
}

fn plans(place: &Path) -> Vec<PlanFile> {
    let plan = |at: usize| PlanFile {
        name: format!("p{at:02}"),
        path: place.join(format!("{at:02}.txt")),
        plan: TaskPlan {
            task: "write".into(),
            steps: Vec::new(),
            object: TaskObject::Application("Pen".into()),
            close: false,
        },
    };
    (0..count()).map(plan).collect()
}

fn options() -> Options {
    let file = PolicyFile { preset: Preset::Unrestricted, ..PolicyFile::default() };
    Options {
        mode: Mode::BatchNormal,
        plan: None,
        // On a busy machine a plan is killed more often than a round has steps, and one that used them up begins anew.
        round: Limits::default(),
        session: Limits::default(),
        opened_windows: OpenedWindows::Close,
        speculation: Speculation::On,
        complaints: 0,
        policy: Policy::of(file).unwrap(),
        clipboard: Clipboard::Own,
        path_style: PathStyle::Posix,
        home: "/".into(),
        timeouts: Timeouts::default(),
        remembered: Vec::new(),
        images: Images::Omitted,
        last_picture: LastPicture::Omitted,
        look: Budget::LOOK,
        grounding: When::Sparse,
    }
}

async fn carry(plan: &PlanFile, task: &str, place: &Path) -> Result<Ending> {
    let (log, entries): (FileLog, _) = opened(&place.join("logs"), task)?;
    if let Some(verdict) = verdict(&entries) {
        return Ok(Ending::Ended(verdict));
    }
    let asking = Deciders::from_model(Arc::new(Writer), PromptOptions::default());
    let host = Arc::new(ObjectOpener::new(plan.plan.object.clone(), asking.host.clone()));
    let ports = Ports {
        log: Box::new(log),
        puppeteer: Puppeteer::new(
            RedactedDesktop::new(Box::new(TextDesktop::new(DESK).unwrap()), Policy::default()),
            vec![Box::new(Pen(plan.path.clone()))],
        ),
        grounding: None,
        deciders: Deciders { host, ..asking },
        knowledge: Knowledge::default(),
        agents: Vec::new(),
        user: Box::new(Nobody),
        clock: Box::new(SystemClock),
        watchers: Vec::new(),
    };
    let session_control = SessionControl::new(CancellationToken::new());
    let mut session = begun(ports, options(), session_control, task, &entries)?;
    let ending = taken_up(&mut session, &mut Requests::these([plan.plan.task.clone()])).await?;
    session.close().await?;
    Ok(ending)
}

/// The process that is killed: it does nothing where no place is named.
#[tokio::test]
async fn in_a_process_of_its_own() {
    let Some(place) = env::var_os(PLACE).map(PathBuf::from) else { return };
    let mut board = Board::open(&place.join("tasks_status.json")).unwrap();
    // As a batch that is named after the time of day: what it does not take up has another log.
    let log = |plan: &PlanFile| format!("{}-{}", std::process::id(), plan.name);
    let plans = plans(&place);
    let sum = carry_out(&plans, &mut board, log, async |plan: &PlanFile, log: &str| {
        Box::pin(carry(plan, log, &place)).await.map(|ending| Done::from(&ending))
    });
    let sum = sum.await.unwrap();
    let told = fs::read_to_string(place.join("tasks_status.json")).unwrap();
    assert_eq!((sum.finished + sum.before, sum.failed, sum.waiting), (count(), 0, 0), "{told}");
}

/// How many plans the batch has.
fn count() -> usize {
    usize::try_from(given("DESKPILOT_TEST_TRIALS", PLANS)).unwrap()
}

/// The number that a variable of the environment gives.
fn given(variable: &str, otherwise: u64) -> u64 {
    env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn up_to(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

#[test]
fn plans_killed_at_random_are_each_done_exactly_once() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    for plan in plans(place) {
        fs::write(&plan.path, "").unwrap();
    }
    let name = "batch::tests::in_a_process_of_its_own";
    let mut dice = Dice(given("DESKPILOT_TEST_SEED", SEED));
    let (mut kills, deadline) =
        (0, Instant::now() + Duration::from_secs(10 * given("DESKPILOT_TEST_TRIALS", PLANS)));
    loop {
        assert!(Instant::now() < deadline, "{kills} kills, and it is not done");
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", name, "--test-threads=1"]).env(PLACE, place);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let end = Instant::now() + Duration::from_millis(20 + dice.up_to(200));
        // The states can be read at every moment, also at this one.
        while Instant::now() < end && child.try_wait().unwrap().is_none() {
            Board::open(&place.join("tasks_status.json")).unwrap();
            std::thread::park_timeout(Duration::from_millis(3));
        }
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{said}");
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    let done: Vec<String> = plans(place).iter().map(|it| fs::read_to_string(&it.path).unwrap()).collect();
    assert_eq!(done, vec!["done\n"; count()], "after {kills} kills");
    assert!(kills >= count() / 5, "it was killed {kills} times only");
}
