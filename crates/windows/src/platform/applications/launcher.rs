//! Knows which application a launch means, and starts it.

use super::{
    associations::{Association, association},
    catalog::{Catalog, wanted_ending},
    documents::Document,
    installed::{InstalledApplication, StartKind, stem},
    sources,
    start::{activate_package, open_by_shell},
};
use crate::desktop::{Applications, StartedApplication};
use deskpilot_core::{Application, Launch};
use deskpilot_desktop::{DesktopError, LaunchExtra};
use deskpilot_win32::{ProcessGroup, StartSpec, start_for_user};
use std::{
    fmt,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

/// What programs that are started share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartPlace {
    /// The folder that names without a path are in.
    pub home: PathBuf,
    /// The folder in which programs start; the home without one.
    pub working: Option<PathBuf>,
    /// The private desktop on which their windows appear, such as `WinSta0\agent`; the user's own without one.
    pub desktop: Option<String>,
}

/// The installed applications of this user. The calls block.
pub struct InstalledApplications {
    place: StartPlace,
    /// What runs on a private desktop and ends with it.
    groups: Mutex<Vec<ProcessGroup>>,
}

/// What a launch means.
enum Meaning {
    /// An application, and the document that it gets.
    Application(InstalledApplication, Option<Document>),
    /// A document that its usual application opens.
    Usual(Usual, Document),
}

/// The usual application of a kind of document.
enum Usual {
    /// One of the list.
    Installed(InstalledApplication),
    /// One that only Windows knows.
    Other(Application),
}

impl Usual {
    fn application(&self) -> &Application {
        match self {
            Usual::Installed(found) => &found.application,
            Usual::Other(application) => application,
        }
    }
}

impl InstalledApplications {
    /// The applications, whose programs start in this place. Those on a private desktop end when this is dropped.
    pub fn of(place: StartPlace) -> InstalledApplications {
        InstalledApplications { place, groups: Mutex::default() }
    }

    fn meaning(&self, catalog: &Catalog, launch: &Launch) -> Result<Meaning, DesktopError> {
        let wanted = launch.application.trim();
        let name = || [wanted, launch.file.as_deref().unwrap_or_default()].join(" ").trim().to_owned();
        let not_started = |why| DesktopError::NotStarted { name: name(), why };
        let document = launch.file.as_deref().map(|file| self.document(file));
        let document = document.transpose().map_err(not_started)?;
        match (wanted, document) {
            ("", None) => Err(DesktopError::NoSuchApplication { name: String::new(), close: Vec::new() }),
            ("", Some(document)) => {
                let kind = document.kind().map_err(not_started)?;
                let none = || DesktopError::NoSuchApplication { name: name(), close: Vec::new() };
                Ok(Meaning::Usual(usual_application(catalog, &kind).ok_or_else(none)?, document))
            }
            (_, document) => match (catalog.find(wanted), wanted_ending(wanted)) {
                (Ok(found), _) => Ok(Meaning::Application(found.clone(), document)),
                (Err(close), kind) => match kind.and_then(|kind| usual_application(catalog, &kind)) {
                    Some(Usual::Installed(found)) => Ok(Meaning::Application(found, document)),
                    _ => Err(DesktopError::NoSuchApplication { name: wanted.to_owned(), close }),
                },
            },
        }
    }

    fn document(&self, file: &str) -> Result<Document, String> {
        let home = self.place.home.to_string_lossy();
        Document::named(file, &home, &self.folder(None).to_string_lossy())
    }

    /// Where a program starts: where its shortcut says, else in the working folder, else in the home.
    fn folder(&self, own: Option<&PathBuf>) -> PathBuf {
        let own = own.filter(|it| it.is_dir());
        own.or(self.place.working.as_ref()).unwrap_or(&self.place.home).clone()
    }

