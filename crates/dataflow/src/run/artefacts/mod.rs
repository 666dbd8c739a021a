//! Where the workers of a run store artefacts for the controller: a folder, or a bucket of S3.

#[cfg(feature = "s3")]
mod bucket;
#[cfg(feature = "s3")]
#[cfg(test)]
mod bucket_tests;
mod error;
mod folder;
#[cfg(test)]
mod tests;

pub use error::TransferError;

use crate::ArtefactsError;
use deskpilot_system::ReadLimit;
use folder::Folder;
use std::path::{Component, Path};
use url::Url;

/// The largest artefact that is read.
const LARGEST: ReadLimit = ReadLimit::mib(256);
/// The name of the artefact that tests a place.
const TRIAL: &str = "trial";

/// A place for artefacts that all workers of a run reach.
#[derive(Clone, Debug)]
pub struct Artefacts(Store);

#[derive(Clone, Debug)]
enum Store {
    Folder(Folder),
    #[cfg(feature = "s3")]
    Bucket(bucket::Bucket),
}

impl Artefacts {
    /// The artefacts in this folder.
    pub fn new(folder: &Path) -> Artefacts {
        Artefacts(Store::Folder(Folder::new(folder)))
    }

    /// The artefacts at this address: the path of a folder, `file:///FOLDER` or `s3://BUCKET/PREFIX`. The key, the endpoint and the
    /// region of a bucket are in these variables, which carry the names that the tools of AWS use.
    ///
    /// # Errors
    /// The address or a variable is wrong, or this build knows no buckets.
    pub fn open(
        address: &str,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Artefacts, ArtefactsError> {
        match address.split_once("://") {
            None if address.is_empty() => Err(bad(address, "it is empty")),
            None => Ok(Artefacts::new(Path::new(address))),
            Some(("file", _)) => {
                let path = Url::parse(address).ok().and_then(|it| it.to_file_path().ok());
                let path = path.ok_or_else(|| bad(address, "it is not the path of a folder here"))?;
                Ok(Artefacts::new(&path))
            }
            Some(("s3", _)) => in_bucket(address, variables),
            // The rest of the address may hold a password.
            Some((scheme, _)) => Err(bad(&format!("{scheme}://"), "it has an unknown scheme")),
        }
    }

    /// The folder, unless it is a bucket.
    pub fn folder(&self) -> Option<&Path> {
        match &self.0 {
            Store::Folder(folder) => Some(folder.path()),
            #[cfg(feature = "s3")]
            Store::Bucket(_) => None,
        }
    }

    /// Stores a small artefact and reads it again, so that an unusable place fails before the first task begins.
    ///
    /// # Errors
    /// It cannot be written or read.
    pub async fn try_out(&self) -> Result<(), TransferError> {
        self.put(TRIAL, TRIAL.as_bytes()).await?;
        self.get(TRIAL).await.map(drop)
    }

    /// Stores an artefact whole, in place of an earlier one of this name.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), TransferError> {
        check_name(name)?;
        match &self.0 {
            Store::Folder(folder) => folder.put(name, bytes).await,
            #[cfg(feature = "s3")]
            Store::Bucket(bucket) => bucket.put(name, bytes).await,
        }
    }

    /// An artefact.
    ///
    /// # Errors
    /// It is missing or cannot be read.
    pub(super) async fn get(&self, name: &str) -> Result<Vec<u8>, TransferError> {
        match self.find(name).await? {
            Some(bytes) => Ok(bytes),
            None => Err(TransferError::Missing(name.to_owned())),
        }
    }

    /// An artefact; `None` if there is none of this name.
    ///
    /// # Errors
    /// It cannot be read, or its existence is unknown.
    pub(super) async fn find(&self, name: &str) -> Result<Option<Vec<u8>>, TransferError> {
        check_name(name)?;
        match &self.0 {
            Store::Folder(folder) => folder.find(name).await,
            #[cfg(feature = "s3")]
            Store::Bucket(bucket) => bucket.find(name).await,
        }
    }
}

#[cfg(feature = "s3")]
fn in_bucket(
    address: &str,
    variables: impl IntoIterator<Item = (String, String)>,
) -> Result<Artefacts, ArtefactsError> {
    Ok(Artefacts(Store::Bucket(bucket::Bucket::open(address, variables, bucket::Deadlines::USUAL)?)))
}

#[cfg(not(feature = "s3"))]
fn in_bucket(_: &str, _: impl IntoIterator<Item = (String, String)>) -> Result<Artefacts, ArtefactsError> {
    Err(deskpilot_core::NotBuilt(deskpilot_core::Feature::Fleet).into())
}

fn bad(address: &str, why: &str) -> ArtefactsError {
    ArtefactsError::BadAddress { address: address.to_owned(), why: why.to_owned() }
}

/// Fails for a name that leads out of the place: a name may come from a worker on another machine.
fn check_name(name: &str) -> Result<(), TransferError> {
    let is_inside = Path::new(name).components().all(|it| matches!(it, Component::Normal(_)));
    if name.is_empty() || !is_inside {
        return Err(TransferError::BadName(name.to_owned()));
    }
    Ok(())
}
