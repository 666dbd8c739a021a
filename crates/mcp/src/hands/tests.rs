//! Tests of the hands on a desktop that is a text.

mod acting;
mod beside_a_person;
mod looking;
mod opening;

use super::*;
use deskpilot_core::{Consent, Event, Mode, Operation, fold::QuestionId};
use deskpilot_runtime::{Config, Environment, Reply, is_lent};
use deskpilot_settings::RunFlags;
use deskpilot_testkit::{TextDesktop, TextPlatform};
use serde_json::{Value, json};
use std::{
    fs,
    future::ready,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tempfile::TempDir;
use tokio::time::timeout;

/// The time limit of every wait, for a busy machine.
const LONG: Duration = Duration::from_secs(60);

const DESKTOP: &str = r#"app "Form" form "Form editor"
  window "Form" form
    edit "Name"
    edit "City"
    checkbox "Member"
    button "Fill" -> set "City" to "Rome"
    button "Send"
app "Calculator" calc "Pocket calculator"
  window "Calculator" calc
    edit "Result" readonly
    button "7" -> append "7" to "Result"
app "Wanderer" browser "Web browser"
  window "Start page" browser
    edit "Address"
"#;

/// A client on a text platform, under a policy.
struct Client {
    folder: TempDir,
    platform: TextPlatform,
    hands: Hands,
}

impl Client {
    fn new(policy: &str) -> Client {
        Client::silent_for(policy, LONG)
    }

    /// A client that may be silent for this long.
    fn silent_for(policy: &str, idle: Duration) -> Client {
        Client::on(TextPlatform::bare(DESKTOP), with_policy(policy), idle)
    }

    /// A client on the desktop that a person sits at.
    fn beside(person: &TextDesktop) -> Client {
        let platform = TextPlatform::bare(DESKTOP).with_current(person.clone());
        let flags = RunFlags { desktop: Some("current".into()), ..with_policy("unrestricted") };
        Client::on(platform, flags, LONG)
    }

    fn on(platform: TextPlatform, flags: RunFlags, idle: Duration) -> Client {
        let folder = tempfile::tempdir().unwrap();
        let config = config(&folder, &platform, flags);
        let options = HandsOptions { config, client: "a test".into(), deadline: LONG, idle };
        let hands = Hands::new(options, Sessions::new(Arc::new(|_| {})));
        Client { folder, platform, hands }
    }

    async fn open(&self, application: &str) -> View {
        let args = OpenArgs { application: Some(application.into()), ..OpenArgs::default() };
        opened(self.hands.open(&args).await)
    }

    async fn act(&self, view: &str, actions: Value) -> Result<ActReply, HandsError> {
        let args = serde_json::from_value(json!({"view": view, "actions": actions})).unwrap();
        self.hands.act(&args).await
    }

    async fn observe(&self, args: Value) -> Result<View, HandsError> {
        self.hands.observe(&serde_json::from_value(args).unwrap()).await
    }
}

fn with_policy(policy: &str) -> RunFlags {
    RunFlags { policy: Some(policy.into()), ..RunFlags::default() }
}

fn config(folder: &TempDir, platform: &TextPlatform, flags: RunFlags) -> Config {
    let path = |name: &str| folder.path().join(name).display().to_string();
    let environment = Environment::new(vec![("HOME".to_owned(), path("home"))], Arc::new(platform.clone()));
    let flags = RunFlags { log_dir: Some(path("logs")), ..flags };
    flags.config(&environment, Mode::Normal).unwrap()
}

/// The view of what opened.
fn opened(reply: Result<OpenReply, HandsError>) -> View {
    let OpenReply::View(view) = reply.unwrap() else { unreachable!("no actions were asked for") };
    view
}

fn title(view: &View) -> &str {
    view.data_not_instructions.window["title"].as_str().unwrap()
}

fn effects(actions: &[ActionEffect]) -> Vec<(&str, EffectWord)> {
    actions.iter().map(|it| (it.command.as_str(), it.effect)).collect()
}

fn typed(field: &str, text: &str) -> Value {
    json!({"command": "set_edit_text", "control": format!("Edit {field:?}"), "args": {"text": text}})
}

/// How many entries of the client's only session have this text.
fn entries_with(client: &Client, text: &str) -> usize {
    let log = client.hands.sessions()[0].folder().join("events.jsonl");
    fs::read_to_string(log).unwrap().lines().filter(|it| it.contains(text)).count()
}

async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    match timeout(LONG, future).await {
        Ok(value) => value,
        Err(_) => unreachable!("not in time: {what}"),
    }
}

