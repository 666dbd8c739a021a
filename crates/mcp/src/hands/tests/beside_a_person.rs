//! The desktop that a person sits at: its windows are there before the client, stay after it, and come and go by themselves.

use super::*;
use std::time::Instant;

const PERSON: &str = r#"window "Form" form
  edit "Name"
window "Sure?" form
  button "Yes"
window "Player" player
  button "Play"
"#;

/// A person at their desktop, and a client that may work there.
async fn beside_a_person() -> (TextDesktop, Client) {
    let person = TextDesktop::new(PERSON).unwrap();
    let client = Client::beside(&person);
    let args = DesktopArgs { action: DesktopAction::Open, desktop: None };
    client.hands.desktop(&args).await.unwrap();
    (person, client)
}

#[tokio::test]
async fn on_a_person_s_desktop_their_windows_are_worked_in_and_stay() {
    let (person, client) = beside_a_person().await;
    let windows = client.hands.windows(&WindowsArgs::default()).await.unwrap().data_not_instructions;
    let mut titles: Vec<&str> = windows.iter().map(|it| it.title.as_str()).collect();
    titles.sort_unstable();
    assert_eq!(titles, ["Form", "Player", "Sure?"]);
    let view = client.observe(json!({"window": "Form"})).await.unwrap();
    let reply = client.act(&view.view, json!([typed("Name", "Ann")])).await.unwrap();
    assert_eq!(effects(&reply.actions), [("set_edit_text", EffectWord::Confirmed)]);
    let session = client.hands.sessions().remove(0);
    client.hands.leave();
    soon("the end", session.wait_until_over()).await;
    assert_eq!(person.value("Name").as_deref(), Some("Ann"));
    assert_eq!(client.platform.desktops().applications_closed.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_person_who_uses_the_pointer_has_their_desktop_until_they_hand_it_back() {
    let (_person, client) = beside_a_person().await;
    let view = client.observe(json!({"window": "Form"})).await.unwrap().view;
    let session = client.hands.sessions().remove(0);
    client.platform.desktops().touched.notify_one();
    let mut questions = session.questions();
    soon("the pause", questions.next()).await.unwrap();
    let held = client.act(&view, json!([typed("Name", "Ann")])).await.unwrap_err();
    let HandsError::Waiting(waiting) = held else { unreachable!("{held}") };
    assert!(waiting.text.starts_with("a person has the desktop"), "{waiting}");
    session.hand_back();
    soon("its end", questions.outcome()).await;
    let view = client.observe(json!({"window": "Form"})).await.unwrap();
    assert!(!view.data_not_instructions.controls.unwrap().contains("Ann"), "what was refused is not done");
}

/// What a wait for the end of this window comes to, where the window goes once the wait has begun.
async fn waited_for_the_end(client: &Client, desktop: &TextDesktop, window: &str) -> ActReply {
    client.observe(json!({"window": window})).await.unwrap();
    let session = client.hands.sessions().remove(0);
    let mut events = session.events(session.next_seq());
    let closing = async {
        while !is_wait(&soon("the wait", events.next()).await.unwrap().unwrap().event) {}
        desktop.close_window(window);
    };
    let wait = json!({"for": "window_gone", "window": window, "seconds": LONG.as_secs()});
    let wait: WaitArgs = serde_json::from_value(wait).unwrap();
    let begun = Instant::now();
    let (waited, ()) = tokio::join!(client.hands.wait(&wait), closing);
    assert!(begun.elapsed() < LONG / 2, "{window}: it waited on: {waited:?}");
    waited.unwrap()
}

fn is_wait(event: &Event) -> bool {
    matches!(event, Event::Acting { operation: Operation::Act(action), .. } if action.call.command == "wait")
}

#[tokio::test]
async fn a_wait_for_the_end_of_a_window_ends_with_the_window() {
    let (person, client) = beside_a_person().await;
    let waited = waited_for_the_end(&client, &person, "Sure?").await;
    assert_eq!(waited.view.as_ref().map(title), Some("Form"), "its application has another one: {waited:?}");
    let client = Client::new("unrestricted");
    client.open("Form").await;
    client.open("Calculator").await;
    let desktop = client.platform.desktops().last.lock().unwrap().clone().unwrap();
    let waited = waited_for_the_end(&client, &desktop, "Calculator").await;
    let left: Vec<&str> = waited.windows.iter().map(|it| it.title.as_str()).collect();
    assert_eq!((waited.view.is_none(), left), (true, vec!["Form"]), "{:?}", waited.actions);
}
