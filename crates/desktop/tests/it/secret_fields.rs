//! Attacks on a field that contains a visible secret: nothing reveals four consecutive letters of it, or its length.

use crate::secrets::{SECRET, Setup, is_uniform, text};
use deskpilot_core::{
    Action, Aim, Button, Call, Control, Gesture, Input, Modifier, Operation, Point, Policy, TextMode, Verb,
    parse_keys,
};
use deskpilot_desktop::{
    Area, Budget, Desktop, DesktopReader, LookOptions, Puppeteer, ScreenWatch, WindowList, look_at_desktop,
    look_at_window,
};
use deskpilot_testkit::TextDesktop;

const DESK: &str = r#"
    window "Log in" mail
      edit "Password" protected
      edit "Notes" = "-" focused
      button "Show" -> unmask "Password"
      button "Cut down" -> set "Password" to "Ope"
      button "Lengthen" -> append "Ope" to "Notes"
      menu "Edit" expanded
        menuitem "Copy"
    window "Other" pad
      text "Draft" = "-"
    "#;

const REFUSED: &str = "refused: {{secret:mail}} stands in Edit \"Password\", so nothing there is read";

/// A desktop with a secret in its password field, and everything that was reported about it.
struct Attack {
    setup: Setup,
    reported: String,
}

impl Attack {
    async fn on_hidden_field() -> Attack {
        let mut setup = Setup::new(TextDesktop::new(DESK).unwrap()).await;
        setup.type_it().await;
        Attack { setup, reported: String::new() }
    }

    async fn on_shown_field() -> Attack {
        let mut attack = Attack::on_hidden_field().await;
        attack.on("Show", click()).await;
        attack
    }

    /// Performs a gesture, looks, and returns the effect.
    async fn on(&mut self, name: &str, gesture: Gesture) -> String {
        let effect = match self.setup.on(name, gesture).await {
            Ok(outcome) => {
                self.reported += &format!("{:?}\n", outcome.output);
                outcome.effect.to_string()
            }
            Err(error) => format!("refused: {error}"),
        };
        self.reported += &format!("{effect}\n{:?}\n", self.setup.controls().await);
        effect
    }

    async fn keys(&mut self, name: &str, keys: &str) -> String {
        self.on(name, Gesture::Keys(parse_keys(keys).unwrap())).await
    }

    async fn clipboard(&mut self) -> Option<String> {
        let input = Input { window: self.setup.window.id, aim: Aim::Window, gesture: Gesture::ReadClipboard };
        let outcome = self.setup.redacted.perform(&input).await.unwrap();
        self.reported += &format!("{:?}\n{}\n", outcome.output, outcome.effect);
        outcome.output
    }

    async fn control(&mut self, name: &str) -> Control {
        self.setup.controls().await.into_iter().find(|it| it.name == name).unwrap()
    }

    async fn value(&mut self, name: &str) -> Option<String> {
        self.control(name).await.value
    }

    async fn read(&mut self, name: &str) -> String {
        let control = self.control(name).await;
        let read = self.setup.redacted.read(self.setup.window.id, &control).await;
        let reported = read.unwrap_or_else(|error| format!("refused: {error}"));
        self.reported += &reported;
        reported
    }

    fn assert_nothing_leaked(&self) {
        let letters: Vec<char> = SECRET.to_lowercase().chars().collect();
        let reported = self.reported.to_lowercase();
        for part in letters.windows(4).map(|it| it.iter().collect::<String>()) {
            assert!(!reported.contains(&part), "{part:?} is shown: {}", self.reported);
        }
    }
}

fn click() -> Gesture {
    pressed(Button::Left, 1, &[])
}

fn pressed(button: Button, count: u8, held: &[Modifier]) -> Gesture {
    Gesture::Click { button, count, held: held.to_vec() }
}

fn append(text: &str) -> Gesture {
    Gesture::Text { text: text.to_owned(), mode: TextMode::Append }
}