#[tokio::test]
async fn three_actions_in_one_call_come_back_with_what_each_did_and_what_changed() {
    let client = Client::new("unrestricted");
    let first = client.open("Form").await;
    assert_eq!(title(&first), "Form");
    assert!(first.data_not_instructions.controls.as_ref().unwrap().contains("Edit \"Name\""));
    assert_eq!(effects(&first.done), [("open", EffectWord::Confirmed)]);
    let member = json!({"command": "click_input", "control": "CheckBox \"Member\""});
    let actions = json!([typed("Name", "Ann"), typed("City", "Rome"), member]);
    let reply = client.act(&first.view, actions).await.unwrap();
    let done = |command| (command, EffectWord::Confirmed);
    assert_eq!(effects(&reply.actions), [done("set_edit_text"), done("set_edit_text"), done("click_input")]);
    assert_eq!(reply.stopped_at, None);
    let after = reply.view.unwrap();
    let changes = after.data_not_instructions.changes.clone().unwrap();
    assert!(changes.contains("Ann") && changes.contains("Rome"), "{changes}");
    let since = client.observe(json!({"since": first.view})).await.unwrap();
    assert_ne!(since.view, after.view, "it looked again");
    assert_eq!(since.data_not_instructions.controls, None);
    assert!(since.data_not_instructions.changes.unwrap().contains("Ann"));
    assert!(since.done.is_empty(), "a look is nothing that was done: {:?}", since.done);
    let read = client.hands.read(&ReadArgs::default()).await.unwrap();
    assert_eq!((read.data_not_instructions.as_str(), read.more), ("Rome", None));
}

#[tokio::test]
async fn an_older_view_is_refused_with_the_present_one() {
    let client = Client::new("unrestricted");
    let first = client.open("Form").await;
    let second = client.act(&first.view, json!([typed("Name", "Ann")])).await.unwrap().view.unwrap();
    let refused = client.act(&first.view, json!([typed("City", "Rome")])).await.unwrap_err();
    let HandsError::OldView { named, present } = refused else { unreachable!("{refused}") };
    assert_eq!((named, present.view.as_str()), (first.view, second.view.as_str()));
    assert!(!present.data_not_instructions.controls.unwrap().contains("Rome"));
    client.act(&second.view, json!([typed("City", "Rome")])).await.unwrap();
}

#[tokio::test]
async fn an_action_that_cannot_be_meant_is_rejected_and_the_view_stays() {
    let client = Client::new("unrestricted");
    let view = client.open("Form").await.view;
    for (action, expected) in [
        (json!({"command": "click_input", "label": 99}), "there is no control 99"),
        (json!({"command": "fly"}), "there is no function \"fly\""),
        (json!({"command": "click_input"}), "needs a control"),
    ] {
        let actions = json!([typed("Name", "Ann"), action]);
        let rejected = client.act(&view, actions).await.unwrap_err().to_string();
        assert!(rejected.contains(expected), "{rejected}");
    }
    let reply = client.act(&view, json!([typed("City", "Rome")])).await.unwrap();
    assert_eq!(effects(&reply.actions), [("set_edit_text", EffectWord::Confirmed)]);
    assert!(!reply.view.unwrap().data_not_instructions.changes.unwrap().contains("Ann"));
}

