//! The desktop on which trials are made, and a folder of their own.

use super::{
    outcome::{Found, Unmet, kind_of},
    page::blocking,
};
use crate::{InstalledApplications, StartPlace, WindowsDesktop};
use deskpilot_core::{Aim, Button, Control, Gesture, Input, Launch, Role, Window};
use deskpilot_desktop::{Budget, Desktop, DesktopReader, Image, LaunchExtra, WindowList};
use deskpilot_uia::{TreeSnapshot, Uia, WindowHandle};
use deskpilot_win32::{Deadline, Hwnd, ask_to_close};
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// How long one answer may take.
pub(super) const SOON: Duration = Duration::from_secs(10);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(100);
/// The most controls of a tree.
const CONTROLS: usize = 5000;

/// The user's desktop, UI Automation on its own, and a folder that is gone with it.
pub(super) struct Scene {
    pub(super) desktop: WindowsDesktop,
    pub(super) uia: Uia,
    pub(super) folder: PathBuf,
}

impl Scene {
    /// Connects to the user's desktop.
    pub(super) async fn open() -> Found<Scene> {
        blocking(|| {
            let folder = std::env::temp_dir().join(format!("deskpilot-selftest-{}", std::process::id()));
            fs::create_dir_all(&folder)?;
            let place = StartPlace { home: folder.clone(), working: None, desktop: None };
            let applications = Arc::new(InstalledApplications::of(place));
            let desktop = WindowsDesktop::connect(applications, &folder.join("leases"))?;
            let scene = Scene { desktop, uia: Uia::of_desktop(), folder };
            Ok((scene, "it is there".into()))
        })
        .await
    }

    /// Opens an application with a document, where none of its windows is open: one of the user's must not be closed.
    pub(super) async fn opens(
        &mut self,
        application: &str,
        document: Option<&Path>,
        extras: &[LaunchExtra],
    ) -> Found<Window> {
        let file = document.map(|it| it.to_string_lossy().into_owned());
        let launch = Launch { application: application.into(), file, ..Launch::default() };
        let known = self.desktop.resolve_application(&launch).await?;
        let open = self.desktop.windows().await?;
        let programs = [known.program.as_str(), known.name.as_str()];
        let is_its = |it: &Window| programs.iter().any(|name| it.application.eq_ignore_ascii_case(name));
        if open.iter().any(is_its) {
            return Err(Unmet::Absent("a window of it is open: close it, and try again".into()));
        }
        let opened = self.desktop.open(&launch, extras).await?;
        Ok((opened.window, kind_of(&opened.document)))
    }

    /// What the desktop reads of a window, by whatever answers.
    pub(super) async fn controls(&mut self, window: &Window) -> Result<Vec<Control>, Unmet> {
        Ok(self.desktop.controls(window, Budget::LOOK).await?.controls)
    }

    /// The same as a trial: how many controls, and by which way.
    pub(super) async fn reads(&mut self, window: &Window) -> Found<Vec<Control>> {
        let controls = self.controls(window).await?;
        let by = self.desktop.backend_of(window).map_or("nothing".into(), |it| it.to_string());
        let usable = controls.iter().filter(|it| it.role.is_interactive()).count();
        let seen = format!("{} controls, {usable} to use, by {by}", controls.len());
        if usable > 0 { Ok((controls, seen)) } else { Err(Unmet::Failed(seen)) }
    }

    /// What UI Automation alone reads of a window.
    pub(super) async fn tree(&self, window: &Window) -> Found<TreeSnapshot> {
        let tree = self.uia.until(Instant::now() + SOON).read(handle(window), CONTROLS).await?;
        let seen = format!("{} elements in one read", tree.elements.len());
        if tree.elements.is_empty() { Err(Unmet::Failed(seen)) } else { Ok((tree, seen)) }
    }

    /// Does one thing with a control, and says what the judge made of it.
    pub(super) async fn does(
        &mut self,
        window: &Window,
        control: Option<&Control>,
        gesture: Gesture,
    ) -> Result<String, Unmet> {
        let aim = control.map_or(Aim::Window, |it| Aim::Control(Box::new(it.clone())));
        let done = self.desktop.perform(&Input { window: window.id, aim, gesture }).await?;
        Ok(kind_of(&done.effect).to_lowercase())
    }

    /// Asks a window to close, and waits until it is gone.
    pub(super) async fn closes(&mut self, window: &Window) -> Found<()> {
        let hwnd = Hwnd::from(window.id);
        blocking(move || Ok(ask_to_close(hwnd, Deadline::within(SOON))?)).await?;
        let until = Instant::now() + SOON;
        while self.desktop.windows().await?.iter().any(|it| it.id == window.id) {
            if Instant::now() > until {
                return Err(Unmet::failed("it is still open"));
            }
            sleep(PAUSE).await;
        }
        Ok(((), "it is gone".into()))
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // A program may still have a file of it open.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The window as UI Automation numbers it.
pub(super) fn handle(window: &Window) -> WindowHandle {
    WindowHandle(Hwnd::from(window.id).0.cast_unsigned())
}

/// One click of the left button.
pub(super) fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}

/// The field of an editor for its text.
pub(super) fn text_field(controls: &[Control]) -> Option<&Control> {
    controls.iter().find(|it| matches!(it.role, Role::Edit | Role::Document))
}

/// How many colours a picture has.
pub(super) fn colours(picture: &Image) -> usize {
    picture.rgb.chunks_exact(3).collect::<HashSet<_>>().len()
}
