//! Applications that export actions of their own making: bad luck and bad intent.

use crate::test_bus::{TestBus, call, effect, names};
use deskpilot_core::Window;
use deskpilot_dbus_apps::ActionsReceiver;
use deskpilot_desktop::{DISCOVERY_TIMEOUT, NativeAction, Receiver, Scope};
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test]
async fn an_application_is_found_without_a_window_number_and_its_states_are_read_back() {
    let bus = TestBus::start().await;
    let mut peer = bus.peer("application.py", "good").await;
    let window = peer.window();
    let here = Scope::Window(&window);
    let mut actions = ActionsReceiver::new(&bus.env);
    let names = names(&mut actions, here).await;
    assert_eq!(names, ["app.count", "app.late", "app.poke", "app.stubborn"], "off is off");
    for (command, args, expected) in [
        ("app.count", json!({"value": 7}), "confirmed: value of the action count \"0\" -> \"7\""),
        ("app.count", json!({"value": 7}), "no change: already \"7\""),
        ("app.stubborn", json!({}), "no change: the value of the action stubborn is still \"false\""),
        ("app.late", json!({}), "confirmed: value of the action late \"false\" -> \"true\""),
        ("app.poke", json!({}), "unverified: peer took the action poke; look what it did"),
        ("app.off", json!({}), "error: there is no command app.off"),
        ("poke", json!({}), "error: there is no command poke"),
    ] {
        assert_eq!(effect(&mut actions, here, command, args).await, expected, "{command}");
    }
    let mut activated = Vec::new();
    for _ in 0..4 {
        activated.push(peer.line().await);
    }
    assert_eq!(activated, ["count [7]", "stubborn []", "late []", "poke []"], "each is activated once");
    let poke = call("app.poke", &json!({}));
    let nobody = Window { process: None, ..window.clone() };
    let fixture =
        ReceiverFixture { here, elsewhere: Some(Scope::Window(&nobody)), succeeds: Some(&poke), slow: None };
    check_receiver(&mut actions, &fixture).await;
    peer.child.kill().await.unwrap();
    let gone = effect(&mut actions, here, "app.poke", json!({})).await;
    assert_eq!(gone, "error: there is no command app.poke");
}

#[tokio::test]
async fn what_an_application_says_is_counted_and_checked() {
    let bus = TestBus::start().await;
    let crowd = bus.peer("application.py", "crowd").await;
    let mut actions = ActionsReceiver::new(&bus.env);
    assert_eq!(names(&mut actions, Scope::Window(&crowd.window())).await.len(), 200);
    assert_eq!(
        actions.take_gaps(Scope::Desktop).troubles,
        ["9800 actions are left out: 200 are the most of a window"]
    );
    drop(crowd);
    let bus = TestBus::start().await;
    let hostile = bus.peer("application.py", "hostile").await;
    let mut actions = ActionsReceiver::new(&bus.env);
    assert_eq!(names(&mut actions, Scope::Window(&hostile.window())).await, ["app.good"]);
    assert_eq!(
        actions.take_gaps(Scope::Desktop).troubles,
        [
            "3 actions are left out: letters of the name that no command has, or a long name",
            "1 action is left out: values of a kind that a call cannot give",
        ]
    );
    let _ = names(&mut actions, Scope::Window(&hostile.window())).await;
    assert_eq!(actions.take_gaps(Scope::Desktop).troubles, Vec::<String>::new(), "each is reported once");
}

#[tokio::test]
async fn who_does_not_answer_or_answers_something_else_has_no_commands() {
    for (kind, expected) in [
        ("silent", "peer did not answer within"),
        ("odd", "peer cannot do this: the reply is malformed: it is of the types \"a{sas}\""),
    ] {
        let bus = TestBus::start().await;
        let peer = bus.peer("application.py", kind).await;
        let window = peer.window();
        let mut actions = ActionsReceiver::new(&bus.env);
        let begun = Instant::now();
        let error = actions.commands(Scope::Window(&window)).await.unwrap_err().to_string();
        assert!(begun.elapsed() < DISCOVERY_TIMEOUT, "{kind}: {:?}", begun.elapsed());
        assert!(error.starts_with(expected), "{kind}: {error}");
        let begun = Instant::now();
        assert_eq!(names(&mut actions, Scope::Window(&window)).await, Vec::<String>::new());
        assert!(begun.elapsed() < Duration::from_millis(100), "it is not asked again at once");
    }
}

#[tokio::test]
async fn what_is_never_answered_counts_as_begun_and_no_bus_is_reported() {
    let bus = TestBus::start().await;
    let mut peer = bus.peer("application.py", "deaf").await;
    let window = peer.window();
    let mut actions = ActionsReceiver::new(&bus.env);
    let call = call("app.poke", &json!({}));
    let deadline = Duration::from_millis(300);
    let action = NativeAction { call: &call, scope: Scope::Window(&window), deadline };
    let message = actions.run(&action).await.unwrap().effect.to_string();
    assert!(
        message.starts_with("partial: the action poke was sent, and peer gave no answer: no answer"),
        "{message}"
    );
    assert_eq!(peer.line().await, "poke []");
    for (env, expected) in [
        (vec![], "peer cannot do this: the desktop has no session bus: DBUS_SESSION_BUS_ADDRESS is not set"),
        (
            vec![("DBUS_SESSION_BUS_ADDRESS".to_owned(), "unix:path=/no/such/bus".to_owned())],
            "peer cannot do this: the connection is gone: unix:path=/no/such/bus: No such file",
        ),
    ] {
        let error = ActionsReceiver::new(&env).commands(Scope::Window(&window)).await.unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}
