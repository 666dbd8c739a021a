//! Dialogs: what Enter does in them, and who gets the keys when one opens by itself.

use crate::bench::{Bench, keys, replace};
use deskpilot_core::{Effect, Role};
use std::fs;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn enter_saves_as_soon_as_the_name_is_there() {
    let mut bench = Bench::bring_up().await;
    let window = bench.launch("mousepad").await;
    let edit = bench.find(&window, Role::Edit, "").await;
    bench.on(&window, &edit, replace("kept")).await;
    bench.in_window(&window, keys("Ctrl+S")).await;
    let name = bench.find(&window, Role::Edit, "Name:").await;
    let file = bench.private.directory().join("kept.txt");
    let effect = bench.on(&window, &name, replace(&file.to_string_lossy())).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    let effect = bench.in_window(&window, keys("{ENTER}")).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Save As\" closed");
    assert_eq!(fs::read_to_string(file).unwrap(), "kept");
}
