//! The file manager of the desktop (`org.freedesktop.FileManager1`).

use crate::bus::{BusError, CountedSignal, SessionBus};
use async_trait::async_trait;
use deskpilot_core::{
    CommandSpec, Effect, Outcome, ParamKind, PathUse, Refusal, changes, command_table::required,
    percent_encoded_path,
};
use deskpilot_dbus::Callee;
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

const NAME: &str = "org.freedesktop.FileManager1";
const PATH: &str = "/org/freedesktop/FileManager1";
/// File managers, as their windows call them.
const FILE_MANAGERS: &[&str] =
    &["caja", "dolphin", "nautilus", "nemo", "org.gnome.nautilus", "pcmanfm", "pcmanfm-qt", "thunar"];
/// How long a file manager may take: the bus may have to start it.
const ANSWER: Duration = Duration::from_secs(15);

/// Every command.
pub const FILE_MANAGER_COMMANDS: &[CommandSpec] = &[changes!(
    "show_in_file_manager",
    "Opens a window of the file manager that shows a folder, or a file in its folder, selected.",
    &[required("path", ParamKind::Path(PathUse::Reads), "the whole path of the file or the folder")],
)];

/// Has the file manager show files, for its windows and for the desktop: an agent in another window could not use what it opens.
#[derive(Debug)]
pub struct FileManagerReceiver {
    bus: SessionBus,
    /// What `~` stands for.
    home: Option<PathBuf>,
}

impl FileManagerReceiver {
    /// The receiver for a desktop whose programs have this environment.
    pub fn new(env: &[(String, String)]) -> FileManagerReceiver {
        let home = env.iter().rev().find(|(name, _)| name == "HOME").map(|(_, home)| home.into());
        // No signal of the file manager's matters.
        FileManagerReceiver { bus: SessionBus::of(env, CountedSignal { interface: NAME, member: "" }), home }
    }

    async fn show(&mut self, path: &Path, deadline: Duration) -> Result<(), BusError> {
        let member = if path.is_dir() { "ShowFolders" } else { "ShowItems" };
        let callee = Callee { destination: NAME, path: PATH, interface: NAME, member };
        let address = file_address(path);
        let link = self.bus.link().await?;
        // No window requested it, so it needs no startup identifier.
        link.call(callee, &([address.as_str()].as_slice(), ""), ANSWER.min(deadline)).await
    }

    fn path(&self, text: &str) -> Option<PathBuf> {
        let path = match text.strip_prefix("~/") {
            Some(rest) => self.home.as_ref()?.join(rest),
            None => PathBuf::from(text),
        };
        (path.is_absolute() && path.symlink_metadata().is_ok()).then_some(path)
    }
}

#[async_trait]
impl Receiver for FileManagerReceiver {
    fn name(&self) -> &'static str {
        "FILE_MANAGER"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        match scope {
            Scope::Desktop => true,
            Scope::Window(window) => FILE_MANAGERS.contains(&window.application.to_lowercase().as_str()),
        }
    }

    fn table(&self) -> &'static [CommandSpec] {
        FILE_MANAGER_COMMANDS
    }

    /// None where no program offers the interface.
    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        self.bus.commands_of(NAME, self.table()).await
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let call = action.call;
        if self.table().iter().all(|it| it.name != call.command) {
            return Err(DesktopError::NoSuchCommand(call.command.clone()));
        }
        let text = call.args.get("path").and_then(|it| it.as_str()).unwrap_or_default().trim();
        let Some(path) = self.path(text) else {
            let must = "the whole path of a file or a folder that exists".into();
            return Ok(Effect::Refused(Refusal::BadArgument { name: "path".into(), must }).into());
        };
        Ok(match self.show(&path, action.deadline).await {
            Ok(()) => Effect::unverified("the file manager took it; look for its window"),
            Err(error) => failed(&error),
        }
        .into())
    }
}

fn failed(error: &BusError) -> Effect {
    let refused =
        |why: String| Effect::Refused(Refusal::NotPossible { what: "the file manager".into(), why });
    match error {
        BusError::Wire(deskpilot_dbus::WireError::Refused { name, .. })
            if name == "org.freedesktop.DBus.Error.ServiceUnknown" =>
        {
            refused("no file manager offers this here: open one and go there".into())
        }
        BusError::NoAddress => refused(error.to_string()),
        _ => match error.refusal() {
            Some(why) => refused(why),
            None => Effect::Partial(format!(
                "it was sent, and the file manager gave no answer: {error}; look for its window"
            )),
        },
    }
}

/// The address of a file.
fn file_address(path: &Path) -> String {
    format!("file://{}", percent_encoded_path(path.as_os_str().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Rect, Window, WindowId, WindowState};

    #[test]
    fn it_serves_the_desktop_and_windows_of_file_managers() {
        let manager = FileManagerReceiver::new(&[]);
        assert!(manager.serves(Scope::Desktop));
        for (application, expected) in [
            ("Thunar", true),
            ("org.gnome.Nautilus", true),
            ("firefox", false),
            ("firefox-esr", false),
            ("libreoffice-calc", false),
        ] {
            let window = Window {
                label: None,
                id: WindowId(1),
                title: "files".into(),
                application: application.into(),
                process: None,
                rect: Rect::default(),
                state: WindowState::Normal,
                focused: true,
            };
            assert_eq!(manager.serves(Scope::Window(&window)), expected, "{application}");
        }
    }

    #[test]
    fn addresses_of_files_have_no_letters_with_a_meaning() {
        assert_eq!(file_address(Path::new("/a b/ü?#%.txt")), "file:///a%20b/%C3%BC%3F%23%25.txt");
    }
}
