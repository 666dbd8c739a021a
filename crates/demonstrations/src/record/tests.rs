//! Tests of how input and looks become steps.

use super::{draft::Draft, grouping::Grouping, scene::Scene};
use crate::{Action, Step};
use deskpilot_core::{
    Button, Control, ControlSource, NodeId, Point, Rect, Role, State, States, Window, WindowId, WindowState,
    parse_keys,
};
use deskpilot_desktop::{DeviceInput, Image, TimedInput, WheelNotch};
use std::time::{Duration, Instant};

/// A session whose events are 200 ms apart.
struct Session {
    grouping: Grouping,
    now: Instant,
}

const STEP: Duration = Duration::from_millis(200);

/// A control by its line: role, name, value, states.
fn control(at: usize, role: Role, name: &str, value: Option<&str>, states: &[State]) -> (Control, u16) {
    let control = Control {
        label: None,
        role,
        name: name.into(),
        value: value.map(Into::into),
        states: states.iter().copied().collect::<States>().with(State::Enabled),
        rect: Rect::new(10, 10 + 30 * i32::try_from(at).unwrap(), 100, 20),
        source: ControlSource::Accessibility { node: NodeId(format!("{role:?} {name}")) },
    };
    (control, 1)
}

fn button(at: usize, name: &str) -> (Control, u16) {
    control(at, Role::Button, name, None, &[])
}

fn field(at: usize, name: &str, value: &str, more: &[State]) -> (Control, u16) {
    control(at, Role::Edit, name, Some(value), &[&[State::Editable], more].concat())
}

fn window(title: &str, application: &str) -> Window {
    Window {
        label: None,
        id: WindowId(title.len() as u64),
        title: title.into(),
        application: application.into(),
        process: Some(application.len() as u32),
        rect: Rect::new(0, 0, 400, 400),
        state: WindowState::Normal,
        focused: true,
    }
}

fn scene(begun: Instant, controls: Vec<(Control, u16)>) -> Scene {
    let windows = vec![window("Notes", "notes")];
    let picture = Image::filled(windows[0].rect.size(), Point { x: 0, y: 0 }, [0; 3]);
    let (controls, levels) = controls.into_iter().unzip();
    Scene {
        window: Some(windows[0].clone()),
        windows,
        applications: vec!["notes".into()],
        controls,
        levels,
        picture: Some(picture),
        ..Scene::empty(begun)
    }
}

impl Session {
    fn begin(controls: Vec<(Control, u16)>) -> Session {
        let now = Instant::now();
        Session { grouping: Grouping::new(scene(now, controls)), now }
    }

    fn input(&mut self, input: DeviceInput) {
        self.now += Duration::from_millis(1);
        self.grouping.input(&TimedInput { at: self.now, input });
    }

    fn click(&mut self, at: usize) {
        let point = Point { x: 20, y: 15 + 30 * i32::try_from(at).unwrap() };
        self.input(DeviceInput::Press(Button::Left, point));
        self.input(DeviceInput::Release(Button::Left, point));
    }

    fn keys(&mut self, keys: &str) {
        for chord in parse_keys(keys).unwrap() {
            self.input(DeviceInput::Key(chord));
        }
    }

    fn see(&mut self, controls: Vec<(Control, u16)>) {
        self.now += STEP;
        self.grouping.see(scene(self.now, controls));
    }

    fn end(self) -> Vec<Step> {
        self.grouping.finish().into_iter().map(|it: Draft| it.step).collect()
    }

    fn sentences(self) -> Vec<String> {
        self.end().iter().map(Step::sentence).collect()
    }
}

const FOCUSED: &[State] = &[State::Focused];
const HIDDEN: &[State] = &[State::Focused, State::Protected];

fn in_words(step: &Step) -> Vec<String> {
    step.effect.iter().map(ToString::to_string).collect()
}

#[test]
fn typing_into_one_field_is_one_step_with_the_text_of_the_field() {
    let mut session = Session::begin(vec![field(0, "City", "", FOCUSED)]);
    session.keys("Grz");
    session.see(vec![field(0, "City", "Grz", FOCUSED)]);
    session.keys("{BACKSPACE}az");
    session.keys("{TAB}");
    session.see(vec![field(0, "City", "Graz", &[]), field(1, "Street", "old", FOCUSED)]);
    session.keys("{HOME}x");
    session.see(vec![field(0, "City", "Graz", &[]), field(1, "Street", "xold", FOCUSED)]);
    let steps = session.end();
    let sentences: Vec<String> = steps.iter().map(Step::sentence).collect();
    assert_eq!(
        sentences,
        ["type \"Graz\" into \"City\" field", "press Tab", "set \"Street\" field to \"xold\""]
    );
    assert_eq!(steps[0].action, Action::Type { value: "Graz".into(), added: Some("Graz".into()) });
}

