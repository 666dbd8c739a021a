//! Artefacts in a bucket of S3, or of a server that speaks the same.

use super::{LARGEST, TransferError, bad};
use crate::ArtefactsError;
use deskpilot_core::Secret;
use futures::TryStreamExt;
use object_store::{
    BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreExt, RetryConfig,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    client::{HttpClient, HttpConnector},
    path::Path,
};
use std::{fmt, sync::Arc, time::Duration};
use tokio::time::timeout;
use url::Url;

/// The variables of a key, without which AWS would be asked for one on the network, unencrypted.
const KEY: [(AmazonS3ConfigKey, &str); 2] = [
    (AmazonS3ConfigKey::AccessKeyId, "AWS_ACCESS_KEY_ID"),
    (AmazonS3ConfigKey::SecretAccessKey, "AWS_SECRET_ACCESS_KEY"),
];
/// The variables of an endpoint: the first that is set counts.
const ENDPOINTS: [AmazonS3ConfigKey; 2] = [AmazonS3ConfigKey::S3Endpoint, AmazonS3ConfigKey::Endpoint];
/// The longest description of an error of a server, in characters.
const LONGEST_ERROR: usize = 400;

/// How long a bucket may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadlines {
    /// One request.
    pub(super) request: Duration,
    /// All requests for one artefact.
    pub(super) artefact: Duration,
    /// How often a request that fails is sent again.
    pub(super) retries: usize,
    /// The shortest pause before that. Later ones are longer.
    pub(super) pause: Duration,
}

impl Deadlines {
    /// A large document on a slow line arrives in a minute; a server may be away for half a minute.
    pub(super) const USUAL: Deadlines = Deadlines {
        request: Duration::from_secs(60),
        artefact: Duration::from_secs(180),
        retries: 8,
        pause: Duration::from_secs(1),
    };
}

/// A bucket, and the prefix of the artefacts in it.
#[derive(Clone)]
pub(super) struct Bucket {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    address: String,
    secrets: Arc<[Secret]>,
    deadlines: Deadlines,
}

impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl Bucket {
    pub(super) fn open(
        address: &str,
        variables: impl IntoIterator<Item = (String, String)>,
        deadlines: Deadlines,
    ) -> Result<Bucket, ArtefactsError> {
        let (bucket, prefix) = parse(address)?;
        let (mut builder, mut secrets) = (AmazonS3Builder::new(), Vec::new());
        for (name, value) in variables.into_iter().filter(|(name, _)| name.starts_with("AWS_")) {
            if name.contains("KEY") || name.contains("TOKEN") {
                secrets.push(Secret::new(&value));
            }
            if let Ok(key) = name.to_ascii_lowercase().parse() {
                builder = builder.with_config(key, value);
            }
        }
        for (key, variable) in KEY {
            if builder.get_config_value(&key).is_none_or(|it| it.is_empty()) {
                return Err(ArtefactsError::NoKey { variable });
            }
        }
        let endpoint = ENDPOINTS.iter().find_map(|it| builder.get_config_value(it));
        let client = client(endpoint.as_deref(), deadlines.request)?;
        let retry = RetryConfig {
            backoff: BackoffConfig { init_backoff: deadlines.pause, ..BackoffConfig::default() },
            max_retries: deadlines.retries,
            retry_timeout: deadlines.artefact,
        };
        let store = builder.with_bucket_name(&bucket).with_http_connector(client).with_retry(retry).build();
        // An error may contain a secret value.
        let store = store.map_err(|error| setting(&without(&secrets, &error.to_string())))?;
        let address = format!("s3://{bucket}/{prefix}");
        Ok(Bucket { store: Arc::new(store), prefix, address, secrets: secrets.into(), deadlines })
    }

    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), TransferError> {
        let (path, bytes) = (self.path(name), bytes.to_vec());
        let put = async { Ok(self.store.put(&path, bytes.into()).await.map(drop)?) };
        let (address, name) = (self.address.clone(), name.to_owned());
        self.within(put).await.map_err(|why| TransferError::NotUploaded { address, name, why })
    }

    pub(super) async fn find(&self, name: &str) -> Result<Option<Vec<u8>>, TransferError> {
        let path = self.path(name);
        let (address, name) = (self.address.clone(), name.to_owned());
        let read = self.within(self.read(&path)).await;
        read.map_err(|why| TransferError::NotDownloaded { address, name, why })
    }

    async fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, Failure> {
        let object = match self.store.get(path).await {
            Err(Error::NotFound { .. }) => return Ok(None),
            object => object?,
        };
        let mut bytes = Vec::new();
        let mut parts = object.into_stream();
        while let Some(part) = parts.try_next().await? {
            if (bytes.len() + part.len()) as u64 > LARGEST.in_bytes() {
                return Err(Failure::TooLarge);
            }
            bytes.extend_from_slice(&part);
        }
        Ok(Some(bytes))
    }

    fn path(&self, name: &str) -> Path {
        self.prefix.parts().chain(Path::from(name).parts()).collect()
    }

    /// What it comes to, or why it fails and what to do; without secrets, which servers repeat in errors.
    async fn within<T>(&self, work: impl Future<Output = Result<T, Failure>>) -> Result<T, String> {
        let limit = self.deadlines.artefact;
        match timeout(limit, work).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Failure::TooLarge)) => Err(LARGEST.too_large()),
            Ok(Err(Failure::Store(Error::PermissionDenied { .. } | Error::Unauthenticated { .. }))) => {
                Err("the server refuses the key: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that this key may get, \
                     put and list objects there"
                    .into())
            }
            Ok(Err(Failure::Store(error))) => {
                let text = in_short(&without(&self.secrets, &error.to_string()));
                Err(format!("{text}; check AWS_ENDPOINT and AWS_REGION, and that the bucket is there"))
            }
            Err(_) => Err(format!(
                "the server did not answer within {} s: check AWS_ENDPOINT and the network",
                limit.as_secs_f64()
            )),
        }
    }
}

