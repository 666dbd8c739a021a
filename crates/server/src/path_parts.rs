//! The parts of an address that its route names. An address whose parts are no texts or numbers is one that nothing has.

use crate::error::ApiError;
use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use serde::de::DeserializeOwned;

/// The named parts of an address, in their order.
pub(crate) struct PathParts<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParts<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathParts<T>, ApiError> {
        let read = Path::<T>::from_request_parts(parts, state).await;
        read.map(|Path(named)| PathParts(named)).map_err(|error| ApiError::NotFound(error.body_text()))
    }
}
