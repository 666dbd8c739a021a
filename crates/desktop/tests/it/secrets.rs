//! Secrets on a text desktop: typed, but never in a result.

use crate::late_dialog::LateDialogDesktop;
use async_trait::async_trait;
use deskpilot_core::{
    Aim, Button, Call, CommandSpec, Control, Effect, Evidence, Gesture, Input, Outcome, Param, ParamKind,
    Policy, PolicyFile, Presence, Rect, Refusal, Role, Rule, RuleEffect, Secret, SideEffects, State,
    TextMode, Window, parse_keys,
};
use deskpilot_desktop::{
    Area, Budget, Desktop, DesktopError, DesktopReader, DetectedElement, Detections, Grounding,
    GroundingRequest, GroundingTrigger, Image, LookOptions, NativeAction, Receiver, RedactedDesktop,
    RedactedGrounding, RedactedReceiver, Redactor, RevealedSecret, Sandbox, Scope, ScreenWatch, SecretError,
    SecretScope, SecretSearch, SecretStore, ShellReceiver, WindowList, look_at_desktop, look_at_window,
};
use deskpilot_testkit::{InjectedFault, TextDesktop};
use serde_json::json;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

pub(crate) const SECRET: &str = "OpenSesame 42";
pub(crate) const MAIL: &str = "{{secret:mail}}";

const DESK: &str = r#"
    window "Log in" mail
      edit "Password" protected
      edit "Echo" = "-"
      button "opensesame 42" -> window "Hello" mail
        text "hello"
    "#;

/// A secret without restrictions, one for another application, one for a site, and one that is too short.
pub(crate) struct TestSecrets;

#[async_trait]
impl SecretStore for TestSecrets {
    fn names(&self) -> Vec<String> {
        ["mail", "bank", "pin"].map(str::to_owned).into()
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        let bank = SecretScope { applications: vec!["firefox*".into()], domains: Vec::new() };
        match name {
            "mail" => RevealedSecret::new(name, Secret::new(SECRET), SecretScope::default()),
            "bank" => RevealedSecret::new(name, Secret::new("other-one"), bank),
            "site" => {
                let bounds = SecretScope { applications: Vec::new(), domains: vec!["*.bank.example".into()] };
                RevealedSecret::new(name, Secret::new("third-one"), bounds)
            }
            "pin" => RevealedSecret::new(name, Secret::new("123"), SecretScope::default()),
            _ => Err(SecretError::Unknown { name: name.to_owned(), known: self.names() }),
        }
    }
}

fn redacted(real: TextDesktop, redactor: Redactor) -> RedactedDesktop {
    RedactedDesktop::new(Box::new(real), Policy::default()).with_secrets(Box::new(TestSecrets), redactor)
}

pub(crate) struct Setup {
    pub(crate) real: TextDesktop,
    pub(crate) redacted: RedactedDesktop,
    pub(crate) redactor: Redactor,
    pub(crate) window: Window,
}

impl Setup {
    pub(crate) async fn new(real: TextDesktop) -> Setup {
        let redactor = Redactor::default();
        let mut redacted = redacted(real.clone(), redactor.clone());
        let window = redacted.windows().await.unwrap().remove(0);
        Setup { real, redacted, redactor, window }
    }

    pub(crate) async fn controls(&mut self) -> Vec<Control> {
        self.redacted.controls(&self.window, Budget::LOOK).await.unwrap().controls
    }

    pub(crate) async fn on(&mut self, name: &str, gesture: Gesture) -> Result<Outcome, DesktopError> {
        let control = self.controls().await.into_iter().find(|it| it.name == name);
        let aim = Aim::Control(Box::new(control.unwrap_or_else(|| panic!("no {name}"))));
        self.redacted.perform(&Input { window: self.window.id, aim, gesture }).await
    }

    pub(crate) async fn type_it(&mut self) {
        let effect = self.on("Password", text(MAIL)).await.unwrap().effect;
        assert_eq!(effect.to_string(), "unverified: what is typed there is hidden");
        assert_eq!(self.real.value("Password").unwrap(), SECRET);
    }
}

fn desk() -> TextDesktop {
    TextDesktop::new(DESK).unwrap()
}

pub(crate) fn text(text: &str) -> Gesture {
    Gesture::Text { text: text.to_owned(), mode: TextMode::Replace }
}