#[test]
fn what_an_application_makes_of_a_field_that_was_left_is_not_what_was_typed() {
    let named = |text: &str| vec![field(0, "Name", text, FOCUSED)];
    for (typed, keys, left, then, expected) in [
        // A message that is sent, a dialog that closes.
        ("hello", "hello", "{ENTER}", "", "type \"hello\" into \"Name\" field"),
        // A result.
        ("6*7", "6*7", "{ENTER}", "42", "type \"6*7\" into \"Name\" field"),
        // The look before was too early.
        ("Gra", "Graz", "{TAB}", "Graz", "type \"Graz\" into \"Name\" field"),
        ("Grat", "Grat{BACKSPACE}", "{TAB}", "Gra", "type \"Gra\" into \"Name\" field"),
    ] {
        let mut session = Session::begin(named(""));
        session.keys(keys);
        session.see(named(typed));
        session.keys(left);
        session.see(named(then));
        let sentences = session.sentences();
        assert_eq!(sentences.first().map(String::as_str), Some(expected), "{keys}");
    }
    let mut session = Session::begin(named(""));
    session.keys("hello{ENTER}");
    session.see(named(""));
    let steps = session.end();
    assert!(matches!(steps[0].action, Action::TypeUnrecorded { .. }), "{steps:?}");
}

#[test]
fn a_click_is_on_the_control_that_was_there() {
    let mut session = Session::begin(vec![button(0, "Save"), button(1, "Open")]);
    session.click(0);
    // The button is called otherwise since.
    session.see(vec![button(0, "Saved"), button(1, "Open")]);
    session.click(1);
    session.see(vec![button(0, "Saved"), button(1, "Open")]);
    session.input(DeviceInput::Press(Button::Left, Point { x: 399, y: 399 }));
    session.input(DeviceInput::Release(Button::Left, Point { x: 399, y: 399 }));
    let steps = session.end();
    let sentences: Vec<String> = steps.iter().map(Step::sentence).collect();
    assert_eq!(
        sentences,
        ["click \"Save\" button", "click \"Open\" button"],
        "a place without a control and an effect is no step"
    );
}

#[test]
fn clicks_in_a_row_are_a_double_click_where_one_alone_does_nothing() {
    let list = || vec![control(0, Role::ListItem, "a.txt", None, &[]), button(1, "7")];
    for (at, expected) in [(0, vec!["double-click \"a.txt\" list item"]), (1, vec!["click \"7\" button"; 2])]
    {
        let mut session = Session::begin(list());
        session.click(at);
        session.click(at);
        session.see(list());
        assert_eq!(session.sentences(), expected);
    }
}

#[test]
fn a_walk_through_menus_is_one_step() {
    let bar = || control(0, Role::Menu, "File", None, &[]);
    let mut session = Session::begin(vec![bar()]);
    session.click(0);
    let entry = |at, name: &str, level| (control(at, Role::MenuItem, name, None, &[]).0, level);
    session.see(vec![bar(), (control(1, Role::Menu, "Recent", None, &[]).0, 2), entry(2, "a.txt", 3)]);
    session.click(1);
    session.see(vec![bar(), (control(1, Role::Menu, "Recent", None, &[]).0, 2), entry(2, "a.txt", 3)]);
    session.click(2);
    session.see(vec![bar()]);
    assert_eq!(session.sentences(), ["choose \"File\" > \"Recent\" > \"a.txt\""]);
}

#[test]
fn an_item_of_a_combo_box_is_selected() {
    let list = |value| control(0, Role::ComboBox, "Colour", Some(value), &[]);
    let mut session = Session::begin(vec![list("Red")]);
    session.click(0);
    let item = (control(1, Role::MenuItem, "Green", None, &[]).0, 3);
    session.see(vec![list("Red"), (control(2, Role::Menu, "", None, &[]).0, 2), item]);
    session.click(1);
    session.see(vec![list("Green")]);
    let steps = session.end();
    assert_eq!(steps.len(), 1, "{steps:?}");
    assert_eq!(steps[0].sentence(), "select \"Green\" from \"Colour\" combo box");
    assert_eq!(in_words(&steps[0]), ["ComboBox \"Colour\" shows \"Green\""]);
}

