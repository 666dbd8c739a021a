//! Items of tree views, list views and tabs, compared with what the fixture says that happened to it.

use crate::scene::{Scene, click};
use deskpilot_core::{Gesture, Role, State};
use deskpilot_windows_fixtures::Happened;

fn selected(control: &str, item: &str) -> Happened {
    Happened::Selected { control: control.into(), items: vec![item.into()] }
}

fn expanded(item: &str, open: bool) -> Happened {
    Happened::Expanded { control: "Folders".into(), item: item.into(), open }
}

fn choose(item: &str) -> Gesture {
    Gesture::Select(item.into())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn items_are_listed_where_they_show_with_what_is_selected_and_open() {
    let mut scene = Scene::open("controls").await;
    let controls = scene.controls().await;
    let of = |role| controls.iter().filter(move |it| it.role == role);
    let names = |role| of(role).map(|it| it.name.as_str()).collect::<Vec<_>>();
    assert_eq!(names(Role::TreeItem), ["Documents", "Pictures"]);
    assert_eq!(names(Role::TabItem), ["General", "Details", "Sharing"]);
    let rows: Vec<_> = names(Role::ListItem).into_iter().filter(|it| it.contains('.')).collect();
    assert_eq!(rows, ["a.txt", "b.txt", "c.png"]);
    let general = of(Role::TabItem).next().unwrap();
    assert!(general.states.has(State::Selected), "{general:?}");
    let documents = of(Role::TreeItem).next().unwrap();
    assert!(documents.states.has(State::Expandable) && !documents.states.has(State::Expanded));
    for item in of(Role::TreeItem).chain(of(Role::TabItem)) {
        assert!(!item.rect.is_empty() && scene.window.rect.contains(item.rect.center()), "{item:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_item_that_does_not_show_is_selected_and_a_branch_opened_and_closed() {
    let mut scene = Scene::open("controls").await;
    for (role, name, gesture, effect, happened) in [
        (
            Role::TreeItem,
            "Documents",
            Gesture::Expand(true),
            "confirmed: expanded",
            Some(expanded("Documents", true)),
        ),
        (Role::TreeItem, "Letters", click(), "confirmed", Some(selected("Folders", "Letters"))),
        (Role::TreeItem, "Documents", Gesture::Expand(false), "confirmed: not expanded", None),
        (Role::TreeItem, "Documents", Gesture::Expand(false), "no change: already not expanded", None),
        (
            Role::Tree,
            "Folders",
            choose("Cats"),
            "confirmed: value \"Documents\" -> \"Cats\"",
            Some(selected("Folders", "Cats")),
        ),
        (
            Role::List,
            "Files",
            choose("c.png"),
            "confirmed: the value is \"c.png\"",
            Some(selected("Files", "c.png")),
        ),
        (
            Role::List,
            "Files",
            choose("a.txt"),
            "confirmed: value \"c.png\" -> \"a.txt\"",
            Some(selected("Files", "a.txt")),
        ),
        (
            Role::TabList,
            "",
            choose("Sharing"),
            "confirmed: value \"General\" -> \"Sharing\"",
            Some(selected("Pages", "Sharing")),
        ),
        (Role::TabItem, "Details", click(), "confirmed", Some(selected("Pages", "Details"))),
    ] {
        let control = scene.control(role, name).await;
        let done = scene.perform(&control, gesture.clone()).await.unwrap().to_string();
        assert!(done.starts_with(effect), "{gesture:?} on {name} was {done}");
        let recorded = scene.happened();
        if let Some(happened) = happened {
            assert!(recorded.contains(&happened), "{happened:?} after {gesture:?} on {name}: {recorded:?}");
        }
    }
    let folders = scene.controls().await.into_iter().filter(|it| it.role == Role::TreeItem);
    let folders: Vec<_> = folders.map(|it| (it.name, it.states.has(State::Selected))).collect();
    let expected = [("Documents", false), ("Pictures", false), ("Cats", true), ("Dogs", false)];
    assert_eq!(folders, expected.map(|(name, is_selected)| (name.to_owned(), is_selected)));
}
