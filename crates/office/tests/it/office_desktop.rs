//! A private desktop with one document in LibreOffice.

use deskpilot_core::{Aim, Call, Effect, Gesture, Input, Launch, Outcome, Size, TableFormat, Window};
use deskpilot_desktop::{
    ApplicationLifeCycle, Desktop, DesktopError, DesktopReader, LaunchExtra, NativeAction, Receiver, Scope,
};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use deskpilot_office::OfficeReceiver;
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{
    process::Command,
    time::{sleep, timeout},
};

/// A document in its window, and the receiver for it.
pub(crate) struct OfficeDesktop {
    pub(crate) receiver: OfficeReceiver,
    pub(crate) window: Window,
    pub(crate) document: PathBuf,
    pub(crate) desktop: LinuxDesktop,
    /// The argument with which LibreOffice listens.
    listening: String,
    private: PrivateDesktop,
}

/// The Python of the system.
pub(crate) const PYTHON: &str = "/usr/bin/python3";

/// Stands between the scripts of a document and its body.
pub(crate) const END_OF_SCRIPTS: &str = "<!-- body -->";

const MOST: Duration = Duration::from_secs(30);

impl OfficeDesktop {
    /// Opens a flat OpenDocument file with this ending and this body in the application for it.
    pub(crate) async fn open(application: &str, ending: &str, body: &str) -> OfficeDesktop {
        OfficeDesktop::open_in_folder(application, ending, |_| body.to_owned()).await
    }

    /// The same with a body that knows the folder of the document.
    pub(crate) async fn open_in_folder(
        application: &str,
        ending: &str,
        body: impl FnOnce(&Path) -> String,
    ) -> OfficeDesktop {
        let name = format!("document.{ending}");
        let content = |folder: &Path| flat(ending, &body(folder)).into_bytes();
        OfficeDesktop::open_file(application, &name, content).await
    }

    /// The same for a file with this name and these bytes.
    pub(crate) async fn open_file(
        application: &str,
        name: &str,
        content: impl FnOnce(&Path) -> Vec<u8>,
    ) -> OfficeDesktop {
        // LibreOffice fills it, and draws all of it.
        let size = Size { width: 1280, height: 800 };
        let options = PrivateOptions { size, ..PrivateOptions::USUAL };
        let private = PrivateDesktop::bring_up(&options).await.unwrap();
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let document = private.directory().join(name);
        fs::write(&document, content(private.directory())).unwrap();
        let variables = private.seat().environment().iter();
        let env: Vec<_> = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let receivers = OfficeReceiver::all(Path::new(PYTHON), &env);
        let file = Some(document.to_string_lossy().into_owned());
        let launch = Launch { application: application.into(), file, ..Launch::default() };
        let found = desktop.resolve_application(&launch).await.unwrap();
        let calc = receivers.iter().find(|it| it.name() == "CALC").unwrap();
        let extras = calc.launch_extras(&found, &launch).unwrap();
        let window = desktop.launch(&launch, &extras).await.unwrap();
        let receiver = receivers.into_iter().find(|it| it.serves(Scope::Window(&window))).unwrap();
        let argument = |it| if let LaunchExtra::Argument(text) = it { Some(text) } else { None };
        let listening = extras.into_iter().find_map(argument).unwrap();
        OfficeDesktop { receiver, window, document, desktop, listening, private }
    }

    /// Opens the document once more, in a LibreOffice that listens in the same place.
    pub(crate) async fn open_again(&mut self) {
        let file = Some(self.document.to_string_lossy().into_owned());
        let launch = Launch { application: self.window.application.clone(), file, ..Launch::default() };
        let extras = [LaunchExtra::Argument(self.listening.clone())];
        self.window = self.desktop.launch(&launch, &extras).await.unwrap();
        self.receiver.wait_until_ready(&self.window).await;
    }

