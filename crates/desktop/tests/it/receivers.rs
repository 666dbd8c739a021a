//! The arguments with which receivers start an application, and the wait until it takes native commands.

use async_trait::async_trait;
use deskpilot_core::{
    Application, CommandSpec, Effect, Launch, Operation, Outcome, Policy, TableFormat, Window,
};
use deskpilot_desktop::{
    ApplicationLifeCycle, DesktopError, LaunchExtra, NativeAction, NativeUse, Puppeteer, Receiver,
    RedactedDesktop, Scope,
};
use deskpilot_testkit::TextDesktop;
use std::sync::{Arc, Mutex};

/// A receiver without commands that wants arguments for one application, and records for which windows it waited.
struct WithArgs(&'static str, Arc<Mutex<Vec<String>>>);

#[async_trait]
impl Receiver for WithArgs {
    fn name(&self) -> &'static str {
        "WITH_ARGS"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if window.application == self.0)
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Err(DesktopError::NoSuchCommand(action.call.command.clone()))
    }

    fn life_cycle(&mut self) -> Option<&mut dyn ApplicationLifeCycle> {
        Some(self)
    }
}

#[async_trait]
impl ApplicationLifeCycle for WithArgs {
    fn launch_extras(
        &self,
        application: &Application,
        launch: &Launch,
    ) -> Result<Vec<LaunchExtra>, DesktopError> {
        if application.id != self.0 {
            return Ok(Vec::new());
        }
        let wanted = ["--accept=pipe", "--quiet"].map(|it| LaunchExtra::Argument(it.into()));
        let import = launch.table.separator.map(|it| LaunchExtra::Import(format!("--fields={it}")));
        Ok(wanted.into_iter().chain(import).collect())
    }

    async fn wait_until_ready(&mut self, window: &Window) {
        self.1.lock().unwrap().push(window.title.clone());
    }
}

/// The applications that were started with their arguments, and the windows for which it waited.
type Launched = (Vec<(String, Vec<String>)>, Vec<String>);

async fn launched(native: NativeUse) -> Launched {
    let desk =
        "app \"Sheets\" sheets\n  window \"Sheet\" sheets\napp \"Words\" words\n  window \"Letter\" words\n";
    let desktop = TextDesktop::new(desk).unwrap();
    let waited = Arc::<Mutex<Vec<String>>>::default();
    let receiver = |it| Box::new(WithArgs(it, Arc::clone(&waited))) as Box<dyn Receiver>;
    let receivers = ["sheets", "sheets", "mail"].map(receiver).into();
    let redacted = RedactedDesktop::new(Box::new(desktop.clone()), Policy::default());
    let mut puppeteer = Puppeteer::new(redacted, receivers).using(native);
    for application in ["Sheets", "Words"] {
        let launch =
            Operation::Launch(Launch { application: application.into(), file: None, ..Launch::default() });
        puppeteer.perform(&launch).await.unwrap();
    }
    let waited = waited.lock().unwrap().clone();
    (desktop.started(), waited)
}

#[tokio::test]
async fn applications_are_started_so_that_they_can_be_commanded_and_waited_for_until_they_can() {
    let args = vec!["--accept=pipe".into(), "--quiet".into()];
    let started = |args| vec![("sheets".to_owned(), args), ("words".to_owned(), Vec::new())];
    assert_eq!(launched(NativeUse::On).await, (started(args), vec!["Sheet".to_owned(); 2]));
    assert_eq!(launched(NativeUse::Off).await, (started(Vec::new()), Vec::new()));
}

fn with_sheets(desktop: &TextDesktop) -> Puppeteer {
    let receiver = WithArgs("sheets", Arc::default());
    let redacted = RedactedDesktop::new(Box::new(desktop.clone()), Policy::default());
    Puppeteer::new(redacted, vec![Box::new(receiver)])
}

#[tokio::test]
async fn a_table_that_is_open_already_is_not_confirmed_as_read_with_another_separator() {
    let desk = "\
window \"Sheet\" sheets
app \"Sheets\" sheets \"\" \"csv\"
  window \"Sheet\" sheets
";
    let desktop = TextDesktop::new(desk).unwrap();
    let desktop = desktop.with_file_shown("/a.csv", "1;2").with_file("/b.csv", "1;2");
    for (file, separator, is_read) in
        [("/a.csv", None, true), ("/a.csv", Some(';'), false), ("/b.csv", Some(';'), true)]
    {
        let table = TableFormat { separator, encoding: None };
        let launch = Launch { file: Some(file.into()), table: table.into(), ..Launch::default() };
        let effect = with_sheets(&desktop).perform(&Operation::Launch(launch)).await.unwrap().effect;
        assert_eq!(matches!(effect, Effect::Confirmed(_)), is_read, "{file} with {separator:?}: {effect}");
        assert!(is_read || effect.to_string().ends_with("close it first"), "{effect}");
    }
}

#[tokio::test]
async fn a_separator_goes_to_what_reads_tables_and_is_refused_elsewhere() {
    let desk = "\
app \"Sheets\" sheets \"\" \"csv\"
  window \"Sheet\" sheets
app \"Words\" words
  window \"Letter\" words
";
    let desktop = TextDesktop::new(desk).unwrap().with_file("/a.csv", "1;2");
    let mut puppeteer = with_sheets(&desktop);
    let table = TableFormat { separator: Some(';'), encoding: None };
    for (application, is_opened) in [("", true), ("Words", false)] {
        let file = Some("/a.csv".to_owned());
        let launch = Launch {
            application: application.into(),
            file,
            table: table.clone().into(),
            ..Launch::default()
        };
        let effect = puppeteer.perform(&Operation::Launch(launch)).await.unwrap().effect;
        assert_eq!(matches!(effect, Effect::Confirmed(_)), is_opened, "{effect}");
    }
    let args = ["--accept=pipe", "--quiet", "--fields=;"].map(str::to_owned).to_vec();
    assert_eq!(desktop.started(), [("sheets".to_owned(), args)]);
}
