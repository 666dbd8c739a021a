//! Secrets at a text desktop: typed, and read nowhere.

use super::*;
use crate::{
    Area, Ask, Desktop, DesktopError, DetectedElement, Detections, Grounding, Image, LookOptions, Mishap,
    NativeAction, Receiver, Scope, ShellReceiver, TextDesktop, When, look_at_desktop, look_at_window,
};
use async_trait::async_trait;
use deskpilot_core::{
    Aim, Button, Call, CommandSpec, Control, Gesture, Input, Outcome, Param, ParamKind, Policy, PolicyFile,
    Presence, Rect, Refusal, Role, Rule, RuleEffect, Secret, SideEffects, State, TextMode, Window,
    parse_keys,
};
use serde_json::json;
use std::{sync::Arc, time::Duration};

const SECRET: &str = "OpenSesame 42";
const MAIL: &str = "{{secret:mail}}";

const DESK: &str = r#"
    window "Log in" mail
      edit "Password" protected
      edit "Echo" = "-"
      button "opensesame 42" -> window "Hello" mail
        text "hello"
    "#;

/// A secret for every place, one for another application, one for a site, and one that is none.
struct Kept;

#[async_trait]
impl Secrets for Kept {
    fn names(&self) -> Vec<String> {
        ["mail", "bank", "pin"].map(str::to_owned).into()
    }

    async fn reveal(&self, name: &str) -> Result<Revealed, SecretError> {
        let bank = Bounds { applications: vec!["firefox*".into()], domains: Vec::new() };
        match name {
            "mail" => Revealed::fit(name, Secret::new(SECRET), Bounds::default()),
            "bank" => Revealed::fit(name, Secret::new("other-one"), bank),
            "site" => {
                let bounds = Bounds { applications: Vec::new(), domains: vec!["*.bank.example".into()] };
                Revealed::fit(name, Secret::new("third-one"), bounds)
            }
            "pin" => Revealed::fit(name, Secret::new("123"), Bounds::default()),
            _ => Err(SecretError::Unknown { name: name.to_owned(), known: self.names() }),
        }
    }
}

fn redacted(real: TextDesktop, redactor: Redactor) -> RedactedDesktop {
    RedactedDesktop::new(Box::new(real), Policy::default()).with_secrets(Box::new(Kept), redactor)
}

struct Bench {
    real: TextDesktop,
    redacted: RedactedDesktop,
    redactor: Redactor,
    window: Window,
}

impl Bench {
    async fn new(real: TextDesktop) -> Bench {
        let redactor = Redactor::default();
        let mut redacted = redacted(real.clone(), redactor.clone());
        let window = redacted.windows().await.unwrap().remove(0);
        Bench { real, redacted, redactor, window }
    }

    async fn controls(&mut self) -> Vec<Control> {
        self.redacted.controls(&self.window, crate::Budget::LOOK).await.unwrap().controls
    }

    async fn on(&mut self, name: &str, gesture: Gesture) -> Result<Outcome, DesktopError> {
        let control = self.controls().await.into_iter().find(|it| it.name == name);
        let aim = Aim::Control(Box::new(control.unwrap_or_else(|| panic!("no {name}"))));
        self.redacted.perform(&Input { window: self.window.id, aim, gesture }).await
    }

    async fn type_it(&mut self) {
        let effect = self.on("Password", text(MAIL)).await.unwrap().effect;
        assert_eq!(effect.to_string(), "unverified: what is typed there is hidden");
        assert_eq!(self.real.value("Password").unwrap(), SECRET);
    }
}

fn desk() -> TextDesktop {
    TextDesktop::new(DESK).unwrap()
}

fn text(text: &str) -> Gesture {
    Gesture::Text { text: text.to_owned(), mode: TextMode::Replace }
}

