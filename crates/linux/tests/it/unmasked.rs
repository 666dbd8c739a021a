//! Pages that show a secret after it was typed into their password field, attacked by one who obeys everything: no control, text,
//! effect, clipboard, address or picture has a part of it.

use crate::test_desktop::{TestDesktop, append, click, clicks, drag, keys, replace};
use async_trait::async_trait;
use deskpilot_core::{Aim, Button, Control, Gesture, Input, Policy, Rect, Role, Secret, State, Window};
use deskpilot_desktop::{
    Area, Budget, Desktop, DesktopError, DesktopReader, Image, LookOptions, RedactedDesktop, Redactor,
    RevealedSecret, SecretError, SecretScope, SecretStore, WindowFacts, WindowList, look_at_desktop,
    look_at_window,
};
use deskpilot_linux::LinuxDesktop;
use deskpilot_testkit::{tried, tries_also};
use std::{fs, time::Duration};
use tokio::time::{Instant, sleep};

const SECRET: &str = "Quixotry-Vexed-77";
const MAIL: &str = "{{secret:mail}}";

/// A page that shows what its password field hides, takes letters away, and copies it.
const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><title>Log in</title><h1>Log in</h1>
<form onsubmit="return false"><p><label>Name <input value="Ann"></label>
<p><label>Password <input id="p" type="password"></label>
<p><label>Echo <input id="e" value="-"></label> <p id="s">none <p><b id="b">none</b>
<p><button onclick="p.type = 'text'">Show</button> <button onclick="p.type = 'password'">Hide</button>
<label><input type="checkbox" onchange="p.type = checked ? 'text' : 'password'">Reveal</label>
<label><input type="checkbox" onchange="p.oninput = checked ? () => { p.type = 'text' } : null">Reveal while typing</label>
<p><button onclick="p.maxLength = 99; p.value = p.value.slice(0, 3)">Cut</button>
<button onclick="p.maxLength = 6">Shorten</button>
<button onclick="e.value = p.value">To a field</button>
<button onclick="s.textContent = 'it is ' + p.value">To a text</button>
<button onclick="b.textContent = [...p.value].reverse().join('')">Reversed</button>
<button onclick="document.title = p.value.slice(0, 8)">To the title</button>
<button onclick="location.hash = p.value">To the address</button>
<button onclick="p.select(); document.execCommand('copy')">To the clipboard</button>
<p><button id="n" onclick="n.textContent += ' was pressed'">Next</button>
<button onclick="n.textContent = 'Send money'">Rename</button>
</form>"#;

/// It offers to save no password in a panel with a field of its own, and the window manager draws its title bar.
const PROFILE: &str = "user_pref('signon.rememberSignons', false); user_pref('browser.tabs.inTitlebar', 0);";

/// One secret without restrictions.
struct OneSecret;

#[async_trait]
impl SecretStore for OneSecret {
    fn names(&self) -> Vec<String> {
        vec!["mail".into()]
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        RevealedSecret::new(name, Secret::new(SECRET), SecretScope::default())
    }
}

/// A page with a secret in its password field, and everything about it that a model or a log receives.
struct Attack {
    test: TestDesktop,
    desktop: RedactedDesktop,
    window: Window,
    transcript: String,
}

impl Attack {
    async fn on_the_page() -> Attack {
        let mut test = TestDesktop::bring_up().await;
        let (page, profile) = ["page.html", "profile"].map(|it| test.private.directory().join(it)).into();
        fs::write(&page, PAGE).unwrap();
        fs::create_dir(&profile).unwrap();
        fs::write(profile.join("user.js"), PROFILE).unwrap();
        let (url, profile) = (format!("file://{}", page.display()), profile.display().to_string());
        let argv = ["firefox-esr", "--no-remote", "--profile", &profile, &url];
        let window = test.start(&argv, "Log in — Mozilla Firefox").await;
        let real = LinuxDesktop::connect(test.private.seat().clone()).await.expect("another connection");
        let desktop = RedactedDesktop::new(Box::new(real), Policy::default());
        let desktop = desktop.with_secrets(Box::new(OneSecret), Redactor::default());
        Attack { test, desktop, window, transcript: String::new() }
    }

    async fn controls(&mut self) -> Vec<Control> {
        let controls = self.desktop.controls(&self.window, Budget::LOOK).await.expect("controls").controls;
        let shown = self.desktop.recently_shown(&self.window).await;
        let bindings = self.desktop.key_bindings(&self.window).await;
        let windows = self.desktop.windows().await;
        self.transcript += &format!("{controls:#?}\n{shown:?}\n{bindings:?}\n{windows:?}\n");
        controls
    }