#[test]
fn what_a_field_hides_is_kept_nowhere() {
    let secret = "hunter2";
    let password = |states: &[State]| (field(0, "Password", "", states).0, 1);
    let all = |steps: Vec<Step>| format!("{steps:?}");
    // It is hidden all the time.
    let mut plain = Session::begin(vec![password(HIDDEN)]);
    plain.keys(secret);
    plain.see(vec![password(HIDDEN)]);
    let steps = plain.end();
    assert!(matches!(steps[0].action, Action::TypeUnrecorded { .. }) && steps.len() == 1);
    assert!(!all(steps).contains("hunter"));
    // It shows its text later.
    let mut shown = Session::begin(vec![password(HIDDEN)]);
    shown.keys(secret);
    shown.see(vec![field(0, "Password", secret, FOCUSED)]);
    shown.keys("x");
    shown.see(vec![field(0, "Password", "hunter2x", FOCUSED)]);
    assert!(!all(shown.end()).contains("hunter"));
    // The keyboard went there with a key, and the look came later.
    let user = |states: &[State]| field(1, "User", "ada", states);
    let mut fast = Session::begin(vec![password(&[State::Protected]), user(FOCUSED)]);
    fast.keys("{TAB}");
    fast.keys(secret);
    fast.see(vec![password(HIDDEN), user(&[])]);
    let steps = fast.end();
    assert_eq!(steps.len(), 2, "{steps:?}");
    assert!(!all(steps).contains("unter"));
    // The dialog closes before anybody looks.
    let mut gone = Session::begin(vec![password(&[State::Protected]), user(FOCUSED)]);
    gone.keys("{TAB}hunter2{ENTER}");
    gone.see(vec![button(0, "Log out")]);
    assert!(!all(gone.end()).contains("unter"));
    // A window without a field gets the keys, and shows one that hides its text by the next look.
    let log_in = || control(1, Role::Button, "Log in", None, FOCUSED);
    let mut late = Session::begin(vec![log_in()]);
    late.keys(secret);
    late.see(vec![password(HIDDEN)]);
    assert!(!all(late.end()).contains("h\", \"u"));
    // Accessibility does not describe the window, which may have such a field.
    for silent in [vec![], vec![control(0, Role::Other, "", None, FOCUSED)]] {
        let mut session = Session::begin(silent);
        session.keys(secret);
        assert!(!all(session.end()).contains("h\", \"u"));
    }
}

#[test]
fn a_terminal_is_recorded_as_far_as_it_shows_what_is_typed() {
    let terminal = |text: &str| vec![control(0, Role::Terminal, "", Some(text), FOCUSED)];
    let mut session = Session::begin(terminal("$ "));
    session.keys("sudo ls");
    session.see(terminal("$ sudo ls"));
    session.keys("{ENTER}");
    session.see(terminal("$ sudo ls\nPassword: "));
    session.keys("hunter2");
    session.see(terminal("$ sudo ls\nPassword: "));
    session.keys("{ENTER}");
    session.see(terminal("$ sudo ls\nPassword: \nfile"));
    let sentences = session.sentences();
    assert!(sentences[0].starts_with("type \"sudo ls\""), "{sentences:?}");
    assert!(sentences[2].contains("not recorded") && !sentences.concat().contains("hunter"), "{sentences:?}");
}

#[test]
fn a_text_whose_end_nobody_saw_is_not_recorded() {
    let mut session = Session::begin(vec![field(0, "Name", "", FOCUSED)]);
    session.keys("ab");
    session.see(vec![field(0, "Name", "ab", FOCUSED)]);
    session.keys("cd{ENTER}");
    session.see(vec![button(0, "Done")]);
    assert!(session.sentences()[0].contains("closed before its text could be read"));
}

#[test]
fn other_applications_are_not_recorded() {
    let mut session = Session::begin(vec![button(0, "7")]);
    session.now += STEP;
    let mut other = scene(session.now, vec![button(0, "7")]);
    other.windows[0].focused = false;
    other.windows.insert(0, window("Vault", "vault"));
    session.grouping.see(other);
    session.keys("secret");
    session.click(0);
    session.input(DeviceInput::Wheel(WheelNotch::Down, Point { x: 20, y: 20 }));
    assert_eq!(session.sentences(), Vec::<String>::new());
}

#[test]
fn keys_the_wheel_and_switches_are_reported() {
    let box_ = |states: &[State]| control(0, Role::CheckBox, "Wrap", None, states);
    let mut session = Session::begin(vec![box_(FOCUSED)]);
    session.click(0);
    session.see(vec![box_(&[State::Checked, State::Focused])]);
    session.keys("^s");
    session.see(vec![box_(&[State::Checked, State::Focused])]);
    session.keys("6*7");
    session.see(vec![box_(&[State::Checked, State::Focused])]);
    for _ in 0..3 {
        session.input(DeviceInput::Wheel(WheelNotch::Down, Point { x: 20, y: 20 }));
    }
    let steps = session.end();
    let sentences: Vec<String> = steps.iter().map(Step::sentence).collect();
    let expected = [
        "check \"Wrap\" check box",
        "press Control+s",
        "press {6}{*}{7}",
        "scroll down 3 in \"Wrap\" check box",
    ];
    assert_eq!(sentences, expected);
}

