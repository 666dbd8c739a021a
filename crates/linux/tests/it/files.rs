//! A file manager: lists where a click only selects.

use crate::test_desktop::{TestDesktop, click};
use deskpilot_core::{Control, Effect, Role, State};
use std::fs;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_click_on_an_item_is_seen_in_that_it_is_selected_and_one_more_does_nothing() {
    let mut test = TestDesktop::bring_up().await;
    let folder = test.private.directory().join("papers");
    fs::create_dir(&folder).unwrap();
    for name in ["draft.txt", "final.txt", "notes.txt"] {
        fs::write(folder.join(name), name).unwrap();
    }
    // It starts with the list, which names the files, and not with icons.
    let window = test.launch_with("thunar", &folder.to_string_lossy()).await;
    for name in ["draft.txt", "final.txt"] {
        let item = test.find(&window, Role::Cell, name).await;
        let effect = test.on(&window, &item, click()).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{name}: {effect}");
        let is_selected =
            |it: &Control| it.role == Role::Cell && it.name == name && it.states.has(State::Selected);
        let item = test.find_where(&window, "the selected item", is_selected).await;
        let effect = test.on(&window, &item, click()).await;
        assert_eq!(effect.to_string(), "no change: already selected", "{name}");
    }
}
