//! Skills of demonstrations that are written out by hand.

use super::*;
use crate::{Action, AppUse, ControlIdentity, Seen, Step};
use deskpilot_core::{Button, Role};
use deskpilot_learning::{EffectKind, ExpectedEffect, ShownControl, WindowCondition};

fn exact(role: Role, name: &str) -> deskpilot_learning::ControlIdentity {
    deskpilot_learning::ControlIdentity {
        role,
        name: Template::literal(name),
        within: Some(Vec::new()),
        number: 0,
        of: 1,
        states: Vec::new(),
    }
}

fn step(action: Action, role: Role, name: &str, after: Vec<ShownControl>) -> Step {
    let before = WindowCondition { landmarks: vec!["Button \"Book\"".into()], ..WindowCondition::default() };
    let effect = ExpectedEffect::new(EffectKind::Controls, None);
    Step {
        seen: Some(Seen { before, effect, controls: vec![exact(role, name)], after }),
        ..Step::new("form", "Form", action, Some(ControlIdentity::named(role, name)))
    }
}

fn typed(value: &str, added: Option<&str>, field: &str) -> Step {
    let action = Action::Type { value: value.into(), added: added.map(Into::into) };
    step(action, Role::Edit, field, vec![shown(Role::Edit, field, value), shown(Role::Text, "4 letters", "")])
}

fn shown(role: Role, name: &str, value: &str) -> ShownControl {
    let value = (!value.is_empty()).then(|| Template::literal(value));
    ShownControl { role, name: Template::literal(name), value, checked: None }
}

fn booked() -> Step {
    let click = Action::Click { button: Button::Left, count: 1 };
    step(click, Role::Button, "Book", vec![shown(Role::Text, "Booked: Graz", "")])
}

fn demonstration(request: &str, steps: Vec<Step>) -> Demonstration {
    let applications = vec![AppUse { name: "form".into(), version: None }];
    Demonstration { request: request.into(), applications, steps, ..Demonstration::default() }
}

#[test]
fn a_value_that_the_request_has_becomes_a_parameter_wherever_it_is_shown() {
    let shown = demonstration("Book a ticket to Graz", vec![typed("Graz", Some("Graz"), "City"), booked()]);
    let [skill, request] = skills(&shown, "book", None).unwrap();
    assert!(
        skill.is_proven() && request.is_proven() && skill.problem().is_none() && request.problem().is_none()
    );
    assert_eq!(skill.text.to_string(), "Book a ticket to {city}");
    assert_eq!((&request.text, request.is_for_request()), (&skill.text, true));
    let [field, button] = skill.steps.as_slice() else { panic!("{skill:?}") };
    assert_eq!((field.command.as_str(), &field.args["text"]), ("set_edit_text", &"{city}".into()));
    assert_eq!(field.before.value, Some(Template::literal("")), "the field was empty");
    assert_eq!(field.effect.shows.as_ref().unwrap().to_string(), "{city}");
    assert_eq!(field.after.len(), 1, "the count of letters may differ: {:?}", field.after);
    assert_eq!(button.after[0].name.to_string(), "Booked: {city}");
    assert_eq!((field.before.landmarks.len(), button.before.landmarks.len()), (1, 0));
}

#[test]
fn what_the_request_does_not_say_is_asked_for_by_the_name_of_its_field_or_comment() {
    let mut street = typed("Elm Street", Some("Elm Street"), "");
    street.comment = "the street".into();
    let steps = vec![typed("Graz", None, "City"), street, typed("Graz", Some("Graz"), "Again")];
    let [skill, _] = skills(&demonstration("Book a ticket", steps), "book", None).unwrap();
    let text = skill.text.to_string();
    assert_eq!(text, "Book a ticket, city \"{city}\", the street \"{the_street}\"");
    assert_eq!(skill.steps[0].args["clear_current_text"], true);
    assert_eq!(skill.steps[2].args["text"], "{city}");
}