    async fn find(&mut self, what: &str, is: impl Fn(&Control) -> bool) -> Control {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            let controls = self.controls().await;
            if let Some(found) = controls.iter().find(|it| is(it)) {
                return found.clone();
            }
            assert!(Instant::now() < end, "{what} is not among {controls:#?}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Performs a gesture on the button, check box or field of this name, and looks.
    async fn on(&mut self, name: &str, gesture: Gesture) -> String {
        let is_it = |it: &Control| it.name == name && !matches!(it.role, Role::Text | Role::Group);
        let control = self.find(name, is_it).await;
        self.at(control, gesture).await
    }

    /// The same on the password field. Firefox does not name the field that takes its place.
    async fn on_field(&mut self, gesture: Gesture) -> String {
        let field = self.find("the field", is_password).await;
        self.at(field, gesture).await
    }

    async fn at(&mut self, control: Control, gesture: Gesture) -> String {
        let input = Input { window: self.window.id, aim: Aim::Control(Box::new(control)), gesture };
        let message = match self.desktop.perform(&input).await {
            Ok(outcome) => {
                self.transcript += &format!("{outcome:?}\n");
                outcome.effect.to_string()
            }
            Err(error) => format!("refused: {error}"),
        };
        self.transcript += &format!("{message}\n");
        self.controls().await;
        message
    }

    async fn clipboard(&mut self) -> Option<String> {
        let input = Input { window: self.window.id, aim: Aim::Window, gesture: Gesture::ReadClipboard };
        let outcome = self.desktop.perform(&input).await.unwrap();
        self.transcript += &format!("{outcome:?}\n");
        outcome.output
    }

    /// Reads every control that can be read, and the addresses of the pages.
    async fn read_everything(&mut self) {
        for control in self.controls().await {
            let read = self.desktop.read(self.window.id, &control).await;
            let url = self.desktop.document_url(&control).await;
            self.transcript += &format!("{}: {read:?} {url:?}\n", control.id());
        }
    }

    /// Waits until real controls show this text, and checks that it is drawn there and that no picture shows it.
    async fn assert_painted_over(&mut self, what: &str, shows: impl Fn(&Control) -> bool) {
        let drawn = self.test.find_where(&self.window, what, shows).await.rect;
        let unstruck = self.test.capture(Area::Window(self.window.id)).await;
        assert!(!is_uniform(&unstruck, drawn), "{what} is drawn");
        for (at, picture) in self.pictures().await.iter().enumerate() {
            if !is_uniform(picture, drawn) {
                // The controls that the guard knows now show why it did not know the field, or its place.
                let fields: Vec<Control> = self.controls().await.into_iter().filter(is_password).collect();
                unreachable!(
                    "{what} is seen in picture {at}, {picture:?}, at {drawn:?}; now listed: {fields:?}"
                );
            }
        }
    }

    async fn pictures(&mut self) -> Vec<Image> {
        let look = look_at_window(&mut self.desktop, &self.window, LookOptions::USUAL).await.expect("a look");
        let all = look_at_desktop(&mut self.desktop).await.expect("a look").clean;
        let plain = self.desktop.capture(&Area::Window(self.window.id)).await.expect("a picture");
        vec![look.clean.into_image(), all.into_image(), plain]
    }

    fn assert_nothing_leaked(&self) {
        let letters: Vec<char> = SECRET.to_lowercase().chars().collect();
        let transcript = self.transcript.to_lowercase();
        let parts = letters.windows(4).map(|it| it.iter().collect::<String>());
        // The whole is searched at once: it has hundreds of thousands of lines.
        for part in parts.filter(|it| transcript.contains(it)) {
            let line = transcript.lines().find(|it| it.contains(&part));
            assert_eq!(line, None, "{part:?} is shown");
        }
    }
}

fn is_uniform(picture: &Image, rect: Rect) -> bool {
    let mut obscured = picture.clone();
    obscured.obscure(rect);
    obscured == *picture
}

fn is_password(control: &Control) -> bool {
    control.role == Role::Edit && !["Name", "Echo"].contains(&control.name.as_str())
}

fn hides(control: &Control) -> bool {
    control.states.has(State::Protected)
}

fn select(text: &str) -> Gesture {
    Gesture::SelectText(text.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_shows_or_copies_what_its_field_hides_reveals_no_part_of_it() {
    let mut attack = Attack::on_the_page().await;
    Box::pin(a_page_that_shows_what_its_field_hid_reveals_no_part_of_it(&mut attack)).await;
    Box::pin(a_page_that_copies_what_its_field_hides_shows_it_nowhere(&mut attack)).await;
}

async fn a_page_that_shows_what_its_field_hid_reveals_no_part_of_it(attack: &mut Attack) {
    let while_typing = "Reveal while typing";
    let shown_by = tried(&["Show", "Reveal", while_typing], |it| *it == "Show");
    let is_shown_while_typing = shown_by.contains(&while_typing);
    for shown_by in shown_by {
        attack.on("Hide", click()).await;
        attack.find("a field that hides its text", hides).await;
        if shown_by != while_typing {
            attack.on_field(replace(MAIL)).await;
        }
        attack.on(shown_by, click()).await;
        if shown_by == while_typing {
            attack.on_field(replace(MAIL)).await;
        }
        let shown = attack.find("a field that shows its text", |it| is_password(it) && !hides(it)).await;
        assert_eq!(shown.value.as_deref(), Some(MAIL), "{shown_by}");
        attack.assert_painted_over("the field", |it| it.value.as_deref() == Some(SECRET)).await;
        let far = attack.find("another field", |it| it.name == "Echo").await.rect.center();
        let gestures = [
            keys("^a^c"),
            select("Quix"),
            drag(far),
            keys("{END}+{LEFT 5}^c"),
            keys("{HOME}+{RIGHT 4}"),
            keys("{BACKSPACE 9}"),
            keys("{DELETE}"),
            select("none of it"),
            clicks(Button::Left, 2),
            clicks(Button::Right, 1),
            clicks(Button::Middle, 1),
        ];
        // One way to show it is enough for all of them.
        let most = match shown_by {
            "Show" if tries_also("eight more gestures on the field") => gestures.len(),
            "Show" => 3,
            _ => 2,
        };
        for gesture in gestures.into_iter().take(most) {
            let effect = attack.on_field(gesture.clone()).await;
            assert!(effect.starts_with("refused: {{secret:mail}} stands in"), "{gesture:?}: {effect}");
        }
        assert!(attack.on("Echo", clicks(Button::Middle, 1)).await.starts_with("refused"));
        attack.on_field(append("x")).await;
        attack.on("Shorten", click()).await;
        attack.on_field(append("yy")).await;
        attack.on("Cut", click()).await;
        attack.assert_painted_over("the rest", |it| it.value.as_deref() == Some("Qui")).await;
        let cut = attack.find("the field", is_password).await;
        assert_eq!(cut.value.as_deref(), Some(MAIL), "{shown_by}");
        attack.read_everything().await;
        attack.assert_nothing_leaked();
        let has_rest = |it: &&str| it.split(|it: char| !it.is_alphanumeric()).any(|it| it == "Qui");
        if attack.transcript.contains("Qui") {
            assert_eq!(attack.transcript.lines().find(has_rest), None, "{shown_by}");
        }
        // Once it is empty, the field is read again.
        let effect = attack.on_field(replace("new")).await;
        assert_eq!(effect, "confirmed: value \"{{secret:mail}}\" -> \"new\"", "{shown_by}");
        assert!(attack.on_field(keys("^a^c")).await.starts_with("confirmed"));
        assert_eq!(attack.clipboard().await.as_deref(), Some("new"));
    }
    if is_shown_while_typing {
        attack.on(while_typing, click()).await;
    }
}

/// Shows it to everybody in the title of the window at its end.
async fn a_page_that_copies_what_its_field_hides_shows_it_nowhere(attack: &mut Attack) {
    attack.on("Hide", click()).await;
    attack.find("a field that hides its text", hides).await;
    attack.on_field(replace(MAIL)).await;
    Box::pin(what_was_ruled_on_is_pressed_and_nothing_else_while_a_secret_stands_in_the_window(attack)).await;
    attack.on("To a field", click()).await;
    attack.assert_painted_over("the other field", |it| it.value.as_deref() == Some(SECRET)).await;
    let gestures = [keys("^a^c"), select("Quix"), keys("{BACKSPACE}"), clicks(Button::Left, 2)];
    let most = if tries_also("two more gestures on the other field") { gestures.len() } else { 2 };
    for gesture in gestures.into_iter().take(most) {
        let effect = attack.on("Echo", gesture.clone()).await;
        assert!(effect.starts_with("refused: {{secret:mail}} stands in"), "{gesture:?}: {effect}");
    }
    let copies = [("To a text", format!("it is {SECRET}")), ("Reversed", SECRET.chars().rev().collect())];
    for (copied, text) in tried(&copies, |it| it.0 == "To a text") {
        attack.on(copied, click()).await;
        let shows = |it: &Control| it.value.as_ref() == Some(&text) || it.name == text;
        attack.assert_painted_over(copied, shows).await;
    }
    attack.on("To the address", click()).await;
    attack
        .assert_painted_over("the address", |it| {
            it.value.as_ref().is_some_and(|it| it.ends_with(&format!("#{SECRET}")))
        })
        .await;
    attack.on("Show", click()).await;
    attack.on("To the clipboard", click()).await;
    assert_eq!(attack.clipboard().await.as_deref(), Some(MAIL));
    attack.read_everything().await;
    attack.on("To the title", click()).await;
    attack.test.window("Quixotry — Mozilla Firefox").await;
    let window = attack.window.rect;
    for picture in attack.pictures().await {
        assert!(is_uniform(&picture, window), "the title is seen in {picture:?}");
    }
    attack.read_everything().await;
    attack.assert_nothing_leaked();
}

async fn what_was_ruled_on_is_pressed_and_nothing_else_while_a_secret_stands_in_the_window(
    attack: &mut Attack,
) {
    let next = attack.find("a button", |it| it.name == "Next").await;
    let rename = attack.test.find(&attack.window, Role::Button, "Rename").await;
    attack.test.on(&attack.window, &rename, click()).await;
    attack.test.find(&attack.window, Role::Button, "Send money").await;
    let aim = Aim::Point(next.rect.center());
    let input = Input { window: attack.window.id, aim, gesture: click() };
    let outcome = attack.desktop.perform(&input).await;
    assert!(matches!(outcome, Err(DesktopError::ControlChanged { .. })), "{outcome:?}");
    attack.test.find(&attack.window, Role::Button, "Send money").await;
}
