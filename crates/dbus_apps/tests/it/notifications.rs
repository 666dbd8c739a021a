//! Notifications, shown by a program of the tests' own.

use crate::test_bus::{TestBus, call, effect, names};
use deskpilot_dbus_apps::NotificationReceiver;
use deskpilot_desktop::Scope;
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;

#[tokio::test]
async fn a_notification_arrives_as_plain_text() {
    let bus = TestBus::start().await;
    let mut receiver = NotificationReceiver::new(&bus.env);
    assert_eq!(names(&mut receiver, Scope::Desktop).await, Vec::<String>::new(), "nobody shows them yet");
    let alone = effect(&mut receiver, Scope::Desktop, "notify", json!({"summary": "a"})).await;
    assert_eq!(alone, "refused: the desktop cannot do this: no program shows notifications here");
    let mut peer = bus.peer("notifications.py", "good").await;
    let succeeds = call("notify", &json!({"summary": "Done", "body": "<b>2 & 3</b>"}));
    let slow = call("notify", &json!({"summary": "slow"}));
    let fixture = ReceiverFixture {
        here: Scope::Desktop,
        elsewhere: None,
        succeeds: Some(&succeeds),
        slow: Some(&slow),
    };
    check_receiver(&mut receiver, &fixture).await;
    assert_eq!(peer.line().await, "Deskpilot Done &lt;b&gt;2 &amp; 3&lt;/b&gt; [] {}");
    assert_eq!(peer.line().await, "Deskpilot slow  [] {}");
    let message = effect(&mut receiver, Scope::Desktop, "notify", json!({"summary": "Done"})).await;
    assert_eq!(message, "unverified: it was taken as notification 7; whether anybody sees it is not known");
    let empty = effect(&mut receiver, Scope::Desktop, "notify", json!({"summary": " "})).await;
    assert_eq!(empty, "refused: summary must be a line of text");
}
