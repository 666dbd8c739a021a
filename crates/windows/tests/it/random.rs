//! Random actions: what is reported as confirmed must be in the record of the program to which it was done.

use crate::scene::{Scene, click};
use deskpilot_core::{Chord, Control, Effect, Evidence, Gesture, Key, Role, State, TextMode};
use deskpilot_testkit::{Dice, tries_all};
use deskpilot_windows_fixtures::{CheckMark, Happened};
use std::collections::BTreeMap;
use std::time::Instant;

/// How many actions a usual run tries, and how many a long one.
const USUAL: usize = 40;
const LONG: usize = 1000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::print_stdout, reason = "a long run is made for its figures")]
async fn nothing_is_confirmed_that_the_program_did_not_record() {
    let actions = if tries_all() { LONG } else { USUAL };
    let mut scene = Scene::open("controls").await;
    let (mut dice, mut words, mut times) = (Dice::of(20_261_130), BTreeMap::<&str, usize>::new(), Vec::new());
    for number in 0..actions {
        let controls = scene.controls().await;
        let (target, gesture) = draw(&mut dice, &controls);
        let before = scene.happened().len();
        let began = Instant::now();
        let effect = scene.perform(&target, gesture.clone()).await;
        if matches!(effect, Ok(Effect::Confirmed(_))) {
            times.push(began.elapsed());
        }
        let recorded = scene.happened().split_off(before);
        let word = effect.as_ref().map_or("refused", Effect::word);
        *words.entry(word).or_default() += 1;
        if let Ok(effect @ Effect::Confirmed(evidence)) = &effect {
            // A list that is open takes the next click wherever it goes, closes, and tells nobody.
            let closed_list = has_open_list(&controls) && gesture == click() && is_removal(evidence);
            let is_true = closed_list || is_recorded(&target, &gesture, evidence, &recorded);
            assert!(is_true, "action {number}, {gesture:?} on {}: {effect}, and {recorded:?}", target.id());
        }
    }
    times.sort();
    let [half, most] = [50, 95].map(|it| times[times.len() * it / 100].as_millis());
    println!(
        "{actions} actions: {words:?}, none falsely confirmed; of the confirmed half took {half} ms, 95 % {most} ms"
    );
    assert!(words.get("confirmed").is_some_and(|it| *it * 3 > actions), "hardly anything worked: {words:?}");
}

/// A control and what to do with it. A dialog is answered first.
fn draw(dice: &mut Dice, controls: &[Control]) -> (Control, Gesture) {
    let is_answer =
        |it: &&Control| it.role == Role::Button && matches!(it.name.as_str(), "Yes" | "No" | "OK" | "Cancel");
    let answers: Vec<&Control> = controls.iter().filter(is_answer).collect();
    if let Some(answer) = dice.one_of(&answers) {
        return ((*answer).clone(), click());
    }
    let usable =
        |it: &&Control| it.role.is_interactive() && !it.states.has(State::Protected) && !it.name.is_empty();
    let usable: Vec<&Control> = controls.iter().filter(usable).collect();
    let target = (*dice.one_of(&usable).unwrap()).clone();
    let gesture = gesture_for(dice, &target);
    (target, gesture)
}

fn gesture_for(dice: &mut Dice, target: &Control) -> Gesture {
    let words = ["tea", "Grüße 😀", "7", ""];
    let mut word = || (*dice.one_of(&words).unwrap()).to_owned();
    match target.role {
        Role::Edit => {
            let text = word();
            match dice.below(4) {
                0 => click(),
                1 => Gesture::Keys(vec![Chord::plain(Key::Char('x')), Chord::plain(Key::Char('7'))]),
                2 => Gesture::Text { text, mode: TextMode::Append },
                _ => Gesture::Text { text, mode: TextMode::Replace },
            }
        }
        Role::CheckBox if dice.one_in(2) => Gesture::Check(dice.one_in(2)),
        Role::List | Role::ComboBox if !dice.one_in(4) => {
            let items: &[&str] = match target.name.as_str() {
                "Fruit" => &["Apple", "Banana", "Cherry", "Fig"],
                "Colours" => &["Red", "Green", "White"],
                "Drink" => &["Coffee", "Tea", "Water"],
                _ => &["Oslo", "Paris", "Rome"],
            };
            Gesture::Select((*dice.one_of(items).unwrap()).to_owned())
        }
        _ => click(),
    }
}

/// Whether the list of a combo box is open.
fn has_open_list(controls: &[Control]) -> bool {
    let is_item = |it: &Control| it.role == Role::ListItem && matches!(it.name.as_str(), "Coffee" | "Oslo");
    controls.iter().any(is_item)
}

fn is_removal(evidence: &Evidence) -> bool {
    matches!(evidence, Evidence::Controls { added: 0, removed: 1.., .. })
}

/// Whether the program recorded what this evidence says. What only the window system knows is in no record.
fn is_recorded(target: &Control, gesture: &Gesture, evidence: &Evidence, recorded: &[Happened]) -> bool {
    let name = target.name.trim_end_matches(':');
    let any = |is: &dyn Fn(&Happened) -> bool| recorded.iter().any(is);
    match (evidence, gesture) {
        // An item gives its list the keyboard, and a combo box its own field.
        (Evidence::Focus(on), _) => {
            let items = matches!(target.role, Role::ListItem | Role::TreeItem | Role::TabItem);
            let is_part = items || matches!(target.role, Role::ComboBox | Role::Header);
            is_part || *on == target.id().to_string()
        }
        (Evidence::Pointer(_) | Evidence::Text(_) | Evidence::Turned { state: State::Expanded, .. }, _) => {
            true
        }
        (Evidence::Turned { state: State::Checked, on }, Gesture::Check(_)) => {
            let wanted = if *on { CheckMark::Checked } else { CheckMark::Unchecked };
            any(&|it| matches!(it, Happened::Checked { control, mark } if control == name && *mark == wanted))
        }
        (Evidence::Value { after: Some(after), of: None, .. }, Gesture::Text { .. } | Gesture::Keys(_)) => {
            any(
                &|it| matches!(it, Happened::Text { control, text } if control == name && text.replace("\r\n", "\n") == *after),
            )
        }
        (Evidence::Value { of: None, .. }, Gesture::Select(item)) => any(
            &|it| matches!(it, Happened::Selected { control, items } if control == name && items.contains(item)),
        ),
        (_, Gesture::Click { .. }) if target.role == Role::Button => any(&|it| {
            matches!(it, Happened::Pressed { control } if control == name.trim_end_matches("..."))
                || matches!(it, Happened::Pressed { control } if control == name)
                || matches!(it, Happened::Answered { button, .. } if button == name)
        }),
        // A list that opens or closes is the combo box's own affair.
        (Evidence::Controls { added, removed, .. }, Gesture::Click { .. })
            if target.role == Role::ComboBox && added + removed > 0 =>
        {
            true
        }
        // Whatever else changed, the program knows of it.
        _ => !recorded.is_empty(),
    }
}
