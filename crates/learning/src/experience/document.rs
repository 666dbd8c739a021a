//! A record as a document for the index of knowledge: every text is a single line, so that no text can pass
//! itself off as a section.

use super::{Experience, ExperienceKind, MOST_CHARACTERS};
use crate::{LearningError, record_folder::read_file};
use deskpilot_core::one_line;
use deskpilot_knowledge::{Document, KnowledgeError, Section};
use std::{io, path::Path};

/// The maximum length of a title in characters and of a text in bytes, with quotation marks escaped. With
/// these limits one record fits into the room that a prompt has for it.
const MOST_OF_TITLE: usize = 120;
const MOST_OF_TEXT: usize = 520;

/// The document of the record in this file.
///
/// # Errors
/// The file cannot be read, or is no record.
pub fn read_experience(path: &Path) -> Result<Option<Document>, KnowledgeError> {
    match read_file(path, Experience::problem) {
        Ok(file) => Ok(Some(file.record.document())),
        Err(LearningError::File { path, source }) => Err(KnowledgeError::NotRead { path, source }),
        Err(LearningError::NotUnderstood { path, message }) => {
            let source = io::Error::new(io::ErrorKind::InvalidData, message);
            Err(KnowledgeError::NotRead { path, source })
        }
        Err(error @ LearningError::Missing { .. }) => Err(KnowledgeError::NotRead {
            path: path.to_owned(),
            source: io::Error::other(error.to_string()),
        }),
    }
}

impl Experience {
    /// The record as titled sections.
    pub(super) fn document(&self) -> Document {
        let title = one_line(self.sub_task.trim(), MOST_OF_TITLE);
        let section = Section { path: vec![title.clone()], text: self.text() };
        Document {
            title,
            application: Some(self.application().to_owned()),
            version: self.version.clone(),
            language: None,
            sections: vec![section],
            missing_text: None,
        }
    }

    /// The kind and as many tips as a prompt has room for. Leaves out the example, which is for people and
    /// would be the longest part, and the application's name, because then every search for that name would
    /// match.
    fn text(&self) -> String {
        let times = match self.times_seen {
            0 | 1 => "in one session".to_owned(),
            times => format!("{times} times"),
        };
        let heading = match self.kind {
            ExperienceKind::Experience => format!("This worked {times}:"),
            ExperienceKind::Warning => {
                format!("A warning: this went wrong {times}. It is no advice to do it.")
            }
            ExperienceKind::Fact => "Seen in this application, whatever it was for:".to_owned(),
        };
        let (mut text, mut left) = (heading, MOST_OF_TEXT);
        for tip in &self.tips {
            let tip = format!("\n- {}", line(tip));
            let size = tip.escape_default().count();
            if size <= left {
                left -= size;
                text.push_str(&tip);
            }
        }
        text
    }
}

fn line(text: &str) -> String {
    one_line(text.trim(), MOST_CHARACTERS)
}