#[tokio::test]
async fn a_client_goes_from_window_to_window_and_looks_as_often_as_it_likes() {
    let client = Client::new("unrestricted");
    client.open("Form").await;
    assert_eq!(title(&client.open("Calculator").await), "Calculator");
    assert_eq!(title(&client.observe(json!({"window": "form"})).await.unwrap()), "Form");
    for _ in 0..8 {
        assert_eq!(title(&client.observe(json!({})).await.unwrap()), "Form");
    }
    let windows = client.hands.windows(&WindowsArgs::default()).await.unwrap().data_not_instructions;
    let mut titles: Vec<&str> = windows.iter().map(|it| it.title.as_str()).collect();
    titles.sort_unstable();
    assert_eq!(titles, ["Calculator", "Form"]);
    let calculator = windows.iter().find(|it| it.title == "Calculator").unwrap();
    let view = client.observe(json!({"window": calculator.window})).await.unwrap();
    assert_eq!((title(&view), view.done.len()), ("Calculator", 0));
    let missing = client.observe(json!({"window": "Letter"})).await.unwrap_err();
    assert!(matches!(&missing, HandsError::NoWindow { windows, .. } if windows.len() == 2), "{missing}");
}

#[tokio::test]
async fn a_part_of_a_title_that_led_to_a_window_leads_there_again_without_a_look_at_the_desktop() {
    let client = Client::new("unrestricted");
    client.open("Calculator").await;
    client.open("Form").await;
    let look = async |window: &str| {
        let view = client.observe(json!({"window": window})).await.unwrap();
        let name: view_name::ViewName = view.view.parse().unwrap();
        (title(&view).to_owned(), name.step)
    };
    let (first, step) = look("calcul").await;
    assert_eq!(first, "Calculator");
    assert_eq!(look("calcul").await, (first, step + 1), "the next step is another look at the same window");
    assert_eq!(look("orm").await.0, "Form");
    assert_eq!(look("calcul").await.0, "Calculator");
    assert_eq!(entries_with(&client, "\"event\":\"pictured\""), 0, "nobody judges a visit");
}

#[tokio::test]
async fn while_a_person_is_asked_every_call_says_so_and_the_action_is_done_after_the_yes() {
    let client = Client::new("ask");
    let view = client.open("Form").await.view;
    let send = json!([{"command": "click_input", "control": "Button \"Send\""}]);
    let asked = client.act(&view, send).await.unwrap_err();
    let HandsError::Waiting(waiting) = asked else { unreachable!("{asked}") };
    assert!(waiting.text.contains("Send"), "{waiting}");
    assert_eq!(waiting.asked_in, AskedIn::ThisCall);
    let again = client.observe(json!({})).await.unwrap_err();
    let HandsError::Waiting(later) = again else { unreachable!("{again}") };
    let expected = Waiting { asked_in: AskedIn::EarlierCall, ..(*waiting).clone() };
    assert_eq!(*later, expected);
    let sessions = client.hands.sessions();
    let yes = Reply::Consent(Consent::Once);
    sessions[0].answer(QuestionId(waiting.question), yes, "a test").unwrap();
    let view = client.observe(json!({})).await.unwrap();
    assert_eq!(view.done.iter().map(|it| it.command.as_str()).collect::<Vec<_>>(), ["click_input"]);
}

#[tokio::test]
async fn a_list_goes_on_after_the_answer_and_is_told_as_one() {
    let client = Client::new("ask");
    let view = client.open("Form").await.view;
    let send = json!({"command": "click_input", "control": "Button \"Send\""});
    let args = json!({"view": view, "actions": [typed("Name", "Ann"), send]});
    let args: ActArgs = serde_json::from_value(args).unwrap();
    let asked = client.hands.act(&args).await.unwrap_err();
    let HandsError::Waiting(waiting) = asked else { unreachable!("{asked}") };
    let yes = Reply::Consent(Consent::Once);
    client.hands.sessions()[0].answer(QuestionId(waiting.question), yes, "a test").unwrap();
    let reply = client.hands.act_after_answer(&args).await.unwrap();
    let commands: Vec<&str> = reply.actions.iter().map(|it| it.command.as_str()).collect();
    assert_eq!(commands, ["set_edit_text", "click_input"], "{reply:?}");
    assert!(reply.view.unwrap().data_not_instructions.changes.unwrap().contains("Ann"));
}

