//! `knowledge model`: installs the weights of the model that compares by meaning.

use super::super::print;
use crate::{args::KnowledgeModelCommand, exit::Exit, signals::stop_token};
use anyhow::Result;
use deskpilot_runtime::{Config, embedding_weights};
use deskpilot_weights::Weights;
use std::path::PathBuf;

/// `deskpilot knowledge model`
pub(super) async fn model(config: &Config, command: KnowledgeModelCommand) -> Result<Exit> {
    let weights = match command {
        KnowledgeModelCommand::Fetch { folder } => {
            let weights = weights(config, folder)?;
            if weights.check().is_ok() {
                print(&format!("already installed: {}", weights.folder().display()));
                return Ok(Exit::Finished);
            }
            let stop = stop_token()?;
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(Exit::Stopped),
                fetched = weights.fetch() => fetched?,
            }
            weights
        }
        KnowledgeModelCommand::Add { from, folder } => {
            let weights = weights(config, folder)?;
            weights.add(&from)?;
            weights
        }
    };
    print(&format!(
        "installed: {}\n`deskpilot knowledge embed` compares by meaning what is in the index",
        weights.folder().display()
    ));
    Ok(Exit::Finished)
}

fn weights(config: &Config, folder: Option<PathBuf>) -> Result<Weights> {
    match folder {
        Some(folder) => Ok(deskpilot_embeddings::weights(folder)),
        None => embedding_weights(&config.knowledge, &config.environment),
    }
}