#[tokio::test]
async fn what_reads_selects_or_copies_a_secret_that_can_be_seen_is_refused() {
    let drag = |to: Point| Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: 1 };
    for gesture in [
        Gesture::SelectText("Open".into()),
        Gesture::SelectText("nothing of it".into()),
        pressed(Button::Left, 2, &[]),
        pressed(Button::Left, 1, &[Modifier::Shift]),
        pressed(Button::Right, 1, &[]),
        drag(Point { x: 1, y: 1 }),
    ] {
        let mut attack = Attack::on_shown_field().await;
        let effect = attack.on("Password", gesture.clone()).await;
        assert!(effect.starts_with(REFUSED), "{gesture:?}: {effect}");
        attack.assert_nothing_leaked();
    }
    for keys in [
        "^a^c",
        "^a",
        "^c",
        "^x",
        "+{RIGHT 4}^c",
        "+{END}",
        "{BACKSPACE 8}",
        "{DELETE}",
        "^{INSERT}",
        "^z",
        "%e",
    ] {
        let mut attack = Attack::on_shown_field().await;
        let effect = attack.keys("Password", keys).await;
        assert!(effect.starts_with(REFUSED), "{keys}: {effect}");
        assert_eq!(attack.clipboard().await.as_deref(), Some(""), "{keys}");
        attack.assert_nothing_leaked();
    }
    let mut attack = Attack::on_shown_field().await;
    let there = attack.control("Password").await.rect.center();
    assert!(attack.on("Notes", drag(there)).await.starts_with(REFUSED));
    assert!(attack.read("Password").await.starts_with(REFUSED));
    attack.assert_nothing_leaked();
}

#[tokio::test]
async fn a_field_that_shows_a_secret_reveals_neither_its_text_nor_its_length() {
    let mut attack = Attack::on_shown_field().await;
    for (gesture, expected) in [
        (append("x"), "unverified: {{secret:mail}} stands there, so what is there now is not read"),
        (Gesture::Keys(parse_keys("{HOME}ab{END}c").unwrap()), "unverified: {{secret:mail}} stands there"),
    ] {
        let effect = attack.on("Password", gesture).await;
        assert!(effect.starts_with(expected), "{effect}");
        assert_eq!(attack.value("Password").await.as_deref(), Some("{{secret:mail}}"));
    }
    // What an application leaves of it, because the field is short or it removes letters, is not reported either.
    let effect = attack.on("Cut down", click()).await;
    assert!(!effect.contains("Ope"), "{effect}");
    assert_eq!(attack.setup.real.value("Password").as_deref(), Some("Ope"));
    assert_eq!(attack.value("Password").await.as_deref(), Some("{{secret:mail}}"));
    let field = attack.control("Password").await.rect;
    let window = attack.setup.window.clone();
    let look = look_at_window(&mut attack.setup.redacted, &window, LookOptions::USUAL).await.unwrap();
    let all = look_at_desktop(&mut attack.setup.redacted).await.unwrap().clean;
    for picture in [&look.clean, &all] {
        assert!(is_uniform(picture, field), "{picture:?}");
    }
    attack.assert_nothing_leaked();
}

#[tokio::test]
async fn a_field_is_read_again_when_the_secret_is_out_of_it() {
    for (emptied, value, expected) in [
        (text("new"), "new", "confirmed: value \"{{secret:mail}}\" -> \"new\""),
        (text(""), "", "confirmed: value \"{{secret:mail}}\" -> \"\""),
        (
            Gesture::Keys(parse_keys("^a{DELETE}").unwrap()),
            "",
            "confirmed: value \"{{secret:mail}}\" -> \"\"",
        ),
    ] {
        let mut attack = Attack::on_shown_field().await;
        assert_eq!(attack.on("Password", emptied).await, expected);
        assert_eq!(attack.value("Password").await.as_deref(), Some(value));
        assert_eq!(attack.read("Password").await, value);
        assert!(attack.keys("Password", "^c").await.starts_with("no change"));
        // An undo brings it back.
        attack.setup.real.put("Password", SECRET);
        assert_eq!(attack.value("Password").await.as_deref(), Some("{{secret:mail}}"));
        assert!(attack.keys("Password", "^a^c").await.starts_with(REFUSED));
        attack.assert_nothing_leaked();
    }
}