#[test]
fn effects_are_windows_and_what_changed() {
    let display = |text: &str| control(0, Role::Text, "Display", Some(text), &[]);
    let mut session = Session::begin(vec![display("0"), button(1, "7")]);
    session.click(1);
    session.now += STEP;
    let mut after = scene(session.now, vec![display("7"), button(1, "7")]);
    after.windows.push(window("Save As", "notes"));
    session.grouping.see(after);
    let steps = session.end();
    assert_eq!(in_words(&steps[0]), ["window \"Save As\" opened", "Text \"Display\" shows \"7\""]);
}

#[test]
fn a_dialog_that_a_step_opens_is_recorded_and_what_is_typed_there_at_once_replaces_its_text() {
    let page = |text: &str| field(0, "", text, FOCUSED);
    let mut session = Session::begin(vec![page("")]);
    session.keys("Dear");
    session.keys("^s");
    session.keys("/tmp/a");
    session.now += STEP;
    // The page is behind the dialog before anybody read it.
    let behind: Vec<bool> = session.grouping.fields().iter().map(|it| it.in_dialog).collect();
    assert_eq!(behind, [false; 2], "it is read all the same");
    let text_behind = (page("").0.node().unwrap().clone(), "Dear".to_owned());
    let front = || control(1, Role::Window, "Save As", None, &[State::Modal]);
    let name = |text: &str| field(2, "Name", text, FOCUSED);
    let look = |now: Instant, controls: Vec<(Control, u16)>| {
        let mut dialog = scene(now, controls);
        dialog.windows[0].focused = false;
        dialog.windows.insert(0, window("Save As", "notes"));
        dialog.levels =
            dialog.controls.iter().map(|it| if it.role == Role::Window { 1 } else { 2 }).collect();
        dialog.texts.extend([text_behind.clone()]);
        dialog
    };
    session.grouping.see(look(session.now, vec![front(), name("/tmp/a")]));
    assert!(session.grouping.fields().iter().all(|it| it.in_dialog), "the page is read");
    assert_eq!(session.grouping.typed_step().unwrap().sentence(), "set \"Name\" field to \"/tmp/a\"");
    session.keys("{ENTER}");
    session.see(vec![page("Dear"), control(1, Role::Text, "saved", None, &[])]);
    let steps = session.end();
    let sentences: Vec<String> = steps.iter().map(Step::sentence).collect();
    let typed = "type \"Dear\" into the Edit without a name";
    assert_eq!(sentences, [typed, "press Control+s", "set \"Name\" field to \"/tmp/a\"", "press Enter"]);
    let opened: Vec<Option<&str>> = steps.iter().map(|it| it.opens.as_deref()).collect();
    assert_eq!(opened, [None, Some("Save As"), None, None]);
    assert_eq!(in_words(&steps[1]), ["window \"Save As\" opened"]);
    let seen = |at: usize| steps[at].seen.as_ref().unwrap();
    assert_eq!(seen(2).before.dialogs, Some(vec!["Window \"Save As\"".to_owned()]));
    assert_eq!((&seen(1).after, &seen(3).after), (&Vec::new(), &Vec::new()), "what it lay over is no effect");
}

#[test]
fn a_field_that_hides_its_text_is_hidden_in_pictures() {
    let mut session = Session::begin(vec![field(0, "Password", "", HIDDEN), button(1, "OK")]);
    let stripes: Vec<u8> =
        (0..400 * 400).flat_map(|at| if at % 2 == 0 { [0, 0, 0] } else { [200, 200, 200] }).collect();
    session.now += STEP;
    // The field shows its text now, and is gone by the next look, whose picture is older.
    let striped = |mut scene: Scene| {
        scene.picture = scene.picture.map(|it| Image { rgb: stripes.clone().into(), ..it });
        scene
    };
    let now = session.now;
    session.grouping.see(striped(scene(now, vec![field(0, "Password", "x", FOCUSED), button(1, "OK")])));
    session.click(1);
    session.grouping.see(striped(scene(now + STEP, vec![button(1, "OK")])));
    let drafts = session.grouping.finish();
    for picture in drafts[0].pictures.iter().flatten() {
        let image = deskpilot_desktop::photographer::decode_png(&picture.bytes).unwrap();
        let pixel = |x: usize, y: usize| image.rgb[3 * (y * image.size.width as usize + x)];
        assert_eq!((pixel(20, 15), pixel(21, 15)), (100, 100), "the field is one colour");
        assert_ne!(pixel(20, 45), pixel(21, 45), "the button is as it was");
    }
    assert_eq!(drafts[0].pictures.iter().flatten().count(), 2);
}
