//! A batch is killed at random moments and started again: every document is written exactly once.

use super::{Batch, BatchJob, Retry, job_end};
use crate::{
    OpenedLog, UnattendedUser,
    session::{continue_session, open_session, requests::RequestQueue, verdict},
    with_causes,
};
use async_trait::async_trait;
use deskpilot_agent::{
    AgentError, Deciders, Ending, Guidance, Images, Knowledge, LastPicture, OpenedWindows, Options, Ports,
    PromptOptions, RoundFinish, SessionControl, Speculation, SystemClock, Timeouts,
};
use deskpilot_core::{
    Clipboard, CommandSpec, Completion, Effect, Evidence, Mode, Outcome, PathStyle, Policy, PolicyFile,
    Preset, Prompt, SideEffects, TaskObject, TaskPlan, Usage, fold::Limits, section,
};
use deskpilot_deciders::plan::ObjectOpener;
use deskpilot_desktop::{
    Budget, DesktopError, GroundingTrigger, NativeAction, Puppeteer, Receiver, RedactedDesktop, Scope,
};
use deskpilot_log::KnownHeads;
use deskpilot_model::{Model, ModelError};
use deskpilot_queue::{JobEnd, QueueOptions, open};
use deskpilot_tasks::PlanFile;
use deskpilot_testkit::TextDesktop;
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

/// The default number of plans in a batch. `cargo xtask soak` sets a larger one.
const PLANS: u64 = 6;
/// The default seed.
const SEED: u64 = 50;
/// The length of a lease.
const LEASE: Duration = Duration::from_millis(100);
/// The variable with the folder of the process that is killed.
const FOLDER: &str = "DESKPILOT_TEST_BATCH";
const DESKTOP: &str = "app \"Pen\" pen \"Pen\"\n  window \"Pen\" pen\n    edit \"Text\"\n";

/// Writes lines into the document of one plan.
struct LineWriter(PathBuf);

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
impl Receiver for LineWriter {
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
        let seen = |what: &str| Outcome::from(Effect::Confirmed(Evidence::Reported(what.to_owned())));
        if action.call.command == "read_lines" {
            let text = fs::read_to_string(&self.0).map_err(failed)?;
            return Ok(Outcome { output: Some(format!("{} lines", text.lines().count())), ..seen("read") });
        }
        let mut file = fs::OpenOptions::new().append(true).open(&self.0).map_err(failed)?;
        file.write_all(b"done\n").and_then(|()| file.sync_all()).map_err(failed)?;
        Ok(seen("written"))
    }
}

/// A model that writes one line; it reads first only if it cannot know whether it has written.
struct WriterModel;

#[async_trait]
impl Model for WriterModel {
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
                // The assigned window disappeared with the desktop of the killed process.
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
                // Operations of long ago are summed up there without their names.
                let may_have_written = prompt.section(section::BLACKBOARD).contains("\"Steps\"");
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
        // No step limit: on a busy machine a plan is killed more often than a round has steps.
        subtask_steps: None,
        round: Limits::default(),
        session: Limits::default(),
        opened_windows: OpenedWindows::Close,
        speculation: Speculation::On,
        finish: RoundFinish::Prepared,
        complaints: 0,
        policy: Policy::of(file).unwrap(),
        clipboard: Clipboard::Own,
        path_style: PathStyle::Posix,
        home: "/".into(),
        working: PathBuf::new(),
        user_home: "/".into(),
        own_places: Vec::new(),
        timeouts: Timeouts::default(),
        remembered: Vec::new(),
        images: Images::Omitted,
        last_picture: LastPicture::Omitted,
        look: Budget::LOOK,
        grounding: GroundingTrigger::Sparse,
        guidance: Guidance::On,
    }
}

