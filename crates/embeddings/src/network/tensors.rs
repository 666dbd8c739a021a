//! Takes the weights out of the file that they are in.

use rten_onnx::onnx::{ModelProto, TensorProto};

/// The tensors of an ONNX file that were not taken yet.
pub(super) struct Tensors(Vec<TensorProto>);

/// A matrix of weights, row by row, each column with its scale.
pub(super) struct QuantizedMatrix {
    pub(super) values: Vec<i8>,
    pub(super) scales: Vec<f32>,
}

impl Tensors {
    /// The tensors of this file.
    pub(super) fn read(file: &[u8]) -> Result<Tensors, String> {
        let model = ModelProto::parse_buf(file).map_err(|error| error.to_string())?;
        Ok(Tensors(model.graph.ok_or_else(of_another)?.initializer))
    }

    /// So many numbers of this name.
    pub(super) fn floats(&mut self, name: &str, count: usize) -> Result<Vec<f32>, String> {
        let bytes = self.bytes(name)?;
        let (numbers, rest) = bytes.as_chunks();
        let numbers: Vec<f32> = numbers.iter().map(|it| f32::from_le_bytes(*it)).collect();
        if numbers.len() == count && rest.is_empty() { Ok(numbers) } else { Err(of_another()) }
    }

    /// A matrix of this name, with one scale for each column or, as in tables, for each row.
    pub(super) fn matrix(
        &mut self,
        name: &str,
        size: usize,
        scales: usize,
    ) -> Result<QuantizedMatrix, String> {
        let values: Vec<i8> = self.bytes(&format!("{name}_q"))?.into_iter().map(u8::cast_signed).collect();
        let scales = self.floats(&format!("{name}_scale"), scales)?;
        if values.len() == size { Ok(QuantizedMatrix { values, scales }) } else { Err(of_another()) }
    }

    /// The names of the matrices of the layers, in the order in which the network multiplies by them.
    pub(super) fn layer_matrices(&self) -> Vec<String> {
        let names = self.0.iter().filter_map(|it| it.name.as_deref()?.strip_suffix("_q"));
        names.filter(|it| it.starts_with("val_")).map(str::to_owned).collect()
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let at = self.0.iter().position(|it| it.name.as_deref() == Some(name)).ok_or_else(of_another)?;
        let data = self.0.swap_remove(at).raw_data.ok_or_else(of_another)?;
        Ok(data.into_inner())
    }
}

/// The error of a file with other tensors than expected.
pub(super) fn of_another() -> String {
    "the weights are of another network".into()
}
