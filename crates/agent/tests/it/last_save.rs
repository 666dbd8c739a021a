//! The desktop makes the session give up: it saves before what can be saved, and reports to the person what was not.

use crate::common::{Script, TestEnv, act, assign};
use async_trait::async_trait;
use deskpilot_agent::{Ending, Ports, Session};
use deskpilot_core::{CommandSpec, Effect, Evidence, Outcome, SideEffects, Verdict};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use deskpilot_testkit::InjectedFault;
use std::sync::Arc;

const DESKTOP: &str = "\
window \"note.txt - Editor\" editor
  edit \"Text\"
  edit \"Name\" = \"note.txt\"
  button \"Next\"
  key \"Ctrl+S\" -> save \"Text\" as edit \"Name\"
";

/// The native command to save of the application `editor`.
struct Saving(Effect);

#[async_trait]
impl Receiver for Saving {
    fn name(&self) -> &'static str {
        "EDITOR"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(it) if it.application == "editor")
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let doc = "Saves the document to its file.".to_owned();
        Ok(vec![Arc::new(CommandSpec {
            name: "save".into(),
            doc: doc.into(),
            params: Vec::new().into(),
            side_effects: SideEffects::Changes,
        })])
    }

    async fn run(&mut self, _: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Ok(self.0.clone().into())
    }
}

/// Types a text, which is confirmed; the next click finds the desktop unusable. Returns how the round ended.
async fn given_up(env: &TestEnv, receivers: Vec<Box<dyn Receiver>>) -> String {
    let replies = [
        assign("write it"),
        act(1, "set_edit_text", r#"{"text": "hello"}"#, ""),
        act(3, "click_input", "{}", ""),
    ];
    let puppeteer = env.puppeteer(Box::new(env.desktop.clone()), receivers);
    let ports = Ports { puppeteer, ..env.ports(Arc::new(Script::new(&replies))) };
    let mut session = Session::open(ports, env.options.clone(), env.session_control.clone(), "test").unwrap();
    match session.round("do it").await.unwrap() {
        Ending::Ended(Verdict::Errored(reason)) => reason,
        other => format!("{other:?}: {}", env.transcript()),
    }
}

fn unusable_at(input: usize) -> TestEnv {
    let env = TestEnv::new(DESKTOP);
    let fault = InjectedFault::Fails(DesktopError::Unusable("it does not answer".into()));
    TestEnv { desktop: env.desktop.clone().with_fault(input, fault), ..env }
}

#[tokio::test]
async fn keys_save_a_document_with_a_file_and_nobody_says_that_they_did_without_seeing_it() {
    let env = unusable_at(2);
    let reason = given_up(&env, Vec::new()).await;
    assert_eq!(env.desktop.file("note.txt").as_deref(), Some("hello"), "{}", env.transcript());
    let expected =
        "the desktop cannot do this: it does not answer; changed and not seen saved: \"note.txt - Editor\"";
    assert_eq!(reason, expected, "{}", env.transcript());
}

#[tokio::test]
async fn a_native_command_saves_and_says_so() {
    let env = unusable_at(2);
    let reason = given_up(
        &env,
        vec![Box::new(Saving(Effect::Confirmed(Evidence::Reported("note.txt was written".into()))))],
    )
    .await;
    assert_eq!(reason, "the desktop cannot do this: it does not answer", "{}", env.transcript());
}

#[tokio::test]
async fn a_document_that_could_not_be_saved_is_named() {
    let env = unusable_at(2);
    let reason = given_up(&env, vec![Box::new(Saving(Effect::unverified("no answer")))]).await;
    assert!(reason.ends_with("changed and not seen saved: \"note.txt - Editor\""), "{reason}");
}
