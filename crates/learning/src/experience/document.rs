//! A record as a document for the index of knowledge: every text of it is one line, so that none can pretend to be a section.

use super::{ExampleReply, Experience, ExperienceKind, MOST_CHARACTERS};
use crate::{LearningError, record_folder::read_file};
use deskpilot_core::one_line;
use deskpilot_knowledge::{Document, KnowledgeError, Section};
use serde_json::json;
use std::{io, path::Path};

/// The most characters of an example, as JSON.
const MOST_OF_EXAMPLE: usize = 1200;

/// The document of the record in this file.
///
/// # Errors
/// The file cannot be read, or is no record.
pub fn read_experience(path: &Path) -> Result<Option<Document>, KnowledgeError> {
    match read_file(path, Experience::flaw) {
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
        let title = line(&self.sub_task);
        let section = Section { path: vec![title.clone()], text: self.text() };
        Document {
            title,
            application: Some(self.application().to_owned()),
            version: self.version.clone(),
            language: None,
            sections: vec![section],
        }
    }

    /// The kind, the tips and the example. The name of the application would be found wherever somebody looks for it.
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
        };
        let tips = self.tips.iter().map(|it| format!("- {}", line(it)));
        let example = self.example.as_ref().map(|it| format!("\nA reply that worked: {}", example_text(it)));
        std::iter::once(heading).chain(tips).chain(example).collect::<Vec<_>>().join("\n")
    }
}

/// The reply with the names that an agent writes.
fn example_text(example: &ExampleReply) -> String {
    let ExampleReply { observation, thought, control_text, function, args, status, plan, comment, .. } =
        example;
    // The number of a control differs from view to view: shown as an example, it would be copied.
    let reply = json!({
        "Observation": observation, "Thought": thought, "ControlText": control_text, "Function": function,
        "Args": args, "Status": status, "Plan": plan, "Comment": comment,
    });
    one_line(&reply.to_string(), MOST_OF_EXAMPLE)
}

fn line(text: &str) -> String {
    one_line(text.trim(), MOST_CHARACTERS)
}
