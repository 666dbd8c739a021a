//! Skills of trajectories in short notation.

use super::*;
use crate::{
    Dependence, NotCompiled, SubtaskStep,
    fixtures::{control, round, step, subtask, value, view},
};
use deskpilot_core::{
    AppView, ControlDetail, Effect, Evidence, Excerpt, Gesture, Label, PropertyChange, Role, State,
    SubtaskOutcome, TextMode, UnverifiedReason, Verb, WindowChange, WindowState,
};
use serde_json::json;

/// The skill of typing this text, as this subtask says.
fn typed(instruction: &str, text: &str) -> Result<Skill, NotCompiled> {
    let done = subtask(instruction, vec![step(0, 3, &json!({"text": text}), value(text))]);
    subtask_skill(&done, "task round 0")
}

#[test]
fn two_runs_with_other_values_are_one_skill_with_a_parameter() {
    let one = typed("Type Hello into the field", "Hello").unwrap();
    let other = typed("Type Good bye into the field", "Good bye").unwrap();
    let both = generalized(&one, &other).unwrap();
    assert_eq!(both.text.to_string(), "Type {value1} into the field");
    assert_eq!(both.steps[0].args["text"], "{value1}");
    assert_eq!(both.steps[0].effect.shows.as_ref().unwrap().to_string(), "{value1}");
    assert!(both.is_proven() && both.problem().is_none());
    let third = typed("Type And so on into the field", "And so on").unwrap();
    assert_eq!(generalized(&both, &third).unwrap().runs, 3);
    let wrong = typed("Type And so on into the field", "Banana").unwrap();
    assert_eq!(generalized(&both, &wrong), None, "the text that was typed is not the one that was given");
}

#[test]
fn differences_that_the_words_do_not_explain_make_two_skills() {
    let one = typed("Type the first prime numbers, 2 of them", "2 3").unwrap();
    let other = typed("Type the first prime numbers, 3 of them", "2 3 5").unwrap();
    assert_eq!(generalized(&one, &other), None);
    let elsewhere = Skill { application: "browser".into(), ..one.clone() };
    assert_eq!(generalized(&one, &elsewhere), None);
}

#[test]
fn the_same_words_give_a_parameter_only_for_what_they_quote() {
    let quoted = typed("Type 'Hello' into the field", "Hello").unwrap();
    let both = generalized(&quoted, &quoted).unwrap();
    assert_eq!(both.text.to_string(), "Type '{value1}' into the field");
    assert_eq!(both.steps[0].command, "set_edit_text");
    let plain = typed("Type Hello into the field", "Hello").unwrap();
    assert_eq!(generalized(&plain, &plain).unwrap().text, plain.text);
}

#[test]
fn what_the_screen_said_is_no_skill() {
    for (instruction, text) in [("Type what the field shows", "as shown"), ("Type it", "as shown")] {
        assert!(matches!(typed(instruction, text), Err(NotCompiled::DependsOnScreen(_))), "{instruction}");
    }
    let chosen = |instruction: &str| {
        let done = subtask(
            instruction,
            vec![step(0, 4, &json!({}), Effect::Confirmed(Evidence::Reported("selected".into())))],
        );
        subtask_skill(&done, "task")
    };
    assert!(matches!(chosen("Choose the cheapest fruit"), Err(NotCompiled::DependsOnScreen(_))));
    assert!(chosen("Choose the banana").is_ok());
}

#[test]
fn a_note_is_written_as_the_note_says_at_the_time() {
    let skill = typed("Type the total into the field", "The total is 42.").unwrap();
    assert_eq!(skill.steps[0].args["text"], "The total is {note total}.");
    let values = Bindings::from([("note total".to_owned(), "50".to_owned())]);
    assert_eq!(skill.steps[0].call(&values).unwrap().args["text"], "The total is 50.");
    assert_eq!(skill.steps[0].effect.difference(&value("The total is 50."), &view(), &values), None);
    assert_eq!(generalized(&skill, &skill).unwrap().steps, skill.steps);
}

