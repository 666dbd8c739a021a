//! `knowledge model`: installs the weights of the model that compares by meaning.

use super::super::install_weights;
use crate::{args::KnowledgeModelCommand, exit::Exit};
use anyhow::Result;
use deskpilot_runtime::{Config, embedding_weights};
use deskpilot_weights::Weights;
use std::path::PathBuf;

/// What to do with the model.
const NEXT: &str = "`deskpilot knowledge embed` compares by meaning what is in the index";

/// `deskpilot knowledge model`
pub(super) async fn model(config: &Config, command: KnowledgeModelCommand) -> Result<Exit> {
    match command {
        KnowledgeModelCommand::Fetch { folder } => {
            install_weights::fetch(&weights(config, folder)?, NEXT).await
        }
        KnowledgeModelCommand::Add { from, folder } => {
            install_weights::add(&weights(config, folder)?, &from, NEXT)
        }
    }
}

fn weights(config: &Config, folder: Option<PathBuf>) -> Result<Weights> {
    match folder {
        Some(folder) => Ok(deskpilot_embeddings::weights(folder)),
        None => Ok(embedding_weights(&config.knowledge, &config.environment)?),
    }
}
