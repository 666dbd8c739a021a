//! A file manager: lists where a click only selects.

use crate::bench::{Bench, click, keys};
use deskpilot_core::{Effect, Role};
use std::fs;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_click_on_an_item_is_seen_in_that_it_is_selected_and_one_more_does_nothing() {
    let mut bench = Bench::bring_up().await;
    let folder = bench.private.directory().join("papers");
    fs::create_dir(&folder).unwrap();
    for name in ["draft.txt", "final.txt", "notes.txt"] {
        fs::write(folder.join(name), name).unwrap();
    }
    let window = bench.begin(&["thunar", &folder.to_string_lossy()]).await;
    // Switch to the list view with columns.
    bench.in_window(&window, keys("Ctrl+2")).await;
    for name in ["draft.txt", "final.txt"] {
        let item = bench.find(&window, Role::Cell, name).await;
        let effect = bench.on(&window, &item, click()).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{name}: {effect}");
        let item = bench.find(&window, Role::Cell, name).await;
        let effect = bench.on(&window, &item, click()).await;
        assert_eq!(effect.to_string(), "no change: already selected", "{name}");
    }
}