#[tokio::test]
async fn a_secret_is_copied_into_no_other_control() {
    let mut attack = Attack::on_shown_field().await;
    // A selection made by the toolkit would be pasted.
    assert!(attack.on("Notes", pressed(Button::Middle, 1, &[])).await.starts_with(REFUSED));
    assert!(!attack.on("Show", pressed(Button::Middle, 1, &[])).await.starts_with(REFUSED));
    // A menu copies from the field that had the focus before.
    attack.on("Password", click()).await;
    assert!(attack.on("Copy", click()).await.starts_with(REFUSED));
    attack.on("Notes", click()).await;
    assert!(!attack.on("Copy", click()).await.starts_with(REFUSED));
    assert!(!attack.keys("Notes", "^a^c").await.starts_with(REFUSED));
    assert_eq!(attack.clipboard().await.as_deref(), Some("-"));
    // Tab may have moved the focus to the field.
    assert!(attack.keys("Notes", "{TAB}^c").await.starts_with(REFUSED));
    attack.assert_nothing_leaked();
}

#[tokio::test]
async fn another_control_that_shows_the_secret_holds_it_too() {
    let mut attack = Attack::on_hidden_field().await;
    attack.setup.real.put("Notes", &format!("it is {SECRET}"));
    assert_eq!(attack.value("Notes").await.as_deref(), Some("{{secret:mail}}"));
    let refused = REFUSED.replace("Password", "Notes");
    assert!(attack.keys("Notes", "{END}{BACKSPACE 9}").await.starts_with(&refused));
    assert!(attack.on("Notes", Gesture::SelectText("Open".into())).await.starts_with(&refused));
    attack.setup.real.put("Notes", "Ope");
    assert_eq!(attack.value("Notes").await.as_deref(), Some("{{secret:mail}}"));
    attack.assert_nothing_leaked();
}

#[tokio::test]
async fn parts_are_struck_wherever_they_are_read() {
    let mut attack = Attack::on_hidden_field().await;
    attack.setup.real.put("Draft", "Sesa, then 24 emaseSnepO and T3BlblNlc2FtZSA0Mg==");
    let other =
        attack.setup.redacted.windows().await.unwrap().into_iter().find(|it| it.title == "Other").unwrap();
    let read = attack.setup.redacted.controls(&other, Budget::LOOK).await.unwrap().controls;
    let expected = "{{secret:mail}}, then {{secret:mail}} and {{secret:mail}}";
    assert!(read[0].value.as_deref().unwrap().starts_with(expected), "{read:?}");
    let copied = Gesture::WriteClipboard("the first is Sesa".into());
    let input = Input { window: attack.setup.window.id, aim: Aim::Window, gesture: copied };
    attack.setup.redacted.perform(&input).await.unwrap();
    assert_eq!(attack.clipboard().await.as_deref(), Some("{{secret:mail}}"));
    attack.assert_nothing_leaked();
}

#[tokio::test]
async fn no_native_command_runs_in_a_window_that_shows_a_secret() {
    for (attack, is_refused) in
        [(Attack::on_hidden_field().await, false), (Attack::on_shown_field().await, true)]
    {
        let Setup { redacted, window, .. } = attack.setup;
        let call = Call { command: "read_all".into(), args: serde_json::Map::new() };
        let read = Action { call, window, aim: Aim::Window, verb: Verb::Native };
        let outcome = Puppeteer::new(redacted, Vec::new()).perform(&Operation::Act(Box::new(read))).await;
        let effect = outcome.unwrap().effect.to_string();
        let expected = if is_refused { REFUSED } else { "refused: there is no command read_all" };
        assert!(effect.starts_with(expected), "{effect}");
    }
}

#[tokio::test]
async fn ordinary_work_next_to_a_hidden_secret_goes_on() {
    let mut attack = Attack::on_hidden_field().await;
    for (name, gesture) in [
        ("Password", click()),
        ("Password", Gesture::Keys(parse_keys("{HOME}{END}{TAB}").unwrap())),
        ("Copy", click()),
        ("Notes", pressed(Button::Middle, 1, &[])),
        ("Notes", Gesture::SelectText("-".into())),
        ("Notes", Gesture::Keys(parse_keys("^c{TAB}^c").unwrap())),
        ("Notes", append("more")),
        ("Show", Gesture::Hover),
    ] {
        let effect = attack.on(name, gesture.clone()).await;
        assert!(!effect.starts_with("refused"), "{name}: {gesture:?}: {effect}");
    }
    assert_eq!(attack.read("Notes").await, "more");
}