#[tokio::test]
async fn a_secret_is_typed_and_shown_nowhere() {
    for keys in [text(MAIL), Gesture::Keys(parse_keys("^a{{secret:mail}}").unwrap())] {
        let mut setup = Setup::new(desk()).await;
        let outcome = setup.on("Password", keys).await.unwrap();
        assert_eq!(setup.real.value("Password").unwrap(), SECRET);
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
        let mut setup = Setup::new(desk()).await;
        let effect = setup.on("Password", text(typed)).await.unwrap().effect.to_string();
        assert!(effect.starts_with(&format!("refused: {expected}")), "{effect}");
        assert_eq!(setup.real.performed(), [], "{typed}");
    }
    for (secret, why) in [("a\nbcd", "a line break or a tab"), ("äöü", "shorter than 4 characters")] {
        let unfit = RevealedSecret::new("x", Secret::new(secret), SecretScope::default()).unwrap_err();
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
        let mut setup = Setup::new(TextDesktop::new(&fixture).unwrap()).await;
        let effect = setup.on("Password", text("{{secret:site}}")).await.unwrap().effect.to_string();
        assert!(effect.starts_with(expected), "{pages}: {effect}");
    }
}

#[tokio::test]
async fn what_was_typed_is_struck_from_everything_that_is_read() {
    let mut setup = Setup::new(desk()).await;
    assert!(
        setup.controls().await.iter().any(|it| it.name == "opensesame 42"),
        "nothing was revealed so far"
    );
    setup.type_it().await;
    setup.real.put("Echo", "it is OPENSESAME 42, and more");
    let echo = setup.controls().await.into_iter().find(|it| it.name == "Echo").unwrap();
    // A person could change the field, so that what is left would reveal the rest: all of its text is redacted.
    assert_eq!(echo.value.as_deref(), Some(MAIL));
    let read = setup.redacted.read(setup.window.id, &echo).await.unwrap_err().to_string();
    assert!(read.starts_with("{{secret:mail}} stands in Edit \"Echo\""), "{read}");
    let effect = setup.on("Echo", text("new")).await.unwrap().effect.to_string();
    assert_eq!(effect, "confirmed: value \"{{secret:mail}}\" -> \"new\"");
    // An input finds a control that is named like the secret by its real name.
    let click = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
    let effect = setup.on(MAIL, click).await.unwrap().effect;
    assert!(effect.is_success(), "{effect}");
}

#[tokio::test]
async fn no_picture_shows_what_was_typed() {
    let options = || LookOptions::USUAL;
    let mut setup = Setup::new(desk()).await;
    setup.real.put("Echo", SECRET);
    let before = look_at_window(&mut setup.redacted, &setup.window, options()).await.unwrap();
    setup.type_it().await;
    let after = look_at_window(&mut setup.redacted, &setup.window, options()).await.unwrap();
    let all = look_at_desktop(&mut setup.redacted).await.unwrap().clean;
    let echo = after.controls.iter().find(|it| it.name == "Echo").unwrap().rect;
    assert!(!is_uniform(&before.clean, echo), "the text is drawn");
    for picture in [&after.clean, &all] {
        assert!(is_uniform(picture, echo), "{picture:?}");
    }
}

/// The same desktop, which as a whole is not read in time.
async fn slow(desktop: &TextDesktop) -> LateDialogDesktop {
    let late = Some(desktop.clone().root_window().await.unwrap().id);
    let (desktop, dialog, passed) = (desktop.clone(), None, Vec::new());
    LateDialogDesktop { desktop, dialog, passed, listed_after: 0, reads: 0, late, captures: Arc::default() }
}

#[tokio::test]
async fn a_person_who_watches_is_shown_nothing_that_was_not_read_in_time_once_a_secret_is_typed() {
    let mut setup = Setup::new(desk()).await;
    for is_hidden in [false, true] {
        if is_hidden {
            setup.type_it().await;
        }
        let slow = slow(&setup.real).await;
        let captures = slow.captures.clone();
        let mut watch = ScreenWatch::new(Box::new(slow), Policy::default(), &setup.redactor);
        let shown = watch.change().await.unwrap().unwrap();
        assert_eq!(captures.load(Ordering::Relaxed), 1, "what was compared is what is shown");
        assert_eq!(is_uniform(&shown, shown.rect()), is_hidden, "{shown:?}");
        assert_eq!(watch.change().await.unwrap().is_some(), is_hidden, "it looks again");
    }
}

#[tokio::test]
async fn a_picture_of_the_desktop_hides_what_did_not_reply_in_time() {
    let desktop = desk();
    desktop.put("Echo", SECRET);
    let slow = slow(&desktop).await;
    let redactor = Redactor::default();
    let mut redacted = RedactedDesktop::new(Box::new(slow), Policy::default())
        .with_secrets(Box::new(TestSecrets), redactor.clone());
    let window = redacted.windows().await.unwrap().remove(0);
    let mut setup = Setup { real: desktop, redacted, redactor, window };
    setup.type_it().await;
    let seen = setup.controls().await;
    let drawn = setup.real.capture(&Area::Desktop).await.unwrap();
    let all = look_at_desktop(&mut setup.redacted).await.unwrap().clean;
    for name in ["Password", "Echo"] {
        let place = seen.iter().find(|it| it.name == name).unwrap().rect;
        assert!(!is_uniform(&drawn, place), "{name} is drawn");
        assert!(is_uniform(&all, place), "{name}: {all:?}");
    }
}

