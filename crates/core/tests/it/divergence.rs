//! Tests of divergences: the observation before, the actions since, and the observation now.

use deskpilot_core::*;

fn control(role: Role, name: &str) -> Control {
    Control {
        label: Some(Label(1)),
        role,
        name: name.into(),
        value: None,
        states: States::default().with(State::Enabled),
        rect: Rect::new(0, 0, 20, 10),
        source: ControlSource::Accessibility { node: NodeId(format!("{role:?} {name}")) },
    }
}

fn window() -> Window {
    Window {
        label: None,
        id: WindowId(1),
        title: "Form".into(),
        application: "form".into(),
        process: Some(7),
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    }
}

fn on(control: &Control, gesture: Gesture) -> Action {
    let aim = Aim::Control(Box::new(control.clone()));
    Action { call: Call::default(), window: window(), aim, verb: Verb::Gesture(gesture) }
}

fn click(control: &Control) -> Action {
    on(control, Gesture::Click { button: Button::Left, count: 1, held: Vec::new() })
}

fn append(control: &Control) -> Action {
    on(control, Gesture::Text { text: "x".into(), mode: TextMode::Append })
}

fn form() -> Vec<Control> {
    let fields = ["Name", "City", "Street"].map(|name| control(Role::Edit, name));
    let items = ["red", "green", "blue"].map(|name| control(Role::ListItem, name));
    let rest = [control(Role::CheckBox, "Agree"), control(Role::Button, "Save")];
    fields.into_iter().chain(items).chain(rest).collect()
}

/// The form with one control changed.
fn with(name: &str, change: fn(&mut Control)) -> Vec<Control> {
    let mut form = form();
    form.iter_mut().filter(|it| it.name == name).for_each(change);
    form
}

fn without(names: &[&str]) -> Vec<Control> {
    form().into_iter().filter(|it| !names.contains(&it.name.as_str())).collect()
}

fn and(more: Control) -> Vec<Control> {
    form().into_iter().chain([more]).collect()
}

fn named(name: &str) -> Control {
    form().into_iter().find(|it| it.name == name).unwrap()
}

fn divergence(now: &[Control], done: &[Action], next: &Action) -> String {
    let divergence = Expectation { seen: &form(), now, done, closed: &[] }.divergence(next);
    divergence.map_or_else(String::new, |it| it.to_string())
}

#[test]
fn expected_effects_are_no_divergence() {
    let typed = with("Name", |it| it.value = Some("Ada".into()));
    for (now, done, next) in [
        (form(), vec![], click(&named("Save"))),
        (typed.clone(), vec![append(&named("Name"))], append(&named("City"))),
        (typed.clone(), vec![append(&named("Name"))], append(&named("Name"))),
        (typed, vec![], on(&named("Name"), Gesture::Text { text: "y".into(), mode: TextMode::Replace })),
        (with("Save", |it| it.rect = Rect::new(0, 90, 20, 10)), vec![], click(&named("Save"))),
        (and(control(Role::Text, "saved")), vec![], click(&named("Save"))),
        (without(&["Street"]), vec![], click(&named("Save"))),
        (without(&["Name", "City", "Street", "red", "green"]), vec![], click(&named("Save"))),
        (with("red", |it| it.states = it.states.with(State::Selected)), vec![], click(&named("green"))),
        (without(&["Save"]).into_iter().chain([recreated("Save")]).collect(), vec![], click(&named("Save"))),
    ] {
        assert_eq!(divergence(&now, &done, &next), "", "{next:?}");
    }
}

/// The same control as a new node at another place, as applications recreate them.
fn recreated(name: &str) -> Control {
    let source = ControlSource::Accessibility { node: NodeId("anew".into()) };
    Control { source, rect: Rect::new(5, 5, 20, 10), ..named(name) }
}

