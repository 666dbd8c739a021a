//! `knowledge`: fills the index of knowledge, searches it, and installs the model that compares by meaning.

mod add;
mod model;
mod page;
mod page_reader;
mod report;
mod search;

use super::print;
use crate::{
    args::{CommonArgs, KnowledgeArgs, KnowledgeCommand, KnowledgeRemoveArgs},
    exit::Exit,
    settings,
    table::{Column, Table},
};
use anyhow::Result;
use deskpilot_knowledge::{IndexedSource, Removal};
use deskpilot_runtime::{Config, Environment, knowledge_index, knowledge_index_file};
use serde_json::json;
use std::path::Path;

pub(super) use page::page;

/// `deskpilot knowledge`
pub(crate) async fn knowledge(environment: &Environment, args: KnowledgeArgs) -> Result<Exit> {
    let config = settings::config(environment, &CommonArgs::default())?;
    match args.command {
        KnowledgeCommand::Add(args) => add::add(&config, &args).await,
        KnowledgeCommand::Embed { json } => add::embed(&config, json.wanted).await,
        KnowledgeCommand::List { json } => list(&config, json.wanted).await,
        KnowledgeCommand::Remove(args) => remove(&config, &args).await,
        KnowledgeCommand::Search(args) => search::search(&config, &args).await,
        KnowledgeCommand::Model(args) => model::model(&config, args.command).await,
    }
}

/// Whether there is an index. Commands that only look create none.
fn is_there(config: &Config) -> Result<bool> {
    Ok(knowledge_index_file(&config.knowledge, &config.environment)?.exists())
}

async fn list(config: &Config, json: bool) -> Result<Exit> {
    let sources = match is_there(config)? {
        true => knowledge_index(config).await?.list().await?,
        false => Vec::new(),
    };
    if json {
        print(&format!("{:#}", sources.iter().map(as_json).collect::<serde_json::Value>()));
        return Ok(Exit::Finished);
    }
    if sources.is_empty() {
        print("the index is empty: `deskpilot knowledge add PATH` puts documents into it");
        return Ok(Exit::Finished);
    }
    let mut table = Table::new(vec![
        Column::left("KIND"),
        Column::left("APPLICATION"),
        Column::right("DOCUMENTS"),
        Column::right("PASSAGES"),
        Column::right("BY MEANING"),
        Column::rest("FROM"),
    ]);
    for it in &sources {
        let application = if it.application.is_empty() { "all" } else { &it.application };
        table.push(vec![
            it.kind.name().into(),
            application.into(),
            it.documents.to_string(),
            it.chunks.to_string(),
            it.embedded.to_string(),
            crate::console::plain(&it.root),
        ]);
    }
    print(&table.text());
    Ok(Exit::Finished)
}

fn as_json(it: &IndexedSource) -> serde_json::Value {
    json!({
        "kind": it.kind.name(),
        "application": it.application,
        "documents": it.documents,
        "passages": it.chunks,
        "with_vector": it.embedded,
        "from": it.root,
        "added": it.added,
    })
}

async fn remove(config: &Config, args: &KnowledgeRemoveArgs) -> Result<Exit> {
    let mut removed = 0;
    if is_there(config)? {
        let index = knowledge_index(config).await?;
        for path in &args.paths {
            removed += index.remove(Removal::Place(place(path))).await?;
        }
        if let Some(application) = &args.app {
            removed += index.remove(Removal::Application(application.clone())).await?;
        }
    }
    match args.json.wanted {
        true => print(&json!({"removed": removed}).to_string()),
        false => print(&format!("removed {removed} documents")),
    }
    Ok(if removed > 0 { Exit::Finished } else { Exit::Failed })
}

/// The place as the index spells it: an address as it is, a path from the root of the file system.
fn place(path: &Path) -> std::path::PathBuf {
    if path.to_string_lossy().contains("://") {
        return path.to_owned();
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    std::fs::canonicalize(path).unwrap_or(absolute)
}