pub(crate) fn is_uniform(picture: &Image, rect: Rect) -> bool {
    let mut obscured = picture.clone();
    obscured.obscure(rect);
    obscured == *picture
}

#[tokio::test]
async fn an_error_reveals_no_secret() {
    let why = format!("there is {SECRET:?} in it already");
    let error = DesktopError::NotPossible { what: "Edit \"Password\"".into(), why };
    let mut setup = Setup::new(desk().with_fault(1, InjectedFault::Fails(error))).await;
    let message = setup.on("Password", text(MAIL)).await.unwrap_err().to_string();
    assert!(message.contains(MAIL) && !message.contains("Sesame"), "{message}");
    // A report on typing it contains no part of it either.
    let partial =
        InjectedFault::Refuses(Refusal::NotAllowed("4 of 13 characters are there: \"OpenS\"".into()));
    let mut setup = Setup::new(desk().with_fault(1, partial)).await;
    let effect = setup.on("Password", text(MAIL)).await.unwrap().effect.to_string();
    assert!(effect.contains(MAIL) && !effect.contains("OpenS"), "{effect}");
}

/// A grounding that always finds the same text.
struct FixedGrounding(Rect);

#[async_trait]
impl Grounding for FixedGrounding {
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
async fn neither_eyes_nor_programs_reveal_it() {
    let mut setup = Setup::new(desk()).await;
    setup.type_it().await;
    let env = vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())];
    let shell = Box::new(ShellReceiver { env, sandbox: Sandbox::None, folder: "/".into() });
    let mut shell = RedactedReceiver { receiver: shell, redactor: setup.redactor.clone() };
    let args = json!({"argv": ["echo", SECRET]}).as_object().cloned().unwrap();
    let call = Call { command: "run_shell".into(), args };
    let action = NativeAction { call: &call, scope: Scope::Desktop, deadline: Duration::from_secs(5) };
    let outcome = shell.run(&action).await.unwrap();
    assert_eq!(outcome.output.as_deref(), Some("{{secret:mail}}\n"));

    let place = Rect::new(setup.window.rect.x + 5, setup.window.rect.y + 10, 60, 30);
    let mut eyes =
        RedactedGrounding { grounding: Box::new(FixedGrounding(place)), redactor: setup.redactor.clone() };
    let grounding = Some(GroundingRequest { grounding: &mut eyes, trigger: GroundingTrigger::Always });
    let options = LookOptions { grounding, ..LookOptions::USUAL };
    let look = look_at_window(&mut setup.redacted, &setup.window, options).await.unwrap();
    assert!(look.controls.iter().any(|it| it.name == "it says {{secret:mail}}"), "{:?}", look.controls);
    assert!(is_uniform(&look.clean, place));
}

/// A receiver with a discovered command.
struct DiscoveringReceiver(CommandSpec);

#[async_trait]
impl Receiver for DiscoveringReceiver {
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

/// A receiver whose every command takes a picture.
struct PictureReceiver;

#[async_trait]
impl Receiver for PictureReceiver {
    fn name(&self) -> &'static str {
        "PICTURES"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    fn takes_picture(&self, _: &Call) -> bool {
        true
    }

    /// A page that calls an element by the secret, and a field for what is typed.
    async fn complete(&mut self, action: &NativeAction<'_>) -> Result<Option<Call>, DesktopError> {
        let mut call = action.call.clone();
        call.args.insert("name".into(), format!("what {SECRET} does").into());
        Ok(Some(call))
    }