#[test]
fn only_what_ended_well_and_had_effects_becomes_a_skill() {
    let nothing = step(0, 2, &json!({}), Effect::Partial("half".into()));
    assert!(matches!(subtask_skill(&subtask("Save", vec![nothing]), ""), Err(NotCompiled::NotRepeatable(_))));
    let mut failed = subtask("Type x", vec![step(0, 3, &json!({"text": "x"}), value("x"))]);
    failed.outcome = Some(SubtaskOutcome::Failed("no".into()));
    assert_eq!(subtask_skill(&failed, ""), Err(NotCompiled::NotFinished));
    failed.outcome = Some(SubtaskOutcome::Finished);
    failed.was_disturbed = true;
    assert_eq!(subtask_skill(&failed, ""), Err(NotCompiled::Disturbed));
    assert_eq!(subtask_skill(&subtask("Nothing", Vec::new()), ""), Err(NotCompiled::Length(0)));
}

fn windows(changes: &[WindowChange]) -> Effect {
    Effect::Confirmed(Evidence::Windows(changes.to_vec()))
}

/// A control that has this value now.
fn new_value(role: Role, name: &str, value: &str) -> ControlDetail {
    let properties =
        vec![PropertyChange::Value { from: Some(Excerpt::of("")), to: Some(Excerpt::of(value)) }];
    ControlDetail::Changed { role, name: name.into(), label: None, properties }
}

#[test]
fn a_control_is_found_by_what_stays_the_same_and_by_nothing_else() {
    let skill = subtask_skill(
        &subtask("Save", vec![step(0, 2, &json!({}), Effect::Confirmed(Evidence::Reported("saved".into())))]),
        "",
    )
    .unwrap();
    let identity = skill.steps[0].control.as_ref().unwrap();
    let none = Bindings::new();
    assert_eq!(identity.find(&view(), &none).unwrap().name, "Save");
    let changed = |change: fn(&mut AppView)| {
        let mut view = view();
        change(&mut view);
        identity.find(&view, &none).map(|it| it.name.clone())
    };
    assert!(changed(|it| it.controls[1].name = "Store".into()).unwrap_err().contains("no Button \"Save\""));
    assert!(changed(|it| it.controls[0].name = "Other".into()).unwrap_err().contains("in ToolBar \"Main\""));
    assert!(changed(|it| it.levels = vec![0, 0, 0, 0]).is_err(), "it was moved out of its tool bar");
    assert!(changed(|it| it.controls[1].role = Role::CheckBox).is_err());
    assert!(changed(|it| it.controls[1].label = None).unwrap_err().contains("cannot be used"));
    let twice = |it: &mut AppView| {
        it.controls.insert(2, control(9, Role::Button, "Save"));
        it.levels = vec![0, 1, 1, 0, 0];
    };
    assert!(changed(twice).unwrap_err().contains("there are 2"));
    let checked = |it: &mut AppView| it.controls[1].states = it.controls[1].states.with(State::Checked);
    assert!(changed(checked).unwrap_err().contains("is checked"));
}

#[test]
fn a_new_dialog_and_another_effect_are_noticed() {
    let skill = typed("Type Hello", "Hello").unwrap();
    let step = &skill.steps[0];
    let (mut shown, none) = (view(), Bindings::new());
    assert_eq!(step.before.difference(&shown, None, &none), None);
    shown.controls.push(control(8, Role::Dialog, "Really?"));
    shown.levels.push(0);
    assert!(step.before.difference(&shown, None, &none).unwrap().contains("Really?"));
    shown.controls.pop();
    shown.window.state = WindowState::Closed;
    assert!(step.before.difference(&shown, None, &none).is_some());
    assert_eq!(step.effect.difference(&value("Hello"), &view(), &none), None);
    for other in [
        value("Hullo"),
        windows(&[WindowChange::Opened("Really?".into())]),
        Effect::unverified("late"),
        Effect::Interrupted,
    ] {
        assert!(step.effect.difference(&other, &view(), &none).is_some(), "{other}");
    }
}

