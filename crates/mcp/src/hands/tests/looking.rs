//! Looks, documents, waits and desktops.

use super::*;

/// Asks before two commands that only read.
const ASKS: &str =
    "preset = \"unrestricted\"\n[[rule]]\nsay = \"ask\"\ncommand = [\"read_document\", \"file_info\"]\n";

async fn desktop(client: &Client, action: DesktopAction, name: &str) -> Result<DesktopsReply, HandsError> {
    let args = DesktopArgs { action, desktop: Some(name.into()) };
    client.hands.desktop(&args).await
}

async fn wait(client: &Client, args: Value) -> Result<ActReply, HandsError> {
    client.hands.wait(&serde_json::from_value(args).unwrap()).await
}

#[tokio::test]
async fn a_picture_comes_plain_or_with_numbers_and_only_where_it_is_wanted() {
    let client = Client::new("unrestricted");
    assert_eq!(client.open("Form").await.picture, None);
    assert_eq!(client.observe(json!({})).await.unwrap().picture, None);
    let picture = async |kind: &str| client.observe(json!({"picture": kind})).await.unwrap().picture.unwrap();
    let (plain, numbered) = (picture("plain").await, picture("numbered").await);
    assert!(plain.starts_with(b"\x89PNG") && numbered.starts_with(b"\x89PNG"));
    assert_ne!(plain, numbered, "numbers are drawn on the controls");
    assert_eq!(entries_with(&client, "\"annotated\":{"), 1, "and in no picture that nobody wants with them");
}

#[tokio::test]
async fn windows_are_listed_as_they_are_now_also_where_none_was_open() {
    let client = Client::new("unrestricted");
    desktop(&client, DesktopAction::Open, "main").await.unwrap();
    let looks = || entries_with(&client, "\"event\":\"observed\"");
    let before = looks();
    for more in 1..3 {
        let windows = client.hands.windows(&WindowsArgs::default()).await.unwrap();
        assert_eq!((windows.data_not_instructions.len(), looks()), (0, before + more));
    }
    let missing = client.observe(json!({"window": "Form"})).await.unwrap_err();
    assert!(matches!(missing, HandsError::NoWindow { .. }), "{missing}");
    assert_eq!(looks(), before + 3, "a window may have come up that the last list lacks");
    client.open("Form").await;
    let ended = || entries_with(&client, "\"event\":\"subtask_ended\"");
    client.hands.windows(&WindowsArgs::default()).await.unwrap();
    client.hands.windows(&WindowsArgs::default()).await.unwrap();
    assert_eq!(ended(), 1, "no window is gone into to list them");
}

#[tokio::test]
async fn a_document_is_opened_in_an_application_and_read_from_the_disk() {
    let client = Client::new("unrestricted");
    let file = client.folder.path().join("letter.txt");
    fs::write(&file, "Dear Ann").unwrap();
    let path = file.display().to_string();
    let args = OpenArgs { application: Some("Form".into()), path: Some(path.clone()), ..OpenArgs::default() };
    let view = opened(client.hands.open(&args).await);
    assert!(view.data_not_instructions.controls.unwrap().contains("Dear Ann"));
    let args = ReadArgs { path: Some(path), ..ReadArgs::default() };
    let read = client.hands.read(&args).await.unwrap();
    assert_eq!(read.command, "read_document");
    assert!(read.data_not_instructions.contains("Dear Ann"), "{read:?}");
    let args = ReadArgs { path: Some(format!("{}-gone", file.display())), ..ReadArgs::default() };
    let gone = client.hands.read(&args).await.unwrap_err();
    assert!(matches!(&gone, HandsError::NotRead { done } if done.len() == 1), "{gone}");
    let nothing = client.hands.open(&OpenArgs::default()).await.unwrap_err().to_string();
    assert!(nothing.contains("name an application, a path or a page"), "{nothing}");
}

