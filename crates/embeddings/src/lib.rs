//! Texts as vectors, computed on this machine by a small network: texts of similar meaning are close.
//!
//! The network is all-MiniLM-L6-v2 with weights of 8 bits, English above all. Its vocabulary is part of the program, its
//! weights are installed by the user. A build may leave the network out; then every text is an error that says so.

mod embedder;
#[cfg(feature = "network")]
mod network;
mod weights;
#[cfg(feature = "network")]
mod word_pieces;

pub use embedder::SentenceEmbedder;
pub use weights::{EMBEDDING_WEIGHTS, weights};
