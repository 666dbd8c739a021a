//! Lists of actions: what is expected of them, what may be left out, what is refused, and native commands.

use super::*;

/// Refuses one button.
const NO_SEND: &str = "preset = \"unrestricted\"\n[[rule]]\nsay = \"refuse\"\ncontrol = \"Send\"\n";

fn click(button: &str) -> Value {
    json!({"command": "click_input", "control": format!("Button {button:?}")})
}

/// Asks before a page is opened.
const ASKS_FOR_PAGES: &str =
    "preset = \"unrestricted\"\n[[rule]]\nsay = \"ask\"\ncommand = [\"open_page\"]\n";

/// The same action, with this besides.
fn with(mut action: Value, key: &str, value: Value) -> Value {
    action[key] = value;
    action
}

#[tokio::test]
async fn a_list_goes_on_once_the_expected_text_shows_and_stops_where_one_does_not() {
    let client = Client::new("unrestricted");
    let view = client.open("Form").await.view;
    let fill = with(click("Fill"), "expect", json!("Rome"));
    let reply = client.act(&view, json!([fill, typed("Name", "Ann")])).await.unwrap();
    let done = |command| (command, EffectWord::Confirmed);
    assert_eq!(effects(&reply.actions), [done("click_input"), done("wait"), done("set_edit_text")]);
    let view = reply.view.unwrap().view;
    let vain = json!({"command": "wait", "args": {"seconds": 0.1, "text": "Paris"}});
    let reply = client.act(&view, json!([vain, typed("Name", "Bob")])).await.unwrap();
    let stopped = [("wait", EffectWord::NoChange), ("set_edit_text", EffectWord::NotDone)];
    assert_eq!((effects(&reply.actions), reply.stopped_at), (stopped.to_vec(), Some(0)));
    let seen = client.observe(json!({})).await.unwrap().data_not_instructions.controls.unwrap();
    assert!(seen.contains("Ann") && !seen.contains("Bob"), "{seen}");
}

#[tokio::test]
async fn an_action_that_was_not_needed_is_skipped_and_the_list_goes_on() {
    let client = Client::new("unrestricted");
    let view = client.open("Form").await.view;
    let replace = with(click("Replace"), "if_there", json!(true));
    let reply = client.act(&view, json!([replace, typed("Name", "Ann")])).await.unwrap();
    let expected = [("click_input", EffectWord::Skipped), ("set_edit_text", EffectWord::Confirmed)];
    assert_eq!((effects(&reply.actions), reply.stopped_at), (expected.to_vec(), None));
}

#[tokio::test]
async fn what_the_policy_refuses_ends_a_list_unless_its_author_says_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.toml");
    fs::write(&policy, NO_SEND).unwrap();
    let client = Client::new(policy.to_str().unwrap());
    let view = client.open("Form").await.view;
    let reply = client.act(&view, json!([click("Send"), typed("Name", "Ann")])).await.unwrap();
    assert_eq!((reply.actions[0].effect, reply.stopped_at), (EffectWord::Refused, Some(0)), "{reply:?}");
    assert!(reply.actions[1..].iter().all(|it| it.effect == EffectWord::NotDone), "{reply:?}");
    let send = with(click("Send"), "then", json!("go_on"));
    let reply = client.act(&reply.view.unwrap().view, json!([send, typed("Name", "Ann")])).await.unwrap();
    let expected = [("click_input", EffectWord::Refused), ("set_edit_text", EffectWord::Confirmed)];
    assert_eq!((effects(&reply.actions), reply.stopped_at), (expected.to_vec(), None));
}