#[test]
fn the_first_divergence_is_reported() {
    for (now, next, expected) in [
        (and(control(Role::Dialog, "Replace file?")), "Save", "Dialog \"Replace file?\" opened"),
        (and(control(Role::Alert, "Disk full")), "Save", "Alert \"Disk full\" opened"),
        (without(&["Save"]), "Save", "Button \"Save\" is gone"),
        (with("Save", |it| it.name = "Saved".into()), "Save", "Button \"Save\" is now Button \"Saved\""),
        (with("Save", |it| it.states = States::default()), "Save", "Button \"Save\" is disabled now"),
        (
            with("Agree", |it| it.states = it.states.with(State::Checked)),
            "Agree",
            "it changed by itself: [1] CheckBox \"Agree\": checked",
        ),
        (without(&["red"]), "blue", "the list that ListItem \"blue\" is in has changed"),
        (and(control(Role::ListItem, "white")), "blue", "the list that ListItem \"blue\" is in has changed"),
        (
            without(&["Name", "City", "Street", "red", "green"])
                .into_iter()
                .chain(["Card", "Code", "Bank"].map(|name| control(Role::Edit, name)))
                .collect(),
            "Save",
            "the window shows something else: 5 of 8 controls are gone",
        ),
    ] {
        assert_eq!(divergence(&now, &[], &click(&named(next))), expected);
    }
    let filled = with("City", |it| it.value = Some("by itself".into()));
    let changed = "it changed by itself: [1] Edit \"City\": value is \"by itself\"";
    assert_eq!(divergence(&filled, &[append(&named("Name"))], &append(&named("City"))), changed);
}

#[test]
fn a_point_and_a_key_are_for_the_control_that_was_seen_there() {
    let at_point = |name: &str| Control { rect: Rect::new(40, 40, 10, 10), ..control(Role::Button, name) };
    let with_focus = |name: &str| {
        let control = control(Role::Edit, name);
        Control { states: control.states.with(State::Focused), ..control }
    };
    let verb = |gesture| Verb::Gesture(gesture);
    let keys = verb(Gesture::Keys(parse_keys("{ENTER}").unwrap()));
    let click = verb(Gesture::Click { button: Button::Left, count: 1, held: Vec::new() });
    let point = Aim::Point(Point { x: 44, y: 44 });
    let clock = |time: &str| Control { role: Role::Text, ..at_point(time) };
    for (aim, verb, seen, now, expected) in [
        (&point, &click, at_point("Next"), at_point("Next"), ""),
        (&point, &click, at_point("Next"), at_point("Send"), "Button \"Next\" is now Button \"Send\""),
        (&point, &click, clock("11:59"), clock("12:00"), ""),
        (&point, &click, clock("11:59"), at_point("Send"), "Text \"11:59\" is now Button \"Send\""),
        // It may be missing only because a reading was cut off.
        (&point, &click, at_point("Next"), clock("12:00"), ""),
        (&Aim::Window, &click, with_focus("Name"), with_focus("Name"), ""),
        (
            &Aim::Window,
            &keys,
            with_focus("Name"),
            with_focus("Code"),
            "it changed by itself: the keyboard was on Edit \"Name\" and is on Edit \"Code\"",
        ),
        (&Aim::Window, &click, with_focus("Name"), with_focus("Code"), ""),
    ] {
        let next = Action { call: Call::default(), window: window(), aim: aim.clone(), verb: verb.clone() };
        let moved = Control { rect: Rect::new(40, 90, 10, 10), ..seen.clone() };
        let (seen, now) = (and(seen), and(now));
        let message_after = |done: &[Action]| {
            let divergence = Expectation { seen: &seen, now: &now, done, closed: &[] }.other_target(&next);
            divergence.map_or_else(String::new, |it| it.to_string())
        };
        assert_eq!(message_after(&[]), expected);
        assert_eq!(message_after(std::slice::from_ref(&next)), "", "an action before may have changed it");
        let is_at_point = matches!(aim, Aim::Point(_));
        assert_eq!(message_after(&[append(&named("City"))]), if is_at_point { expected } else { "" });
        // What moved is followed, whatever is at its old place.
        let pushed: Vec<Control> = now.iter().cloned().chain([moved]).collect();
        let divergence =
            Expectation { seen: &seen, now: &pushed, done: &[], closed: &[] }.other_target(&next);
        assert!(!is_at_point || divergence.is_none(), "{divergence:?}");
    }
}

#[test]
fn a_control_known_from_a_picture_is_used_first_or_not_at_all() {
    let seen = Control { source: ControlSource::Vision { confidence: 0.9 }, ..control(Role::Button, "Play") };
    assert_eq!(divergence(&form(), &[], &click(&seen)), "");
    let again = "Button \"Play\" is known from the picture only: look again first";
    assert_eq!(divergence(&form(), &[click(&named("Save"))], &click(&seen)), again);
}

