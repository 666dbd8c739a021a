//! The outcome of a stage, serialized as a pair of result and error.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeStruct};

/// Why a stage of the instantiation failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskError(pub String);

/// The outcome of a stage, serialized as `{"result": .., "error": ..}`; both are null if the stage did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageOutcome<T, E = TaskError>(pub Option<Result<T, E>>);

impl<T: Serialize, E: Serialize> Serialize for StageOutcome<T, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (result, error) = match &self.0 {
            None => (None, None),
            Some(Ok(result)) => (Some(result), None),
            Some(Err(error)) => (None, Some(error)),
        };
        let mut pair = serializer.serialize_struct("StageOutcome", 2)?;
        pair.serialize_field("result", &result)?;
        pair.serialize_field("error", &error)?;
        pair.end()
    }
}

#[derive(Deserialize)]
struct ResultAndError<T, E> {
    result: Option<T>,
    error: Option<E>,
}

impl<'de, T: Deserialize<'de>, E: Deserialize<'de>> Deserialize<'de> for StageOutcome<T, E> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The whole stage may also be null if it did not run.
        let pair: Option<ResultAndError<T, E>> = Option::deserialize(deserializer)?;
        match pair.map(|pair| (pair.result, pair.error)) {
            None | Some((None, None)) => Ok(StageOutcome(None)),
            Some((Some(result), None)) => Ok(StageOutcome(Some(Ok(result)))),
            Some((None, Some(error))) => Ok(StageOutcome(Some(Err(error)))),
            Some((Some(_), Some(_))) => {
                Err(D::Error::custom("a stage has a result and an error: keep one of them"))
            }
        }
    }
}
