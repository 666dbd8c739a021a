//! Tests of what happens to servers that fail.

use super::*;
use crate::{Hints, ServerAddress};
use std::collections::BTreeMap;

const SHORT: Duration = Duration::from_millis(10);
/// Two more tries, and a greeting that comes as late as any.
const TWICE: Patience = Patience { greeting: Duration::from_secs(60), pauses: &[SHORT, SHORT] };

/// A server that is this script of the shell.
fn server(script: &str) -> Target {
    let argv: Vec<String> = ["sh", "-c", script].map(str::to_owned).into();
    let env = BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]);
    let program = Program { argv: argv.clone(), env, pass: Vec::new(), folder: "/".into() };
    let spec = ServerSpec {
        name: "tea".into(),
        address: ServerAddress::Program { argv, pass: Vec::new() },
        applications: None,
        tools: None,
        timeout: SHORT,
        hints: Hints::Claims,
    };
    Target { spec, route: Route::Program(program) }
}

async fn given_up(target: Target) -> String {
    let (sender, state) = watch::channel(LinkState::Starting);
    supervise(target, sender, Arc::default(), &TWICE).await;
    match state.borrow().clone() {
        LinkState::GivenUp(why) => why,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_server_that_keeps_failing_is_given_up_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count").display().to_string();
    let why = given_up(server(&format!("echo x >> {count}; echo no licence >&2; exit 3"))).await;
    assert_eq!(why, "it failed 3 times in a row: it ended with code 3; its last words: no licence");
    assert_eq!(std::fs::read_to_string(count).unwrap(), "x\n".repeat(3));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_given_up_at_once() {
    let mut target = server("");
    let Route::Program(program) = &mut target.route else { unreachable!() };
    program.argv = vec!["no-such-server-8713".into()];
    let why = given_up(target).await;
    assert_eq!(why, "there is no program no-such-server-8713 in PATH: install it, or mend its entry");
    let missing = Target { route: Route::None("the variable T is not set".into()), ..server("") };
    assert_eq!(given_up(missing).await, "the variable T is not set");
}

#[tokio::test]
async fn a_server_that_sends_too_much_is_told_so() {
    for (script, expected) in [
        ("head -c 5000000 /dev/zero; sleep 600", "it sent a message or another line of more than 4 MiB"),
        ("yes '{}'", "it sent more than 1000 messages or other lines within 10 s"),
        (
            "yes '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}'",
            "it sent more than 1000 messages or other lines",
        ),
        (
            "echo '{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}'; sleep 600",
            "its greeting is not one of the protocol",
        ),
    ] {
        let why = given_up(server(script)).await;
        assert!(why.starts_with(&format!("it failed 3 times in a row: {expected}")), "{script}: {why}");
    }
}

/// The clock goes on as soon as everything waits for it.
#[tokio::test(start_paused = true)]
async fn a_server_that_says_nothing_is_given_up_after_the_time_for_its_greeting() {
    let why = given_up(server("sleep 600")).await;
    assert_eq!(why, "it failed 3 times in a row: it did not say within 60 s who it is");
}

#[tokio::test]
async fn the_first_line_that_is_no_message_is_quoted() {
    for (script, expected) in [
        (
            "read line; echo Server v1.0 started; echo; echo '{\"level\":\"info\"}'; exit 1",
            "\"Server v1.0 started\"",
        ),
        (
            "read line; echo; echo '{\"level\":\"info\",\"msg\":\"up\"}'; exit 1",
            "\"{\"level\":\"info\",\"msg\":\"up\"}\"",
        ),
        ("read line; printf 'usage: tea'; exit 1", "\"usage: tea\""),
    ] {
        let expected = format!(
            "it failed 3 times in a row: it ended with code 1; the first line from it that is no message: {expected}"
        );
        assert_eq!(given_up(server(script)).await, expected);
    }
    let long = given_up(server("head -c 20000000 /dev/zero | tr '\\0' x; sleep 600")).await;
    let expected = format!(
        "it sent a message or another line of more than 4 MiB; the first line from it that is no message: \"{}... (cut here)\"",
        "x".repeat(100)
    );
    assert!(long.ends_with(&expected), "{long}");
}