#[test]
fn a_new_window_is_one_of_the_same_application() {
    let other = Window { id: WindowId(2), title: "Find".into(), ..window() };
    let foreign = Window { application: "mail".into(), process: Some(8), ..other.clone() };
    for (now, expected) in [
        (vec![window()], None),
        (vec![Window { title: "Form*".into(), ..window() }], None),
        (vec![window(), foreign], None),
        (vec![other, window()], Some("Find")),
    ] {
        assert_eq!(new_window(&[window()], &now, &window()).map(|it| it.title.as_str()), expected);
    }
}

#[test]
fn what_the_list_itself_replaced_is_no_divergence_for_what_stands() {
    let page = || ["Card", "Code", "Bank", "Owner"].map(|name| control(Role::Edit, name));
    let wizard: Vec<Control> = vec![named("Save"), named("Agree")].into_iter().chain(page()).collect();
    let keys = || Verb::Gesture(Gesture::Keys(parse_keys("Ctrl+S").unwrap()));
    let done = [click(&named("Agree"))];
    let replaced = "the window shows something else: 6 of 8 controls are gone";
    let at = |aim, verb| Action { call: Call::default(), window: window(), aim, verb };
    let (save, point) =
        (click(&named("Save")), at(Aim::Point(Point { x: 500, y: 500 }), click(&named("Save")).verb));
    let (key, read) =
        (at(Aim::Window, keys()), at(Aim::Control(Box::new(named("City"))), Verb::Read { note: None }));
    let replacement = Control { source: recreated("Save").source, ..named("City") };
    let main: Vec<Control> = page().into_iter().chain([replacement]).collect();
    for (now, done, closed, next, expected) in [
        // A button that is on every page of a wizard.
        (&wizard, &done[..], &[][..], &save, ""),
        (&wizard, &[], &[], &save, replaced),
        (&wizard, &done, &[], &key, replaced),
        // A dialog that the list answered.
        (&wizard, &done, &[window()], &key, ""),
        (&wizard, &done, &[window()], &point, ""),
        (&wizard, &[], &[window()], &key, replaced),
        // The same text on another page.
        (&main, &done, &[], &read, ""),
        (
            &main,
            &done,
            &[],
            &append(&named("City")),
            "the window shows something else: 7 of 8 controls are gone",
        ),
    ] {
        let seen = form();
        let divergence = Expectation { seen: &seen, now, done, closed }.divergence(next);
        assert_eq!(divergence.map_or_else(String::new, |it| it.to_string()), expected, "{next}");
    }
}

#[test]
fn a_dialog_without_a_window_of_its_own_that_the_list_answered_is_no_divergence() {
    let dialog = || control(Role::Dialog, "Options");
    let keys = Verb::Gesture(Gesture::Keys(parse_keys("Ctrl+S").unwrap()));
    let next = Action { call: Call::default(), window: window(), aim: Aim::Window, verb: keys };
    let seen: Vec<Control> = form().into_iter().chain([dialog()]).collect();
    let page: Vec<Control> = (0..9).map(|n| control(Role::Button, &format!("tool {n}"))).collect();
    for (now, is_foreseen) in [(page.clone(), true), (page.into_iter().chain([dialog()]).collect(), false)] {
        let done = [click(&named("Save"))];
        let divergence = Expectation { seen: &seen, now: &now, done: &done, closed: &[] }.divergence(&next);
        assert_eq!(divergence.is_none(), is_foreseen, "{divergence:?}");
    }
}