#[test]
fn two_runs_of_which_one_saw_a_dialog_close_expect_changes_and_never_a_dialog_that_opens() {
    let saved =
        |effect: Effect| subtask_skill(&subtask("Save", vec![step(0, 2, &json!({}), effect)]), "").unwrap();
    let closed = || windows(&[WindowChange::Closed("Save As".into())]);
    let opened = || windows(&[WindowChange::Opened("Save As".into())]);
    let tree =
        || Effect::Confirmed(Evidence::Controls { added: 0, removed: 4, changed: 1, details: Vec::new() });
    let both = generalized(&saved(closed()), &saved(tree())).unwrap();
    for (effect, is_expected) in [(tree(), true), (closed(), true), (opened(), false)] {
        assert_eq!(
            both.steps[0].effect.difference(&effect, &view(), &Bindings::new()).is_none(),
            is_expected,
            "{effect}"
        );
    }
    assert_eq!(generalized(&saved(opened()), &saved(tree())), None);
}

#[test]
fn a_value_among_other_changes_and_a_dialog_that_is_gone_are_what_was_expected() {
    let none = Bindings::new();
    let changes = |details: Vec<ControlDetail>| {
        Effect::Confirmed(Evidence::Controls { added: 4, removed: 0, changed: 1, details })
    };
    let list = ControlDetail::Added { role: Role::List, name: String::new(), label: None };
    let typed = typed("Type Hello", "Hello").unwrap();
    let expected = &typed.steps[0].effect;
    let seen = changes(vec![new_value(Role::Edit, "Text", "Hello")]);
    assert_eq!(expected.difference(&seen, &view(), &none), None);
    assert!(expected.difference(&changes(vec![list]), &view(), &none).is_some());
    let described = ControlDetail::Described("Edit \"Text\": value \"\" -> \"Hello\"".into());
    assert!(
        expected.difference(&changes(vec![described]), &view(), &none).is_some(),
        "a sentence is no data"
    );
    let closed = windows(&[WindowChange::Closed("Save As".into())]);
    let expected = ExpectedEffect::of(&closed).unwrap();
    assert_eq!(expected.difference(&changes(Vec::new()), &view(), &none), None);
    let mut shown = view();
    shown.controls.push(control(8, Role::Dialog, "Save As"));
    shown.levels.push(0);
    assert!(expected.difference(&changes(Vec::new()), &shown, &none).is_some(), "it is still there");
}

#[test]
fn a_window_that_closes_while_another_opens_is_expected_again_as_both() {
    let none = Bindings::new();
    let both = windows(&[WindowChange::Closed("Log in".into()), WindowChange::Opened("Inbox".into())]);
    let closed = windows(&[WindowChange::Closed("Log in".into())]);
    let expected = ExpectedEffect::of(&both).unwrap();
    assert_eq!(expected.difference(&both, &view(), &none), None);
    let why = expected.difference(&closed, &view(), &none).unwrap();
    assert!(why.contains("(window \"Log in\" closed, window \"Inbox\" opened)"), "{why}");
    assert!(ExpectedEffect::of(&closed).unwrap().difference(&both, &view(), &none).is_some(), "it may ask");
}

#[test]
fn windows_in_a_skill_of_the_first_format_are_read() {
    let read = |shows: &str| -> ExpectedEffect {
        serde_json::from_value(json!({"kind": "window", "shows": shows})).unwrap()
    };
    let expected = read("window \"{name} - Editor\" closed");
    let values = Bindings::from([("name".to_owned(), "a.txt".to_owned())]);
    let closed = windows(&[WindowChange::Closed("a.txt - Editor".into())]);
    assert_eq!(expected.difference(&closed, &view(), &values), None);
    let saved = serde_json::to_value(&expected).unwrap();
    assert_eq!(saved, json!({"kind": "window", "windows": [{"closed": "{name} - Editor"}]}));
    let page = read("the button was pressed, and the title is now \"Done\"");
    assert_eq!((page.kind, page.windows.len()), (EffectKind::State, 0));
    assert!(serde_json::from_value::<ExpectedEffect>(json!({"kind": "window", "show": "x"})).is_err());
}

#[test]
fn a_skill_survives_its_file_and_errors_are_reported() {
    let skill = typed("Type {braces} into the field", "{braces}").unwrap();
    let text = toml::to_string_pretty(&skill).unwrap();
    assert_eq!(toml::from_str::<Skill>(&text).unwrap(), skill, "{text}");
    assert_eq!(skill.steps[0].call(&Bindings::new()).unwrap().args["text"], "{braces}");
    let without = |change: fn(&mut Skill)| {
        let mut skill = skill.clone();
        change(&mut skill);
        skill.problem().unwrap_or_default()
    };
    assert!(without(|it| it.steps.clear()).contains("neither steps nor subtasks"));
    assert!(without(|it| it.format = 9).contains("format is 9"));
    assert!(without(|it| it.application.clear()).contains("names no application"));
    assert!(without(|it| it.steps[0].args["text"] = json!("{x}")).contains("{x} is used"));
}