#[test]
fn a_choice_is_a_parameter_only_where_it_is_quoted() {
    let chosen = || step(Action::Select { item: "First class".into() }, Role::ComboBox, "Fare", Vec::new());
    let set = || step(Action::Set { value: "64".into() }, Role::Spinner, "Seats", Vec::new());
    let made = |request: &str| skills(&demonstration(request, vec![chosen(), set()]), "book", None).unwrap();
    let [plain, _] = made("Book 64 seats in First class");
    assert!(plain.text.parameters().is_empty(), "{}", plain.text);
    assert_eq!(plain.steps[1].args["value"], 64);
    let [quoted, _] = made("Book \"64\" seats in \"First class\"");
    assert_eq!(quoted.text.to_string(), "Book \"{seats}\" seats in \"{fare}\"");
    assert_eq!(
        (&quoted.steps[0].args["item"], &quoted.steps[1].args["value"]),
        (&"{fare}".into(), &"{seats:number}".into())
    );
}

#[test]
fn a_menu_is_walked_one_click_at_a_time() {
    let menus = vec!["File".to_owned(), "Save".to_owned()];
    let mut walked =
        step(Action::Choose { menus }, Role::MenuItem, "Save", vec![shown(Role::Text, "saved", "")]);
    walked.control = None;
    walked.seen.as_mut().unwrap().controls.insert(0, exact(Role::Menu, "File"));
    let [skill, _] = skills(&demonstration("Save", vec![walked]), "save", None).unwrap();
    let names: Vec<String> =
        skill.steps.iter().map(|it| it.control.as_ref().unwrap().name.to_string()).collect();
    assert_eq!(names, ["File", "Save"]);
    assert_eq!((skill.steps[0].after.len(), skill.steps[1].after.len()), (0, 1));
    assert_eq!(skill.steps[0].effect.kind, EffectKind::Unseen);
}

#[test]
fn what_cannot_be_done_again_is_no_skill_and_the_step_is_named() {
    let without = |change: fn(&mut Step)| {
        let mut step = booked();
        change(&mut step);
        skills(&demonstration("Book", vec![step]), "book", None).unwrap_err().to_string()
    };
    for (why, message) in [
        ("a place", without(|it| it.control = None)),
        (
            "what the window showed",
            without(|it| it.control = Some(ControlIdentity::named(Role::ListItem, "x"))),
        ),
        ("record the demonstration again", without(|it| it.seen = None)),
        ("no text to type", without(|it| it.action = Action::TypeUnrecorded { reason: "hidden".into() })),
        ("drags to a place", without(|it| it.action = Action::Drag { to: None })),
        ("no number", without(|it| it.action = Action::Set { value: "much".into() })),
    ] {
        assert!(message.starts_with("step 1 (") && message.contains(why), "{why}: {message}");
    }
    let error_of = |shown: &Demonstration| skills(shown, "book", None).unwrap_err().to_string();
    assert!(error_of(&demonstration("", vec![booked()])).contains("write a request"));
    let imported = Demonstration { source: Source::StepsRecorder, ..demonstration("Book", vec![booked()]) };
    assert!(error_of(&imported).contains("imported"));
    let mut two = demonstration("Book", vec![booked()]);
    two.applications.push(AppUse { name: "mail".into(), version: None });
    assert!(error_of(&two).contains("form, mail"));
}

#[test]
fn a_control_that_a_person_corrected_counts() {
    let mut step = booked();
    step.control = Some(ControlIdentity::named(Role::Button, "Order"));
    let [skill, _] = skills(&demonstration("Book", vec![step]), "book", None).unwrap();
    let control = skill.steps[0].control.as_ref().unwrap();
    assert_eq!((control.name.to_string().as_str(), &control.within), ("Order", &None));
}

#[test]
fn a_document_that_the_request_names_is_a_parameter_too() {
    let steps = vec![typed("Graz", Some("Graz"), "City")];
    let made = |request: &str| {
        skills(&demonstration(request, steps.clone()), "book", Some("a.txt")).unwrap()[1].clone()
    };
    let named = made("Write Graz into a.txt");
    assert_eq!(named.text.to_string(), "Write {city} into {file}");
    assert_eq!(named.subtasks[0].opens[0].file.as_ref().unwrap().to_string(), "{file}");
    assert_eq!(made("Write Graz").subtasks[0].opens[0].file, Some(Template::literal("a.txt")));
}