    fn start_installed(
        &self,
        start: &StartKind,
        extras: &[LaunchExtra],
        document: Option<&Document>,
    ) -> Result<Option<u32>, String> {
        let words = extras.iter().filter_map(LaunchExtra::argument).map(str::to_owned);
        match start {
            StartKind::Program { path, arguments, folder } => {
                let document = document.map(|it| it.argument().to_owned());
                let spec = StartSpec {
                    program: path.into(),
                    arguments: arguments.iter().cloned().chain(words).chain(document).collect(),
                    folder: Some(self.folder(folder.as_ref())),
                    desktop: self.place.desktop.clone(),
                    variables: Vec::new(),
                    // An application has one native interface.
                    pipes: extras.iter().find_map(LaunchExtra::pipes).cloned(),
                };
                self.start_program(&spec).map(Some)
            }
            StartKind::Package { model_id } => {
                self.check_shell()?;
                let arguments: Vec<String> = words.collect();
                activate_package(model_id, &arguments.join(" "), document).map(Some)
            }
            StartKind::Shortcut { .. } if document.is_some() => {
                Err("its shortcut takes no document: open the application alone".into())
            }
            StartKind::Shortcut { path } => self.by_shell(path),
        }
    }

    /// Opens a document as Windows does, which knows the whole command for it; on a private desktop by its application.
    fn start_usual(
        &self,
        usual: &Usual,
        extras: &[LaunchExtra],
        document: &Document,
    ) -> Result<Option<u32>, String> {
        match (usual, &self.place.desktop) {
            (Usual::Installed(found), Some(_)) => self.start_installed(&found.start, extras, Some(document)),
            _ => self.by_shell(document.argument()),
        }
    }

    fn start_program(&self, spec: &StartSpec) -> Result<u32, String> {
        if self.place.desktop.is_none() {
            return start_for_user(spec).map_err(|error| error.to_string());
        }
        let group = ProcessGroup::start(spec).map_err(|error| error.to_string())?;
        let id = group.id();
        self.groups.lock().unwrap_or_else(PoisonError::into_inner).push(group);
        Ok(id)
    }

    /// Ends what runs on a private desktop, at once.
    pub(crate) fn end_programs(&self) {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn by_shell(&self, file: &str) -> Result<Option<u32>, String> {
        self.check_shell()?;
        open_by_shell(file, &self.folder(None).to_string_lossy())
    }

    /// What the shell starts appears on the user's desktop.
    fn check_shell(&self) -> Result<(), String> {
        match self.place.desktop {
            Some(_) => Err("Windows starts it on the user's own desktop only".into()),
            None => Ok(()),
        }
    }
}

impl Applications for InstalledApplications {
    fn list(&self) -> Result<Vec<Application>, DesktopError> {
        Ok(sources::installed().applications())
    }

    fn resolve(&self, launch: &Launch) -> Result<Application, DesktopError> {
        Ok(match self.meaning(&sources::installed(), launch)? {
            Meaning::Application(found, _) => found.application,
            Meaning::Usual(usual, _) => usual.application().clone(),
        })
    }

    fn start(&self, launch: &Launch, extras: &[LaunchExtra]) -> Result<StartedApplication, DesktopError> {
        let (application, result) = match self.meaning(&sources::installed(), launch)? {
            Meaning::Application(found, document) => {
                let result = self.start_installed(&found.start, extras, document.as_ref());
                (found.application, result)
            }
            Meaning::Usual(usual, document) => {
                (usual.application().clone(), self.start_usual(&usual, extras, &document))
            }
        };
        let name = application.name;
        let process = result.map_err(|why| DesktopError::NotStarted { name: name.clone(), why })?;
        let programs = Some(application.program).filter(|it| !it.is_empty()).into_iter().collect();
        Ok(StartedApplication { name, process, programs })
    }
}

impl fmt::Debug for InstalledApplications {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InstalledApplications").field("place", &self.place).finish_non_exhaustive()
    }
}

/// The usual application of a kind of document.
fn usual_application(catalog: &Catalog, kind: &str) -> Option<Usual> {
    let usual = association(kind)?;
    let by_package = usual.model_id.as_deref().and_then(|it| catalog.find(it).ok());
    let by_program = usual.program.as_deref().and_then(|it| catalog.of_program(it));
    let known = by_package.or(by_program).cloned();
    Some(known.map_or_else(|| Usual::Other(application_of(&usual)), Usual::Installed))
}

fn application_of(usual: &Association) -> Application {
    let program = usual.program.as_deref().unwrap_or_default();
    let known = InstalledApplication::of_program(&usual.name, program).map(|it| it.application);
    known.unwrap_or_else(|| Application {
        id: usual.model_id.clone().unwrap_or_else(|| stem(program).to_owned()).to_lowercase(),
        name: usual.name.clone(),
        ..Application::default()
    })
}