async fn carry(plan: &PlanFile, task: &str, place: &Path) -> Result<Ending, AgentError> {
    let OpenedLog { log, entries } = OpenedLog::open_or_create(&place.join("logs"), task)?;
    let log = log.known_by(&KnownHeads::of(place.join("heads")));
    if let Some(verdict) = verdict(&entries) {
        return Ok(Ending::Ended(verdict));
    }
    let asking = Deciders::from_model(Arc::new(WriterModel), PromptOptions::default());
    let host = Arc::new(ObjectOpener::new(plan.plan.object.clone(), asking.host.clone()));
    let ports = Ports {
        log: Box::new(log),
        puppeteer: Puppeteer::new(
            RedactedDesktop::new(Box::new(TextDesktop::new(DESKTOP).unwrap()), Policy::default()),
            vec![Box::new(LineWriter(plan.path.clone()))],
        ),
        grounding: None,
        deciders: Deciders { host, ..asking },
        knowledge: Knowledge::default(),
        agents: Vec::new(),
        user: Box::new(UnattendedUser),
        clock: Box::new(SystemClock),
        read_content: |_| None,
        check_kind: |_| Ok(()),
        watchers: Vec::new(),
    };
    let session_control = SessionControl::new(CancellationToken::new());
    let mut session = open_session(ports, options(), session_control, task, &entries)?;
    let ending = continue_session(&mut session, &mut RequestQueue::fixed([plan.plan.task.clone()])).await?;
    session.close().await?;
    Ok(ending)
}

/// The batch whose leases are so short that a process that follows a killed one begins soon.
async fn batch(place: &Path) -> Batch {
    let options = QueueOptions { lease: LEASE, ..QueueOptions::new() };
    let queue = open(&place.join("queue").display().to_string(), &options).await.unwrap();
    Batch::over(queue, LEASE).unwrap()
}

/// The process that is killed. Does nothing if the variable is not set.
#[tokio::test]
async fn in_a_process_of_its_own() {
    let Some(place) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let plans = plans(&place);
    let jobs: Vec<BatchJob> =
        plans.iter().map(|it| BatchJob { name: it.name.clone(), log: it.name.clone() }).collect();
    let run = async |job: &BatchJob, _: &CancellationToken| {
        let plan = plans.iter().find(|it| it.name == job.name).unwrap();
        let ending = Box::pin(carry(plan, &job.log, &place)).await;
        ending.map_or_else(|error| JobEnd::Fault(with_causes(&error)), |it| job_end(&it))
    };
    let batch = batch(&place).await;
    let totals = batch.carry_out(&jobs, Retry::Failed, 1, &CancellationToken::new(), run).await.unwrap();
    assert_eq!(
        (totals.finished + totals.ended_before, totals.failed, totals.waiting),
        (count(), 0, 0),
        "{totals:?}"
    );
}

/// The number of plans in the batch.
fn count() -> usize {
    usize::try_from(number("DESKPILOT_TEST_TRIALS", PLANS)).unwrap()
}

/// The number in a variable of the environment, or the default.
fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// A seeded generator of pseudo-random numbers.
struct SeededRandom(u64);

impl SeededRandom {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
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
    let mut random = SeededRandom(number("DESKPILOT_TEST_SEED", SEED));
    let (mut kills, deadline) =
        (0_u64, Instant::now() + Duration::from_secs(10 * number("DESKPILOT_TEST_TRIALS", PLANS)));
    loop {
        assert!(Instant::now() < deadline, "{kills} kills, and it is not done");
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", name, "--test-threads=1"]).env(FOLDER, place);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Later processes live longer, so that the batch ends on any machine.
        let end = Instant::now() + Duration::from_millis(60 + 4 * kills + random.below(300));
        while Instant::now() < end && child.try_wait().unwrap().is_none() {
            std::thread::park_timeout(Duration::from_millis(3));
        }
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{stdout}");
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    let done: Vec<String> = plans(place).iter().map(|it| fs::read_to_string(&it.path).unwrap()).collect();
    assert_eq!(done, vec!["done\n"; count()], "after {kills} kills");
    assert!(kills >= number("DESKPILOT_TEST_TRIALS", PLANS) / 5, "it was killed {kills} times only");
}
