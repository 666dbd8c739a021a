//! Controls that say yes and give back what they took, and spin buttons that keep their number until a text is committed.

use crate::{
    second_reader::OtherReading,
    test_desktop::{TestDesktop, click, keys, replace},
};
use deskpilot_core::{Control, Effect, Gesture, Role, Window};

const REVERTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/reverts.py");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spin_button_takes_its_text_and_what_is_given_back_is_not_confirmed() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["python3", REVERTS], "Reverts").await;
    let spinner = test.find_where(&window, "the spin button", |it| it.role == Role::Spinner).await;
    let effect = test.on(&window, &spinner, replace("42")).await;
    assert_eq!(effect.to_string(), "confirmed: value \"10\" -> \"42\"");
    test.find(&window, Role::Text, "number 42").await;

    // Keys are what the agent wants pressed, and nothing more.
    let spinner = test.find_where(&window, "the spin button", |it| it.role == Role::Spinner).await;
    let effect = test.on(&window, &spinner, keys("5")).await;
    assert!(matches!(&effect, Effect::Partial(why) if why.contains("not committed")), "{effect}");
    let others = OtherReading::of(&test, &window);
    assert_eq!(others.each("spin button", |it| &it.number), ["42", "1"]);
    test.on(&window, &spinner, replace("7\n")).await;
    test.find(&window, Role::Text, "number 7").await;

    a_spin_button_with_other_texts_than_numbers_takes_those_that_it_knows(&mut test, &window).await;

    // A row is named by the label in it, wherever the list is scrolled to, and found again under that name.
    let row = test.find(&window, Role::ListItem, "row 2").await;
    test.on(&window, &row, click()).await;
    test.find(&window, Role::Text, "chose row 2").await;
    let rows = test.find_where(&window, "the list", |it| it.role == Role::List).await;
    let effect = test.on(&window, &rows, Gesture::Select("row 90".into())).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.find(&window, Role::Text, "chose row 90").await;

    let check = test.find(&window, Role::CheckBox, "Back").await;
    let effect = test.on(&window, &check, Gesture::Check(true)).await;
    assert!(matches!(effect, Effect::NoChange(_)), "{effect}");
    let is_date = |it: &Control| it.role == Role::Edit && it.value.as_deref() == Some("2027-05-01");
    let date = test.find_where(&window, "the date", is_date).await;
    let effect = test.on(&window, &date, replace("2027-04-03")).await;
    assert!(!matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.find_where(&window, "the date as it was", is_date).await;

    // No wait for a name: the next action does not begin where it was given back.
    let is_name = |it: &Control| it.role == Role::Edit && it.value.as_deref() == Some("Ada");
    let name = test.find_where(&window, "the name", is_name).await;
    let effect = test.on(&window, &name, replace("Grace")).await;
    test.find_where(&window, "the name as it was", is_name).await;
    let next = test.try_on(&window, &check, Gesture::Focus).await;
    let is_stopped =
        next.as_ref().is_err_and(|it| it.to_string().contains("by the field itself, or by the application"));
    assert!(is_stopped || !matches!(effect, Effect::Confirmed(_)), "{effect}, then {next:?}");
    another_client_reads_what_was_kept_and_given_back(&test, &window);
}

fn another_client_reads_what_was_kept_and_given_back(test: &TestDesktop, window: &Window) {
    let others = OtherReading::of(test, window);
    assert_eq!(others.each("spin button", |it| &it.number), ["7", "9"]);
    assert_eq!(others.each("spin button", |it| &it.text), ["7", "September"]);
    assert_eq!(others.each("text", |it| &it.text), ["2027-05-01", "Ada"]);
    assert_eq!(others.each("check box", |it| &it.states), [""]);
    let rows = others.each("list item", |it| &it.states);
    assert_eq!(rows.iter().position(|it| *it == "selected"), Some(89), "{rows:?}");
}

async fn a_spin_button_with_other_texts_than_numbers_takes_those_that_it_knows(
    test: &mut TestDesktop,
    window: &Window,
) {
    let shows = |text: &'static str| move |it: &Control| it.value.as_deref() == Some(text);
    let month = test.find_where(window, "the month", shows("January")).await;
    let effect = test.on(window, &month, replace("September")).await;
    assert_eq!(effect.to_string(), "confirmed: value \"January\" -> \"September\"");
    test.find(window, Role::Text, "month 9").await;
    let month = test.find_where(window, "the month", shows("September")).await;
    let effect = test.on(window, &month, replace("Smarch")).await;
    assert!(!matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.find_where(window, "the month as it was", shows("September")).await;
    test.find(window, Role::Text, "month 9").await;
}
