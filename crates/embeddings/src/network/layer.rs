//! A layer of the network: attention, then two layers that multiply, each with a norm behind it.

use super::{
    DIMENSIONS,
    attention::attention,
    linear::{Kernels, Linear},
    tensors::{QuantizedMatrix, Tensors, of_another},
};
use rten_simd::{SimdOp, SimdUnaryOp};
use rten_vecmath::{Gelu, Normalize, NormalizeOptions, Sum, SumSquareSub};

/// The columns between the two layers that multiply.
const INNER: usize = 4 * DIMENSIONS;

/// What is added to a variance, so that nothing is divided by zero.
const LEAST_VARIANCE: f32 = 1e-12;

/// A layer of the network.
pub(super) struct Layer {
    projection: Linear,
    mixing: Linear,
    after_attention: Norm,
    widening: Linear,
    narrowing: Linear,
    after_output: Norm,
}

/// Brings each row to a mean of 0 and a variance of 1, then to the scale and bias that were learned.
pub(super) struct Norm {
    scales: Vec<f32>,
    biases: Vec<f32>,
}

impl Layer {
    /// Takes layer `number`, whose matrices have these names.
    pub(super) fn take(tensors: &mut Tensors, number: usize, matrices: &[String]) -> Result<Layer, String> {
        let [query, key, value, mixing, widening, narrowing] = matrices else { return Err(of_another()) };
        let name = |part: &str| format!("inner.encoder.layer.{number}.{part}");
        let mut linear = |matrix: &str, part: &str, inputs: usize, outputs: usize| {
            let weights = tensors.matrix(matrix, inputs * outputs, outputs)?;
            Ok::<_, String>((weights, tensors.floats(&name(&format!("{part}.bias")), outputs)?))
        };
        let square = [(query, "query"), (key, "key"), (value, "value")]
            .map(|(matrix, part)| linear(matrix, &format!("attention.self.{part}"), DIMENSIONS, DIMENSIONS));
        let [query, key, value] = square;
        let projection = side_by_side(&[query?, key?, value?]);
        let mixing = linear(mixing, "attention.output.dense", DIMENSIONS, DIMENSIONS)?;
        let widening = linear(widening, "intermediate.dense", DIMENSIONS, INNER)?;
        let narrowing = linear(narrowing, "output.dense", INNER, DIMENSIONS)?;
        let [projection, mixing, widening, narrowing] =
            [projection, mixing, widening, narrowing].map(|(weights, biases)| Linear::new(&weights, biases));
        let after_attention = Norm::take(tensors, &name("attention.output.LayerNorm"))?;
        let after_output = Norm::take(tensors, &name("output.LayerNorm"))?;
        Ok(Layer { projection, mixing, after_attention, widening, narrowing, after_output })
    }

    /// The layer's output for the states of texts of these lengths.
    pub(super) fn apply(
        &self,
        kernels: &Kernels,
        states: &[f32],
        lengths: &[usize],
    ) -> Result<Vec<f32>, String> {
        let projected = self.projection.apply(kernels, &kernels.quantize(states, DIMENSIONS))?;
        let mixed = attention(kernels, &projected, lengths)?;
        let mixed = self.mixing.apply(kernels, &kernels.quantize(&mixed, DIMENSIONS))?;
        let states = self.after_attention.apply(sum(mixed, states));
        let mut inner = self.widening.apply(kernels, &kernels.quantize(&states, DIMENSIONS))?;
        Gelu {}.map_mut(&mut inner);
        let output = self.narrowing.apply(kernels, &kernels.quantize(&inner, INNER))?;
        Ok(self.after_output.apply(sum(output, &states)))
    }
}

/// Three matrices with their biases as one, which is multiplied at once.
fn side_by_side(parts: &[(QuantizedMatrix, Vec<f32>); 3]) -> (QuantizedMatrix, Vec<f32>) {
    let row = |at: usize| {
        let parts = parts.iter();
        parts.flat_map(move |(matrix, biases)| &matrix.values[at * biases.len()..][..biases.len()])
    };
    let values = (0..DIMENSIONS).flat_map(row).copied().collect();
    let scales = parts.iter().flat_map(|(matrix, _)| &matrix.scales).copied().collect();
    let biases = parts.iter().flat_map(|(_, biases)| biases).copied().collect();
    (QuantizedMatrix { values, scales }, biases)
}

fn sum(mut one: Vec<f32>, other: &[f32]) -> Vec<f32> {
    one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
    one
}

impl Norm {
    /// Takes the norm of this name.
    pub(super) fn take(tensors: &mut Tensors, name: &str) -> Result<Norm, String> {
        Ok(Norm {
            scales: tensors.floats(&format!("{name}.weight"), DIMENSIONS)?,
            biases: tensors.floats(&format!("{name}.bias"), DIMENSIONS)?,
        })
    }

    /// The rows, normed.
    pub(super) fn apply(&self, mut rows: Vec<f32>) -> Vec<f32> {
        for row in rows.chunks_exact_mut(DIMENSIONS) {
            let mean = Sum::new(row).dispatch() / DIMENSIONS as f32;
            let variance = SumSquareSub::new(row, mean).dispatch() / DIMENSIONS as f32;
            let options = NormalizeOptions {
                pre_scale_bias: mean,
                scale: 1.0 / (variance + LEAST_VARIANCE).sqrt(),
                element_scale: Some(&self.scales),
                element_bias: Some(&self.biases),
                ..NormalizeOptions::default()
            };
            Normalize::new_mut(row, options).dispatch();
        }
        rows
    }
}