#[tokio::test]
async fn a_native_command_is_listed_described_with_its_types_and_done() {
    let client = Client::new("unrestricted");
    let view = client.open("Form").await.view;
    let all = client.hands.commands(&CommandsArgs::default()).await.unwrap();
    assert!(all.native.iter().any(|it| it == "create_file"), "{:?}", all.native);
    let words = CommandsArgs { words: Some("create_file".into()), ..CommandsArgs::default() };
    let described = client.hands.commands(&words).await.unwrap().described.unwrap();
    for part in ["create_file: ", "path (", "text (text): all of its text"] {
        assert!(described.contains(part), "{part}: {described}");
    }
    let stale = client.act(&view, json!([click("Fill")])).await.unwrap_err();
    let HandsError::OldView { present, .. } = stale else { unreachable!("{stale}") };
    let file = client.folder.path().join("made.txt");
    let create = json!({"command": "create_file", "args": {"path": file, "text": "made"}});
    let reply = client.act(&present.view, json!([create])).await.unwrap();
    assert_eq!(effects(&reply.actions), [("create_file", EffectWord::Confirmed)], "{reply:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "made");
}

#[tokio::test]
async fn what_follows_an_action_that_waited_for_an_answer_is_told_as_not_done_after_it() {
    for (answer, effect) in [(Consent::Once, None), (Consent::No(String::new()), Some(EffectWord::Refused))] {
        let client = Client::new("ask");
        let view = client.open("Form").await.view;
        let actions = json!([typed("Name", "Ann"), click("Send"), typed("City", "Rome")]);
        let args = serde_json::from_value(json!({"view": view, "actions": actions})).unwrap();
        let asked = client.hands.act(&args).await.unwrap_err();
        let HandsError::Waiting(waiting) = asked else { unreachable!("{asked}") };
        let reply = Reply::Consent(answer);
        client.hands.sessions()[0].answer(QuestionId(waiting.question), reply, "a test").unwrap();
        let reply = client.hands.act_after_answer(&args).await.unwrap();
        let told = effects(&reply.actions);
        let commands: Vec<&str> = told.iter().map(|(command, _)| *command).collect();
        assert_eq!(commands, ["set_edit_text", "click_input", "set_edit_text"], "{reply:?}");
        assert_eq!(told[2].1, EffectWord::NotDone, "{reply:?}");
        assert!(effect.is_none_or(|it| told[1].1 == it), "{reply:?}");
        assert!(reply.stopped_at.is_some(), "the list did not go through: {reply:?}");
        let seen = client.observe(json!({})).await.unwrap().data_not_instructions.controls.unwrap();
        assert!(seen.contains("Ann") && !seen.contains("Rome"), "{seen}");
    }
}

#[tokio::test]
async fn a_window_that_opens_after_a_yes_is_looked_at() {
    let client = Client::new("read-only");
    for application in ["Calculator", "Form"] {
        let args = OpenArgs { application: Some(application.into()), ..OpenArgs::default() };
        let asked = client.hands.open(&args).await.unwrap_err();
        let HandsError::Waiting(waiting) = asked else { unreachable!("{asked}") };
        let yes = Reply::Consent(Consent::Once);
        client.hands.sessions()[0].answer(QuestionId(waiting.question), yes, "a test").unwrap();
        let view = opened(client.hands.open_after_answer(&args).await);
        assert_eq!((title(&view), effects(&view.done)), (application, vec![("open", EffectWord::Confirmed)]));
    }
    let args = OpenArgs { application: Some("Calculator".into()), ..OpenArgs::default() };
    let asked = client.hands.open(&args).await.unwrap_err();
    let HandsError::Waiting(waiting) = asked else { unreachable!("{asked}") };
    let no = Reply::Consent(Consent::No(String::new()));
    client.hands.sessions()[0].answer(QuestionId(waiting.question), no, "a test").unwrap();
    let refused = client.hands.open_after_answer(&args).await.unwrap_err();
    assert!(matches!(refused, HandsError::NotOpened { .. }), "{refused}");
}

#[tokio::test]
async fn a_page_is_opened_once_in_a_web_browser_also_where_a_person_is_asked_first() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.toml");
    fs::write(&policy, ASKS_FOR_PAGES).unwrap();
    let address = "https://example.org/list";
    let args = OpenArgs { page: Some(address.into()), ..OpenArgs::default() };
    for policy in ["unrestricted", policy.to_str().unwrap()] {
        let client = Client::new(policy);
        let opened = match client.hands.open(&args).await {
            Err(HandsError::Waiting(waiting)) => {
                assert!(waiting.text.contains(address), "{waiting}");
                let yes = Reply::Consent(Consent::Once);
                client.hands.sessions()[0].answer(QuestionId(waiting.question), yes, "a test").unwrap();
                client.hands.open_after_answer(&args).await
            }
            opened => {
                assert_eq!(policy, "unrestricted");
                opened
            }
        };
        let view = super::opened(opened);
        let done = [("open", EffectWord::Confirmed), ("open_page", EffectWord::Confirmed)];
        assert_eq!((title(&view), effects(&view.done)), ("Start page", done.to_vec()), "{policy}");
        assert_eq!(*client.platform.desktops().pages.lock().unwrap(), [address], "{policy}");
    }
}
