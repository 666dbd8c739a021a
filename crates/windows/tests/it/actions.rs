//! Actions, compared with what the fixture says that happened to it.

use crate::scene::{Scene, click, connect};
use deskpilot_core::{Aim, Button, Effect, Gesture, Input, Point, Role, ScrollBy, State, TextMode, WindowId};
use deskpilot_desktop::{Desktop, DesktopError, DesktopReader, WindowList};
use deskpilot_win32::{Hwnd, has_open_menu};
use deskpilot_windows_fixtures::{CheckMark, Gesture as Pressed, Happened};
use std::time::Duration;

fn text(text: &str, mode: TextMode) -> Gesture {
    Gesture::Text { text: text.into(), mode }
}

fn selected(control: &str, item: &str) -> Happened {
    Happened::Selected { control: control.into(), items: vec![item.into()] }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_reported_of_an_action_is_what_happened() {
    let mut scene = Scene::open("controls").await;
    let pressed = |control: &str| Happened::Pressed { control: control.into() };
    let typed = |control: &str, text: &str| Happened::Text { control: control.into(), text: text.into() };
    let checked = |control: &str, mark| Happened::Checked { control: control.into(), mark };
    let click_twice = Gesture::Click { button: Button::Left, count: 2, held: Vec::new() };
    for (role, name, gesture, effect, happened) in [
        (
            Role::Button,
            "Save",
            click(),
            "confirmed: controls: 0 added, 0 removed, 1 changed",
            pressed("Save"),
        ),
        (
            Role::Edit,
            "Name:",
            text("Ada", TextMode::Replace),
            "confirmed: value \"initial\" -> \"Ada\"",
            typed("Name", "Ada"),
        ),
        (
            Role::Edit,
            "Notes:",
            text("one\ntwo", TextMode::Append),
            "confirmed: value \"\" -> \"one\\ntwo\"",
            typed("Notes", "one\r\ntwo"),
        ),
        (
            Role::CheckBox,
            "Agree",
            Gesture::Check(true),
            "confirmed: checked",
            checked("Agree", CheckMark::Checked),
        ),
        (
            Role::ComboBox,
            "Drink",
            Gesture::Select("water".into()),
            "confirmed: the value is \"Water\"",
            selected("Drink", "Water"),
        ),
        (
            Role::List,
            "Fruit",
            Gesture::Select("Fig".into()),
            "confirmed: the value is \"Fig\"",
            selected("Fruit", "Fig"),
        ),
        (
            Role::ListItem,
            "Banana",
            click(),
            "confirmed: controls: 0 added, 0 removed, 2 changed",
            selected("Fruit", "Banana"),
        ),
        (
            Role::ListItem,
            "Banana",
            click_twice,
            "",
            Happened::Activated { control: "Fruit".into(), item: "Banana".into() },
        ),
    ] {
        let control = scene.control(role, name).await;
        let done = scene.perform(&control, gesture.clone()).await.unwrap().to_string();
        assert!(done.starts_with(effect), "{gesture:?} on {name} was {done}");
        let recorded = scene.happened();
        assert!(recorded.contains(&happened), "{happened:?} after {gesture:?} on {name}: {recorded:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_field_that_changes_or_refuses_what_it_gets_is_not_as_wanted() {
    let mut scene = Scene::open("controls").await;
    for (name, wanted, effect) in [
        ("Capitals:", "tea", "confirmed: value \"\" -> \"TEA\""),
        ("Digits:", "tea", "no change"),
        ("Digits:", "42", "confirmed: value \"\" -> \"42\""),
    ] {
        let field = scene.control(Role::Edit, name).await;
        let done = scene.perform(&field, text(wanted, TextMode::Replace)).await.unwrap().to_string();
        assert!(done.starts_with(effect), "{wanted:?} in {name} was {done}");
    }
    let fixed = scene.control(Role::Edit, "Fixed:").await;
    let refused = scene.perform(&fixed, text("tea", TextMode::Replace)).await;
    assert!(!matches!(refused, Ok(Effect::Confirmed(_))), "{refused:?}");
    let refuse = scene.control(Role::CheckBox, "Refuse").await;
    let done = scene.perform(&refuse, Gesture::Check(true)).await.unwrap();
    assert!(done.to_string().starts_with("no change"), "a box that never gets its mark: {done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_radio_button_is_chosen_without_the_pointer_and_the_others_of_its_group_are_not() {
    let mut scene = Scene::open("controls").await;
    let chosen = |option: &str| Happened::Chosen { group: "Size".into(), option: option.into() };
    for (name, gesture) in
        [("Medium", Gesture::Check(true)), ("Large", click()), ("Small", Gesture::Check(true))]
    {
        let button = scene.control(Role::RadioButton, name).await;
        let done = scene.perform(&button, gesture).await.unwrap();
        assert!(matches!(done, Effect::Confirmed(_)), "{name} was {done}");
        assert!(scene.happened().contains(&chosen(name)), "{name}: {:?}", scene.happened());
        let controls = scene.controls().await.into_iter();
        let checked = controls.filter(|it| it.role == Role::RadioButton && it.states.has(State::Checked));
        assert_eq!(checked.map(|it| it.name).collect::<Vec<_>>(), [name]);
    }
    let small = scene.control(Role::RadioButton, "Small").await;
    let before = scene.happened().len();
    let done = scene.perform(&small, Gesture::Check(true)).await.unwrap().to_string();
    assert!(done.starts_with("no change"), "it was chosen already: {done}");
    assert_eq!(scene.happened().len(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dialog_that_opens_is_seen_and_answered_before_anything_else() {
    let mut scene = Scene::open("controls").await;
    let save = scene.control(Role::Button, "Save").await;
    let ask = scene.control(Role::Button, "Ask").await;
    let effect = scene.perform(&ask, click()).await.unwrap();
    assert_eq!(effect.to_string(), "confirmed: window \"Question\" opened");
    let before = scene.happened().len();
    let refused = scene.perform(&save, click()).await;
    let Err(DesktopError::Obscured { by, .. }) = refused else { panic!("{refused:?}") };
    assert!(by.contains("Question"), "{by}");
    assert_eq!(scene.happened().len(), before, "a message would have reached it");
    let yes = scene.control(Role::Button, "Yes").await;
    let effect = scene.perform(&yes, click()).await.unwrap();
    assert_eq!(effect.to_string(), "confirmed: window \"Question\" closed");
    let answered = Happened::Answered { title: "Question".into(), button: "Yes".into(), text: None };
    assert!(scene.happened().contains(&answered));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_does_not_answer_costs_its_deadline_and_is_still_seen() {
    let mut scene = Scene::open("controls").await;
    let save = scene.control(Role::Button, "Save").await;
    scene.stop().await;
    let (window, began) = (scene.window.clone(), std::time::Instant::now());
    let budget = deskpilot_desktop::Budget { deadline: std::time::Duration::from_millis(300), controls: 100 };
    let seen = scene.desktop.controls(&window, budget).await.unwrap();
    assert!(seen.controls.is_empty() && seen.truncated.is_some(), "{seen:?}");
    assert!(began.elapsed() < std::time::Duration::from_secs(2), "{:?}", began.elapsed());
    let picture = scene.desktop.capture(&deskpilot_desktop::Area::Window(window.id)).await.unwrap();
    assert_eq!(picture.rect(), window.rect);
    assert!(scene.desktop.windows().await.unwrap().iter().any(|it| it.id == window.id));
    let before = scene.happened().len();
    let effect = scene.perform(&save, click()).await;
    let is_hung = matches!(effect, Err(DesktopError::Hung { .. }));
    // It goes on after three seconds, and a click may come after that.
    assert!(is_hung || scene.happened().len() > before, "{effect:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_is_closed_and_a_program_ended() {
    let mut scene = Scene::open("calculator").await;
    let input = |window: WindowId, gesture| Input { window, aim: Aim::Window, gesture };
    let closed = scene.desktop.perform(&input(scene.window.id, Gesture::Close)).await.unwrap();
    assert_eq!(closed.effect.to_string(), "confirmed: window \"calculator\" closed");
    assert!(scene.happened().contains(&Happened::Closed));
    let again = scene.desktop.perform(&input(scene.window.id, Gesture::Close)).await;
    assert!(matches!(again, Err(DesktopError::WindowGone(_))), "{again:?}");
    let other = scene.launch("controls").await;
    let ended = scene.desktop.perform(&input(other.id, Gesture::EndApplication)).await.unwrap();
    assert_eq!(ended.effect.to_string(), "confirmed: window \"controls\" closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_that_covers_another_gets_none_of_its_clicks() {
    let mut scene = Scene::open("controls").await;
    let item = scene.control(Role::ListItem, "Banana").await;
    let front = scene.launch("calculator").await;
    let point = item.rect.center();
    let covering = scene.desktop.window_at(point).await.unwrap().unwrap();
    assert_eq!(covering.id, front.id, "the calculator must cover the list for this test");
    let effect = scene.perform(&item, click()).await.unwrap();
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert!(scene.happened().contains(&selected("Fruit", "Banana")));
    let of_front = scene.happened_in(1);
    assert_eq!(of_front.len(), 1, "the calculator got {of_front:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_go_to_the_control_that_was_named_and_the_caret_shows_where_they_went() {
    let mut scene = Scene::open("controls").await;
    let field = scene.control(Role::Edit, "Name:").await;
    let all = scene.perform(&field, Gesture::SelectText("it".into())).await.unwrap();
    assert_eq!(all.to_string(), "confirmed: selected \"it\"");
    let keys = deskpilot_core::parse_keys("{END}!").unwrap();
    let effect = scene.perform(&field, Gesture::Keys(keys)).await.unwrap();
    assert!(effect.to_string().starts_with("confirmed"), "{effect}");
    let home = deskpilot_core::parse_keys("{HOME}").unwrap();
    let effect = scene.perform(&field, Gesture::Keys(home)).await.unwrap();
    assert!(effect.to_string().starts_with("confirmed: the caret"), "{effect}");
    let field = scene.control(Role::Edit, "Name:").await;
    assert!(field.states.has(State::Focused));
    let window = scene.window.id;
    assert_eq!(scene.desktop.read(window, &field).await.unwrap(), "initial!");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_of_a_combo_box_opens_and_closes_as_wanted() {
    let mut scene = Scene::open("controls").await;
    for (name, on, effect) in [
        ("Drink", false, "no change"),
        ("Drink", true, "confirmed"),
        ("Drink", true, "no change"),
        ("Drink", false, "confirmed"),
        ("City", true, "confirmed"),
    ] {
        let combo_box = scene.control(Role::ComboBox, name).await;
        let done = scene.perform(&combo_box, Gesture::Expand(on)).await.unwrap().to_string();
        let is_open = scene.control(Role::ComboBox, name).await.states.has(State::Expanded);
        assert!(done.starts_with(effect) && is_open == on, "expand({on}) on {name}: {done}, open: {is_open}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_menu_gets_no_key_that_is_for_a_control() {
    let mut scene = Scene::open("controls").await;
    let field = scene.control(Role::Edit, "Digits:").await;
    let (window, keys) = (scene.window.id, |keys| Gesture::Keys(deskpilot_core::parse_keys(keys).unwrap()));
    let press = |gesture| Input { window, aim: Aim::Window, gesture };
    scene.desktop.perform(&press(keys("{F10}"))).await.unwrap();
    scene.until(|_| has_open_menu(Hwnd::from(window))).await;
    let before = scene.happened();
    let refused = scene.perform(&field, keys("fs")).await;
    assert!(matches!(&refused, Err(DesktopError::Obscured { by, .. }) if by.contains("menu")), "{refused:?}");
    assert_eq!(scene.happened(), before, "F and S would have saved");
    scene.desktop.perform(&press(keys("{ESC}"))).await.unwrap();
    scene.until(|_| !has_open_menu(Hwnd::from(window))).await;
    let effect = scene.perform(&field, keys("7")).await.unwrap();
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_beside_a_button_proves_no_press() {
    let mut scene = Scene::open("controls").await;
    let silent = scene.control(Role::Button, "Silent").await;
    // It takes the keyboard at the first press, which is seen.
    scene.perform(&silent, click()).await.unwrap();
    let clock = scene.tick("Nothing yet", Duration::from_millis(100)).await;
    for _ in 0..3 {
        let shown = clock.shown();
        scene.until(|scene| clock.shown() != shown && scene.happened().len() > 1).await;
        scene.controls().await;
    }
    let effect = scene.perform(&silent, click()).await.unwrap();
    assert!(matches!(effect, Effect::Unverified(_)), "the clock alone changed, and it was {effect}");
    assert!(scene.happened().iter().filter(|it| matches!(it, Happened::Pressed { .. })).count() == 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_is_known_before_the_first_action_of_a_session() {
    let mut scene = Scene::open("controls").await;
    let silent = scene.control(Role::Button, "Silent").await;
    // It takes the keyboard at the first press, which is seen.
    scene.perform(&silent, click()).await.unwrap();
    // It goes on while the effect of an action is waited for, and not between the first look and an action that follows at once.
    let clock = scene.tick("Nothing yet", Duration::from_millis(500)).await;
    let shown = clock.shown();
    scene.until(|_| clock.shown() != shown).await;
    scene.desktop = connect(&scene.fixtures);
    scene.controls().await;
    let effect = scene.perform(&silent, click()).await.unwrap();
    assert!(matches!(effect, Effect::Unverified(_)), "the clock alone changed, and it was {effect}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_minimised_window_is_restored_before_anything_is_done_in_it() {
    let mut scene = Scene::open("controls").await;
    let save = scene.control(Role::Button, "Save").await;
    scene.minimise().await;
    let effect = scene.perform(&save, click()).await.unwrap();
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert!(scene.happened().contains(&Happened::Pressed { control: "Save".into() }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wheel_and_drag_arrive_at_their_places_and_the_background_takes_the_pointer() {
    let mut scene = Scene::open("controls").await;
    let rect = scene.window.rect;
    // Between the lowest text and the border there is nothing but the window itself.
    let from = Point { x: rect.x + 100, y: rect.bottom() - 60 };
    let to = Point { x: from.x + 80, y: from.y };
    let drag = Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: 100 };
    for gesture in [Gesture::Scroll(ScrollBy { up: -2, right: 0 }), drag] {
        let input = Input { window: scene.window.id, aim: Aim::Point(from), gesture };
        let effect = scene.desktop.perform(&input).await.unwrap().effect;
        assert!(!matches!(effect, Effect::Confirmed(_)), "the window shows nothing of it: {effect}");
    }
    let happened = scene.happened();
    assert!(happened.contains(&Happened::Wheel { notches: -1 }), "{happened:?}");
    let place = |wanted| {
        let of = |it: &Happened| match it {
            Happened::Pointer { gesture, x, y, .. } if *gesture == wanted => Some((*x, *y)),
            _ => None,
        };
        happened.iter().rev().find_map(of)
    };
    let (down, up) = (place(Pressed::Down).unwrap(), place(Pressed::Up).unwrap());
    assert_eq!((up.0 - down.0, up.1 - down.1), (80, 0), "{happened:?}");
    let root = scene.desktop.root_window().await.unwrap();
    let corner = Point { x: root.rect.right() - 5, y: root.rect.bottom() - 5 };
    assert!(scene.desktop.window_at(corner).await.unwrap().is_none(), "no window is in the corner");
    let hover = Input { window: root.id, aim: Aim::Point(corner), gesture: Gesture::Hover };
    let effect = scene.desktop.perform(&hover).await.unwrap().effect;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
}