/// The skill of pressing Save in the view, after which the window was like this.
fn saved_with(change: fn(&mut AppView)) -> Skill {
    let mut after = view();
    change(&mut after);
    let effect =
        Effect::Confirmed(Evidence::Controls { added: 0, removed: 0, changed: 1, details: Vec::new() });
    let done = SubtaskStep { after: Some(after), ..step(0, 2, &json!({}), effect) };
    subtask_skill(&subtask("Save", vec![done]), "").unwrap()
}

#[test]
fn what_a_step_changed_must_show_again() {
    let skill = saved_with(|it| it.controls[2].value = Some("saved".into()));
    let [shown] = skill.steps[0].after.as_slice() else { panic!("{skill:?}") };
    let none = Bindings::new();
    assert!(shown.difference(&view(), &none).unwrap().contains("does not show \"saved\""));
    let mut seen = view();
    seen.controls[2].value = Some("saved".into());
    assert_eq!(shown.difference(&seen, &none), None);
    seen.controls.remove(2);
    assert!(shown.difference(&seen, &none).unwrap().contains("there is no Edit"));
    let message = saved_with(|it| {
        it.controls.push(control(9, Role::Text, "Saved"));
        it.controls.push(control(10, Role::Button, "Undo"));
    });
    let names: Vec<String> = message.steps[0].after.iter().map(|it| it.name.to_string()).collect();
    assert_eq!(names, ["Saved"], "a text that appeared");
    let hidden = saved_with(|it| {
        it.controls[2].value = Some("secret".into());
        it.controls[2].states = it.controls[2].states.with(State::Protected);
    });
    assert!(hidden.steps[0].after.is_empty());
}

#[test]
fn only_what_both_runs_showed_is_expected() {
    let one = saved_with(|it| it.controls[2].value = Some("saved".into()));
    let other = saved_with(|it| it.controls[2].value = Some("saved at nine".into()));
    assert_eq!(generalized(&one, &one).unwrap().steps[0].after, one.steps[0].after);
    let both = generalized(&one, &other).unwrap();
    assert!(both.steps[0].after.is_empty() && both.runs == 2);
    let typed_to = |name: &'static str| {
        let mut after = view();
        after.controls[2].value = Some(name.into());
        let done = SubtaskStep { after: Some(after), ..step(0, 3, &json!({"text": name}), value(name)) };
        subtask_skill(&subtask(&format!("Type {name} into it"), vec![done]), "").unwrap()
    };
    let both = generalized(&typed_to("Hello"), &typed_to("Good bye")).unwrap();
    assert_eq!(both.steps[0].after[0].value.as_ref().unwrap().to_string(), "{value1}");
    let quoted =
        |name: &'static str| Skill { text: Template::literal("Type 'Hello' into it"), ..typed_to(name) };
    let both = generalized(&quoted("Hello"), &quoted("Hello")).unwrap();
    assert_eq!(both.steps[0].after[0].value.as_ref().unwrap().to_string(), "{value1}");
}

