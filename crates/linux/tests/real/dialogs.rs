//! Dialogs: what Enter does in them, who gets the keys when one opens by itself, and what waits for a window they block.

use crate::bench::{Bench, append, keys, replace};
use crate::intruder::Intruder;
use deskpilot_core::{Action, Aim, Call, Deed, Effect, Role, Until, Verb, Window};
use deskpilot_desktop::{Desktop, DesktopError, Puppeteer};
use deskpilot_linux::LinuxDesktop;
use std::fs;
use tokio::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn enter_saves_as_soon_as_the_name_is_there() {
    let mut bench = Bench::bring_up().await;
    let window = bench.launch("mousepad").await;
    for (index, typed) in ["handed over", "typed", "typed at once"].into_iter().enumerate() {
        let edit = bench.find(&window, Role::Edit, "").await;
        bench.on(&window, &edit, replace(typed)).await;
        bench.in_window(&window, keys("Ctrl+Shift+S")).await;
        let name = bench.find(&window, Role::Edit, "Name:").await;
        let file = bench.private.directory().join(format!("kept {index}.txt"));
        let path = file.to_string_lossy();
        match typed {
            "handed over" => drop(bench.on(&window, &name, replace(&path)).await),
            "typed" => {
                bench.on(&window, &name, keys("Ctrl+A")).await;
                bench.in_window(&window, append(&path)).await;
            }
            _ => {}
        }
        let effect = match typed {
            "typed at once" => bench.on(&window, &name, replace(&format!("{path}\n"))).await,
            _ => bench.in_window(&window, keys("{ENTER}")).await,
        };
        assert_eq!(effect.to_string(), "confirmed: window \"Save As\" closed", "{typed}");
        assert_eq!(fs::read_to_string(file).unwrap(), typed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dialog_that_opens_by_itself_gets_no_keys() {
    let mut bench = Bench::bring_up().await;
    let window = bench.launch("mousepad").await;
    let edit = bench.find(&window, Role::Edit, "").await;
    let intruder = Intruder::open(bench.private.seat(), &window, "Tip of the Day");
    // Keys for whatever has the keyboard were not meant for a window that nobody has seen.
    let aim = Aim::Window;
    let input = deskpilot_core::Input { window: window.id, aim, gesture: append("to the window") };
    match bench.desktop.perform(&input).await {
        Err(DesktopError::NotPossible { why, .. }) => {
            assert_eq!(why, "\"Tip of the Day\" opened meanwhile; look again");
        }
        other => panic!("{other:?}"),
    }
    // Keys for a control go to its window, which is given the keyboard back.
    let effect = bench.on(&window, &edit, keys("to the text")).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert_eq!(bench.read(&window, &edit).await, "to the text");
    // One that takes it again and again is told of, and gets none either.
    intruder.insist();
    match bench.try_on(&window, &edit, keys("!")).await {
        Err(DesktopError::NotPossible { .. }) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(bench.read(&window, &edit).await, "to the text");
    assert_eq!(intruder.leave(), 0, "keys went to the dialog");
}

fn wait(window: &Window, text: &str) -> Deed {
    let until = Until { shows: Some(text.to_owned()), millis: 60_000 };
    let call = Call { command: "wait".into(), args: Default::default() };
    let (window, verb) = (window.clone(), Verb::Wait(until));
    Deed::Act(Box::new(Action { call, window, aim: Aim::Window, verb }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_ends_when_a_dialog_opens() {
    let mut bench = Bench::bring_up().await;
    let window = bench.launch("mousepad").await;
    bench.find(&window, Role::Edit, "").await;
    let desktop = LinuxDesktop::connect(bench.private.seat().clone()).await.unwrap();
    let mut puppeteer = Puppeteer { desktop: Box::new(desktop), receivers: Vec::new() };
    let started = Instant::now();
    let waiting = wait(&window, "never there");
    let (waited, opened) =
        tokio::join!(puppeteer.perform(&waiting), bench.in_window(&window, keys("Ctrl+S")));
    assert_eq!(opened.to_string(), "confirmed: window \"Save As\" opened");
    assert_eq!(
        waited.unwrap().effect.to_string(),
        "no change: \"never there\" is not shown, and Dialog \"Save As\" has opened; answer it first"
    );
    assert!(started.elapsed() < Duration::from_secs(20), "it took {:?}", started.elapsed());
}