#[test]
fn a_point_follows_what_was_seen_there() {
    let place = |rect| Control { rect, ..control(Role::Hyperlink, "Reports") };
    let page = |rect| Control { rect, ..control(Role::Document, "Page") };
    let click = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
    let at = |x, y| Point { x, y };
    let drag = |to| Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: 100 };
    let moved = "it changed by itself: Document \"Page\" moved by 0,49 and has another size";
    let next = |gesture: &Gesture, point| {
        let verb = Verb::Gesture(gesture.clone());
        Action { call: Call::default(), window: window(), aim: Aim::Point(point), verb }
    };
    let seen = [page(Rect::new(0, 100, 800, 600)), place(Rect::new(50, 200, 60, 20))];
    let barred = [page(Rect::new(0, 149, 800, 551)), place(Rect::new(50, 249, 60, 20))];
    let recreated = [Control { source: recreated("Save").source, ..barred[1].clone() }];
    for (now, gesture, from, expected) in [
        (&seen[..], &click, at(60, 210), Ok((at(60, 210), None))),
        (&barred, &click, at(60, 210), Ok((at(60, 259), None))),
        (&recreated, &click, at(60, 210), Ok((at(60, 259), None))),
        (&barred, &click, at(400, 400), Err(moved)),
        (&barred, &click, at(900, 400), Ok((at(900, 400), None))),
        (&barred, &drag(at(61, 211)), at(60, 210), Ok((at(60, 259), Some(at(61, 260))))),
        (&barred, &drag(at(400, 400)), at(60, 210), Err(moved)),
    ] {
        let expectation = Expectation { seen: &seen, now, done: &[], closed: &[] };
        let followed = expectation.followed(&next(gesture, from)).map_err(|it| it.to_string());
        let points = followed.map(|it| match (it.aim, it.verb) {
            (Aim::Point(point), Verb::Gesture(Gesture::Drag { to, .. })) => (point, Some(to)),
            (Aim::Point(point), _) => (point, None),
            other => panic!("{other:?}"),
        });
        assert_eq!(points, expected.map_err(str::to_owned), "{gesture:?} at {from:?}");
    }
    let done = [next(&drag(at(60, 259)), at(60, 210))];
    let dragged = Expectation { seen: &seen, now: &barred, done: &done, closed: &[] };
    assert_eq!(dragged.followed(&next(&click, at(60, 210))).unwrap().aim, Aim::Point(at(60, 210)));
}

#[test]
fn nothing_follows_a_click_that_reached_another_control() {
    let at = |role, name, y| Control { rect: Rect::new(0, y, 20, 10), ..control(role, name) };
    let focused = |it: Control| Control { states: it.states.with(State::Focused), ..it };
    let chosen = |it: Control| Control { states: it.states.with(State::Selected), ..it };
    let (title, body) = (at(Role::Edit, "Title", 0), at(Role::Edit, "Body", 50));
    let (page, button) = (at(Role::Document, "Page", 0), at(Role::Button, "Bold", 90));
    let elsewhere = "the effect of an action could not be observed: () on Edit \"Title\": the keyboard is on Edit \"Body\"";
    let other = "the effect of an action could not be observed: () on Button \"Bold\": Edit \"Body\" came to be selected";
    for (clicked, now, expected) in [
        (&button, [title.clone(), chosen(body.clone())], other),
        (&body, [title.clone(), chosen(body.clone())], ""),
        (&title, [focused(title.clone()), body.clone()], ""),
        (&title, [title.clone(), focused(body.clone())], elsewhere),
        (&title, [title.clone(), body.clone()], ""),
        (&title, [title.clone(), focused(page)], ""),
        (&button, [title.clone(), focused(body.clone())], ""),
    ] {
        let done = [click(clicked)];
        let seen = [title.clone(), body.clone()];
        let divergence = Expectation { seen: &seen, now: &now, done: &done, closed: &[] }.missed_click();
        assert_eq!(divergence.map_or_else(String::new, |it| it.to_string()), expected);
        let done = [Action { aim: Aim::Point(clicked.rect.center()), ..click(clicked) }];
        let at_point = Expectation { seen: &seen, now: &now, done: &done, closed: &[] }.missed_click();
        assert_eq!(at_point.is_some(), !expected.is_empty() && seen.contains(clicked), "{done:?}");
    }
}

#[test]
fn late_output_of_a_terminal_does_not_stop_text_for_its_prompt() {
    for (role, is_stopped) in [(Role::Terminal, false), (Role::Edit, true)] {
        let seen = [control(role, "Shell")];
        let now = seen.clone().map(|it| Control { value: Some("done".into()), ..it });
        let divergence = Expectation { seen: &seen, now: &now, done: &[], closed: &[] };
        assert_eq!(divergence.divergence(&append(&seen[0])).is_some(), is_stopped, "{role:?}");
    }
}
