//! The network: tokens in, one vector of length 1 for each text out.

use crate::word_pieces::WordPieces;
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_tensor::{NdTensor, prelude::*};
use std::{sync::Arc, thread};

/// The dimensions of a vector.
const DIMENSIONS: usize = 384;

/// The loaded network.
pub(crate) struct Network {
    model: Model,
    inputs: [NodeId; 3],
    output: NodeId,
    words: WordPieces,
    /// Half of the cores: others work on this machine too.
    threads: Arc<ThreadPool>,
}

impl Network {
    /// Loads these weights.
    pub(crate) fn load(weights: Vec<u8>) -> Result<Network, String> {
        let model = ModelOptions::with_all_ops().prepack_weights(true).load(weights);
        let model = model.map_err(|error| error.to_string())?;
        let node = |name: &str| model.node_id(name).map_err(|_| of_another());
        let inputs = [node("input_ids")?, node("attention_mask")?, node("token_type_ids")?];
        let output = *model.output_ids().first().ok_or_else(of_another)?;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = Arc::new(ThreadPool::with_num_threads((cores / 2).max(1)));
        Ok(Network { inputs, output, model, words: WordPieces::english(), threads })
    }

    /// The vectors of these texts, in the same order.
    pub(crate) fn vectors(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, String> {
        let tokens: Vec<Vec<i32>> = texts.iter().map(|text| self.words.tokens(text)).collect();
        let longest = tokens.iter().map(Vec::len).max().unwrap_or(0);
        if longest == 0 {
            return Ok(Vec::new());
        }
        let states = self.states(&tokens, longest)?;
        let (rows, columns, size) = (states.size(0), states.size(1), states.size(2));
        if (rows, columns, size) != (texts.len(), longest, DIMENSIONS) {
            return Err(of_another());
        }
        let data = states.to_vec();
        let texts = data.chunks_exact(longest * DIMENSIONS).zip(&tokens);
        Ok(texts.map(|(states, tokens)| mean(&states[..tokens.len() * DIMENSIONS])).collect())
    }

    /// What the network says of each token of each text.
    fn states(&self, tokens: &[Vec<i32>], longest: usize) -> Result<NdTensor<f32, 3>, String> {
        let shape = [tokens.len(), longest];
        let padded = |of: &dyn Fn(&i32) -> i32| -> NdTensor<i32, 2> {
            let row = |it: &Vec<i32>| -> Vec<i32> {
                let padding = std::iter::repeat_n(0, longest - it.len());
                it.iter().map(of).chain(padding).collect()
            };
            NdTensor::from_data(shape, tokens.iter().flat_map(row).collect::<Vec<i32>>())
        };
        let [ids, mask, kinds] = [padded(&|token| *token), padded(&|_| 1), padded(&|_| 0)];
        let inputs = self.inputs.into_iter().zip([ids, mask, kinds].map(|it| Value::from(it).into()));
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.threads)));
        let outputs = self.model.run_n(inputs.collect(), [self.output], Some(options));
        let [states] = outputs.map_err(|error| error.to_string())?;
        states.try_into().map_err(|_| of_another())
    }
}

fn of_another() -> String {
    "the weights are of another network".into()
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
