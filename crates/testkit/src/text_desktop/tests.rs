//! Gestures on small desktops and their effects.

use super::*;
use deskpilot_core::{Aim, Button, ControlSource, Gesture, Point, Role, TextMode, parse_keys};

const DESK: &str = r#"
    window "Notes" editor
      document "Text" = "one two two"
      edit "Title"
      edit "Locked" = "kept" readonly
      checkbox "Wrap"
      radio "Left" checked
      radio "Right"
      combo "Size"
        item "10"
        item "12"
      menu "File"
        menuitem "Quit" -> close
      slider "Zoom" = "100"
      button "Save" -> window "Save As" editor
        edit "Name"
        button "OK" -> save "Text" as edit "Name", close
      key "Ctrl+Q" -> close
    app "Calculator" calc "Pocket calculator"
      window "Calculator" calc
        edit "Result" readonly
        button "6" -> append "6" to "Result"
        button "7" -> append "7" to "Result"
        button "*" -> append "*" to "Result"
        button "=" -> compute "Result"
        button "C" -> set "Result" to ""
    "#;

fn desk() -> TextDesktop {
    TextDesktop::new(DESK).unwrap()
}

/// Does the gesture to the control of this name in the topmost window, or to the window where the name is empty.
async fn act(desktop: &mut TextDesktop, control: &str, gesture: Gesture) -> String {
    let window = desktop.windows().await.unwrap().remove(0);
    let aim = match find(desktop, control).await {
        Some(found) => Aim::Control(Box::new(found)),
        None => Aim::Window,
    };
    match desktop.perform(&Input { window: window.id, aim, gesture }).await {
        Ok(outcome) => outcome.effect.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

async fn find(desktop: &mut TextDesktop, control: &str) -> Option<Control> {
    let window = desktop.windows().await.unwrap().remove(0);
    let seen = desktop.controls(&window, Budget::LOOK).await.unwrap();
    seen.controls.into_iter().find(|it| it.name == control)
}

fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}

fn text(text: &str) -> Gesture {
    Gesture::Text { text: text.into(), mode: TextMode::Append }
}

fn keys(keys: &str) -> Gesture {
    Gesture::Keys(parse_keys(keys).unwrap())
}

#[tokio::test]
async fn every_gesture_has_its_effect() {
    for (control, gesture, expected) in [
        ("Title", text("a"), r#"confirmed: value "" -> "a""#),
        ("Title", Gesture::Focus, r#"confirmed: focus on Edit "Title""#),
        ("Title", keys("ab{BACKSPACE}c"), r#"confirmed: value "" -> "ac""#),
        ("Text", keys("^a{DELETE}new{ENTER}"), r#"confirmed: value "one two two" -> "new\n""#),
        ("Text", Gesture::SelectText("two".into()), r#"confirmed: selected "two""#),
        (
            "Text",
            Gesture::SelectText("six".into()),
            r#"error: Document "Text" cannot do this: the text "six" is not in it"#,
        ),
        ("Locked", text("a"), r#"error: Edit "Locked" cannot do this: its text cannot be changed"#),
        ("Wrap", click(), "confirmed: checked"),
        ("Wrap", Gesture::Hover, "confirmed: the pointer is at 92,261"),
        ("Wrap", Gesture::Check(true), "confirmed: checked"),
        ("Wrap", Gesture::Check(false), "no change: already not checked"),
        (
            "Right",
            click(),
            "confirmed: controls: 0 added, 0 removed, 2 changed: RadioButton \"Left\": not checked; \
             RadioButton \"Right\": focused; checked",
        ),
        ("Size", Gesture::Select("12".into()), r#"confirmed: the value is "12""#),
        (
            "Size",
            Gesture::Select("9".into()),
            r#"error: ComboBox "Size" cannot do this: it has no item "9", but 10, 12"#,
        ),
        (
            "Size",
            click(),
            "confirmed: controls: 2 added, 0 removed, 1 changed: ComboBox \"Size\": focused; expanded; \
             new ListItem \"10\"; new ListItem \"12\"",
        ),
        ("Wrap", Gesture::Expand(true), r#"error: CheckBox "Wrap" cannot do this: it cannot be opened"#),
        ("Zoom", Gesture::SetNumber(150.0), r#"confirmed: value "100" -> "150""#),
        ("Wrap", Gesture::SetNumber(1.0), r#"error: CheckBox "Wrap" cannot do this: it has no number"#),
        ("Save", click(), r#"confirmed: window "Save As" opened"#),
        ("", keys("Ctrl+Q"), r#"confirmed: window "Notes" closed"#),
        ("", keys("Alt+F4"), r#"confirmed: window "Notes" closed"#),
        ("", text("a"), "error: the window cannot do this: nothing in it has the focus; name a control"),
    ] {
        assert_eq!(act(&mut desk(), control, gesture.clone()).await, expected, "{gesture:?} on {control:?}");
    }
}

#[tokio::test]
async fn an_item_that_a_part_of_its_name_chose_is_judged_by_its_whole_name() {
    let places = r#"
        window "Trip" editor
          combo "Place" = "Berlin Mitte"
            item "Berlin Mitte"
            item "Frankfurt am Main"
            item "Frankfurt (Oder)"
        "#;
    for (wanted, expected) in [
        ("Oder", r#"confirmed: value "Berlin Mitte" -> "Frankfurt (Oder)""#),
        ("berlin", r#"no change: already "Berlin Mitte" chosen"#),
        (
            "Frankfurt",
            "error: ComboBox \"Place\" cannot do this: several of its items have \"Frankfurt\" in their names: \
             name one of them in full: Frankfurt am Main, Frankfurt (Oder)",
        ),
    ] {
        let mut desktop = TextDesktop::new(places).unwrap();
        assert_eq!(act(&mut desktop, "Place", Gesture::Select(wanted.into())).await, expected, "{wanted}");
    }
}

#[tokio::test]
async fn six_times_seven_is_computed_and_saved() {
    let mut desktop = desk();
    let launch = Launch { application: "pocket calculator".into(), file: None, ..Launch::default() };
    let calculator = desktop.launch(&launch, &[]).await.unwrap();
    for key in ["6", "*", "7", "="] {
        act(&mut desktop, key, click()).await;
    }
    assert_eq!(desktop.value("Result").as_deref(), Some("42"));
    act(&mut desktop, "", keys("C7*7=")).await;
    assert_eq!(desktop.value("Result").as_deref(), Some("49"));
    act(&mut desktop, "", keys("Alt+F4")).await;
    assert!(desktop.windows().await.unwrap().iter().all(|it| it.id != calculator.id));
    act(&mut desktop, "Text", Gesture::Text { text: "42".into(), mode: TextMode::Replace }).await;
    act(&mut desktop, "Save", click()).await;
    act(&mut desktop, "Name", text("answer.txt")).await;
    act(&mut desktop, "OK", click()).await;
    assert_eq!(desktop.file("answer.txt").as_deref(), Some("42"));
    assert_eq!(desktop.windows().await.unwrap()[0].title, "Notes");
}

#[tokio::test]
async fn items_are_seen_once_what_holds_them_is_open() {
    let mut desktop = desk();
    assert_eq!(find(&mut desktop, "Quit").await, None);
    act(&mut desktop, "File", click()).await;
    assert_eq!(act(&mut desktop, "Quit", click()).await, r#"confirmed: window "Notes" closed"#);
}

#[tokio::test]
async fn a_file_that_is_opened_is_shown() {
    let fixture = r#"
        app "Editor" editor
          window "Editor" editor
            document "Text"
        "#;
    let mut desktop = TextDesktop::new(fixture).unwrap().with_file("a.txt", "hello");
    for (file, expected) in
        [("a.txt", Ok("hello")), ("b.txt", Err("Editor did not start: there is no file \"b.txt\""))]
    {
        let launch = Launch { application: "Editor".into(), file: Some(file.into()), ..Launch::default() };
        let opened = desktop.launch(&launch, &[]).await.map_err(|error| error.to_string());
        let shown = opened.map(|_| desktop.value("Text").unwrap());
        assert_eq!(shown.as_deref().map_err(String::as_str), expected, "{file}");
    }
}

#[tokio::test]
async fn a_point_is_as_good_as_the_control_that_is_there() {
    let mut desktop = desk();
    let window = desktop.windows().await.unwrap().remove(0);
    let mut wrap = find(&mut desktop, "Wrap").await.unwrap();
    let place = wrap.rect.center();
    // What is only seen has no node: its place is all there is.
    wrap.source = ControlSource::Vision { confidence: 0.9 };
    wrap.role = Role::Button;
    for (aim, expected) in [
        (
            Aim::Point(place),
            "confirmed: controls: 0 added, 0 removed, 1 changed: CheckBox \"Wrap\": focused; checked",
        ),
        (
            Aim::Control(Box::new(wrap)),
            "confirmed: controls: 0 added, 0 removed, 1 changed: CheckBox \"Wrap\": not checked",
        ),
        (Aim::Point(Point { x: 1279, y: 799 }), "error: \"Notes\" cannot do this: 1279,799 is outside of it"),
    ] {
        let done = desktop.perform(&Input { window: window.id, aim, gesture: click() }).await;
        assert_eq!(done.map_or_else(|error| format!("error: {error}"), |it| it.effect.to_string()), expected);
    }
    assert_eq!(desktop.performed().len(), 3);
}

#[tokio::test]
async fn a_hanging_input_never_returns() {
    let mut desktop = desk().with_fault(1, InjectedFault::Hangs);
    let hanging = act(&mut desktop, "Save", click());
    assert!(tokio::time::timeout(std::time::Duration::from_millis(20), hanging).await.is_err());
    assert_eq!(act(&mut desktop, "Save", click()).await, r#"confirmed: window "Save As" opened"#);
}
