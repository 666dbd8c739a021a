//! Actions behind an opening: done in the window that opened, and in no other.

use super::*;
use EffectWord::{Confirmed, NotDone, Refused};

/// What the form asks before it shows a document.
const QUESTION: &str = "window \"Enter Password\" form\n  edit \"Password\" focused\n  edit \"Name\"\n";

fn form_with(actions: &Value) -> OpenArgs {
    serde_json::from_value(json!({"application": "Form", "actions": actions})).unwrap()
}

fn done(reply: Result<OpenReply, HandsError>) -> ActReply {
    let OpenReply::Actions(reply) = reply.unwrap() else { unreachable!("actions were asked for") };
    reply
}

fn press(button: &str) -> Value {
    json!({"command": "click_input", "control": format!("Button {button:?}")})
}

/// The person's answer to what the call asks.
fn answer(client: &Client, asked: HandsError, consent: Consent) {
    let HandsError::Waiting(waiting) = asked else { unreachable!("{asked}") };
    assert_eq!(waiting.asked_in, AskedIn::ThisCall);
    let reply = Reply::Consent(consent);
    client.hands.sessions()[0].answer(QuestionId(waiting.question), reply, "a test").unwrap();
}

#[tokio::test]
async fn actions_behind_an_opening_are_done_in_its_window_and_told_with_it() {
    let client = Client::new("unrestricted");
    client.open("Calculator").await;
    let mut fill = press("Fill");
    fill["expect"] = json!("Rome");
    let args = form_with(&json!([fill, typed("Name", "Ann")]));
    let reply = done(client.hands.open(&args).await);
    let all = ["open", "click_input", "wait", "set_edit_text"].map(|command| (command, Confirmed));
    assert_eq!((effects(&reply.actions), reply.stopped_at), (all.to_vec(), None));
    let view = reply.view.unwrap();
    let seen = &view.data_not_instructions;
    assert_eq!((title(&view), view.done.len()), ("Form", 0));
    // The client has not seen the window before, so it is told all of it, and what changed.
    assert!(seen.controls.as_ref().unwrap().contains("Button \"Send\"") && !seen.is_window_known, "{seen:?}");
    assert!(seen.changes.as_ref().unwrap().contains("Ann"), "{seen:?}");
    client.act(&view.view, json!([typed("City", "Oslo")])).await.unwrap();
}

#[tokio::test]
async fn nothing_behind_an_opening_goes_to_the_dialog_that_a_document_waits_behind() {
    let client = Client::on(TextPlatform::bare(DESKTOP).asking(QUESTION), with_policy("unrestricted"), LONG);
    let file = client.folder.path().join("letter.txt");
    fs::write(&file, "Dear Ann").unwrap();
    let keys = json!({"command": "keyboard_input", "args": {"keys": "7"}});
    let args = OpenArgs {
        path: Some(file.display().to_string()),
        ..form_with(&json!([keys, typed("Name", "Ann")]))
    };
    let reply = done(client.hands.open(&args).await);
    let expected = [("open", Confirmed), ("keyboard_input", NotDone), ("set_edit_text", NotDone)];
    assert_eq!((effects(&reply.actions), reply.stopped_at), (expected.to_vec(), Some(1)), "{reply:?}");
    assert!(reply.actions[0].data_not_instructions.as_ref().unwrap().contains("waits behind the dialog"));
    assert!(reply.actions[2].evidence.contains("not known to be there"), "{:?}", reply.actions[2]);
    assert_eq!(reply.actions[2].what, "set_edit_text on Edit \"Name\"");
    let view = reply.view.unwrap();
    assert_eq!(title(&view), "Enter Password");
    let controls = view.data_not_instructions.controls.unwrap();
    assert!(!controls.contains('7') && !controls.contains("Ann"), "{controls}");
    client.act(&view.view, json!([typed("Password", "secret")])).await.unwrap();
}

