//! What follows a proven subtask without another call: the plan's next subtask, or the end of the round with the prepared
//! comment; and when the HostAgent is asked all the same.

use crate::common::{FINISH, Script, TestEnv, act};
use deskpilot_agent::{Ending, Ports, RoundFinish, Session};
use deskpilot_core::{AgentKind, Policy, PolicyFile, Preset, Projection, Verdict, fold::Decisions, section};
use deskpilot_desktop::{Sandbox, ShellReceiver};
use expect_test::expect;
use std::{fs, sync::Arc};

const DESKTOP: &str = "\
window \"Sums\" sums
  edit \"Text\"
  button \"Dead\"
  edit \"Total\" = \"19.5\"
window \"Letter\" letters
  edit \"Body\"
";

/// Two windows of the application that the plan names.
const TWO_LETTERS: &str = "\
window \"Sums\" sums
  edit \"Text\"
  button \"Dead\"
  edit \"Total\" = \"19.5\"
window \"Letter\" letters
  edit \"Body\"
window \"Other letter\" letters
  edit \"Body\"
";

fn assigned(subtask: &str, plan: &[&str], when_done: &str) -> String {
    let plan = serde_json::to_string(plan).unwrap();
    format!(
        r#"{{"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "{subtask}", "Plan": {plan}, "WhenDone": "{when_done}"}}"#
    )
}