#[tokio::test]
async fn what_another_window_covers_in_part_is_struck_on_every_side_of_it() {
    let fixture = r#"
    window "Wide" mail
      document "Page" FLAG
      edit "Password" protected
      button "Cover" -> window "Small" mail
        text "small"
    "#;
    for flag in ["", "readonly"] {
        let real = TextDesktop::new(&fixture.replace("FLAG", flag)).unwrap();
        let mut attack = Attack { setup: Setup::new(real).await, reported: String::new() };
        attack.setup.type_it().await;
        let (page, cover) = (attack.control("Page").await.rect, attack.control("Cover").await);
        attack.setup.real.put("Page", SECRET);
        if flag == "readonly" {
            // Of a field the guard knows the place without a look.
            attack.setup.controls().await;
        }
        let aim = Aim::Control(Box::new(cover));
        let input = Input { window: attack.setup.window.id, aim, gesture: click() };
        attack.setup.redacted.perform(&input).await.unwrap();
        let all = look_at_desktop(&mut attack.setup.redacted).await.unwrap().clean;
        assert!(is_uniform(&all, page), "{flag}: {all:?}");
    }
}

#[tokio::test]
async fn a_field_that_hid_the_secret_is_struck_when_it_shows_a_rest_of_three_letters() {
    let mut attack = Attack::on_hidden_field().await;
    attack.on("Cut down", click()).await;
    attack.on("Show", click()).await;
    assert_eq!(attack.setup.real.value("Password").as_deref(), Some("Ope"));
    assert_eq!(attack.value("Password").await.as_deref(), Some("{{secret:mail}}"));
    assert!(attack.keys("Password", "^a^c").await.starts_with(REFUSED));
}

#[tokio::test]
async fn a_person_who_watches_is_shown_no_rest_of_three_letters_either() {
    let mut attack = Attack::on_hidden_field().await;
    attack.on("Cut down", click()).await;
    attack.on("Show", click()).await;
    let (field, button) = (attack.control("Password").await.rect, attack.control("Show").await.rect);
    let drawn = attack.setup.real.capture(&Area::Desktop).await.unwrap();
    let connection = Box::new(attack.setup.real.clone());
    let mut watch = ScreenWatch::new(connection, Policy::default(), &attack.setup.redactor);
    let shown = watch.change().await.unwrap().unwrap();
    assert!(!is_uniform(&drawn, field), "the rest is drawn");
    assert!(is_uniform(&shown, field), "{shown:?}");
    assert!(!is_uniform(&shown, button), "nothing else is hidden");
}

#[tokio::test]
async fn what_is_around_a_secret_or_repeats_it_is_neither_read_nor_selected() {
    let fixture = r#"
    window "Log in" mail
      group "Form"
        edit "Password" protected
        text "Hint" = "-"
      terminal "Shell" = "$"
      button "Show" -> unmask "Password"
    "#;
    let mut attack =
        Attack { setup: Setup::new(TextDesktop::new(fixture).unwrap()).await, reported: String::new() };
    attack.setup.type_it().await;
    attack.on("Show", click()).await;
    assert!(attack.read("Form").await.starts_with(REFUSED));
    assert!(attack.on("Form", Gesture::SelectText("Open".into())).await.starts_with(REFUSED));
    for (name, role) in [("Hint", "Text"), ("Shell", "Terminal")] {
        attack.setup.real.put(name, &format!("it is {SECRET}"));
        let refused = REFUSED.replace("Edit \"Password\"", &format!("{role} \"{name}\""));
        let effect = attack.on(name, pressed(Button::Left, 2, &[])).await;
        assert!(effect.starts_with(&refused), "{effect}");
    }
    assert!(attack.keys("Shell", "^+c").await.starts_with("refused: {{secret:mail}} stands in Terminal"));
    assert!(!attack.keys("Shell", "ls{ENTER}").await.starts_with("refused"));
    attack.assert_nothing_leaked();
}