#[tokio::test]
async fn a_secret_is_typed_and_told_nowhere() {
    for keys in [text(MAIL), Gesture::Keys(parse_keys("^a{{secret:mail}}").unwrap())] {
        let mut bench = Bench::new(desk()).await;
        let outcome = bench.on("Password", keys).await.unwrap();
        assert_eq!(bench.real.value("Password").unwrap(), SECRET);
        assert!(!format!("{outcome:?}").contains("Sesame"), "{outcome:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_typed_is_refused_with_what_can() {
    for (typed, expected) in [
        (
            "{{secret:nope}}",
            "there is no secret \"nope\"; there are: mail, bank, pin; add it with `deskpilot secret set nope`",
        ),
        ("{{secret:pin}}", "the secret \"pin\" cannot be used: it is shorter than 4 characters"),
        ("{{secret:bank}}", "the secret bank is for firefox*, and this is mail"),
        ("{{secret:mail}}{{secret:bank}}", "the secret bank is for firefox*, and this is mail"),
    ] {
        let mut bench = Bench::new(desk()).await;
        let effect = bench.on("Password", text(typed)).await.unwrap().effect.to_string();
        assert!(effect.starts_with(&format!("refused: {expected}")), "{effect}");
        assert_eq!(bench.real.performed(), [], "{typed}");
    }
    for (secret, why) in [("a\nbcd", "a line break or a tab"), ("äöü", "shorter than 4 characters")] {
        let unfit = Revealed::fit("x", Secret::new(secret), Bounds::default()).unwrap_err();
        assert!(unfit.to_string().contains(why), "{unfit}");
    }
}

#[tokio::test]
async fn a_secret_for_a_site_is_typed_where_the_page_is_from_there() {
    for (pages, expected) in [
        ("document \"https://www.bank.example/login\"", "unverified: what is typed there is hidden"),
        (
            "document \"https://www.bank.example.evil.example/\"",
            "refused: the secret site is for *.bank.example, and this is www.bank.example.evil.example",
        ),
        (
            "document \"https://www.bank.example/\"\n document \"https://evil.example/frame\"",
            "refused: the secret site is for *.bank.example, and this is evil.example",
        ),
        (
            "text \"https://www.bank.example/\"",
            "refused: the secret site is for *.bank.example, and the origin of this page is unknown",
        ),
    ] {
        let lines: String = pages.lines().map(|it| format!("  {}\n", it.trim())).collect();
        let fixture = format!("window \"Bank\" firefox\n  edit \"Password\" protected\n{lines}");
        let mut bench = Bench::new(TextDesktop::new(&fixture).unwrap()).await;
        let effect = bench.on("Password", text("{{secret:site}}")).await.unwrap().effect.to_string();
        assert!(effect.starts_with(expected), "{pages}: {effect}");
    }
}

#[tokio::test]
async fn what_was_typed_is_struck_from_everything_that_is_read() {
    let mut bench = Bench::new(desk()).await;
    assert!(
        bench.controls().await.iter().any(|it| it.name == "opensesame 42"),
        "nothing was revealed so far"
    );
    bench.type_it().await;
    bench.real.put("Echo", "it is OPENSESAME 42, and more");
    let echo = bench.controls().await.into_iter().find(|it| it.name == "Echo").unwrap();
    assert_eq!(echo.value.as_deref(), Some("it is {{secret:mail}}, and more"));
    assert_eq!(bench.redacted.read(bench.window.id, &echo).await.unwrap(), "it is {{secret:mail}}, and more");
    let effect = bench.on("Echo", text("new")).await.unwrap().effect.to_string();
    assert_eq!(effect, "confirmed: value \"it is {{secret:mail}}, and more\" -> \"new\"");
    // A control that is called like the secret is found again by its own name.
    let click = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
    let effect = bench.on(MAIL, click).await.unwrap().effect;
    assert!(effect.is_success(), "{effect}");
}

#[tokio::test]
async fn no_picture_shows_what_was_typed() {
    let options = || LookOptions::USUAL;
    let mut bench = Bench::new(desk()).await;
    bench.real.put("Echo", SECRET);
    let before = look_at_window(&mut bench.redacted, &bench.window, options()).await.unwrap();
    bench.type_it().await;
    let after = look_at_window(&mut bench.redacted, &bench.window, options()).await.unwrap();
    let all = look_at_desktop(&mut bench.redacted).await.unwrap().clean;
    let echo = after.controls.iter().find(|it| it.name == "Echo").unwrap().rect;
    assert!(!is_uniform(&before.clean, echo), "the text is drawn");
    for picture in [&after.clean, &all] {
        assert!(is_uniform(picture, echo), "{picture:?}");
    }
}

fn is_uniform(picture: &Image, rect: Rect) -> bool {
    let mut obscured = picture.clone();
    obscured.obscure(rect);
    obscured == *picture
}

#[tokio::test]
async fn an_error_tells_no_secret() {
    let why = format!("there is {SECRET:?} in it already");
    let error = DesktopError::NotPossible { what: "Edit \"Password\"".into(), why };
    let mut bench = Bench::new(desk().with_mishap(1, Mishap::Fails(error))).await;
    let told = bench.on("Password", text(MAIL)).await.unwrap_err().to_string();
    assert!(told.contains(MAIL) && !told.contains("Sesame"), "{told}");
    // Of what came of typing it no part is told either.
    let partial = Mishap::Refuses(Refusal::NotAllowed("4 of 13 characters are there: \"OpenS\"".into()));
    let mut bench = Bench::new(desk().with_mishap(1, partial)).await;
    let told = bench.on("Password", text(MAIL)).await.unwrap().effect.to_string();
    assert!(told.contains(MAIL) && !told.contains("OpenS"), "{told}");
}

/// Eyes that read the same everywhere.
struct Sees(Rect);

#[async_trait]
impl Grounding for Sees {
    async fn find(&mut self, _: &Image) -> Result<Detections, DesktopError> {
        let spot = DetectedElement {
            role: Role::Text,
            name: format!("it says {SECRET}"),
            rect: self.0,
            confidence: 1.0,
        };
        Ok(Detections { elements: vec![spot], truncated: None })
    }
}

#[tokio::test]
async fn neither_eyes_nor_programs_tell_it() {
    let mut bench = Bench::new(desk()).await;
    bench.type_it().await;
    let env = vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())];
    let shell = Box::new(ShellReceiver { env });
    let mut shell = VeiledReceiver { receiver: shell, redactor: bench.redactor.clone() };
    let args = json!({"argv": ["echo", SECRET]}).as_object().cloned().unwrap();
    let call = Call { command: "run_shell".into(), args };
    let action = NativeAction { call: &call, scope: Scope::Desktop, deadline: Duration::from_secs(5) };
    let outcome = shell.run(&action).await.unwrap();
    assert_eq!(outcome.output.as_deref(), Some("{{secret:mail}}\n"));

    let place = Rect::new(bench.window.rect.x + 5, bench.window.rect.y + 10, 60, 30);
    let mut eyes = VeiledGrounding { grounding: Box::new(Sees(place)), redactor: bench.redactor.clone() };
    let ask = Some(Ask { grounding: &mut eyes, when: When::Always });
    let options = LookOptions { ask, ..LookOptions::USUAL };
    let look = look_at_window(&mut bench.redacted, &bench.window, options).await.unwrap();
    assert!(look.controls.iter().any(|it| it.name == "it says {{secret:mail}}"), "{:?}", look.controls);
    assert!(is_uniform(&look.clean, place));
}