    async fn run(&mut self, _: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Ok(Effect::Confirmed(Evidence::Reported("it was taken".into())).into())
    }
}

#[tokio::test]
async fn no_command_that_is_discovered_reveals_it() {
    let mut setup = Setup::new(desk()).await;
    setup.type_it().await;
    let doc = || format!("what {SECRET} opens").into();
    let kind = ParamKind::OneOf(vec![doc()].into());
    let param = Param { name: "door".into(), doc: doc(), kind, presence: Presence::Optional };
    let name = format!("open_{SECRET}").into();
    let spec =
        CommandSpec { name, doc: doc(), params: vec![param].into(), side_effects: SideEffects::Unstated };
    let receiver = Box::new(DiscoveringReceiver(spec));
    let mut receiver = RedactedReceiver { receiver, redactor: setup.redactor.clone() };
    let commands = receiver.commands(Scope::Desktop).await.unwrap();
    assert!(!format!("{commands:?}").contains(SECRET), "{commands:?}");
}

#[tokio::test]
async fn no_command_takes_a_picture_once_a_secret_was_typed() {
    let mut setup = Setup::new(desk()).await;
    let call = Call { command: "element_screenshot".into(), ..Call::default() };
    let action = NativeAction { call: &call, scope: Scope::Desktop, deadline: Duration::from_secs(5) };
    for is_typed in [false, true] {
        if is_typed {
            setup.type_it().await;
        }
        let receiver = Box::new(PictureReceiver);
        let mut receiver = RedactedReceiver { receiver, redactor: setup.redactor.clone() };
        let effect = receiver.run(&action).await.unwrap().effect.to_string();
        let is_refused = effect.contains("a secret was typed in this session");
        assert_eq!(is_refused, is_typed, "{effect}");
    }
}

#[tokio::test]
async fn the_name_of_an_element_is_shown_without_the_secret_and_what_the_agent_wrote_stays() {
    let mut setup = Setup::new(desk()).await;
    setup.type_it().await;
    let text = json!({"text": format!("{SECRET} by chance")}).as_object().cloned().unwrap();
    let call = Call { command: "fill".into(), args: text };
    let action = NativeAction { call: &call, scope: Scope::Desktop, deadline: Duration::from_secs(5) };
    let receiver = Box::new(PictureReceiver);
    let mut receiver = RedactedReceiver { receiver, redactor: setup.redactor.clone() };
    let completed = receiver.complete(&action).await.unwrap().unwrap();
    assert_eq!(completed.args["name"], "what {{secret:mail}} does");
    assert_eq!(completed.args["text"], call.args["text"]);
}

#[tokio::test]
async fn what_an_earlier_process_typed_is_kept_out_too() {
    let mut setup = Setup::new(desk()).await;
    setup.real.put("Echo", SECRET);
    let troubles = setup.redacted.cover_secrets(&["mail".into(), "gone".into()]).await;
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    let echo = setup.controls().await.into_iter().find(|it| it.name == "Echo").unwrap();
    assert_eq!(echo.value.as_deref(), Some(MAIL));
}

#[tokio::test]
async fn a_field_that_shows_what_is_typed_since_it_was_seen_gets_no_secret() {
    let mut setup = Setup::new(desk()).await;
    let mut echo = setup.controls().await.into_iter().find(|it| it.name == "Echo").unwrap();
    echo.states = echo.states.with(State::Protected);
    let input = Input { window: setup.window.id, aim: Aim::Control(Box::new(echo)), gesture: text(MAIL) };
    let effect = setup.redacted.perform(&input).await.unwrap().effect.to_string();
    assert_eq!(effect, "refused: the field no longer hides its input; look again");
    assert_eq!(setup.real.value("Echo").as_deref(), Some("-"));
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

/// The secrets of a store, one of which nobody may read without a person.
struct Locked;

#[async_trait]
impl SecretStore for Locked {
    fn names(&self) -> Vec<String> {
        vec!["locked".into(), "mail".into()]
    }

    async fn reveal(&self, name: &str) -> Result<RevealedSecret, SecretError> {
        TestSecrets.reveal(name).await
    }

    async fn reveal_unasked(&self, name: &str) -> Result<Secret, SecretError> {
        match name {
            "mail" => Ok(Secret::new(SECRET)),
            _ => Err(SecretError::Withheld { name: name.to_owned(), why: "it is locked".into() }),
        }
    }
}

#[tokio::test]
async fn a_secret_that_nobody_typed_is_found_in_a_text_and_its_parts_are_not() {
    let all = RedactedDesktop::new(Box::new(desk()), Policy::default());
    let mut all = all.with_secrets(Box::new(TestSecrets), Redactor::default());
    let some = RedactedDesktop::new(Box::new(desk()), Policy::default());
    let mut some = some.with_secrets(Box::new(Locked), Redactor::default());
    for (text, of_all, of_some) in [
        ("it is opensesame 42.", SecretSearch::Found, SecretSearch::Found),
        ("it is other-one", SecretSearch::Found, SecretSearch::Unsearched),
        ("a sesame seed, pin 123", SecretSearch::Absent, SecretSearch::Unsearched),
    ] {
        assert_eq!(all.search_secrets(text).await, of_all, "{text}");
        assert_eq!(some.search_secrets(text).await, of_some, "{text}");
    }
    let mut setup = Setup::new(desk()).await;
    setup.type_it().await;
    let part = setup.redacted.search_secrets("a sesame seed").await;
    assert_eq!(part, SecretSearch::Found, "a part of what was typed");
}