#[tokio::test]
async fn a_wait_ends_with_its_time_and_says_that_nothing_came() {
    let client = Client::new("unrestricted");
    client.open("Form").await;
    let last = |reply: &ActReply| reply.actions.last().unwrap().effect;
    let time = wait(&client, json!({"for": "time", "seconds": 0})).await.unwrap();
    assert_eq!((last(&time), time.view.is_some()), (EffectWord::Confirmed, true));
    let text = wait(&client, json!({"for": "text", "text": "Rome", "seconds": 0.1})).await.unwrap();
    assert_eq!((last(&text), text.stopped_at), (EffectWord::NoChange, Some(0)));
    let gone = wait(&client, json!({"for": "window_gone", "window": "Form", "seconds": 0.1})).await.unwrap();
    assert!(gone.view.is_some_and(|it| title(&it) == "Form"), "it is still there");
    let missing = client.folder.path().join("missing.txt");
    let file = wait(&client, json!({"for": "file", "path": missing, "seconds": 0})).await.unwrap();
    assert!(!file.actions.last().unwrap().is_fine, "{file:?}");
    for what in ["text", "file", "window"] {
        let why = wait(&client, json!({"for": what, "seconds": 1})).await.unwrap_err();
        assert!(matches!(why, HandsError::Rejected { .. }), "{what}: {why}");
    }
}

#[tokio::test]
async fn a_wait_for_a_window_ends_at_it_or_with_the_windows_that_there_are() {
    let client = Client::new("unrestricted");
    client.open("Form").await;
    client.open("Calculator").await;
    let there = wait(&client, json!({"for": "window", "window": "Form", "seconds": 40})).await.unwrap();
    assert_eq!((there.view.as_ref().map(title), there.stopped_at), (Some("Form"), None));
    let none = wait(&client, json!({"for": "window", "window": "Letter", "seconds": 0.1})).await.unwrap();
    assert_eq!((none.view.is_some(), none.stopped_at, none.windows.len()), (false, Some(0), 2));
}

#[tokio::test]
async fn a_client_has_four_desktops_and_closes_one_to_get_another() {
    let client = Client::new("unrestricted");
    for name in ["Main", "a b", "", "a-b", "abcdefghijklmnopqrstu"] {
        let wrong = desktop(&client, DesktopAction::Open, name).await.unwrap_err();
        assert!(matches!(wrong, HandsError::Rejected { .. }), "{name:?}: {wrong}");
    }
    for name in ["main", "b", "c", "d"] {
        desktop(&client, DesktopAction::Open, name).await.unwrap();
    }
    let fifth = desktop(&client, DesktopAction::Open, "e").await.unwrap_err().to_string();
    assert!(fifth.contains("you have 4 desktops"), "{fifth}");
    let left = desktop(&client, DesktopAction::Close, "b").await.unwrap();
    assert_eq!(left.desktops.iter().map(|it| it.desktop.as_str()).collect::<Vec<_>>(), ["c", "d", "main"]);
    assert_eq!(desktop(&client, DesktopAction::Open, "e").await.unwrap().desktops.len(), 4);
}

#[tokio::test]
async fn what_a_person_allows_to_be_read_is_read_once_and_they_are_asked_once() {
    let folder = tempfile::tempdir().unwrap();
    let policy = folder.path().join("policy.toml");
    fs::write(&policy, ASKS).unwrap();
    let client = Client::new(policy.to_str().unwrap());
    client.open("Form").await;
    let file = client.folder.path().join("letter.txt");
    fs::write(&file, "Dear Ann").unwrap();
    let allow = |asked: HandsError| {
        let HandsError::Waiting(waiting) = asked else { unreachable!("{asked}") };
        let yes = Reply::Consent(Consent::Once);
        client.hands.sessions()[0].answer(QuestionId(waiting.question), yes, "a test").unwrap();
    };
    let args = ReadArgs { path: Some(file.display().to_string()), ..ReadArgs::default() };
    allow(client.hands.read(&args).await.unwrap_err());
    let read = client.hands.read_after_answer(&args).await.unwrap();
    assert!(read.data_not_instructions.contains("Dear Ann"), "{read:?}");
    let args: WaitArgs = serde_json::from_value(json!({"for": "file", "path": file, "seconds": 40})).unwrap();
    allow(client.hands.wait(&args).await.unwrap_err());
    let seen = client.hands.wait_after_answer(&args).await.unwrap();
    assert_eq!(effects(&seen.actions), [("file_info", EffectWord::Confirmed)], "{seen:?}");
}