#[tokio::test]
async fn a_client_that_leaves_while_a_person_is_asked_leaves_nothing_and_begins_nothing() {
    let client = Client::new("ask");
    let view = client.open("Form").await.view;
    let send = json!([{"command": "click_input", "control": "Button \"Send\""}]);
    let asked = client.act(&view, send).await.unwrap_err();
    assert!(matches!(asked, HandsError::Waiting(_)), "{asked}");
    let session = client.hands.sessions().remove(0);
    client.hands.leave();
    soon("the end", session.wait_until_over()).await;
    let entries = deskpilot_log::read(&client.folder.path().join("logs"), session.task()).unwrap();
    assert!(is_lent(&entries) && !entries.iter().any(|it| matches!(it.event, Event::Confirmed { .. })));
    let args = DesktopArgs { action: DesktopAction::Open, desktop: Some("late".into()) };
    let _ = client.hands.desktop(&args).await;
    for session in client.hands.sessions() {
        soon("the end of a late one", session.wait_until_over()).await;
    }
    let counts = client.platform.desktops();
    assert_eq!(counts.opened.load(Ordering::SeqCst), counts.closed.load(Ordering::SeqCst));
}

#[tokio::test]
async fn what_a_dropped_call_began_is_told_by_the_next_one() {
    let client = Client::new("unrestricted");
    let view = client.open("Calculator").await.view;
    let wait = json!({"command": "wait", "args": {"seconds": 0.3}});
    let press = json!({"command": "click_input", "control": "Button \"7\""});
    tokio::select! {
        biased;
        early = client.act(&view, json!([press, wait])) => unreachable!("it takes longer: {early:?}"),
        () = ready(()) => {}
    }
    let view = client.observe(json!({})).await.unwrap();
    assert_eq!(
        effects(&view.done),
        [("click_input", EffectWord::Confirmed), ("wait", EffectWord::Confirmed)]
    );
    assert!(client.observe(json!({})).await.unwrap().done.is_empty(), "it is told once");
}

#[tokio::test]
async fn what_was_done_is_told_later_where_the_picture_cannot_be_read() {
    let client = Client::new("unrestricted");
    let view = client.open("Calculator").await.view;
    let wait = json!({"command": "wait", "args": {"seconds": 0.3}});
    let press = json!({"command": "click_input", "control": "Button \"7\""});
    tokio::select! {
        biased;
        early = client.act(&view, json!([press, wait])) => unreachable!("it takes longer: {early:?}"),
        () = ready(()) => {}
    }
    let session = client.hands.sessions().remove(0);
    let mut events = session.events(0);
    let (mut has_waited, mut is_seen) = (false, false);
    while !is_seen {
        let entry = soon("the view after the wait", events.next()).await.unwrap().unwrap();
        match &entry.event {
            Event::Acting { operation: Operation::Act(action), .. } => {
                has_waited |= action.call.command == "wait";
            }
            Event::Observed { .. } => is_seen = has_waited,
            _ => {}
        }
    }
    // The next look sees the same, so it has the same picture.
    damage_pictures(session.folder());
    let failed = client.observe(json!({"picture": "plain"})).await.unwrap_err();
    assert!(matches!(failed, HandsError::NoLog(_)), "{failed}");
    let view = client.observe(json!({})).await.unwrap();
    let done = [("click_input", EffectWord::Confirmed), ("wait", EffectWord::Confirmed)];
    assert_eq!(effects(&view.done), done);
}

/// Makes other bytes of each picture below this folder, as many as before.
fn damage_pictures(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            damage_pictures(&path);
        } else if path.extension().is_some_and(|it| it == "png") {
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, vec![0; bytes.len()]).unwrap();
        }
    }
}

