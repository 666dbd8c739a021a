//! Opens the index of knowledge, from the settings, and puts what was learned into it.

use crate::{
    Config, Environment, ExperienceUse, KnowledgeConfig, Notifier, RuntimeError, UsageError, check_unexposed,
    learned_documents::LearnedDocuments, skills_in_use, web_search, with_causes,
};
use deskpilot_agent::Knowledge;
use deskpilot_knowledge::{
    AddReport, FolderFiles, IncompleteDocument, Index, IndexSource, Kind, KnowledgeError, KnowledgeSource,
    Library, read_document,
};
use deskpilot_learning::SkillOffers;
use deskpilot_weights::Weights;
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::time::timeout;

/// How long the vectors of new documents may take. What has none is found by its words.
const EMBEDDING_DEADLINE: Duration = Duration::from_secs(10);

/// The weights of the model that compares by meaning. Their files may be missing.
///
/// # Errors
/// There is neither a setting nor a home folder.
pub fn embedding_weights(
    config: &KnowledgeConfig,
    environment: &Environment,
) -> Result<Weights, RuntimeError> {
    let folder = of_data_folder(config.weights.as_deref(), "weights", environment);
    let folder = folder.ok_or(RuntimeError::NoHome("knowledge.weights to a folder"))?;
    Ok(deskpilot_embeddings::weights(folder))
}

/// The file of the index, which may be missing.
///
/// # Errors
/// There is neither a setting nor a home folder.
pub fn knowledge_index_file(
    config: &KnowledgeConfig,
    environment: &Environment,
) -> Result<PathBuf, RuntimeError> {
    let file = of_data_folder(config.index.as_deref(), "knowledge/index.db", environment);
    file.ok_or(RuntimeError::NoHome("knowledge.index to a file"))
}

/// The index of knowledge, created if it is missing. Clones of one environment share one embedding model.
///
/// # Errors
/// The index cannot be used, or others can change it.
pub async fn knowledge_index(config: &Config) -> Result<Index, RuntimeError> {
    let file = knowledge_index_file(&config.knowledge, &config.environment)?;
    check_unexposed(&file, &config.environment)?;
    let weights = embedding_weights(&config.knowledge, &config.environment)?;
    let index = Index::open(file).await.map_err(usage)?;
    Ok(index.with_embedder(Arc::new(config.environment.embedder(weights))))
}

/// Puts what was learned into the index, and removes what is gone. Returns the problems of the files that it leaves out.
///
/// # Errors
/// The index cannot be used.
pub async fn index_learned(config: &Config) -> Result<Vec<String>, RuntimeError> {
    let learned = LearnedDocuments::of(&config.environment);
    let is_there = knowledge_index_file(&config.knowledge, &config.environment)?.exists();
    if learned.is_empty() && !is_there {
        return Ok(learned.problems);
    }
    let index = knowledge_index(config).await?;
    let problems = learned.put(&index).await?;
    // Without the model, words alone find them.
    let _ = timeout(EMBEDDING_DEADLINE, index.embed(|_| ())).await;
    Ok(problems)
}

/// That words alone decide which passages are found, and why.
pub fn words_alone(why: impl fmt::Display) -> String {
    format!("passages are compared by words alone: {why}")
}

/// What a session can look up: the index, skills that can be followed, and web search if it is set. Notifies the user if the
/// index has help and the model that compares by meaning is missing.
///
/// # Errors
/// A folder of help documents cannot be read, skills can be changed by others, or the settings of web search cannot be used.
pub(crate) async fn session_knowledge(config: &Config, notify: &Notifier) -> Result<Knowledge, RuntimeError> {
    let mut sources: Vec<Box<dyn KnowledgeSource>> = Vec::new();
    let mut notes = Vec::new();
    if let Some(index) = index_source(config, notify).await? {
        notes.extend(missing_model(config, &index.0).await);
        sources.push(Box::new(index));
    }
    if let Some(skills) = skills_in_use(config)? {
        sources.push(Box::new(SkillOffers::new(skills)));
    }
    sources.extend(web_search::source(config)?);
    notes.iter().for_each(|it| notify(&format!("note: {it}")));
    Ok(Knowledge { library: Library::new(sources), notes })
}

/// Why the passages of the index are compared by words alone; `None` where the model is there, and without help: what sessions
/// found out is in everybody's index, also where nobody asked for one.
async fn missing_model(config: &Config, index: &Index) -> Option<String> {
    let why = embedding_weights(&config.knowledge, &config.environment).ok()?.check_presence().err()?;
    let has_help = index.list().await.ok()?.iter().any(|it| it.kind == Kind::Help && it.chunks > 0);
    has_help.then(|| words_alone(why))
}

/// The index with the folder of help documents and with what was learned in it; `None` if there is nothing. An index that cannot
/// be used, and a document that cannot be read, are warnings; a folder of help that cannot be read is an error.
async fn index_source(config: &Config, notify: &Notifier) -> Result<Option<IndexSource>, UsageError> {
    let file = knowledge_index_file(&config.knowledge, &config.environment);
    let learned = LearnedDocuments::of(&config.environment);
    let help = match &config.knowledge.help_documents {
        Some(folder) => FolderFiles::of(folder, Kind::Help, None).map_err(usage)?,
        None if !learned.is_empty() || file.is_ok_and(|it| it.exists()) => FolderFiles::default(),
        None => return Ok(None),
    };
    let index = match knowledge_index(config).await {
        Ok(index) => index,
        Err(error) => {
            notify(&format!("warning: the session has no knowledge: {}", with_causes(&error)));
            return Ok(None);
        }
    };
    match index.add(help.files, read_document, |_| ()).await {
        Ok(mut report) => {
            report.left_out.extend(help.left_out);
            warn_of_unread(&report, notify);
        }
        Err(error) => notify(&format!("warning: the help documents may be older than their files: {error}")),
    }
    match learned.put(&index).await {
        Ok(problems) => problems.iter().for_each(|it| notify(&format!("warning: {it}"))),
        Err(error) => notify(&format!("warning: what was learned may be newer than what is found: {error}")),
    }
    Ok(Some(IndexSource(match config.knowledge.experience {
        ExperienceUse::On => index,
        ExperienceUse::Off => index.without_kinds(&[Kind::Experience, Kind::Warning]),
    })))
}

/// Warns of help documents that could not be read, or not whole, by their names. A folder of help has many pictures: of files that give
/// no document the first one is named.
fn warn_of_unread(report: &AddReport, notify: &Notifier) {
    report.failures.iter().for_each(|it| notify(&format!("warning: {it}")));
    for IncompleteDocument { path, missing } in &report.incomplete {
        notify(&format!("warning: {}: {missing}", path.display()));
    }
    if let Some(first) = report.left_out.first() {
        notify(&format!(
            "warning: {first}; of the folder in knowledge.help_documents {} files give no document, which \
             `deskpilot knowledge add FOLDER` names",
            report.left_out.len()
        ));
    }
}

fn of_data_folder(setting: Option<&Path>, name: &str, environment: &Environment) -> Option<PathBuf> {
    setting.map(Path::to_owned).or_else(|| environment.data_folder().map(|folder| folder.join(name)))
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn usage(error: KnowledgeError) -> UsageError {
    UsageError(error.to_string())
}