#[test]
fn typing_behind_a_text_begins_from_the_same_text_in_the_same_window() {
    let mut appended = step(0, 3, &json!({"text": "!"}), value("as shown!"));
    appended.action.verb = Verb::Gesture(Gesture::Text { text: "!".into(), mode: TextMode::Append });
    let skill = subtask_skill(&subtask("Type !", vec![appended]), "").unwrap();
    let (before, none) = (&skill.steps[0].before, Bindings::new());
    let seen = view();
    assert_eq!(before.difference(&seen, seen.control(Label(3)), &none), None);
    let mut other = view();
    other.controls[2].value = Some("otherwise".into());
    assert!(before.difference(&other, other.control(Label(3)), &none).unwrap().contains("otherwise"));
    for (at, name) in [(1, "Send"), (2, "To")] {
        other.controls[at].name = name.into();
    }
    assert!(before.difference(&other, None, &none).unwrap().contains("another window"));
    let used = [skill.steps[0].control.as_ref().unwrap()];
    // What a step uses is a landmark whatever its role and name.
    let items = AppView {
        controls: vec![control(1, Role::ListItem, "Banana"), control(2, Role::Edit, "")],
        ..view()
    };
    let chosen: Vec<ControlIdentity> =
        items.controls.iter().map(|it| ControlIdentity::of(it, None)).collect();
    let known = WindowCondition::default().with_landmarks_of(&items, &chosen.iter().collect::<Vec<_>>());
    assert_eq!(known.landmarks, ["ListItem \"Banana\"", "Edit \"\""]);
    assert_eq!(known.difference(&items, None, &none), None);
    assert!(before.lacking(used, &other).unwrap().contains("Edit \"Text\", which a later step uses"));
    assert_eq!(before.lacking(used, &view()), None);
    let titled = WindowCondition::of(&view()).with_title("Untitled");
    let fuller =
        Skill { steps: vec![SkillStep { before: titled, ..skill.steps[0].clone() }], ..skill.clone() };
    let both = generalized(&skill, &fuller).unwrap();
    assert!(both.steps[0].before.value.is_none() && both.steps[0].before.landmarks.is_empty());
}

#[test]
fn a_window_that_only_changed_its_title_is_a_change_like_others() {
    let renamed = WindowChange::Renamed { from: "*a".into(), to: "a".into() };
    for kind in [EffectKind::Controls, EffectKind::Unseen] {
        let expected = ExpectedEffect::new(kind, None);
        let differs = |change: &WindowChange| {
            expected.difference(&windows(std::slice::from_ref(change)), &view(), &Bindings::new()).is_some()
        };
        assert!(!differs(&renamed), "{kind:?}");
        assert!(differs(&WindowChange::Opened("Really?".into())), "{kind:?}");
    }
}

#[test]
fn what_a_person_showed_is_proven_and_sessions_confirm_it() {
    let shown =
        Skill { runs: 0, demonstration: Some("demo".into()), ..typed("Type Hello", "Hello").unwrap() };
    assert!(shown.is_proven());
    let both = generalized(&shown, &typed("Type Hello", "Hello").unwrap()).unwrap();
    assert_eq!((both.runs, both.demonstration.as_deref()), (1, Some("demo")));
}

#[test]
fn where_nobody_looked_after_a_step_one_of_its_changes_must_come_again() {
    let tree = |details: &[&ControlDetail]| {
        let details = details.iter().map(|it| (*it).clone()).collect();
        Effect::Confirmed(Evidence::Controls { added: 1, removed: 0, changed: 1, details })
    };
    let renamed = PropertyChange::Name { from: Excerpt::of("none"), to: Excerpt::of("1 order") };
    let one = &ControlDetail::Changed {
        role: Role::Text,
        name: "1 order".into(),
        label: None,
        properties: vec![renamed],
    };
    let other = &new_value(Role::Edit, "x", "7");
    let list = &ControlDetail::Added { role: Role::List, name: String::new(), label: None };
    let done =
        |effect: Effect| subtask_skill(&subtask("Add", vec![step(0, 2, &json!({}), effect)]), "").unwrap();
    let both = generalized(&done(tree(&[one, other, list])), &done(tree(&[one]))).unwrap();
    let (expected, none) = (&both.steps[0].effect, Bindings::new());
    assert_eq!(expected.changes, [Template::literal("1 order")]);
    assert_eq!(generalized(&both, &done(tree(&[]))).unwrap().steps[0].effect.changes, expected.changes);
    assert!(expected.is_change_reported(&tree(&[other, one]), &none));
    assert!(!expected.is_change_reported(&tree(&[other]), &none));
    assert!(expected.missing_change(&view(), &none).unwrap().contains("nothing shows \"1 order\""));
    let mut shown = view();
    shown.controls.push(control(9, Role::Text, "1 order"));
    assert_eq!(expected.missing_change(&shown, &none), None);
    let unsure = |text: &str| {
        let why = format!("Text {text:?} changed, as it does by itself");
        Effect::Unverified(UnverifiedReason { why, shown: vec![text.to_owned()] })
    };
    let unsure = done(unsure("1 \"order\""));
    assert_eq!(unsure.steps[0].effect.changes, [Template::literal("1 \"order\"")]);
    assert!(!unsure.steps[0].effect.is_change_reported(&Effect::unverified("nothing is seen"), &none));
}

