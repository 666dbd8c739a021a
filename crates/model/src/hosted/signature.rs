//! Signs requests with access keys of Amazon Web Services, by their Signature Version 4. Pure.
//!
//! The steps are those of docs.aws.amazon.com, "Create a signed AWS API request", read in November 2026.

use crate::provider::Dialect;
use crate::{AccessKeys, HostedOptions, ModelError, Secret};
use jiff::Timestamp;
use reqwest::Url;
use sha2::{Digest, Sha256};

/// The name of the algorithm.
const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// The end of each scope.
const TERMINATOR: &str = "aws4_request";
/// The length of a block of SHA-256, in bytes.
const BLOCK: usize = 64;

/// Signs the requests to one service of one region.
#[derive(Debug)]
pub(super) struct Signer {
    keys: AccessKeys,
    region: String,
    service: &'static str,
}

/// The parts of a request that its signature covers.
pub(super) struct Unsigned<'r> {
    pub(super) method: &'static str,
    pub(super) url: &'r Url,
    pub(super) content_type: Option<&'r str>,
    pub(super) body: &'r str,
}

impl Signer {
    /// What signs requests to this address; `None` if the options have a key, or no access keys.
    pub(super) fn new(options: &HostedOptions, url: &Url) -> Result<Option<Signer>, ModelError> {
        let Some(keys) = options.access_keys.clone().filter(|_| options.key.is_none()) else {
            return Ok(None);
        };
        let named = url.host_str().and_then(service_and_region);
        let (service, region) = match named {
            Some((service, region)) => (service, Some(region)),
            None => (usual_service(options.provider.dialect), keys.region.clone()),
        };
        let region = region.ok_or_else(|| {
            options.misconfigured("base_url names no region of Amazon Web Services; set AWS_REGION")
        })?;
        Ok(Some(Signer { keys, region, service }))
    }

    /// The headers that sign a request at this time.
    pub(super) fn headers(&self, request: &Unsigned<'_>, now: Timestamp) -> Vec<(&'static str, Secret)> {
        // The only form of a time that version 4 of Amazon's signatures knows, in UTC.
        let time = now.strftime("%Y%m%dT%H%M%SZ").to_string();
        let day = now.strftime("%Y%m%d").to_string();
        let token = self.keys.session_token.as_ref();
        // In the order of their names, as the algorithm wants it.
        let mut signed: Vec<(&str, String)> = Vec::new();
        signed.extend(request.content_type.map(|it| ("content-type", it.to_owned())));
        signed.push(("host", host(request.url)));
        signed.push(("x-amz-date", time.clone()));
        signed.extend(token.map(|it| ("x-amz-security-token", it.reveal().to_owned())));
        let names: Vec<&str> = signed.iter().map(|(name, _)| *name).collect();
        let names = names.join(";");
        let scope = [day.as_str(), &self.region, self.service, TERMINATOR].join("/");
        let hash = hex(&Sha256::digest(canonical(request, &signed, &names)));
        let signature = hex(&hmac(&self.key(&day), [ALGORITHM, &time, &scope, &hash].join("\n").as_bytes()));
        let id = &self.keys.id;
        let authorization =
            format!("{ALGORITHM} Credential={id}/{scope}, SignedHeaders={names}, Signature={signature}");
        let own = [("authorization", Secret::new(authorization)), ("x-amz-date", Secret::new(time))];
        own.into_iter().chain(token.map(|it| ("x-amz-security-token", it.clone()))).collect()
    }

    /// The key of one day, which is good for this service in this region alone.
    fn key(&self, day: &str) -> [u8; 32] {
        // Each step narrows the key down, and the secret itself signs no request.
        let of_day = hmac(format!("AWS4{}", self.keys.secret.reveal()).as_bytes(), day.as_bytes());
        let parts = [self.region.as_str(), self.service, TERMINATOR];
        parts.iter().fold(of_day, |key, part| hmac(&key, part.as_bytes()))
    }
}

/// The service and the region that a host's name tells, such as `bedrock-runtime.eu-central-1.amazonaws.com`.
fn service_and_region(host: &str) -> Option<(&'static str, String)> {
    let service = |label: &str| match label {
        "bedrock-runtime" | "bedrock-runtime-fips" => Some("bedrock"),
        "bedrock-mantle" => Some("bedrock-mantle"),
        _ => None,
    };
    let mut labels = host.split('.');
    let service = labels.find_map(service)?;
    Some((service, labels.next()?.to_owned()))
}

/// The service behind an address that does not tell it, such as that of a gateway.
const fn usual_service(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Bedrock => "bedrock",
        _ => "bedrock-mantle",
    }
}

/// The request in the form that is signed.
fn canonical(request: &Unsigned<'_>, headers: &[(&str, String)], names: &str) -> String {
    let lines: String = headers.iter().map(|(name, value)| format!("{name}:{}\n", value.trim())).collect();
    let hash = hex(&Sha256::digest(request.body));
    [request.method, &percent_encoded(request.url.path()), &sorted_query(request.url), &lines, names, &hash]
        .join("\n")
}

/// The host as the header has it: with its port, unless that is the usual one.
fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// A path that is encoded for its request, encoded once more.
fn percent_encoded(path: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    path.bytes().map(encoded).collect()
}

/// The query, sorted by names and then by values.
fn sorted_query(url: &Url) -> String {
    let query = url.query().unwrap_or_default();
    let mut pairs: Vec<(&str, &str)> = query
        .split('&')
        .filter(|it| !it.is_empty())
        .map(|it| it.split_once('=').unwrap_or((it, "")))
        .collect();
    pairs.sort();
    // The signed form has the sign also after a name without a value.
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// A hash of a message that only somebody with the key can make (RFC 2104).
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let hashed: [u8; 32] = Sha256::digest(key).into();
    // RFC 2104 replaces a key that is longer than a block by its hash.
    let key = if key.len() > BLOCK { &hashed[..] } else { key };
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(key).for_each(|(it, byte)| *it ^= byte);
        block
    };
    // Both pads are those of RFC 2104.
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

#[cfg(test)]
#[path = "tests/signature.rs"]
mod tests;