    /// Ends LibreOffice, and opens the document once more with the formats and separators of a language, such as `de-DE`.
    pub(crate) async fn open_again_in(&mut self, locale: &str) {
        let process = self.window.process.unwrap();
        let end = Input { window: self.window.id, aim: Aim::Window, gesture: Gesture::EndApplication };
        self.desktop.perform(&end).await.unwrap();
        // At its end it may still write its settings.
        let running = PathBuf::from(format!("/proc/{process}"));
        let gone = async {
            while running.exists() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(MOST, gone).await.unwrap();
        let environment = self.private.seat().environment();
        let profile = Path::new(environment.value("XDG_CONFIG_HOME").unwrap()).join("libreoffice/4/user");
        let file = profile.join("registrymodifications.xcu");
        let item = format!(
            r#"<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{locale}</value></prop></item>"#
        );
        let settings = fs::read_to_string(&file).unwrap();
        fs::write(&file, settings.replace("</oor:items>", &format!("{item}\n</oor:items>"))).unwrap();
        let document = Some(self.document.to_string_lossy().into_owned());
        let application = self.window.application.clone();
        let launch = Launch { application, file: document, ..Launch::default() };
        let found = self.desktop.resolve_application(&launch).await.unwrap();
        let extras = self.receiver.launch_extras(&found, &launch).unwrap();
        self.window = self.desktop.launch(&launch, &extras).await.unwrap();
        self.receiver.wait_until_ready(&self.window).await;
    }

    /// Opens another file with this name and these bytes as a table, in the LibreOffice that runs.
    pub(crate) async fn open_table(&mut self, name: &str, content: &[u8], table: TableFormat) {
        self.document = self.document.with_file_name(name);
        fs::write(&self.document, content).unwrap();
        let file = Some(self.document.to_string_lossy().into_owned());
        let launch = Launch {
            application: self.window.application.clone(),
            file,
            table: table.into(),
            ..Launch::default()
        };
        let found = self.desktop.resolve_application(&launch).await.unwrap();
        let extras = self.receiver.launch_extras(&found, &launch).unwrap();
        self.window = self.desktop.launch(&launch, &extras).await.unwrap();
        self.receiver.wait_until_ready(&self.window).await;
    }

    /// Opens another flat OpenDocument file of the same kind, with this name and this body, in the LibreOffice that runs.
    pub(crate) async fn open_next(&mut self, name: &str, body: &str) {
        let ending = self.document.extension().unwrap().to_string_lossy().into_owned();
        self.document = self.document.with_file_name(format!("{name}.{ending}"));
        fs::write(&self.document, flat(&ending, body)).unwrap();
        let file = Some(self.document.to_string_lossy().into_owned());
        let launch = Launch { application: self.window.application.clone(), file, ..Launch::default() };
        self.window = self.desktop.launch(&launch, &[]).await.unwrap();
        self.receiver.wait_until_ready(&self.window).await;
    }

    /// What a command answers.
    pub(crate) async fn run(&mut self, command: &str, args: Value) -> Result<Outcome, DesktopError> {
        self.run_within(command, args, MOST).await
    }

    /// The same by a deadline.
    pub(crate) async fn run_within(
        &mut self,
        command: &str,
        args: Value,
        deadline: Duration,
    ) -> Result<Outcome, DesktopError> {
        let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
        let spec = self.receiver.table().iter().find(|it| it.name == command).unwrap();
        assert_eq!(spec.argument_error(&call.args), None, "{call}");
        let action = NativeAction { call: &call, scope: Scope::Window(&self.window), deadline };
        self.receiver.run(&action).await
    }

    /// What a program in Python prints that has LibreOffice as `context`.
    pub(crate) async fn python(&self, program: &str) -> String {
        let pipe = self.listening.strip_prefix("--accept=").unwrap();
        let begin = format!(
            r#"import uno
here = uno.getComponentContext()
service = lambda name, context: context.ServiceManager.createInstanceWithContext("com.sun.star." + name, context)
context = service("bridge.UnoUrlResolver", here).resolve("uno:{pipe}")
"#
        );
        // Python that takes its connection down at its end sometimes crashes there.
        let end = "import os, sys\nsys.stdout.flush()\nos._exit(0)\n";
        let mut command = Command::new(PYTHON);
        command.args(["-c", &format!("{begin}{program}\n{end}")]).kill_on_drop(true);
        let output = timeout(MOST, command.output()).await.unwrap().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The effect of a command, as a sentence.
    pub(crate) async fn effect(&mut self, command: &str, args: Value) -> String {
        self.run(command, args).await.unwrap().effect.to_string()
    }

    /// Carries out a command that must change something.
    pub(crate) async fn change(&mut self, command: &str, args: Value) -> String {
        let outcome = self.run(command, args.clone()).await.unwrap();
        assert!(matches!(outcome.effect, Effect::Confirmed(_)), "{command} {args}: {}", outcome.effect);
        outcome.output.unwrap_or_default()
    }

    /// What a command reads.
    pub(crate) async fn read(&mut self, command: &str, args: Value) -> String {
        self.change(command, args).await
    }

    /// The file of the document once it is saved.
    pub(crate) async fn saved(&mut self) -> String {
        self.change("save", json!({})).await;
        self.on_disk()
    }

    /// The file of the document as it is.
    pub(crate) fn on_disk(&self) -> String {
        let text = fs::read_to_string(&self.document).unwrap();
        // Only the document, without the styles and settings before it.
        text.split_once("<office:automatic-styles").unwrap().1.to_owned()
    }

    /// The path of a file in the folder of the document.
    pub(crate) fn sibling_path(&self, name: &str) -> String {
        self.document.parent().unwrap().join(name).to_string_lossy().into_owned()
    }

    /// The first bytes of a file.
    pub(crate) fn begin_of(path: &str) -> Vec<u8> {
        let bytes = fs::read(Path::new(path)).unwrap();
        bytes[..8.min(bytes.len())].to_vec()
    }
}

/// A cell of a sheet that holds this text.
pub(crate) fn cell(text: &str) -> String {
    format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#)
}

/// A flat OpenDocument file with this ending and this body.
pub(crate) fn flat(ending: &str, body: &str) -> String {
    let (kind, element) = match ending {
        "fods" => ("spreadsheet", "spreadsheet"),
        "fodt" => ("text", "text"),
        _ => ("presentation", "presentation"),
    };
    // Scripts stand before the body.
    let (scripts, body) = body.split_once(END_OF_SCRIPTS).unwrap_or(("", body));
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.{kind}">
{scripts}<office:body><office:{element}>{body}</office:{element}></office:body></office:document>"#
    )
}