#[test]
fn a_text_that_is_waited_for_may_be_there_already() {
    let mut wait = typed("Type Hello", "Hello").unwrap().steps[0].clone();
    (wait.command, wait.args) = ("wait".into(), serde_json::Map::new());
    let none = Bindings::new();
    assert!(!wait.has_waited(&view(), &none), "it only lets time pass");
    wait.args.insert("text".into(), json!("as shown"));
    assert!(wait.has_waited(&view(), &none));
    wait.args.insert("text".into(), json!("Replace all in:"));
    assert!(!wait.has_waited(&view(), &none));
    wait.command = "set_edit_text".into();
    wait.args.insert("text".into(), json!("as shown"));
    assert!(!wait.has_waited(&view(), &none));
}

#[test]
fn what_a_skill_depends_on_besides_its_words_keeps_it_from_running_by_itself() {
    assert_eq!(typed("Type Hello into the field", "Hello").unwrap().dependence(), None);
    let both = generalized(
        &typed("Type Hello into the field", "Hello").unwrap(),
        &typed("Type Good bye into the field", "Good bye").unwrap(),
    );
    assert_eq!(both.unwrap().dependence(), None);
    for (instruction, text, expected) in [
        ("Do what the newest mail says", "I come", "its words say \"newest\""),
        ("Write a greeting", "Hello", "it uses the text \"Hello\", which its words do not say"),
        ("Type the total into the field", "The total is 42.", "it uses the note \"note total\""),
    ] {
        let why = typed(instruction, text).unwrap().dependence().unwrap().to_string();
        assert!(why.starts_with(expected), "{instruction}: {why}");
    }
    let mut reading = typed("Type Hello into the field", "Hello").unwrap();
    reading.steps[0].command = "texts".into();
    assert_eq!(reading.dependence(), Some(Dependence::Reads));
    let shown = Skill { demonstration: Some("demo".into()), ..typed("Greet", "Hello").unwrap() };
    assert_eq!(shown.dependence(), None, "a person chose the text");
}

#[test]
fn what_came_after_a_longer_text_appeared_may_depend_on_it() {
    let mail = "Please move our meeting to Friday at ten in the small room";
    let mut shown = view();
    shown.controls.push(control(9, Role::Text, mail));
    shown.levels.push(0);
    let opened = || Effect::Confirmed(Evidence::Reported("opened".into()));
    let opening = SubtaskStep { after: Some(shown), ..step(0, 2, &json!({}), opened()) };
    let next = step(1, 2, &json!({}), opened());
    let of = |instruction: &str, steps| subtask_skill(&subtask(instruction, steps), "");
    let both = || vec![opening.clone(), next.clone()];
    assert!(matches!(of("Save it", both()), Err(NotCompiled::DependsOnScreen(_))));
    assert!(of("Save it", vec![opening.clone()]).is_ok(), "nothing came after");
    assert!(of(&format!("Save it: {mail}"), both()).is_ok(), "it was given");
    let mut window = opening.clone();
    let after = window.after.as_mut().unwrap();
    (after.controls[0].role, after.levels) = (Role::Dialog, vec![0, 0, 0, 0, 1]);
    after.controls.swap(0, 3);
    assert!(of("Save it", vec![window, next.clone()]).is_ok(), "a dialog says what it wants");
}

#[test]
fn a_request_whose_later_subtask_was_not_planned_at_the_start_is_no_skill() {
    let subtasks = || {
        ["Hello", "Bye"]
            .map(|it| subtask(&format!("Type {it}"), vec![step(0, 3, &json!({"text": it}), value(it))]))
    };
    let done = |planned: &[&str]| {
        let mut round = round("Do both", subtasks().to_vec());
        round.planned = planned.iter().map(|it| (*it).to_owned()).collect();
        round
    };
    assert!(request_skill(&done(&["Type  Bye"]), "").is_ok());
    let why = request_skill(&done(&["Type what was found"]), "").unwrap_err().to_string();
    assert!(why.contains("\"Type Bye\" was chosen only after"), "{why}");
}