/// A receiver whose command was discovered in an application.
struct Discovered(CommandSpec);

#[async_trait]
impl Receiver for Discovered {
    fn name(&self) -> &'static str {
        "DISCOVERED"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        Ok(vec![Arc::new(self.0.clone())])
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Err(DesktopError::NoSuchCommand(action.call.command.clone()))
    }
}

#[tokio::test]
async fn no_command_that_is_discovered_tells_it() {
    let mut bench = Bench::new(desk()).await;
    bench.type_it().await;
    let told = || format!("what {SECRET} opens").into();
    let kind = ParamKind::OneOf(vec![told()].into());
    let param = Param { name: "door".into(), doc: told(), kind, presence: Presence::Optional };
    let name = format!("open_{SECRET}").into();
    let spec =
        CommandSpec { name, doc: told(), params: vec![param].into(), side_effects: SideEffects::Unstated };
    let receiver = Box::new(Discovered(spec));
    let mut receiver = VeiledReceiver { receiver, redactor: bench.redactor.clone() };
    let told = receiver.commands(Scope::Desktop).await.unwrap();
    assert!(!format!("{told:?}").contains(SECRET), "{told:?}");
}

#[tokio::test]
async fn what_an_earlier_process_typed_is_kept_out_too() {
    let mut bench = Bench::new(desk()).await;
    bench.real.put("Echo", SECRET);
    let troubles = bench.redacted.keep_out(&["mail".into(), "gone".into()]).await;
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    let echo = bench.controls().await.into_iter().find(|it| it.name == "Echo").unwrap();
    assert_eq!(echo.value.as_deref(), Some(MAIL));
}

#[tokio::test]
async fn a_field_that_shows_what_is_typed_since_it_was_seen_gets_no_secret() {
    let mut bench = Bench::new(desk()).await;
    let mut echo = bench.controls().await.into_iter().find(|it| it.name == "Echo").unwrap();
    echo.states = echo.states.with(State::Protected);
    let input = Input { window: bench.window.id, aim: Aim::Control(Box::new(echo)), gesture: text(MAIL) };
    let effect = bench.redacted.perform(&input).await.unwrap().effect.to_string();
    assert_eq!(effect, "refused: the field no longer hides its input; look again");
    assert_eq!(bench.real.value("Echo").as_deref(), Some("-"));
}

#[tokio::test]
async fn no_picture_shows_a_window_that_the_policy_closes() {
    let rule = Rule { application: vec!["vault".into()], ..Rule::new(RuleEffect::Refuse) };
    let closed = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
    for (policy, is_shown) in [(Policy::default(), true), (closed, false)] {
        let real = TextDesktop::new("window \"Keys\" vault\n  edit \"Key\" = \"k\"\nwindow \"Notes\" pen\n")
            .unwrap();
        let mut desktop = RedactedDesktop::new(Box::new(real), policy);
        let (root, windows) = (desktop.root_window().await.unwrap(), desktop.windows().await.unwrap());
        let vault = windows.iter().find(|it| it.application == "vault").unwrap();
        let of_root = look_at_window(&mut desktop, &root, LookOptions::USUAL).await.unwrap().clean;
        let all = look_at_desktop(&mut desktop).await.unwrap().clean;
        let plain = desktop.capture(&Area::Desktop).await.unwrap();
        for picture in [&*of_root, &*all, &plain] {
            assert_eq!(!is_uniform(picture, vault.rect), is_shown, "{picture:?}");
        }
        for area in [Area::Window(vault.id), Area::Window(root.id)] {
            let seen = desktop.capture(&area).await;
            assert_eq!(seen.is_ok(), is_shown || area == Area::Window(root.id), "{area:?}");
        }
        assert_eq!(look_at_window(&mut desktop, vault, LookOptions::USUAL).await.is_ok(), is_shown);
    }
}
