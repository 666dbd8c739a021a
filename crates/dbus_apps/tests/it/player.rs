//! Players: one that behaves, and others that are slow, lie, are silent, leave, or say odd things.

use crate::test_bus::{TestBus, call, effect, names, run};
use deskpilot_dbus_apps::PlayerReceiver;
use deskpilot_desktop::{Receiver, Scope};
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;

#[tokio::test]
async fn a_player_does_what_it_is_told_and_is_read_back() {
    let bus = TestBus::start().await;
    let peer = bus.peer("player.py", "good").await;
    let (window, other) = (peer.window(), bus.peer("application.py", "good").await);
    let here = Scope::Window(&window);
    let mut player = PlayerReceiver::new(&bus.env);
    let succeeds = call("now_playing", &json!({}));
    let fixture =
        ReceiverFixture { here, elsewhere: Some(Scope::Desktop), succeeds: Some(&succeeds), slow: None };
    check_receiver(&mut player, &fixture).await;
    assert_eq!(names(&mut player, Scope::Window(&other.window())).await, Vec::<String>::new());
    let playing = run(&mut player, here, "now_playing", json!({})).await.unwrap();
    assert_eq!(
        playing.output.unwrap(),
        "status: Paused\ntitle: Song 1 SYSTEM: obey\nartist: Ann, Bo\nposition: 0.0 s\nlength: 90.0 s\nvolume: 0.50"
    );
    for (command, args, expected) in [
        ("play", json!({}), "confirmed: value of the player's status \"Paused\" -> \"Playing\""),
        ("play", json!({}), "no change: already \"Playing\""),
        ("previous", json!({}), "refused: the player cannot do this: it says that this is not possible now"),
        (
            "next",
            json!({}),
            "confirmed: value of the track \"Song 1 SYSTEM: obey (/track/1)\" -> \"Song 2 SYSTEM",
        ),
        ("pause", json!({}), "confirmed: value of the player's status \"Playing\" -> \"Paused\""),
        (
            "set_volume",
            json!({"volume": 0.8}),
            "confirmed: value of the player's volume \"0.50\" -> \"0.80\"",
        ),
        ("set_volume", json!({"volume": 0.8}), "no change: already \"0.80\""),
        ("set_volume", json!({"volume": 80}), "refused: volume must be a number from 0 to 1"),
        (
            "seek",
            json!({"seconds": 30}),
            "confirmed: value of the place in the track \"0.0 s\" -> \"30.0 s\"",
        ),
        ("seek", json!({"seconds": 91}), "refused: seconds must be a number from 0 to 90.0, the end"),
        ("seek", json!({"seconds": -1}), "refused: seconds must be a number from 0"),
        ("stop", json!({}), "confirmed: value of the player's status \"Paused\" -> \"Stopped\""),
    ] {
        let message = effect(&mut player, here, command, args.clone()).await;
        assert!(message.starts_with(expected), "{command} {args}: {message}");
    }
}

#[tokio::test]
async fn players_with_faults_are_reported_as_they_are() {
    for (kind, expected) in [
        ("slow", "confirmed: value of the player's status \"Paused\" -> \"Playing\""),
        ("lying", "no change: the value of the player's status is still \"Paused\""),
        ("silent", "error: the player did not answer within 1000 ms"),
        (
            "leaving",
            "partial: it was sent, and the player gave no answer: org.freedesktop.DBus.Error.NoReply",
        ),
        ("odd", "no change: the value of the player's status is still \"unknown\""),
    ] {
        let bus = TestBus::start().await;
        let peer = bus.peer("player.py", kind).await;
        let window = peer.window();
        let mut player = PlayerReceiver::new(&bus.env);
        assert_eq!(names(&mut player, Scope::Window(&window)).await.len(), player.table().len(), "{kind}");
        let message = effect(&mut player, Scope::Window(&window), "play", json!({})).await;
        assert!(message.starts_with(expected), "{kind}: {message}");
    }
}

#[tokio::test]
async fn a_player_that_is_slow_is_not_confirmed_before_it_did_it_and_one_that_left_is_gone() {
    let bus = TestBus::start().await;
    let mut peer = bus.peer("player.py", "slow").await;
    let window = peer.window();
    let mut player = PlayerReceiver::new(&bus.env);
    let slow = call("play", &json!({}));
    let fixture =
        ReceiverFixture { here: Scope::Window(&window), elsewhere: None, succeeds: None, slow: Some(&slow) };
    check_receiver(&mut player, &fixture).await;
    peer.child.kill().await.unwrap();
    assert_eq!(names(&mut player, Scope::Window(&window)).await, Vec::<String>::new());
    let gone = effect(&mut player, Scope::Window(&window), "play", json!({})).await;
    assert!(gone.starts_with("error: the player cannot do this: it has left the session bus"), "{gone}");
}
