//! Layers that multiply: inputs of 8 bits times weights of 8 bits, which processors have instructions for.

use super::tensors::QuantizedMatrix;
use rten_gemm::{GemmExecutor, GemmInputA, GemmInputB, GemmOptions, PackedBMatrix};
use rten_simd::SimdOp;
use rten_tensor::NdTensorView;
use rten_vecmath::{ExtendInit, MinMax, Quantize};

/// The multiplications of this processor. Cheap to create.
pub(super) struct Kernels {
    bytes: GemmExecutor<u8, i8, i32>,
    pub(super) floats: GemmExecutor<f32>,
}

/// Rows of numbers as bytes. Each row has the scale and the zero that lose least of it.
pub(super) struct QuantizedRows {
    values: Vec<u8>,
    columns: usize,
    scales: Vec<f32>,
    zeros: Vec<f32>,
}

/// A matrix of weights and a bias for each of its columns.
pub(super) struct Linear {
    weights: PackedBMatrix<i8>,
    scales: Vec<f32>,
    /// What an input of 1 in every row adds to each column: what the zeros of inputs are multiplied by.
    sums: Vec<f32>,
    biases: Vec<f32>,
}

impl Kernels {
    pub(super) fn of_processor() -> Kernels {
        Kernels { bytes: GemmExecutor::new(), floats: GemmExecutor::new() }
    }

    /// These numbers as bytes.
    pub(super) fn quantize(&self, numbers: &[f32], columns: usize) -> QuantizedRows {
        // Some processors add two products in 16 bits: then inputs have 7 bits, so that no sum is cut off.
        let steps = if self.bytes.may_saturate() { 127.0 } else { 255.0 };
        let mut rows = QuantizedRows {
            values: Vec::with_capacity(numbers.len()),
            columns,
            scales: vec![],
            zeros: vec![],
        };
        for row in numbers.chunks_exact(columns) {
            rows.push(row, steps);
        }
        rows
    }
}

impl QuantizedRows {
    fn push(&mut self, row: &[f32], steps: f32) {
        let (least, most) = MinMax::new(row).dispatch();
        let (least, most) = (least.min(0.0), most.max(0.0));
        let scale = ((most - least) / steps).max(f32::MIN_POSITIVE);
        let zero = (-least / scale).round();
        let length = row.len();
        self.values
            .extend_init(|rest| Quantize::new(row, &mut rest[..length], 1.0 / scale, zero as u8).dispatch());
        self.scales.push(scale);
        self.zeros.push(zero);
    }
}

impl Linear {
    /// A layer with these weights, one row for each input.
    pub(super) fn new(weights: &QuantizedMatrix, biases: Vec<f32>) -> Linear {
        let inputs = weights.values.len() / biases.len();
        let matrix = NdTensorView::from_data([inputs, biases.len()], weights.values.as_slice());
        let packed = GemmExecutor::<u8, i8, i32>::new().prepack_b(matrix);
        let mut sums = vec![0.0; biases.len()];
        for row in weights.values.chunks_exact(biases.len()) {
            sums.iter_mut().zip(row).for_each(|(sum, it)| *sum += f32::from(*it));
        }
        Linear { weights: packed, scales: weights.scales.clone(), sums, biases }
    }

    /// The layer's output for these rows.
    pub(super) fn apply(&self, kernels: &Kernels, rows: &QuantizedRows) -> Result<Vec<f32>, String> {
        let columns = self.biases.len();
        let mut sums = vec![0; rows.scales.len() * columns];
        let input = NdTensorView::from_data([rows.scales.len(), rows.columns], rows.values.as_slice());
        let (input, weights) = (GemmInputA::Unpacked(input), GemmInputB::Packed(&self.weights));
        let options = GemmOptions::default();
        kernels.bytes.gemm(&mut sums, input, weights, options).map_err(|error| error.to_string())?;
        let mut output = Vec::with_capacity(sums.len());
        for (sums, (scale, zero)) in sums.chunks_exact(columns).zip(rows.scales.iter().zip(&rows.zeros)) {
            let columns = self.scales.iter().zip(&self.sums).zip(&self.biases);
            output.extend(
                sums.iter()
                    .zip(columns)
                    .map(|(sum, ((own, ones), bias))| (*sum as f32 - zero * ones) * (scale * own) + bias),
            );
        }
        Ok(output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_multiplies_nearly_as_with_whole_numbers() {
        for (inputs, outputs, rows) in [(96, 40, 3), (384, 1152, 70), (1536, 384, 5), (384, 384, 1)] {
            let value = |it: usize| ((it * 37) % 255) as u8 as i8;
            let values: Vec<i8> = (0..inputs * outputs).map(value).collect();
            let scales: Vec<f32> = (0..outputs).map(|it| (1.0 + it as f32 * 0.001) / 1000.0).collect();
            let biases: Vec<f32> = (0..outputs).map(|it| it as f32 - 20.0).collect();
            let number = |it: usize| (it as f32 * 0.7).sin() * (it / inputs + 1) as f32 + 0.5;
            let numbers: Vec<f32> = (0..rows * inputs).map(number).collect();
            let weights = QuantizedMatrix { values, scales };
            let layer = Linear::new(&weights, biases.clone());
            let kernels = Kernels::of_processor();
            let found = layer.apply(&kernels, &kernels.quantize(&numbers, inputs)).unwrap();
            for (at, found) in found.iter().enumerate() {
                let (row, column) = (at / outputs, at % outputs);
                let product = |it: usize| {
                    numbers[row * inputs + it]
                        * f32::from(weights.values[it * outputs + column])
                        * weights.scales[column]
                };
                let exact = (0..inputs).map(product).sum::<f32>() + biases[column];
                let most = 0.2 * (row + 1) as f32;
                assert!((found - exact).abs() < most, "{inputs}: {row}, {column}: {found} and not {exact}");
            }
        }
    }
}
