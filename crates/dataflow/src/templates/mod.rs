//! The documents that tasks work on copies of, each with a description of what it holds.

mod choice;

pub use choice::{ChoiceError, TemplateChoice};

use crate::{OfficeApplication, schema::type_name};
use deskpilot_system::{ReadLimit, reason};
use deskpilot_tasks::check_document;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};
use thiserror::Error;

/// The largest template that is read.
const LARGEST: ReadLimit = ReadLimit::mib(64);
/// The largest file of descriptions that is read.
const LARGEST_DESCRIPTIONS: ReadLimit = ReadLimit::mib(1);
/// The file with the descriptions, in the folder of an application's templates.
const DESCRIPTIONS: &str = "description.json";

/// The templates that Deskpilot brings along: application, file name, bytes; one file of descriptions for each application.
const SHIPPED: &[(&str, &str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// A document to work on a copy of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its file name.
    pub name: String,
    /// What it holds, in words; `None` if nobody described it.
    pub description: Option<String>,
    /// The document.
    pub bytes: Arc<[u8]>,
}

/// The templates of each application.
#[derive(Clone, Debug, Default)]
pub struct Templates(BTreeMap<OfficeApplication, Vec<Template>>);

/// Why templates cannot be used.
#[derive(Debug, Error)]
pub enum TemplateError {
    /// The folder, or a file in it, cannot be read.
    #[error("{}: it cannot be read: {}", path.display(), reason(why))]
    Unreadable {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// The descriptions are no JSON object of texts.
    #[error("{}: it should be a JSON object of file names and descriptions: {why}", path.display())]
    Descriptions {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Descriptions are of documents that are not there.
    #[error("{}: it describes {}, which the folder does not have: correct the names, or put the documents into it", path.display(), names.join(", "))]
    DescribedMissing {
        /// The file of the descriptions.
        path: PathBuf,
        /// The names of the documents.
        names: Vec<String>,
    },
    /// There is no template for any application.
    #[error("{}: there are no templates: put documents into folders named writer, calc or impress", .0.display())]
    Missing(PathBuf),
}

impl Template {
    /// Whether an application can be expected to open it. Applications show what is no document as text, on which no task can be done.
    ///
    /// # Errors
    /// It cannot: why, and what to do.
    pub(crate) fn check(&self) -> Result<(), String> {
        let extension = self.name.rsplit_once('.').map_or("", |(_, extension)| extension);
        check_document(&self.bytes, extension).map_err(|why| {
            format!(
                "the template {} is no document: {why}; replace it, or take it out of the templates",
                self.name
            )
        })
    }
}

impl Templates {
    /// The templates that Deskpilot brings along.
    pub fn shipped() -> Templates {
        let of = |application: OfficeApplication| {
            let files = SHIPPED.iter().copied().filter(|(folder, ..)| *folder == application.name());
            let (described, files): (Vec<_>, Vec<_>) = files.partition(|(_, name, _)| *name == DESCRIPTIONS);
            let texts = described.first().and_then(|(_, _, text)| serde_json::from_slice(text).ok());
            let texts: BTreeMap<String, String> = texts.unwrap_or_default();
            let template = |(_, name, bytes): (&str, &str, &[u8])| Template {
                name: name.to_owned(),
                description: texts.get(name).cloned(),
                bytes: Arc::from(bytes),
            };
            (application, files.into_iter().map(template).collect())
        };
        Templates(OfficeApplication::ALL.iter().copied().map(of).collect())
    }

    /// The templates of a folder: documents in folders named like the applications, each folder with a file `description.json`.
    ///
    /// # Errors
    /// The folder or a file in it cannot be read, descriptions are wrong or of no document, or there is no document.
    pub fn of_folder(folder: &Path) -> Result<Templates, TemplateError> {
        fs::read_dir(folder).map_err(|why| TemplateError::Unreadable { path: folder.to_owned(), why })?;
        let mut found = BTreeMap::new();
        for application in OfficeApplication::ALL {
            let place = folder.join(application.name());
            if place.is_dir() {
                found.insert(*application, read_folder(&place, *application)?);
            }
        }
        match found.values().all(Vec::is_empty) {
            true => Err(TemplateError::Missing(folder.to_owned())),
            false => Ok(Templates(found)),
        }
    }

    /// The templates of an application, by name.
    pub fn of(&self, application: OfficeApplication) -> &[Template] {
        self.0.get(&application).map_or(&[], Vec::as_slice)
    }
}

fn read_folder(folder: &Path, application: OfficeApplication) -> Result<Vec<Template>, TemplateError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |why| TemplateError::Unreadable { path, why }
    };
    let mut descriptions = descriptions(&folder.join(DESCRIPTIONS))?;
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut files: Vec<PathBuf> =
        entries.map_err(unreadable(folder))?.into_iter().map(|it| it.path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == application.extension()));
    files.sort();
    let template = |file: &PathBuf| {
        let name = file.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let bytes = LARGEST.read(file).map_err(unreadable(file))?;
        Ok(Template { description: descriptions.remove(&name), name, bytes: bytes.into() })
    };
    let templates = files.iter().map(template).collect::<Result<_, _>>()?;
    match descriptions.is_empty() {
        true => Ok(templates),
        false => Err(TemplateError::DescribedMissing {
            path: folder.join(DESCRIPTIONS),
            names: descriptions.into_keys().collect(),
        }),
    }
}

/// The descriptions by file name; none if the file is missing.
fn descriptions(file: &Path) -> Result<BTreeMap<String, String>, TemplateError> {
    let text = match LARGEST_DESCRIPTIONS.read_text(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(why) => return Err(TemplateError::Unreadable { path: file.to_owned(), why }),
    };
    let wrong = |why: String| TemplateError::Descriptions { path: file.to_owned(), why };
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let Value::Object(keys) = value else { return Err(wrong(format!("it is {}", type_name(&value)))) };
    let described = |(name, value): (String, Value)| match value {
        Value::String(text) => Ok((name, text)),
        other => Err(wrong(format!("{name:?} is {}", type_name(&other)))),
    };
    keys.into_iter().map(described).collect()
}
