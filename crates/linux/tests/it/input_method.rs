//! What is typed while an input method composes letters. Needs Debian's packages ibus and ibus-gtk3, and checks nothing without them.

use crate::test_desktop::{TestDesktop, append, keys};
use deskpilot_core::{Control, Effect, Role, Size, Window};
use deskpilot_linux::{PrivateOptions, Requirement, RequirementLevel};
use deskpilot_testkit::{print_skipped, tries_also};
use std::time::Duration;
use tokio::time::{Instant, sleep};

const ENGINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/composing_engine.py");
/// The name of that engine, and what it puts in the place of each letter.
const NAME: &str = "deskpilot-composing";
const COMPOSED: &str = "字";
/// Letters that the engine takes, and what no key has.
const TEXT: &str = "nihao zàijiàn Řeka 测试中文 한국어 € @\\~^";
/// How long the input method may take to start.
const STARTING: Duration = Duration::from_secs(30);

/// Whether Debian's IBus and its module for GTK 3 are installed.
fn is_installed() -> bool {
    let parts = [("ibus", "ibus-daemon"), ("ibus-gtk3", "/usr/lib/*/gtk-3.0/3.0.0/immodules/im-ibus.so")];
    parts.into_iter().all(|(package, part)| {
        let (why, level) = ("an input method", RequirementLevel::Tests);
        Requirement { package, provides: vec![part], why, level }.installed_path().is_some()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_typed_arrives_although_an_input_method_composes_letters() {
    if !tries_also("typing beside an input method") {
        return;
    }
    if !is_installed() {
        print_skipped("typing beside an input method: install the packages ibus and ibus-gtk3");
        return;
    }
    let variables = vec![("GTK_IM_MODULE".to_owned(), "ibus".to_owned())];
    let size = Size { width: 1600, height: 900 };
    let mut test =
        TestDesktop::bring_up_as(&PrivateOptions { size, variables, ..PrivateOptions::USUAL }).await;
    start_input_method(&test).await;
    let window = test.launch("mousepad").await;
    let edit = test.find(&window, Role::Edit, "").await;
    composes(&mut test, &window).await;

    test.on(&window, &edit, keys("Ctrl+A")).await;
    let effect = test.in_window(&window, append(TEXT)).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert_eq!(test.read(&window, &edit).await, TEXT);
    test.on(&window, &edit, keys("Ctrl+A")).await;
    let effect = test.on(&window, &edit, keys("nihao")).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert_eq!(test.read(&window, &edit).await, "nihao");

    let engine = test.output_of("ibus", &["engine"]);
    assert_eq!(String::from_utf8_lossy(&engine.stdout).trim(), NAME, "{engine:?}");
    composes(&mut test, &window).await;
}

/// Starts IBus on the desktop, with the engine that composes.
async fn start_input_method(test: &TestDesktop) {
    let seat = test.private.seat();
    let note = test.private.directory().join("in-use.txt");
    let daemon = ["ibus-daemon", "--panel=disable", "--emoji-extension=disable"];
    let engine = ["/usr/bin/python3", ENGINE, note.to_str().unwrap()];
    for argv in [daemon, engine] {
        seat.start(argv.iter().map(Into::into).collect(), None).await.unwrap();
    }
    let end = Instant::now() + STARTING;
    while !note.exists() {
        assert!(Instant::now() < end, "the engine is not in use");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until a key of a person is composed in the text of the window, as it is without Deskpilot.
async fn composes(test: &mut TestDesktop, window: &Window) {
    test.in_window(window, keys("Ctrl+End")).await;
    let typed = test.output_of("xdotool", &["key", "a"]);
    assert!(typed.status.success(), "{typed:?}");
    let has_it = |it: &Control| it.value.as_deref().is_some_and(|it| it.ends_with(COMPOSED));
    test.find_where(window, "what the input method composed", has_it).await;
}
