//! Calls of the tools of a scripted server.

use crate::{
    scripted::scripted,
    stage::{Stage, runs, until, window},
};
use deskpilot_core::{Call, SideEffects};
use deskpilot_desktop::Scope;
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;
use std::time::{Duration, Instant};

const LOOK: &str = "look whether it was done before you repeat it";

#[tokio::test]
async fn it_keeps_every_promise_of_a_receiver() {
    let mut stage = scripted("plain", "applications = [\"gedit\"]").ready().await;
    let args = json!({"a": 1}).as_object().unwrap().clone();
    let (succeeds, slow) =
        (Call { command: "tea.add".into(), args }, Call { command: "tea.silent".into(), ..Call::default() });
    let (here, elsewhere) = (window("gedit"), window("mousepad"));
    let fixture = ReceiverFixture {
        here: Scope::Window(&here),
        elsewhere: Some(Scope::Window(&elsewhere)),
        succeeds: Some(&succeeds),
        slow: Some(&slow),
    };
    check_receiver(stage.receiver.as_mut(), &fixture).await;
    assert!(!stage.receiver.serves(Scope::Desktop));
    assert_eq!(stage.receiver.name(), "tea");
    until("the server hears that nobody waits", || stage.file("cancelled") == "x").await;
}

#[tokio::test]
async fn what_a_tool_did_is_its_word_unless_it_only_reads_and_is_trusted() {
    let add = json!({"a": 1, "more_numbers": "{\"b\": [2]}"});
    let got = "got {\"a\":1,\"moreNumbers\":{\"b\":[2]}}".to_owned();
    let mut stage = scripted("plain", "").ready().await;
    let claimed = "unverified: tea reports that it is done; Deskpilot did not see the effect".to_owned();
    assert_eq!(stage.run("tea.add", add.clone()).await, (claimed, got.clone()));
    assert!(stage.commands().await.iter().all(|it| it.side_effects == SideEffects::Unstated));
    let mut stage = scripted("plain", "trust_annotations = true").ready().await;
    assert_eq!(stage.run("tea.add", add).await, ("confirmed: tea gave 35 bytes".into(), got));
    assert_eq!(stage.commands().await[0].side_effects, SideEffects::Reads);
}

#[tokio::test]
async fn results_of_every_kind_are_reported_within_limits() {
    let mut stage = scripted("plain", "").ready().await;
    let (_, image) = stage.run("tea.image", json!({})).await;
    assert_eq!(
        image,
        "a cup[2J\n[image image/png, 4 bytes, not shown]\n[resource file:///etc/passwd, 4 bytes, not shown]\n\
         [link to https://evil.example/x, not followed]"
    );
    let (_, long) = stage.run("tea.long", json!({})).await;
    assert_eq!(long, format!("{}\n(cut here: only the first 16 KiB are kept)", "é".repeat(8192)));
    for (command, expected) in [
        (
            "tea.fails",
            "refused: tea.fails cannot do this: tea says: no\\ntea left; a part of it may be done: look",
        ),
        (
            "tea.refuses",
            "refused: tea.refuses cannot do this: tea says: closed\\non \\u{1b}[31msundays; a part of it may be done: look",
        ),
        ("tea.invalid", "refused: tea.invalid cannot do this: tea says: closed\\non \\u{1b}[31msundays"),
    ] {
        assert_eq!(stage.run(command, json!({})).await.0, expected);
    }
    let bad = stage.run("tea.add", json!({"a": 1, "more_numbers": "many"})).await.0;
    assert!(bad.starts_with("refused: more_numbers must be JSON"), "{bad}");
    let unknown = stage.run_in("tea.none", json!({}), Duration::from_secs(1)).await;
    assert_eq!(unknown.unwrap_err().to_string(), "there is no command tea.none");
}

#[tokio::test]
async fn a_server_gets_no_variable_but_those_that_are_named() {
    let mut stage = scripted("plain", "").ready().await;
    let (_, variables) = stage.run("tea.variables", json!({})).await;
    let mut names: Vec<&str> = variables.lines().filter_map(|it| Some(it.split_once('=')?.0)).collect();
    names.retain(|it| !["PWD", "SHLVL", "_"].contains(it));
    names.sort_unstable();
    assert_eq!(names, ["HOME", "LANG", "PATH", "TEA_MODE"], "{variables}");
}

#[tokio::test]
async fn what_a_server_quotes_of_its_variables_is_struck() {
    let entry =
        "command = [\"sh\", \"-c\", \"echo no tea for $TEA_TOKEN >&2; exit 3\"]\nenv = [\"TEA_TOKEN\"]";
    let mut stage = Stage::of(entry, &[("TEA_TOKEN", "s3cret-leaf")]);
    let expected = "it ended with code 3; its last words: no tea for ***; it is started again";
    stage.until(|_, troubles| troubles.iter().any(|it| it == expected)).await;
}

#[tokio::test]
async fn what_a_server_asks_for_is_refused() {
    let mut stage = scripted("plain", "").ready().await;
    assert_eq!(stage.run("tea.asks", json!({})).await.1, "asked");
    until("four refusals", || stage.file("answers").lines().count() == 4).await;
    assert!(!stage.file("answers").contains("null"), "{}", stage.file("answers"));
    let (effect, _) = stage.run("tea.needs", json!({})).await;
    assert!(!effect.starts_with("confirmed") && effect.contains(LOOK), "{effect}");
}