/// Why an artefact is not stored or read.
enum Failure {
    Store(Error),
    TooLarge,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Store(error)
    }
}

/// The bucket and the prefix of an address.
fn parse(address: &str) -> Result<(String, Path), ArtefactsError> {
    // The address may hold a password, so no error shows it.
    let wrong = |why: &str| bad("s3://", why);
    let url = Url::parse(address).map_err(|error| wrong(&error.to_string()))?;
    let bucket = url.host_str().filter(|it| !it.is_empty()).ok_or_else(|| wrong("it has no bucket"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("a key belongs into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"));
    }
    if url.port().is_some() {
        return Err(wrong("the address of a server belongs into AWS_ENDPOINT"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("it has more than a bucket and a prefix"));
    }
    let prefix = Path::from_url_path(url.path()).map_err(|error| wrong(&error.to_string()))?;
    Ok((bucket.to_owned(), prefix))
}

fn without(secrets: &[Secret], text: &str) -> String {
    secrets.iter().fold(text.to_owned(), |text, secret| secret.remove_from(&text))
}

/// The answer to a call that failed, with no more of the server's XML than the code.
fn in_short(answer: &str) -> String {
    let text = answer.split('<').next().unwrap_or_default().trim_end_matches([' ', ':', '\n']);
    let text: String = text.chars().take(LONGEST_ERROR).collect();
    let code = answer.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>"));
    match code {
        Some((code, _)) => format!("{text} ({code})"),
        None => text,
    }
}

fn setting(why: &str) -> ArtefactsError {
    ArtefactsError::BadSetting { why: why.to_owned() }
}

/// The HTTP client for this endpoint. Without encryption it speaks to this machine only.
fn client(endpoint: Option<&str>, deadline: Duration) -> Result<OwnClient, ArtefactsError> {
    let builder = deskpilot_https::client().map_err(|error| setting(&error.to_string()))?;
    let builder = match endpoint {
        None => builder.https_only(true),
        Some(endpoint) => {
            let url = Url::parse(endpoint).map_err(|error| setting(&format!("AWS_ENDPOINT: {error}")))?;
            if !url.username().is_empty() || url.password().is_some() {
                return Err(setting("AWS_ENDPOINT holds a password, which no server asks for"));
            }
            let host = url.host_str().unwrap_or_default().to_owned();
            match (url.scheme(), deskpilot_https::is_this_machine(&url)) {
                ("https", true) => builder.https_only(true).no_proxy(),
                ("https", false) => builder.https_only(true),
                ("http", true) => builder.no_proxy(),
                ("http", false) => return Err(ArtefactsError::NotEncrypted { host }),
                (scheme, _) => return Err(setting(&format!("AWS_ENDPOINT begins with {scheme}:"))),
            }
        }
    };
    let client = builder.timeout(deadline).connect_timeout(deadline.min(Duration::from_secs(10))).build();
    let client = client.map_err(|error| setting(&error.to_string()))?;
    Ok(OwnClient(HttpClient::new(client)))
}

/// Our HTTP client in place of one that `object_store` would build.
#[derive(Debug)]
struct OwnClient(HttpClient);

impl HttpConnector for OwnClient {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(self.0.clone())
    }
}
