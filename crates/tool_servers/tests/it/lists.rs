//! The lists of tools of scripted servers.

use crate::{scripted::scripted, stage::Stage};
use serde_json::json;

#[tokio::test]
async fn of_thousands_of_tools_the_first_are_read() {
    let mut stage = scripted("thousands", "").ready().await;
    assert_eq!(stage.commands().await.len(), 200);
    assert!(stage.file("lists").len() <= 5);
    let expected =
        "it has more than 200 tools, and only the first are read: choose with tools in [servers.tea]";
    assert_eq!(stage.troubles.last().unwrap(), expected);
    let trouble_count = stage.troubles.len();
    stage.commands().await;
    assert_eq!(stage.troubles.len(), trouble_count, "a trouble is reported once");
}

#[tokio::test]
async fn pages_that_lead_in_a_circle_end() {
    let mut stage = scripted("circle", "").ready().await;
    assert_eq!(stage.commands().await.len(), 1);
    assert_eq!(stage.file("lists").len(), 50);
}

#[tokio::test]
async fn a_changed_list_is_read_again() {
    let mut stage = scripted("plain", "").ready().await;
    assert_eq!(stage.file("lists"), "x");
    stage.run("tea.changes", json!({})).await;
    crate::stage::until("another list", || stage.file("lists") == "xx").await;
}

#[tokio::test]
async fn a_deep_schema_is_a_text_of_json() {
    let mut stage = scripted("deep", "").ready().await;
    let commands = stage.commands().await;
    let deep = commands.iter().find(|it| it.name == "tea.deep").unwrap();
    assert_eq!(
        deep.to_string(),
        "tea.deep: The server does not say what it does. Args: x (text, or null): as JSON; not described."
    );
}

#[tokio::test]
async fn only_wanted_tools_are_commands() {
    let mut stage = scripted("plain", "tools = [\"add\", \"image\"]").ready().await;
    let names: Vec<String> = stage.commands().await.iter().map(|it| it.name.to_string()).collect();
    assert_eq!(names, ["tea.add", "tea.image"]);
}

#[tokio::test]
async fn the_launch_of_an_application_waits_for_its_own_servers() {
    for (entry, is_ready) in [("applications = [\"gedit\"]", true), ("", false)] {
        let mut stage = scripted("plain", entry);
        let window = stage.window.clone();
        stage.receiver.life_cycle().unwrap().wait_until_ready(&window).await;
        assert_eq!(!stage.commands().await.is_empty(), is_ready, "{entry}");
    }
    let mut missing = Stage::of("command = [\"no-such-server\"]\napplications = [\"gedit\"]", &[]);
    let window = missing.window.clone();
    missing.receiver.life_cycle().unwrap().wait_until_ready(&window).await;
    assert!(missing.commands().await.is_empty());
    assert!(missing.troubles.iter().all(|it| !it.starts_with("it is starting")), "{:?}", missing.troubles);
}
