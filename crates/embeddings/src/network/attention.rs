//! Attention: each token of a text becomes a mixture of the text's tokens.

use super::{DIMENSIONS, linear::Kernels, tensors::of_another};
use rten_gemm::{GemmInputA, GemmInputB, GemmOptions};
use rten_simd::SimdOp;
use rten_tensor::NdTensorView;
use rten_vecmath::Softmax;

/// How many mixtures are made of each token, each of a part of its dimensions.
const HEADS: usize = 12;

/// The dimensions of a head.
const SIZE: usize = DIMENSIONS / HEADS;

/// The columns of a token: its query, its key, its value.
pub(super) const COLUMNS: usize = 3 * DIMENSIONS;

/// The mixtures of all tokens, from the queries, keys and values of texts of these lengths.
pub(super) fn attention(kernels: &Kernels, projected: &[f32], lengths: &[usize]) -> Result<Vec<f32>, String> {
    let mut mixed = vec![0.0; projected.len() / COLUMNS * DIMENSIONS];
    let (mut from, mut to) = (projected, mixed.as_mut_slice());
    for length in lengths {
        let (text, others) = from.split_at(length * COLUMNS);
        let (output, rest) = to.split_at_mut(length * DIMENSIONS);
        for head in 0..HEADS {
            attend(kernels, text, *length, head, output)?;
        }
        (from, to) = (others, rest);
    }
    Ok(mixed)
}

/// One head of one text: writes its part of the columns of `output`.
fn attend(
    kernels: &Kernels,
    text: &[f32],
    length: usize,
    head: usize,
    output: &mut [f32],
) -> Result<(), String> {
    let part = |of: usize| &text[of * DIMENSIONS + head * SIZE..];
    let view = |data, shape, strides| {
        NdTensorView::<f32, 2>::from_data_with_strides(shape, data, strides).map_err(|_| of_another())
    };
    let query = view(part(0), [length, SIZE], [COLUMNS, 1])?;
    let key = view(part(1), [SIZE, length], [1, COLUMNS])?;
    let value = view(part(2), [length, SIZE], [COLUMNS, 1])?;
    let options = GemmOptions { alpha: 1.0 / (SIZE as f32).sqrt(), ..GemmOptions::default() };
    let mut shares = vec![0.0; length * length];
    let (left, right) = (GemmInputA::Unpacked(query), GemmInputB::Unpacked(key));
    kernels.floats.gemm(&mut shares, left, right, options).map_err(|error| error.to_string())?;
    for row in shares.chunks_exact_mut(length) {
        Softmax::new_mut(row).dispatch();
    }
    let mut mixed = vec![0.0; length * SIZE];
    let shares = NdTensorView::from_data([length, length], shares.as_slice());
    let (left, right) = (GemmInputA::Unpacked(shares), GemmInputB::Unpacked(value));
    let plain = GemmOptions::default();
    kernels.floats.gemm(&mut mixed, left, right, plain).map_err(|error| error.to_string())?;
    for (row, mixed) in output.chunks_exact_mut(DIMENSIONS).zip(mixed.chunks_exact(SIZE)) {
        row[head * SIZE..][..SIZE].copy_from_slice(mixed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mixture of one dimension of one token, computed number by number.
    fn mixture(text: &[f32], token: usize, dimension: usize) -> f32 {
        let start = dimension / SIZE * SIZE;
        let of = |token: usize, part: usize, at: usize| text[token * COLUMNS + part * DIMENSIONS + at];
        let similarity = |other: usize| {
            let products = (start..start + SIZE).map(|at| of(token, 0, at) * of(other, 1, at));
            (products.sum::<f32>() / (SIZE as f32).sqrt()).exp()
        };
        let tokens = 0..text.len() / COLUMNS;
        let all: f32 = tokens.clone().map(similarity).sum();
        tokens.map(|other| similarity(other) / all * of(other, 2, dimension)).sum()
    }

    #[test]
    fn each_token_is_a_mixture_of_the_tokens_of_its_own_text() {
        let lengths = [1, 3, 40, 2];
        let tokens: usize = lengths.iter().sum();
        let numbers: Vec<f32> = (0..tokens * COLUMNS).map(|it| (it as f32 * 1.3).sin()).collect();
        let found = attention(&Kernels::of_processor(), &numbers, &lengths).unwrap();
        let mut first = 0;
        for length in lengths {
            let text = &numbers[first * COLUMNS..][..length * COLUMNS];
            for (token, dimension) in (0..length).flat_map(|it| [(it, 0), (it, 37), (it, 383)]) {
                let (found, exact) =
                    (found[(first + token) * DIMENSIONS + dimension], mixture(text, token, dimension));
                assert!((found - exact).abs() < 1e-4, "{length}: {token}, {dimension}: {found}, {exact}");
            }
            first += length;
        }
    }
}
