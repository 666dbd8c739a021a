//! Help documents: a folder of texts, or of one folder for each application, read once and searched in memory.

mod rank;
mod read;
mod split;

use crate::{KnowledgeError, KnowledgeSource, Query};
use async_trait::async_trait;
use deskpilot_core::Passage;
use rank::Index;
use std::path::Path;

/// The source's name.
pub(crate) const NAME: &str = "help";

/// A source of help documents.
///
/// `*.md` and `*.txt` are split into passages by their headings; `*.json` is `{application, request, guidance}`, where
/// `guidance` is a list of steps. What lies in a sub-folder is for the application the sub-folder is named after; what
/// lies in the folder itself is for all, unless the document says otherwise. Links are not followed.
#[derive(Debug)]
pub struct HelpDocuments {
    parts: Vec<Part>,
    index: Index,
}

/// One passage before it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// A part of the name of the programs it is for, in lower case; empty when it is for all.
    application: String,
    title: String,
    text: String,
}

impl HelpDocuments {
    /// The documents in this folder, as they are now.
    pub fn open(folder: &Path) -> Result<HelpDocuments, KnowledgeError> {
        let parts = read::folder(folder)?;
        let index = Index::of(parts.iter().map(|part| format!("{}\n{}", part.title, part.text)));
        Ok(HelpDocuments { parts, index })
    }
}

#[async_trait]
impl KnowledgeSource for HelpDocuments {
    fn name(&self) -> &str {
        NAME
    }

    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError> {
        let application = query.application.to_lowercase();
        let ranked = self.index.rank(query.text()).into_iter();
        let fitting = ranked.filter_map(|(number, score)| Some((self.parts.get(number)?, score)));
        Ok(fitting
            .filter(|(part, _)| application.contains(&part.application))
            .take(limit)
            .map(|(part, score)| Passage {
                source: NAME.into(),
                title: part.title.clone(),
                text: part.text.clone(),
                score,
            })
            .collect())
    }
}
