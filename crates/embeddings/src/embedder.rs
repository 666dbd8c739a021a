//! The embedder: loads the network with the first text, and computes batches of texts on a thread of its own.

use crate::weights::MODEL;
use async_trait::async_trait;
use deskpilot_knowledge::{Embedder, KnowledgeError};
use deskpilot_weights::Weights;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

#[cfg(feature = "network")]
use crate::network::Network;
#[cfg(not(feature = "network"))]
use absent::Network;

/// How many texts one run of the network takes. Between two runs a caller may have gone.
const BATCH: usize = 128;

/// Computes vectors with all-MiniLM-L6-v2. Clones share one network.
///
/// Loads the network with the first text. Weights that are missing or different are an error of each text that says what to
/// do; once they are there, the next text finds them.
#[derive(Clone)]
pub struct SentenceEmbedder {
    weights: Weights,
    network: Arc<Mutex<Option<Arc<Network>>>>,
}

impl SentenceEmbedder {
    /// An embedder with these weights. Loads nothing yet.
    pub fn new(weights: Weights) -> SentenceEmbedder {
        SentenceEmbedder { weights, network: Arc::default() }
    }

    /// The vectors of one batch. If the future is dropped, the thread still finishes the batch, and the
    /// result is discarded.
    async fn batch(&self, texts: Vec<String>) -> Result<Vec<Vec<f32>>, KnowledgeError> {
        let this = self.clone();
        let computing = tokio::task::spawn_blocking(move || this.compute(&texts));
        let computed = computing.await.map_err(|error| KnowledgeError::NotEmbedded(error.to_string()))?;
        computed.map_err(KnowledgeError::NotEmbedded)
    }

    fn compute(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, String> {
        self.network()?.vectors(texts)
    }

    /// The network, loaded unless it was before.
    fn network(&self) -> Result<Arc<Network>, String> {
        let mut loaded = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = loaded.as_ref() {
            return Ok(Arc::clone(network));
        }
        self.weights.check()?;
        let network = Arc::new(Network::load(&self.weights.read(&MODEL)?)?);
        Ok(Arc::clone(loaded.insert(network)))
    }
}

#[async_trait]
impl Embedder for SentenceEmbedder {
    fn model(&self) -> &str {
        MODEL.sha256
    }

    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, KnowledgeError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            vectors.extend(self.batch(batch.iter().map(|it| (*it).to_owned()).collect()).await?);
        }
        Ok(vectors)
    }
}

impl fmt::Debug for SentenceEmbedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentenceEmbedder").field("weights", &self.weights).finish_non_exhaustive()
    }
}

/// The stub of the network for builds without it.
#[cfg(not(feature = "network"))]
mod absent {
    /// No network. No value of this type exists, because `load` always fails.
    pub(super) enum Network {}

    impl Network {
        pub(super) fn load(_: &[u8]) -> Result<Network, String> {
            Err("the network is left out of this build".into())
        }

        pub(super) fn vectors(&self, _: &[String]) -> Result<Vec<Vec<f32>>, String> {
            match *self {}
        }
    }
}