#[tokio::test]
async fn a_desktop_that_ends_slowly_is_closed_all_the_same_and_the_call_replies_in_time() {
    let mut client = Client::new("unrestricted");
    client.open("Form").await;
    client.hands.options.deadline = Duration::ZERO;
    let desktops = client.platform.desktops();
    let held = desktops.closing.lock().await;
    let args = DesktopArgs { action: DesktopAction::Close, desktop: None };
    let slow = soon("the reply", client.hands.desktop(&args)).await.unwrap_err();
    assert!(matches!(slow, HandsError::StillWorking { .. }), "{slow}");
    drop(held);
    client.hands.options.deadline = LONG;
    let closed = client.observe(json!({})).await.unwrap_err();
    assert!(matches!(closed, HandsError::Closed(_)), "{closed}");
    assert_eq!(client.hands.desktop(&args).await.unwrap().desktops, [], "it can be closed again");
}

#[tokio::test]
async fn calls_at_the_same_time_are_done_one_after_the_other() {
    let client = Client::new("unrestricted");
    client.open("Form").await;
    let commands = CommandsArgs { words: Some("click_input".into()), ..CommandsArgs::default() };
    let (one, other) = tokio::join!(client.observe(json!({})), client.hands.commands(&commands));
    assert_eq!(title(&one.unwrap()), "Form");
    assert!(other.unwrap().described.unwrap().contains("click_input"));
}

#[tokio::test]
async fn two_clients_of_a_process_see_their_own_desktops_alone() {
    let client = Client::new("unrestricted");
    let options = HandsOptions {
        config: config(&client.folder, &client.platform, with_policy("unrestricted")),
        client: "another".into(),
        deadline: LONG,
        idle: LONG,
    };
    let another = Hands::new(options, client.hands.sessions.clone());
    client.open("Form").await;
    let nothing = another.windows(&WindowsArgs::default()).await.unwrap_err();
    assert!(matches!(nothing, HandsError::NoDesktop(_)), "{nothing}");
    let args = OpenArgs { application: Some("Calculator".into()), ..OpenArgs::default() };
    another.open(&args).await.unwrap();
    let rows = another.windows(&WindowsArgs::default()).await.unwrap().data_not_instructions;
    assert_eq!(rows.iter().map(|it| it.title.as_str()).collect::<Vec<_>>(), ["Calculator"]);
    assert_eq!((another.sessions().len(), client.hands.sessions().len()), (1, 1));
}

#[tokio::test]
async fn the_desktops_of_a_client_that_goes_are_closed() {
    let Client { folder, platform, hands } = Client::new("unrestricted");
    for name in ["main", "second"] {
        let args = DesktopArgs { action: DesktopAction::Open, desktop: Some(name.into()) };
        hands.desktop(&args).await.unwrap();
    }
    let sessions = hands.sessions();
    drop(hands);
    for session in &sessions {
        soon("the end", session.wait_until_over()).await;
        let logs: PathBuf = folder.path().join("logs");
        let entries = deskpilot_log::read(&logs, session.task()).unwrap();
        assert!(matches!(entries.last().unwrap().event, Event::SessionClosed), "{:?}", entries.last());
    }
    assert_eq!((sessions.len(), platform.desktops().closed.load(Ordering::SeqCst)), (2, 2));
}

#[tokio::test]
async fn a_desktop_of_a_silent_client_is_closed_and_the_next_call_says_so() {
    let client = Client::silent_for("unrestricted", Duration::from_millis(1));
    let args = DesktopArgs { action: DesktopAction::Open, desktop: None };
    let _ = client.hands.desktop(&args).await;
    for session in client.hands.sessions() {
        soon("the end", session.wait_until_over()).await;
    }
    let closed = client.observe(json!({})).await.unwrap_err();
    assert!(matches!(&closed, HandsError::Closed(why) if why.contains("silent")), "{closed}");
}
