//! What is pressed is what was ruled on, also where a control changes its name while it is aimed at.

use crate::test_desktop::{TestDesktop, click, keys};
use deskpilot_core::{
    Action, Aim, Button, Call, Control, Effect, Gesture, Modifier, Operation, Policy, PolicyContext, Preset,
    Role, Ruling, Verb, Window,
};
use deskpilot_desktop::{DesktopError, DesktopReader, WindowFacts};
use deskpilot_testkit::tries_all;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/unsteady.py");
/// How often the button is aimed at: beyond the fewest, until a press came through and one was refused.
const MOST_ATTEMPTS: usize = 150;

/// In a usual run each of three ways to aim at it is tried a few times.
fn fewest_attempts() -> usize {
    if tries_all() { 30 } else { 12 }
}

/// The window with the buttons, and the file with the names under which they were pressed.
struct Subject {
    test: TestDesktop,
    window: Window,
    presses: PathBuf,
}

impl Subject {
    async fn start() -> Subject {
        let mut test = TestDesktop::bring_up().await;
        let presses = test.private.directory().join("presses.txt");
        fs::write(&presses, "").unwrap();
        let window = test.start(&["python3", PROGRAM, presses.to_str().unwrap()], "Unsteady").await;
        Subject { test, window, presses }
    }

    /// Waits until the desktop knows that a control of the window changes its name by itself.
    async fn until_unsteady(&mut self) {
        while self.test.desktop.unsteady_controls(&self.window).await.unwrap().is_empty() {
            self.test.controls(&self.window).await;
            self.test.desktop.wait_for_change(Duration::from_secs(1)).await;
        }
    }

    /// Waits for this number of changes. A machine on which the way from a look to a press always takes as long meets one
    /// name only, and after one change the other.
    async fn after_changes(&mut self, count: usize) {
        for _ in 0..count {
            self.test.desktop.wait_for_change(Duration::from_secs(1)).await;
        }
    }

    fn presses(&self) -> Vec<String> {
        fs::read_to_string(&self.presses).unwrap().lines().map(str::to_owned).collect()
    }

    /// The ruling under the preset `ask` on this gesture, with what the desktop knows now.
    async fn ruling(&mut self, control: &Control, gesture: &Gesture) -> Ruling {
        let controls = self.test.controls(&self.window).await;
        let unsteady = self.test.desktop.unsteady_controls(&self.window).await.unwrap();
        let action = Action {
            call: Call { command: "click_input".into(), ..Call::default() },
            window: self.window.clone(),
            aim: Aim::Control(Box::new(control.clone())),
            verb: Verb::Gesture(gesture.clone()),
        };
        let context = PolicyContext {
            controls: &controls,
            unsteady: &unsteady,
            home: "/home/u",
            ..PolicyContext::default()
        };
        Policy::preset(Preset::Ask).judge(&Operation::Act(Box::new(action)), &context).0
    }
}

