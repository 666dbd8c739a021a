//! Actions, compared with what the fixture says that happened to it.

use crate::scene::{Scene, click};
use deskpilot_core::Role;
use deskpilot_windows_fixtures::Happened;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_is_pressed_and_its_effect_is_seen() {
    let mut scene = Scene::open("controls").await;
    for it in scene.controls().await {
        println!("{} {:?} {:?} {:?} {:?}", it.id(), it.value, it.states, it.rect, it.node());
    }
    let button = scene.control(Role::Button, "Save").await;
    let began = std::time::Instant::now();
    let effect = scene.perform(&button, click()).await.unwrap();
    println!("{effect} in {:?}", began.elapsed());
    println!("{:?}", scene.happened());
    assert!(scene.happened().contains(&Happened::Pressed { control: "Save".into() }));
    assert!(effect.to_string().starts_with("confirmed"), "{effect}");
}
