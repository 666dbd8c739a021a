//! What a subtask promised decides: whether its round ends by the plan, and what the agents and the person read about what is
//! missing. Each test counts the calls of the model.

use crate::common::{FINISH, Script, TestEnv, act};
use async_trait::async_trait;
use deskpilot_agent::{Ending, Ports, Session, Watcher};
use deskpilot_core::{
    AgentKind, CommandSpec, Effect, Entry, Event, Evidence, Outcome, ParamKind, PathUse, Policy, PolicyFile,
    Preset, Risk, Risks, SideEffects, Timestamp, Verdict, changes, command, command_table::required, reads,
    section,
};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use deskpilot_testkit::InjectedFault;
use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

const DESKTOP: &str = "\
window \"Sums\" sums
  edit \"Text\"
  button \"Dead\"
  edit \"Total\" = \"19.5\"
  button \"Export\"
";

const PDF: &str = "%PDF-1.7";

/// The native interface of `sums`: it reads a part, sends and does not know whether it arrived, and writes files.
struct Sums {
    /// How often writing is refused.
    refusals: Mutex<usize>,
}

const COMMANDS: &[CommandSpec] = &[
    reads!("read_cells", "Reads cells.", &[]),
    command!(SideEffects::Risks(Risks::of(&[Risk::Sends])), "send_sheet", "Sends the sheet.", &[]),
    changes!(
        "export",
        "Exports the sheet.",
        &[required("target", ParamKind::Path(PathUse::Writes), "where it goes")]
    ),
];

#[async_trait]
impl Receiver for Sums {
    fn name(&self) -> &'static str {
        "SUMS"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(_))
    }

    fn table(&self) -> &'static [CommandSpec] {
        COMMANDS
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let mut refusals = self.refusals.lock().unwrap();
        Ok(match action.call.command.as_str() {
            "read_cells" => {
                let effect = Effect::Partial("100 of 900 cells were read".into());
                Outcome { output: Some("1 2 3".into()), ..effect.into() }
            }
            "export" if *refusals > 0 => {
                *refusals -= 1;
                return Err(DesktopError::NoSuchCommand("export".into()));
            }
            "export" => {
                fs::write(action.call.args["target"].as_str().unwrap(), PDF).unwrap();
                Effect::Confirmed(Evidence::Reported("written".into())).into()
            }
            _ => Effect::unverified("it was sent, and no answer came").into(),
        })
    }
}

/// What was played, and how often the models of the HostAgent and of the AppAgent were asked.
struct Played {
    ending: Ending,
    calls: (usize, usize),
    transcript: String,
    script: Arc<Script>,
}

/// Plays one round in a home of its own. `application` plays what the application does to files: it gets each entry of the log and
/// the home.
async fn played(
    mut env: TestEnv,
    replies: &[String],
    refusals: usize,
    mut application: impl FnMut(&Entry, &PathBuf) + Send + 'static,
) -> Played {
    let home = tempfile::tempdir().unwrap();
    env.options.home = home.path().to_owned();
    env.options.policy =
        Policy::of(PolicyFile { preset: Preset::Unrestricted, ..PolicyFile::default() }).unwrap();
    let script = Arc::new(Script::new(replies));
    let sums = Sums { refusals: Mutex::new(refusals) };
    let puppeteer = env.puppeteer(Box::new(env.desktop.clone()), vec![Box::new(sums)]);
    let folder = home.path().to_owned();
    let watcher: Watcher = Box::new(move |entry| application(entry, &folder));
    let ports = Ports { puppeteer, watchers: vec![watcher], ..env.ports(script.clone()) };
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    let ending = Box::pin(session.round("do it")).await.unwrap();
    let asked = |kind| script.shown.lock().unwrap().iter().filter(|it| it.agent == kind).count();
    let calls = (asked(AgentKind::HostAgent), asked(AgentKind::AppAgent));
    Played { ending, calls, transcript: env.transcript(), script }
}

/// Assigns a subtask that promises this; the round then ends with `it is there`.
fn assigned(produces: &str) -> String {
    let produces = if produces.is_empty() { String::new() } else { format!(" [produces {produces}]") };
    format!(
        r#"{{"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "sum: do it{produces}", "WhenDone": "it is there"}}"#
    )
}

fn native(function: &str, args: &str, status: &str) -> String {
    format!(
        r#"{{"Status": "{status}", "Function": "{function}", "Args": {args}, "ControlLabel": "", "Comment": "done"}}"#
    )
}

