//! Looks at a window of many controls: what they show, and how long they take.

use crate::scene::{FURTHER_CONTROLS, MANY, Scene};
use deskpilot_core::{Control, Role};
use deskpilot_win32::{Deadline, Hwnd, set_text};
use std::time::{Duration, Instant};

/// How many looks the figures are of.
const LOOKS: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "it is run for its figures, too")]
async fn each_look_at_many_controls_shows_what_is_there_now() {
    let mut scene = Scene::open(MANY).await;
    let (mut times, mut count) = (Vec::new(), 0);
    for number in 0..LOOKS {
        let controls = scene.controls().await;
        let changed = controls.iter().filter(|it| it.name.starts_with("More"));
        let changed: Vec<Hwnd> = changed.filter(|it| it.role != Role::Edit).filter_map(window_of).collect();
        let (button, text) = (changed[number % changed.len()], format!("More of {number}"));
        set_text(button, &text, Deadline::within(Duration::from_secs(20))).unwrap();
        let began = Instant::now();
        let controls = scene.controls().await;
        times.push(began.elapsed());
        count = controls.len();
        assert!(count > usize::from(FURTHER_CONTROLS), "{count}");
        let now = controls.iter().find(|it| window_of(it) == Some(button)).unwrap();
        assert_eq!(now.name, text);
    }
    times.sort();
    let [half, most] = [50, 95].map(|it| times[times.len() * it / 100].as_micros());
    println!("a look at {count} controls: half took {half} µs, 95 % {most} µs");
}

/// The window that a control is.
fn window_of(control: &Control) -> Option<Hwnd> {
    let number = control.node()?.0.strip_prefix("win32 ")?.parse().ok()?;
    Some(Hwnd(number))
}