/// Whether nobody could take a press of "Send money" for one of "Next", and nothing was pressed where that was refused.
fn is_true(outcome: &Result<Effect, DesktopError>, pressed: &[String]) -> bool {
    let is_other = pressed.iter().any(|it| it == "Send money");
    match outcome {
        Ok(Effect::Unverified(why)) => why.why.contains("Send money") || !is_other,
        Ok(_) => !is_other,
        Err(DesktopError::ControlChanged { .. }) => pressed.is_empty(),
        Err(_) => false,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_pressed_is_what_was_ruled_on() {
    let mut subject = Subject::start().await;
    Box::pin(a_button_that_changes_its_name_when_it_is_pressed_is_not_asked_about(&mut subject)).await;
    Box::pin(an_action_that_sends_nothing_explains_no_change_of_a_name(&mut subject)).await;
    Box::pin(a_button_that_changes_its_name_is_asked_about_and_never_taken_for_another(&mut subject)).await;
    Box::pin(a_click_at_a_point_and_a_key_are_for_what_was_seen_there(&mut subject)).await;
}

async fn a_button_that_changes_its_name_is_asked_about_and_never_taken_for_another(subject: &mut Subject) {
    let ways = [
        // By its accessible action, with the pointer, and with the keyboard.
        click(),
        Gesture::Click { button: Button::Left, count: 1, held: vec![Modifier::Shift] },
        keys("{SPACE}"),
    ];
    let (mut mistaken, mut refused, mut hits) = (Vec::new(), 0, Vec::new());
    subject.until_unsteady().await;
    for attempt in 0..MOST_ATTEMPTS {
        if attempt >= fewest_attempts() && refused > 0 && hits.contains(&"Next".into()) {
            break;
        }
        let gesture = &ways[attempt % ways.len()];
        let next = subject.test.find(&subject.window, Role::Button, "Next").await;
        subject.after_changes(attempt / fewest_attempts() % 2).await;
        let before = subject.presses().len();
        assert_ne!(subject.ruling(&next, gesture).await, Ruling::Allow, "attempt {attempt}");
        let outcome = subject.test.try_on(&subject.window, &next, gesture.clone()).await;
        let pressed = subject.presses().split_off(before);
        refused += usize::from(outcome.is_err());
        hits.extend(pressed.iter().cloned());
        if !is_true(&outcome, &pressed) {
            mistaken.push(format!("{gesture:?}: {outcome:?}, pressed {pressed:?}"));
        }
    }
    assert_eq!(mistaken, Vec::<String>::new(), "{refused} refused, pressed {hits:?}");
    assert!(hits.contains(&"Next".into()) && refused > 0, "{refused} refused, pressed {hits:?}");
}

async fn a_click_at_a_point_and_a_key_are_for_what_was_seen_there(subject: &mut Subject) {
    let mut button = subject.test.find(&subject.window, Role::Button, "Next").await;
    // From then on the keys go to it.
    while subject.test.try_on(&subject.window, &button, Gesture::Focus).await.is_err() {
        button = subject.test.find(&subject.window, Role::Button, "Next").await;
    }
    let center = button.rect.center();
    subject.until_unsteady().await;
    for (aim, gesture) in [(Aim::Point(center), click()), (Aim::Window, keys("{SPACE}"))] {
        let (mut refused, mut attempt) = (0, 0);
        while attempt < fewest_attempts() / 2 || (refused == 0 && attempt < MOST_ATTEMPTS) {
            subject.test.find(&subject.window, Role::Button, "Next").await;
            // After one event it usually has another name, after two none or two changes may have come.
            subject.after_changes(attempt % 3).await;
            let before = subject.presses().len();
            let outcome = subject.test.try_at(&subject.window, aim.clone(), gesture.clone()).await;
            let pressed = subject.presses().split_off(before);
            assert!(is_true(&outcome, &pressed), "{aim:?}: {outcome:?}, pressed {pressed:?}");
            refused += usize::from(outcome.is_err());
            attempt += 1;
        }
        assert!(refused > 0, "{aim:?}: nothing was refused");
    }
}

async fn an_action_that_sends_nothing_explains_no_change_of_a_name(subject: &mut Subject) {
    let button = subject.test.find(&subject.window, Role::Button, "Next").await;
    subject.until_unsteady().await;
    for _ in 0..fewest_attempts() {
        subject.test.desktop.wait_for_change(Duration::from_secs(1)).await;
        subject.test.try_on(&subject.window, &button, Gesture::SetNumber(1.0)).await.unwrap_err();
    }
    subject.test.controls(&subject.window).await;
    let unsteady = subject.test.desktop.unsteady_controls(&subject.window).await.unwrap();
    assert_eq!(unsteady.first(), button.node());
}

async fn a_button_that_changes_its_name_when_it_is_pressed_is_not_asked_about(subject: &mut Subject) {
    for attempt in 0..6 {
        let name = ["Play", "Pause"][attempt % 2];
        let button = subject.test.find(&subject.window, Role::Button, name).await;
        assert_eq!(subject.ruling(&button, &click()).await, Ruling::Allow, "press {attempt}");
        let effect = subject.test.on(&subject.window, &button, click()).await;
        assert!(!effect.to_string().contains("it changed its name while"), "{effect}");
        assert_eq!(subject.presses().len(), attempt + 1);
    }
}
