//! The address of a queue, which names its engine.

use crate::{Credentials, QueueError};
use std::{net::IpAddr, path::PathBuf};
use url::Url;

/// Where a queue is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// In a SQLite file.
    File(PathBuf),
    /// At a NATS server.
    Server(ServerAddress),
}

/// A NATS server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerAddress {
    /// Its address without credentials.
    pub(crate) url: String,
    /// Whether the connection is encrypted.
    pub(crate) encryption: Encryption,
    /// The credentials in the address.
    pub(crate) credentials: Option<Credentials>,
}

/// Whether a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encryption {
    /// By TLS.
    Tls,
    /// It is not, and stays on this machine.
    Loopback,
}

impl Address {
    /// Reads an address.
    pub(crate) fn parse(text: &str) -> Result<Address, QueueError> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            return file(text, path);
        }
        match text.split_once("://") {
            None => file(text, text),
            Some(("nats", _)) => server(text, Encryption::Loopback).map(Address::Server),
            Some(("tls", _)) => server(text, Encryption::Tls).map(Address::Server),
            Some((scheme, _)) => Err(bad(&format!("{scheme}://"), "it has an unknown scheme")),
        }
    }
}

fn file(text: &str, path: &str) -> Result<Address, QueueError> {
    match path {
        "" => Err(bad(text, "it has no path")),
        path => Ok(Address::File(path.into())),
    }
}

fn server(text: &str, encryption: Encryption) -> Result<ServerAddress, QueueError> {
    let scheme = if encryption == Encryption::Tls { "tls" } else { "nats" };
    // The text may hold a password, so no error shows it.
    let shown = format!("{scheme}://");
    let url = Url::parse(text).map_err(|error| bad(&shown, &error.to_string()))?;
    let host = url.host_str().filter(|it| !it.is_empty()).ok_or_else(|| bad(&shown, "it has no host"))?;
    if encryption == Encryption::Loopback && !is_loopback(host) {
        return Err(QueueError::NotEncrypted { host: host.to_owned() });
    }
    let port = url.port().unwrap_or(4222);
    let credentials = credentials(&url).map_err(|()| bad(&shown, "its user or password is not UTF-8"))?;
    Ok(ServerAddress { url: format!("{scheme}://{host}:{port}"), encryption, credentials })
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
}

/// The user and password of an address; a user alone is a token.
fn credentials(url: &Url) -> Result<Option<Credentials>, ()> {
    let user = decode(url.username())?;
    Ok(match url.password() {
        None if user.is_empty() => None,
        None => Some(Credentials::Token(user)),
        Some(password) => Some(Credentials::Password { user, password: decode(password)? }),
    })
}

/// A part of an address without its percent signs.
fn decode(text: &str) -> Result<String, ()> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next().ok_or(())?, rest.next().ok_or(())?];
        let digits = std::str::from_utf8(&digits).map_err(drop)?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(drop)?);
    }
    String::from_utf8(bytes).map_err(drop)
}

fn bad(address: &str, why: &str) -> QueueError {
    QueueError::BadAddress { address: address.to_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_file_and_a_scheme_names_the_engine() {
        for (text, path) in
            [("jobs.db", "jobs.db"), ("sqlite:a b/jobs", "a b/jobs"), ("./nats:1", "./nats:1")]
        {
            assert_eq!(Address::parse(text).unwrap(), Address::File(path.into()), "{text}");
        }
        for (text, url, encryption) in [
            ("nats://127.0.0.1", "nats://127.0.0.1:4222", Encryption::Loopback),
            ("nats://localhost:5000", "nats://localhost:5000", Encryption::Loopback),
            ("nats://[::1]:5000", "nats://[::1]:5000", Encryption::Loopback),
            ("tls://fleet.example", "tls://fleet.example:4222", Encryption::Tls),
        ] {
            let server = ServerAddress { url: url.into(), encryption, credentials: None };
            assert_eq!(Address::parse(text).unwrap(), Address::Server(server), "{text}");
        }
    }

    #[test]
    fn a_server_on_another_machine_needs_tls() {
        for text in
            ["nats://fleet.example", "nats://10.0.0.1:4222", "nats://0.0.0.0", "nats://127.0.0.1.example"]
        {
            let error = Address::parse(text).unwrap_err();
            assert!(matches!(error, QueueError::NotEncrypted { .. }), "{text}: {error}");
        }
    }

    #[test]
    fn credentials_are_read_and_never_shown() {
        let of = |text: &str| match Address::parse(text).unwrap() {
            Address::Server(server) => server,
            Address::File(path) => panic!("{path:?}"),
        };
        let server = of("nats://ann:s%3Acret@127.0.0.1:1");
        let password = Credentials::Password { user: "ann".into(), password: "s:cret".into() };
        assert_eq!((server.url.as_str(), &server.credentials), ("nats://127.0.0.1:1", &Some(password)));
        assert!(!format!("{server:?}").contains("cret"), "{server:?}");
        let token = of("tls://t0ken@fleet.example");
        assert_eq!(token.credentials, Some(Credentials::Token("t0ken".into())));
        assert!(!format!("{token:?}").contains("t0ken"), "{token:?}");
        for text in
            ["nats://ann:s3cret@", "nats://ann:s3cret@host:x", "nats://ann:s3%zz@127.0.0.1", "s3cret://x"]
        {
            let error = Address::parse(text).unwrap_err().to_string();
            assert!(!error.contains("ann:"), "{error}");
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in ["", "sqlite:", "http://127.0.0.1", "nats://", "nats:///x"] {
            let error = Address::parse(text).unwrap_err();
            assert!(matches!(error, QueueError::BadAddress { .. }), "{text}: {error}");
        }
    }
}
