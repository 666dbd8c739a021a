//! Embedders of tests.

use async_trait::async_trait;
use deskpilot_knowledge::{Destination, Embedder, KnowledgeError};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// An embedder that counts the letters of the alphabet.
#[derive(Clone)]
pub(crate) struct Letters {
    pub(crate) model: &'static str,
    pub(crate) dimensions: usize,
    pub(crate) destination: Destination,
    pub(crate) embedded: Arc<AtomicUsize>,
}

impl Letters {
    pub(crate) fn local() -> Letters {
        Letters {
            model: "letters",
            dimensions: 26,
            destination: Destination::ThisMachine,
            embedded: Arc::default(),
        }
    }
}

#[async_trait]
impl Embedder for Letters {
    fn destination(&self) -> Destination {
        self.destination.clone()
    }

    fn model(&self) -> &str {
        self.model
    }

    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, KnowledgeError> {
        self.embedded.fetch_add(texts.len(), Ordering::SeqCst);
        let vector = |text: &&str| {
            let mut counts: Vec<f32> = vec![0.0; self.dimensions.max(1)];
            let letters = text.to_lowercase();
            for letter in letters.bytes().filter(u8::is_ascii_lowercase) {
                let place = usize::from(letter - b'a') % counts.len();
                counts[place] += 1.0;
            }
            let length = counts.iter().map(|it| it * it).sum::<f32>().sqrt().max(1.0);
            counts.iter().take(self.dimensions).map(|it| it / length).collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// An embedder without its model.
pub(crate) struct Missing;

#[async_trait]
impl Embedder for Missing {
    fn model(&self) -> &str {
        "missing"
    }

    async fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>, KnowledgeError> {
        Err(KnowledgeError::NotEmbedded("there is no model; fetch it".into()))
    }
}

/// An embedder that never answers.
pub(crate) struct Silent;

#[async_trait]
impl Embedder for Silent {
    fn model(&self) -> &str {
        "silent"
    }

    async fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>, KnowledgeError> {
        std::future::pending().await
    }
}
