//! The help document source: a folder of texts, or of one subfolder per application, read once and searched in
//! memory.

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
/// Splits `*.md` by headings and long texts into passages; `*.json` is `{application, request, guidance}`,
/// where `guidance` is a list of steps. Documents in a subfolder are for the application that the subfolder is
/// named after; documents in the folder itself are for all, unless they name an application. Links are not
/// followed.
#[derive(Debug)]
pub struct HelpDocuments {
    passages: Vec<HelpPassage>,
    index: Index,
}

/// One indexed passage.
#[derive(Clone, Debug, PartialEq, Eq)]
struct HelpPassage {
    /// A lower-case part of its programs' names; empty if it is for all.
    application: String,
    title: String,
    text: String,
}

impl HelpDocuments {
    /// Reads the documents of this folder.
    pub fn open(folder: &Path) -> Result<HelpDocuments, KnowledgeError> {
        let passages = read::folder(folder)?;
        let index = Index::of(passages.iter().map(|it| format!("{}\n{}", it.title, it.text)));
        Ok(HelpDocuments { passages, index })
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
        let fitting = ranked.filter_map(|(number, score)| Some((self.passages.get(number)?, score)));
        Ok(fitting
            .filter(|(passage, _)| application.contains(&passage.application))
            .take(limit)
            .map(|(passage, score)| Passage {
                source: NAME.into(),
                title: passage.title.clone(),
                place: String::new(),
                text: passage.text.clone(),
                score,
            })
            .collect())
    }
}
