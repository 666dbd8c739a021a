//! The network: tokens in, one vector of length 1 for each text out.
//!
//! It multiplies bytes, as its weights are, in a fraction of the time that numbers of 32 bits take. The tokens of several texts are
//! rows of one matrix, without padding between them.

mod attention;
mod layer;
mod linear;
mod tensors;

use crate::word_pieces::WordPieces;
use layer::{Layer, Norm};
use linear::Kernels;
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::thread;
use tensors::{QuantizedMatrix, Tensors, of_another};

/// The dimensions of a vector, and of the state of each token.
const DIMENSIONS: usize = 384;

/// How many layers there are, and of how many matrices each is made.
const LAYERS: usize = 6;
const MATRICES: usize = 6;

/// The pieces of words that the network knows, and the number of positions in a text that it distinguishes.
const WORDS: usize = 30_522;
const PLACES: usize = 512;

/// How many tokens are computed together, unless one text has more: their states stay in the processor's cache.
const TOKENS: usize = 512;

/// The loaded network.
pub(crate) struct Network {
    pieces: WordPieces,
    words: QuantizedMatrix,
    places: QuantizedMatrix,
    /// What is added to each token, because all are of one text and not of two.
    kind: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    threads: ThreadPool,
}

impl Network {
    /// Loads these weights.
    pub(crate) fn load(weights: &[u8]) -> Result<Network, String> {
        let mut tensors = Tensors::read(weights)?;
        let matrices = tensors.layer_matrices();
        if matrices.len() != LAYERS * MATRICES {
            return Err(of_another());
        }
        let layers = matrices.chunks_exact(MATRICES).enumerate();
        let layers = layers.map(|(number, names)| Layer::take(&mut tensors, number, names));
        let layers = layers.collect::<Result<_, _>>()?;
        let name = |part: &str| format!("inner.embeddings.{part}");
        let mut kind = tensors.floats(&name("token_type_embeddings.weight"), 2 * DIMENSIONS)?;
        kind.truncate(DIMENSIONS);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = ThreadPoolBuilder::new().num_threads(cores).build();
        Ok(Network {
            pieces: WordPieces::english(),
            words: tensors.matrix(&name("word_embeddings.weight"), WORDS * DIMENSIONS, WORDS)?,
            places: tensors.matrix(&name("position_embeddings.weight"), PLACES * DIMENSIONS, PLACES)?,
            kind,
            norm: Norm::take(&mut tensors, &name("LayerNorm"))?,
            layers,
            threads: threads.map_err(|error| error.to_string())?,
        })
    }

    /// The vectors of these texts, in the same order.
    pub(crate) fn vectors(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, String> {
        let tokens: Vec<Vec<i32>> = texts.iter().map(|text| self.pieces.tokens(text)).collect();
        let groups = groups(&tokens);
        let computed: Result<Vec<_>, String> =
            self.threads.install(|| groups.into_par_iter().map(|it| self.group_vectors(it)).collect());
        Ok(computed?.concat())
    }

    /// The vectors of texts with these tokens.
    fn group_vectors(&self, texts: &[Vec<i32>]) -> Result<Vec<Vec<f32>>, String> {
        let kernels = Kernels::of_processor();
        let lengths: Vec<usize> = texts.iter().map(Vec::len).collect();
        let mut states = self.norm.apply(self.embedded(texts)?);
        for layer in &self.layers {
            states = layer.apply(&kernels, &states, &lengths)?;
        }
        let mut rest = states.as_slice();
        let mut vectors = Vec::new();
        for length in lengths {
            let (text, others) = rest.split_at(length * DIMENSIONS);
            vectors.push(mean(text));
            rest = others;
        }
        Ok(vectors)
    }

    /// The state of each token before the first layer: its piece of a word, and its place in the text.
    fn embedded(&self, texts: &[Vec<i32>]) -> Result<Vec<f32>, String> {
        let mut states = Vec::new();
        for (place, token) in texts.iter().flat_map(|text| text.iter().enumerate()) {
            let token = usize::try_from(*token).map_err(|_| of_another())?;
            let rows = self.words.row(token).zip(self.places.row(place)).zip(&self.kind);
            states.extend(rows.map(|((word, place), kind)| word + place + kind));
        }
        Ok(states)
    }
}

impl QuantizedMatrix {
    /// A row of a table with one scale for each row.
    fn row(&self, at: usize) -> impl Iterator<Item = f32> {
        let scale = self.scales[at];
        self.values[at * DIMENSIONS..][..DIMENSIONS].iter().map(move |it| f32::from(*it) * scale)
    }
}

/// The texts in groups of about as many tokens as are computed together, and at least one text.
fn groups(texts: &[Vec<i32>]) -> Vec<&[Vec<i32>]> {
    let (mut groups, mut start, mut tokens) = (Vec::new(), 0, 0);
    for (at, text) in texts.iter().enumerate() {
        if at > start && tokens + text.len() > TOKENS {
            groups.push(&texts[start..at]);
            (start, tokens) = (at, 0);
        }
        tokens += text.len();
    }
    groups.extend(Some(&texts[start..]).filter(|it| !it.is_empty()));
    groups
}

/// The mean of the tokens' states, as a vector of length 1.
fn mean(states: &[f32]) -> Vec<f32> {
    let mut sum = vec![0.0; DIMENSIONS];
    for state in states.chunks_exact(DIMENSIONS) {
        sum.iter_mut().zip(state).for_each(|(sum, it)| *sum += it);
    }
    let length = sum.iter().map(|it| it * it).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    sum.iter_mut().for_each(|it| *it /= length);
    sum
}
