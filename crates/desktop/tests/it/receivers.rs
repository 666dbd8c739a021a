//! The arguments that receivers have an application started with.

use async_trait::async_trait;
use deskpilot_core::{Application, CommandSpec, Launch, Operation, Outcome, Policy};
use deskpilot_desktop::{DesktopError, NativeAction, Puppeteer, Receiver, RedactedDesktop, Scope};
use deskpilot_testkit::TextDesktop;

/// A receiver without commands that wants arguments for one application.
struct WithArgs(&'static str);

#[async_trait]
impl Receiver for WithArgs {
    fn name(&self) -> &'static str {
        "WITH_ARGS"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        false
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Err(DesktopError::NoSuchCommand(action.call.command.clone()))
    }

    fn launch_args(&self, application: &Application) -> Vec<String> {
        let is_its = application.id == self.0;
        if is_its { vec!["--accept=pipe".into(), "--quiet".into()] } else { Vec::new() }
    }
}

#[tokio::test]
async fn applications_are_started_so_that_they_can_be_told() {
    let desk =
        "app \"Sheets\" sheets\n  window \"Sheet\" sheets\napp \"Words\" words\n  window \"Letter\" words\n";
    let desktop = TextDesktop::new(desk).unwrap();
    let receivers = ["sheets", "sheets", "mail"].map(|it| Box::new(WithArgs(it)) as Box<dyn Receiver>).into();
    let redacted = RedactedDesktop::new(Box::new(desktop.clone()), Policy::default());
    let mut puppeteer = Puppeteer::new(redacted, receivers);
    for application in ["Sheets", "Words"] {
        let launch = Operation::Launch(Launch { application: application.into(), file: None });
        puppeteer.perform(&launch).await.unwrap();
    }
    let expected = [("sheets", vec!["--accept=pipe", "--quiet"]), ("words", vec![])];
    let expected =
        expected.map(|(name, args)| (name.to_owned(), args.iter().map(ToString::to_string).collect()));
    assert_eq!(desktop.started(), Vec::from(expected));
}