fn read_total() -> String {
    act(3, "texts", r#"{"name": "total"}"#, "")
}

fn write() -> String {
    act(1, "set_edit_text", r#"{"text": "hello"}"#, "")
}

/// Plays the replies; returns the environment, the ending, and how often the HostAgent's model was asked.
async fn played(mut env: TestEnv, replies: &[String], finish: RoundFinish) -> (TestEnv, Ending, usize) {
    env.options.finish = finish;
    let script = Arc::new(Script::new(replies));
    let ending = env.open(script.clone()).unwrap().round("do it").await.unwrap();
    let asked = script.shown.lock().unwrap().iter().filter(|it| it.agent == AgentKind::HostAgent).count();
    (env, ending, asked)
}

fn finished(comment: &str) -> Ending {
    Ending::Ended(Verdict::Finished(comment.into()))
}

#[tokio::test]
async fn a_round_whose_last_subtask_is_proven_ends_with_the_prepared_comment() {
    let words = [
        assigned("sum: read it [produces note total]", &[], "the total is {total}"),
        read_total(),
        FINISH.into(),
    ];
    let (env, ending, asked) = played(TestEnv::new(DESKTOP), &words, RoundFinish::Prepared).await;
    assert_eq!((ending, asked), (finished("the total is 19.5"), 1), "{}", env.transcript());
    expect![[r#"
        round 0: do it
        step 0: HostAgent
        assign to sums (Sums): read it
        step 1: AppAgent/sums/Sums
        texts(name="total") on Edit "Total"
        noted total: "19.5"
          confirmed: read "19.5"
        step 2: AppAgent/sums/Sums
        decide: finish: done
        subtask finished: done
        step 3: HostAgent
        by the plan: decide: finish: the total is 19.5
        finished: the total is 19.5
    "#]]
    .assert_eq(&env.transcript());
    assert_eq!(Decisions::of(&env.log.entries()).count, 3, "what the plan decides is no call");
}

#[tokio::test]
async fn the_host_agent_is_asked_where_something_is_not_proven() {
    let dead = || act(2, "click_input", "{}", "");
    let ask = r#"{"Status": "PENDING", "Questions": ["Which?"]}"#.to_owned();
    let plain = || assigned("write: write it", &[], "it is written");
    let sum = |when_done: &str| assigned("sum: read it [produces note total]", &[], when_done);
    let end = || FINISH.to_owned();
    for (why, words, finish) in [
        ("nothing was done", vec![plain(), end(), end()], RoundFinish::Prepared),
        ("an action had no effect", vec![plain(), write(), dead(), end(), end()], RoundFinish::Prepared),
        (
            "no comment was prepared",
            vec![assigned("write: write it", &[], ""), write(), end(), end()],
            RoundFinish::Prepared,
        ),
        ("the person wants the look", vec![plain(), write(), end(), end()], RoundFinish::Host),
        (
            "a promised note is missing",
            vec![sum("read"), write(), end(), end(), end()],
            RoundFinish::Prepared,
        ),
        ("the comment names no note", vec![sum("{totl}"), read_total(), end(), end()], RoundFinish::Prepared),
        ("a person answered meanwhile", vec![plain(), ask, write(), end(), end()], RoundFinish::Prepared),
    ] {
        let env = TestEnv::new(DESKTOP);
        env.user.answers.lock().unwrap().push_back("this".into());
        let (env, ending, asked) = played(env, &words, finish).await;
        assert_eq!((ending, asked), (finished("done"), 2), "{why}: {}", env.transcript());
    }
}

#[tokio::test]
async fn the_next_subtask_of_the_plan_begins_at_once_where_its_window_is_known() {
    let letter = "letter: in letters, write the total [needs total]";
    let sum =
        |plan: &[&str]| assigned("sum: in sums, read it [produces note total]", plan, "{total} is written");
    for (why, desktop, plan, asked) in [
        ("its application has one window", DESKTOP, &[letter][..], 1),
        ("the next one needs something else", DESKTOP, &["letter: in letters, write it [needs sheet]"], 2),
        ("its application has two windows", TWO_LETTERS, &[letter], 2),
        ("its application is not open", DESKTOP, &["letter: in Writer, write it"], 2),
        ("its application is not named", DESKTOP, &["letter: write it"], 2),
    ] {
        let mut words = vec![sum(plan), read_total(), FINISH.into()];
        match asked {
            1 => words.extend([write(), FINISH.into()]),
            _ => words.push(FINISH.into()),
        }
        let (env, ending, found) = played(TestEnv::new(desktop), &words, RoundFinish::Prepared).await;
        let comment = if asked == 1 { "19.5 is written" } else { "done" };
        assert_eq!((ending, found), (finished(comment), asked), "{why}: {}", env.transcript());
        let line = "by the plan: assign to letters (Letter): write the total";
        assert_eq!(env.transcript().contains(line), asked == 1, "{why}: {}", env.transcript());
    }
}

const WITH_CALCULATOR: &str = "\
app \"Calculator\" calc \"Calculator\"
  window \"Calculator\" calc
    edit \"Result\"
window \"Sums\" sums
  edit \"Text\"
  button \"Dead\"
  edit \"Total\" = \"19.5\"
";

#[tokio::test]
async fn a_plan_opens_the_application_of_its_next_subtask_where_it_says_so() {
    for (plan, is_opened) in [
        ("check: in Calculator, type the total [opens] [needs total]", true),
        ("check: in Calculator, type the total [needs total]", false),
        ("check: in Nothing of the kind, type the total [opens] [needs total]", false),
    ] {
        let sum = assigned("sum: in sums, read it [produces note total]", &[plan], "{total} is typed");
        let mut words = vec![sum, read_total(), FINISH.into()];
        words.extend(if is_opened { vec![write(), FINISH.into()] } else { vec![FINISH.into()] });
        let (env, ending, asked) = played(TestEnv::new(WITH_CALCULATOR), &words, RoundFinish::Prepared).await;
        let expected = if is_opened { (finished("19.5 is typed"), 1) } else { (finished("done"), 2) };
        assert_eq!((ending, asked), expected, "{plan}: {}", env.transcript());
        let line = "by the plan: assign to calc (Calculator): type the total";
        assert_eq!(env.transcript().contains(line), is_opened, "{plan}: {}", env.transcript());
    }
}

#[tokio::test]
async fn an_agent_is_told_once_of_a_note_that_was_never_meant() {
    let finish_with =
        r#"{"Status": "FINISH", "ControlLabel": "1", "Function": "set_edit_text", "Args": {"text": "a"}}"#;
    let words = [
        assigned("chart: draw it [produces chart]", &[], ""),
        finish_with.to_owned(),
        FINISH.into(),
        FINISH.into(),
    ];
    let (env, ending, _) = played(TestEnv::new(DESKTOP), &words, RoundFinish::Prepared).await;
    assert_eq!(ending, finished("done"), "{}", env.transcript());
    assert_eq!(env.transcript().matches("chart on the blackboard").count(), 1, "{}", env.transcript());
}

#[tokio::test]
async fn what_a_subtask_saved_is_reported_as_it_is_in_the_file() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("letter.txt"), "Dear Ann").unwrap();
    let mut env = TestEnv::new(DESKTOP);
    env.options.home = home.path().to_owned();
    let words =
        [assigned("write: write it [produces letter.txt]", &[], ""), write(), FINISH.into(), FINISH.into()];
    let script = Arc::new(Script::new(&words));
    env.open(script.clone()).unwrap().round("do it").await.unwrap();
    assert!(env.transcript().contains("saved letter.txt: \"Dear Ann\""), "{}", env.transcript());
    assert_eq!(env.transcript().matches("saved letter.txt").count(), 1, "{}", env.transcript());
    for nth in [2, 3] {
        assert!(
            script.section(nth, section::BLACKBOARD).contains(r#""saved":{"letter.txt":"Dear Ann"}"#),
            "{nth}"
        );
    }
    // The home of a private desktop is listed in the first prompt.
    assert!(script.section(0, section::FOLDERS).contains("letter.txt"));
}

#[tokio::test]
async fn a_note_is_renamed_and_dropped_and_one_that_is_not_there_is_left_alone() {
    let edit = |name: &str, to: &str| {
        format!(
            r#"{{"Status": "CONTINUE", "Function": "edit_note", "Args": {{"name": "{name}", "to": {to}}}}}"#
        )
    };
    let words = [
        assigned("sum: read it", &[], ""),
        read_total(),
        edit("total", "\"sum\""),
        edit("total", "null"),
        edit("sum", "null"),
        FINISH.into(),
        FINISH.into(),
    ];
    let (env, ending, _) = played(TestEnv::new(DESKTOP), &words, RoundFinish::Prepared).await;
    assert_eq!(ending, finished("done"), "{}", env.transcript());
    for line in ["the note total is now sum", "there is none; the notes are sum", "dropped the note sum"] {
        assert!(env.transcript().contains(line), "{line}: {}", env.transcript());
    }
}

#[tokio::test]
async fn what_a_program_wrote_becomes_a_note() {
    let mut env = TestEnv::new(DESKTOP);
    env.options.policy =
        Policy::of(PolicyFile { preset: Preset::Unrestricted, ..PolicyFile::default() }).unwrap();
    let run = r#"{"Status": "CONTINUE", "Function": "run_shell", "Args": {"argv": ["printf", "12 files"], "name": "count"}}"#;
    let words =
        [assigned("count: count them [produces note count]", &[], "{count}"), run.into(), FINISH.into()];
    let ports = env.ports(Arc::new(Script::new(&words)));
    let variables = vec![("PATH".into(), "/usr/bin:/bin".into())];
    let shell = ShellReceiver { env: variables, sandbox: Sandbox::None, folder: "/".into() };
    let puppeteer = env.puppeteer(Box::new(env.desktop.clone()), vec![Box::new(shell)]);
    let ports = Ports { puppeteer, ..ports };
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    session.round("count them").await.unwrap();
    assert!(env.transcript().contains("noted count: \"12 files\""), "{}", env.transcript());
}