#[tokio::test]
async fn a_call_may_take_as_long_as_the_file_lets_it() {
    for (line, seconds) in [("timeout_seconds = 600", 600), ("", 60)] {
        let stage = scripted("plain", line);
        let limit = stage.receiver.deadline(&Call { command: "tea.add".into(), ..Call::default() });
        assert_eq!(limit, Some(Duration::from_secs(seconds)), "{line:?}");
    }
}

#[tokio::test]
async fn a_call_without_an_answer_is_made_once_and_the_server_is_started_again() {
    let mut stage = scripted("plain", "timeout_seconds = 2").ready().await;
    let (effect, _) = stage.run("tea.dies", json!({})).await;
    let expected =
        format!("unverified: tea.dies was sent, and no answer came: the connection has ended; {LOOK}");
    assert_eq!(effect, expected);
    stage.until(|names, _| names.is_empty()).await;
    let error =
        stage.run_in("tea.add", json!({"a": 1}), Duration::from_secs(1)).await.unwrap_err().to_string();
    assert!(
        error.starts_with("tea cannot do this: ") && error.ends_with("do it without this command"),
        "{error}"
    );
    stage.until(|names, _| !names.is_empty()).await;
    assert_eq!((stage.file("starts"), stage.file("calls")), ("xx".into(), "x".into()));
    assert_eq!(stage.troubles[0], "it is starting: its commands come at a later step");
    assert!(
        stage.troubles.contains(&"it ended with code 4; it is started again".into()),
        "{:?}",
        stage.troubles
    );
    let (effect, _) = stage.run("tea.silent", json!({})).await;
    assert_eq!(effect, format!("partial: tea.silent was sent, and no answer came within 2000 ms; {LOOK}"));
}

#[tokio::test]
async fn a_server_that_sends_too_much_is_disconnected() {
    for (command, expected) in [
        ("tea.flood", "it sent more than 1000 messages or other lines within 10 s"),
        ("tea.big", "it sent a message or another line of more than 4 MiB"),
    ] {
        let mut stage = scripted("plain", "").ready().await;
        let (effect, output) = stage.run(command, json!({})).await;
        assert!(effect.starts_with("unverified: ") && output.is_empty(), "{effect}");
        stage.until(|_, troubles| troubles.iter().any(|it| it.starts_with(expected))).await;
    }
    let mut stage = scripted("plain", "").ready().await;
    assert_eq!(stage.run("tea.bomb", json!({})).await.1, "after the bomb");
}

#[tokio::test]
async fn a_server_that_greets_and_logs_works_and_nothing_is_a_result() {
    let mut stage = scripted("greets", "").ready().await;
    for command in ["tea.nothing", "tea.empty"] {
        let (effect, output) = stage.run(command, json!({})).await;
        let expected = "unverified: tea reports that it is done; Deskpilot did not see the effect";
        assert_eq!((effect.as_str(), output.as_str()), (expected, ""), "{command}");
    }
    // It heard no complaint about its lines.
    assert_eq!(stage.file("answers"), "");
}

/// The error comes after seconds, long before the server has used up its time to introduce itself.
#[tokio::test]
async fn a_server_that_prints_and_never_introduces_itself_is_quoted_while_it_is_waited_for() {
    let mut stage = scripted("mute", "");
    let expected =
        "it is starting: its commands come at a later step; the first line from it that is no message: \"";
    let began = Instant::now();
    stage.until(|_, troubles| troubles.iter().any(|it| it.starts_with(expected))).await;
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    assert!(stage.commands().await.is_empty());
}

#[tokio::test]
async fn what_comes_in_place_of_an_answer_is_quoted() {
    let mut stage = scripted("plain", "timeout_seconds = 2").ready().await;
    let (effect, _) = stage.run("tea.babbles", json!({})).await;
    let line = format!("{{\"level\":\"error\",\"msg\":\"{}", "no kettle ".repeat(20));
    let expected = format!(
        "partial: tea.babbles was sent, and no answer came within 2000 ms; the first line from it that is no message: \
         \"{}... (cut here)\"; {LOOK}",
        &line[..100]
    );
    assert_eq!(effect, expected);
}

#[tokio::test]
async fn a_server_ends_with_its_receiver() {
    let stage = scripted("plain", "").ready().await;
    let process = stage.file("pid");
    assert!(runs(&process));
    let _folder = stage.folder;
    drop(stage.receiver);
    until("the end of the server", || !runs(&process)).await;
}

#[tokio::test]
async fn a_killed_server_is_started_again() {
    let mut stage = scripted("plain", "").ready().await;
    let process = stage.file("pid");
    std::process::Command::new("kill").args(["-KILL", process.trim()]).status().unwrap();
    until("its end", || !runs(&process)).await;
    stage
        .until(|_, troubles| troubles.iter().any(|it| it == "it was ended by signal 9; it is started again"))
        .await;
    stage.until(|names, _| !names.is_empty()).await;
    assert_eq!(stage.file("starts"), "xx");
}