#[tokio::test]
async fn actions_behind_an_opening_that_a_person_was_asked_about_are_not_done() {
    for (consent, effect) in [(Consent::Once, Confirmed), (Consent::No(String::new()), Refused)] {
        let client = Client::new("read-only");
        let args = form_with(&json!([typed("Name", "Ann")]));
        answer(&client, client.hands.open(&args).await.unwrap_err(), consent);
        let expected = [("open", effect), ("set_edit_text", NotDone)];
        match client.hands.open_after_answer(&args).await {
            Ok(OpenReply::Actions(reply)) => {
                assert_eq!((effects(&reply.actions), reply.stopped_at), (expected.to_vec(), Some(1)));
                assert!(!reply.view.unwrap().data_not_instructions.controls.unwrap().contains("Ann"));
            }
            Err(HandsError::NotOpened { done, .. }) => assert_eq!(effects(&done), expected),
            other => unreachable!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn actions_behind_an_opening_go_on_after_a_question_of_their_own_and_are_not_done_twice() {
    let client = Client::new("ask");
    let args = form_with(&json!([typed("Name", "Ann"), press("Send"), typed("City", "Rome")]));
    answer(&client, client.hands.open(&args).await.unwrap_err(), Consent::Once);
    let reply = done(client.hands.open_after_answer(&args).await);
    let commands: Vec<&str> = reply.actions.iter().map(|it| it.command.as_str()).collect();
    assert_eq!(commands, ["open", "set_edit_text", "click_input", "set_edit_text"], "{reply:?}");
    assert_eq!((reply.actions[1].effect, reply.actions[3].effect), (Confirmed, NotDone), "{reply:?}");
    assert_eq!(reply.view.as_ref().map(title), Some("Form"));
}

#[tokio::test]
async fn an_opening_is_told_as_done_where_what_is_behind_it_cannot_be_meant_or_has_no_window() {
    let client = Client::new("unrestricted");
    let labelled = form_with(&json!([{"command": "click_input", "label": 1}]));
    let rejected = client.hands.open(&labelled).await.unwrap_err();
    assert!(matches!(rejected, HandsError::Rejected { .. }), "{rejected}");
    assert_eq!(client.hands.windows(&WindowsArgs::default()).await.unwrap().data_not_instructions, []);
    let fly = form_with(&json!([typed("Name", "Ann"), {"command": "fly"}]));
    let reply = done(client.hands.open(&fly).await);
    let expected = [("open", Confirmed), ("set_edit_text", NotDone), ("fly", NotDone)];
    assert_eq!((effects(&reply.actions), reply.stopped_at), (expected.to_vec(), Some(1)));
    assert!(reply.actions[1].evidence.contains("there is no function \"fly\""), "{reply:?}");
    assert!(!reply.view.unwrap().data_not_instructions.controls.unwrap().contains("Ann"));
    let unknown =
        OpenArgs { application: Some("Letter".into()), ..form_with(&json!([typed("Name", "Ann")])) };
    let HandsError::NotOpened { done, .. } = client.hands.open(&unknown).await.unwrap_err() else {
        unreachable!()
    };
    assert_eq!(effects(&done), [("open", Refused), ("set_edit_text", NotDone)]);
    assert!(client.observe(json!({"window": "Form"})).await.unwrap().done.is_empty(), "it is told once");
}

#[tokio::test]
async fn actions_that_a_dropped_opening_did_not_begin_are_told_as_not_done_by_the_next_call() {
    let client = Client::new("unrestricted");
    let args = DesktopArgs { action: DesktopAction::Open, desktop: None };
    client.hands.desktop(&args).await.unwrap();
    let args = form_with(&json!([typed("Name", "Ann")]));
    tokio::select! {
        biased;
        early = client.hands.open(&args) => unreachable!("it takes longer: {early:?}"),
        () = ready(()) => {}
    }
    let view = client.observe(json!({})).await.unwrap();
    assert_eq!(effects(&view.done), [("open", Confirmed), ("set_edit_text", NotDone)]);
    assert!(!view.data_not_instructions.controls.unwrap().contains("Ann"));
    assert!(client.observe(json!({})).await.unwrap().done.is_empty(), "it is told once");
}