/// A click that is certain to have changed nothing: the right button presses nothing.
fn shows_nothing() -> String {
    act(2, "click_input", r#"{"button": "right"}"#, "")
}

fn click(label: u32) -> String {
    act(label, "click_input", "{}", "")
}

fn write() -> String {
    act(1, "set_edit_text", r#"{"text": "hello"}"#, "")
}

fn end() -> String {
    FINISH.to_owned()
}

fn nothing(_: &Entry, _: &PathBuf) {}

/// The application writes this file when an action on this control, or with this command, begins.
fn saves(
    at: &'static str,
    file: &'static str,
    content: &'static str,
) -> impl FnMut(&Entry, &PathBuf) + Send + 'static {
    move |entry, home| {
        if matches!(&entry.event, Event::Acting { operation, .. } if operation.to_string().contains(at)) {
            fs::write(home.join(file), content).unwrap();
        }
    }
}

/// Checks how a round ended, and with how many calls of the HostAgent's and the AppAgent's model.
fn check(why: &str, played: &Played, comment: &str, calls: (usize, usize)) {
    let ending = Ending::Ended(Verdict::Finished(comment.into()));
    assert_eq!((&played.ending, played.calls), (&ending, calls), "{why}: {}", played.transcript);
}

const ENDED: &str = "it is there";

fn misses(nth: usize) -> TestEnv {
    let mut env = TestEnv::new(DESKTOP);
    env.desktop = env.desktop.with_fault(nth, InjectedFault::Misses("nothing was seen of it".into()));
    env
}

#[tokio::test(start_paused = true)]
async fn a_promised_pdf_is_seen_where_it_was_written() {
    let pdf = || saves("Export", "a.pdf", PDF);
    let words = [assigned("a.pdf"), click(4), end(), end()];
    let done = played(misses(1), &words, 0, pdf()).await;
    check("a press of which nothing was seen wrote it", &done, ENDED, (1, 2));
    assert!(done.transcript.contains("saved a.pdf"), "{}", done.transcript);

    let list = r#"{"Status": "FINISH", "Comment": "done", "ActionList": [{"ControlLabel": "4", "ControlText": "Export", "Function": "click_input", "Args": {}}]}"#;
    let done = played(misses(1), &[assigned("a.pdf"), list.into(), end(), end()], 0, pdf()).await;
    check("with FINISH in the same list", &done, ENDED, (1, 1));

    let background = |entry: &Entry, home: &PathBuf| {
        if matches!(entry.event, Event::Acted { .. }) {
            let file = home.join("a.pdf");
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(700)).await;
                fs::write(file, PDF).unwrap();
            });
        }
    };
    let done = played(misses(1), &[assigned("a.pdf"), list.into(), end(), end()], 0, background).await;
    check("written in the background", &done, ENDED, (1, 1));

    let export = native("export", r#"{"target": "a.pdf"}"#, "FINISH");
    let done = played(TestEnv::new(DESKTOP), &[assigned("a.pdf"), export, end()], 0, nothing).await;
    check("by a command", &done, ENDED, (1, 1));

    let words = [assigned("a.pdf"), write(), click(4), end(), end(), end()];
    let done = played(misses(1), &words, 0, pdf()).await;
    check("but a text before it may be missing in it", &done, "done", (2, 3));
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_finds_all_done_needs_no_look_of_the_host_agent() {
    let file = |entry: &Entry, home: &PathBuf| {
        if matches!(entry.event, Event::HostDecided { .. }) {
            fs::write(home.join("a.txt"), "hello").unwrap();
        }
    };
    let done = played(TestEnv::new(DESKTOP), &[assigned("a.txt"), end(), end()], 0, file).await;
    check("it did nothing", &done, ENDED, (1, 1));

    let words = [assigned("a.txt"), native("read_cells", "{}", "CONTINUE"), end(), end()];
    let done = played(TestEnv::new(DESKTOP), &words, 0, file).await;
    check("it only read", &done, ENDED, (1, 2));

    let done = played(TestEnv::new(DESKTOP), &[assigned(""), end(), end()], 0, nothing).await;
    check("nothing was promised", &done, "done", (2, 1));
}

#[tokio::test(start_paused = true)]
async fn a_part_of_what_was_read_leaves_no_doubt() {
    let words = [assigned(""), write(), native("read_cells", "{}", "CONTINUE"), end(), end()];
    let done = played(TestEnv::new(DESKTOP), &words, 0, nothing).await;
    check("the rest was not needed", &done, ENDED, (1, 3));

    let words = [assigned(""), native("read_cells", "{}", "CONTINUE"), end(), end()];
    let done = played(TestEnv::new(DESKTOP), &words, 0, nothing).await;
    check("nothing else was done", &done, "done", (2, 2));
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_was_made_up_for_is_no_doubt() {
    let total = || act(3, "texts", r#"{"name": "total"}"#, "");
    let export = || native("export", r#"{"target": "a.pdf"}"#, "CONTINUE");
    let send = || native("send_sheet", "{}", "CONTINUE");
    for (why, words, refusals, is_proven) in [
        (
            "no effect, and what was promised came later",
            vec![assigned("note total"), shows_nothing(), total(), end(), end()],
            0,
            true,
        ),
        ("refused, and then done", vec![assigned("a.pdf"), export(), export(), end(), end()], 1, true),
        ("no effect, and another way", vec![assigned(""), shows_nothing(), export(), end(), end()], 0, true),
        (
            "no effect after what was promised",
            vec![assigned("note total"), total(), shows_nothing(), end(), end()],
            0,
            false,
        ),
        (
            "sent or not: a file does not show it",
            vec![assigned("a.pdf"), send(), export(), end(), end()],
            0,
            false,
        ),
    ] {
        let done = played(TestEnv::new(DESKTOP), &words, refusals, nothing).await;
        let (comment, calls) = if is_proven { (ENDED, (1, 3)) } else { ("done", (2, 3)) };
        check(why, &done, comment, calls);
    }
}

#[tokio::test(start_paused = true)]
async fn a_note_in_the_agents_own_words_keeps_its_promise() {
    let summary = |status| native("summary", r#"{"text": "19.5", "name": "total"}"#, status);
    let words = [assigned("note total"), summary("CONTINUE"), end(), end()];
    let done = played(TestEnv::new(DESKTOP), &words, 0, nothing).await;
    check("noted", &done, ENDED, (1, 2));

    let words = [assigned("note total"), summary("FINISH"), end()];
    let done = played(TestEnv::new(DESKTOP), &words, 0, nothing).await;
    check("noted with FINISH", &done, ENDED, (1, 1));

    let words = [assigned("").replace("it is there", "it is {total}"), summary("CONTINUE"), end(), end()];
    let done = played(TestEnv::new(DESKTOP), &words, 0, nothing).await;
    check("not promised, but reported", &done, "it is 19.5", (1, 2));
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_finishes_is_told_once_which_file_is_missing() {
    let tomorrow = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let tomorrow = Timestamp(u64::try_from(tomorrow.as_millis()).unwrap() + 86_400_000);
    let put = |name: &'static str, content: &'static str| {
        move |entry: &Entry, home: &PathBuf| {
            if matches!(entry.event, Event::SessionOpened { .. }) && !name.is_empty() {
                fs::write(home.join(name), content).unwrap();
            }
        }
    };
    let rejected = "and out.pdf is not there: save it there under exactly this name; if that cannot be done, answer FINISH";
    for (why, file, content, begins, complaint) in [
        ("not there", "", "", Timestamp(0), rejected),
        ("empty", "out.pdf", "", Timestamp(0), "and out.pdf is empty"),
        (
            "of another kind",
            "out.pdf",
            "hello",
            Timestamp(0),
            "and out.pdf is not what its name says: it is a text",
        ),
        ("from before", "out.pdf", PDF, tomorrow, "and out.pdf is as it was before the subtask began"),
    ] {
        let env = || TestEnv { begins, ..TestEnv::new(DESKTOP) };
        let words = [assigned("out.pdf"), write(), end(), end(), end(), end()];
        let done = played(env(), &words, 0, put(file, content)).await;
        let missing = complaint.trim_start_matches("and ").split(": save").next().unwrap();
        check(why, &done, &format!("done ({missing})"), (3, 3));
        assert_eq!(done.transcript.matches(complaint).count(), 1, "{why}: {}", done.transcript);
        let subtasks = done.script.section(4, section::PREVIOUS_SUBTASKS);
        assert!(subtasks.contains(&format!(r#""missing":["{missing}"]"#)), "{why}: {subtasks}");
        let objection = format!("rejected: {missing}; assign what is left to do");
        assert_eq!(done.transcript.matches(&objection).count(), 1, "{why}: {}", done.transcript);
    }
}

#[tokio::test(start_paused = true)]
async fn a_missing_file_that_comes_after_all_is_no_longer_missed() {
    let list = r#"{"Status": "FINISH", "Comment": "done", "ActionList": [{"ControlLabel": "1", "ControlText": "Text", "Function": "set_edit_text", "Args": {"text": "hello"}}]}"#;
    let words = [assigned("out.pdf"), list.into(), click(4), end(), end()];
    let done = played(misses(2), &words, 0, saves("Export", "out.pdf", PDF)).await;
    check("with the last action of a list", &done, ENDED, (1, 3));
    let held = "not finished yet (the subtask must leave out.pdf, and out.pdf is not there";
    assert_eq!(done.transcript.matches(held).count(), 1, "{}", done.transcript);

    // The HostAgent has the file made by another subtask, and finishes without an objection.
    let again = assigned("").replace("sum: do it", "export: export it");
    let words = [assigned("out.pdf"), write(), end(), end(), again, click(4), end(), end()];
    let done = played(misses(2), &words, 0, saves("Export", "out.pdf", PDF)).await;
    check("by another subtask", &done, "done", (3, 5));

    // What a subtask only reads is no promise.
    let reads = assigned("").replace("do it", "write what letter.txt says");
    let done = played(TestEnv::new(DESKTOP), &[reads, write(), end(), end()], 0, nothing).await;
    assert!(!done.transcript.contains("letter.txt is not there"), "{}", done.transcript);
}
