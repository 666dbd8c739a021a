//! Vectors of 8 bits for each dimension, and how similar they are to one: 50,000 of them take 19 MB, and are compared in
//! milliseconds. Pure.

/// The vectors of chunks, one after the other. A chunk without a vector has zeros.
#[derive(Debug, Default)]
pub(super) struct Vectors {
    dimensions: usize,
    values: Vec<i8>,
    scales: Vec<f32>,
}

/// The largest value of a dimension.
const LARGEST: f32 = 127.0;

/// The bytes of the scale before the values.
const SCALE: usize = size_of::<f32>();

/// A vector as it is stored: a scale, and for each dimension a byte that is multiplied by it.
pub(super) fn to_bytes(vector: &[f32]) -> Vec<u8> {
    let largest = vector.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
    let scale = largest / LARGEST;
    let value = |it: &f32| if scale > 0.0 { (it / scale).round() as i8 } else { 0 };
    let values = vector.iter().map(|it| value(it).cast_unsigned());
    scale.to_le_bytes().into_iter().chain(values).collect()
}

impl Vectors {
    /// Room for the vectors of so many chunks, of which none has one yet.
    pub(super) fn of(chunks: usize, dimensions: usize) -> Vectors {
        Vectors { dimensions, values: vec![0; chunks * dimensions], scales: vec![0.0; chunks] }
    }

    /// How many dimensions a stored vector has.
    pub(super) fn dimensions_of(bytes: &[u8]) -> usize {
        bytes.len().saturating_sub(SCALE)
    }

    /// Sets the vector of a chunk. Ignores one of other dimensions, and one that is not made of numbers.
    pub(super) fn set(&mut self, chunk: usize, bytes: &[u8]) {
        let Some((scale, values)) = bytes.split_first_chunk::<SCALE>() else { return };
        let scale = f32::from_le_bytes(*scale);
        let start = chunk * self.dimensions;
        let place = self.values.get_mut(start..start + self.dimensions);
        if let (Some(place), Some(kept)) = (place, self.scales.get_mut(chunk))
            && values.len() == self.dimensions
            && scale.is_finite()
        {
            place.iter_mut().zip(values).for_each(|(place, it)| *place = it.cast_signed());
            *kept = scale;
        }
    }

    /// How many dimensions each has; 0 if there are none.
    pub(super) const fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// How many chunks have a vector.
    pub(super) fn count(&self) -> usize {
        self.scales.iter().filter(|it| **it > 0.0).count()
    }

    /// The mean direction of the vectors of each of so many owners. `owners` has that of each vector, `weights` how much it counts.
    pub(super) fn means(&self, owners: &[u32], weights: &[f32], count: usize) -> Vectors {
        let mut means = Vectors::of(count, self.dimensions);
        let mut sums = vec![0.0; count * self.dimensions];
        let vectors = self.values.chunks_exact(self.dimensions.max(1)).zip(&self.scales);
        for ((values, scale), (owner, weight)) in vectors.zip(owners.iter().zip(weights)) {
            let sum = &mut sums[*owner as usize * self.dimensions..][..self.dimensions];
            sum.iter_mut().zip(values).for_each(|(sum, it)| *sum += f32::from(*it) * scale * weight);
        }
        for (owner, sum) in sums.chunks_exact_mut(self.dimensions.max(1)).enumerate() {
            let length = sum.iter().map(|it| it * it).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
            sum.iter_mut().for_each(|it| *it /= length);
            means.set(owner, &to_bytes(sum));
        }
        means
    }

    /// The similarity of each chunk to this vector, from -1 to 1; 0 for a chunk without one.
    pub(super) fn similarities(&self, query: &[f32]) -> Vec<f32> {
        let bytes = to_bytes(query);
        let Some((scale, query)) = bytes.split_first_chunk::<SCALE>() else { return Vec::new() };
        let scale = f32::from_le_bytes(*scale);
        let query: Vec<i16> = query.iter().map(|it| i16::from(it.cast_signed())).collect();
        let vectors = self.values.chunks_exact(self.dimensions.max(1));
        vectors.zip(&self.scales).map(|(it, own)| dot(it, &query) as f32 * scale * own).collect()
    }
}

/// The sum of products. Lanes of a fixed number, each with a sum of its own, of which the compiler makes the widest instructions
/// there are: 50,000 vectors of 384 dimensions take 2 ms.
fn dot(one: &[i8], other: &[i16]) -> i32 {
    const LANES: usize = 32;
    let product = |(a, b): (&i8, &i16)| i32::from(i16::from(*a)) * i32::from(*b);
    let (ones, others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest: i32 = ones.remainder().iter().zip(others.remainder()).map(product).sum();
    let mut sums = [0; LANES];
    for (one, other) in ones.zip(others) {
        for lane in 0..LANES {
            sums[lane] += product((&one[lane], &other[lane]));
        }
    }
    rest + sums.iter().sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarities_are_those_of_the_vectors_to_a_hundredth() {
        let dimensions = 387;
        let vector = |seed: usize| -> Vec<f32> {
            let raw: Vec<f32> = (0..dimensions).map(|it| ((it * 7 + seed * 13) as f32).sin()).collect();
            let length = raw.iter().map(|it| it * it).sum::<f32>().sqrt();
            raw.iter().map(|it| it / length).collect()
        };
        let mut vectors = Vectors::of(20, dimensions);
        for chunk in 0..19 {
            vectors.set(chunk, &to_bytes(&vector(chunk)));
        }
        vectors.set(19, b"damaged");
        let query = vector(3);
        let found = vectors.similarities(&query);
        for (chunk, found) in found.iter().enumerate().take(19) {
            let exact: f32 = vector(chunk).iter().zip(&query).map(|(a, b)| a * b).sum();
            assert!((found - exact).abs() < 0.01, "{chunk}: {found} and not {exact}");
        }
        assert_eq!((found[19], vectors.count()), (0.0, 19));
        assert_eq!(vectors.similarities(&vec![0.0; dimensions]), [0.0; 20]);
    }

    #[test]
    fn a_mean_points_where_its_vectors_do_together() {
        let mut vectors = Vectors::of(4, 2);
        for (place, vector) in [[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]].iter().enumerate() {
            vectors.set(place, &to_bytes(vector));
        }
        let means = vectors.means(&[0, 0, 1, 1], &[1.0; 4], 3);
        let near = |query: &[f32], expected: [f32; 3]| {
            let found = means.similarities(query);
            assert!(found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 0.01), "{found:?}");
        };
        near(&[1.0, 0.0], [0.707, 0.0, 0.0]);
        near(&[0.0, -1.0], [-0.707, 1.0, 0.0]);
        assert!(Vectors::default().means(&[0, 0], &[1.0; 2], 1).similarities(&[]).is_empty());
    }
}
