//! HTTP clients as Deskpilot opens them: one TLS back end, the certificates that the machine trusts, and no redirects.
//!
//! Whoever opens a connection begins here, so that the choice of the TLS back end stands in one place.

use reqwest::{Client, ClientBuilder, Url, redirect};
use rustls::{ClientConfig, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;
use std::{net::IpAddr, sync::Arc};
use thiserror::Error;

/// Why no client can be had.
#[derive(Debug, Error)]
#[error("TLS cannot be used on this machine: {0}; are its certificates installed (Debian: ca-certificates)?")]
pub struct TlsError(#[from] rustls::Error);

/// A builder of clients. They follow no redirects: those would carry keys and pictures to wherever they point.
///
/// # Errors
/// The machine trusts no certificates at all, as a bare container does.
pub fn client() -> Result<ClientBuilder, TlsError> {
    Ok(Client::builder().tls_backend_preconfigured(tls()?).redirect(redirect::Policy::none()))
}

fn tls() -> Result<ClientConfig, TlsError> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = config.with_platform_verifier()?.with_no_client_auth();
    // The client library offers its protocols only in a configuration that it makes itself.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

/// Whether the address is of this machine.
pub fn is_this_machine(address: &Url) -> bool {
    let host = address.host_str().unwrap_or("").trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_offers_both_protocols_and_needs_no_provider_of_the_process() {
        assert_eq!(tls().unwrap().alpn_protocols, [b"h2".to_vec(), b"http/1.1".to_vec()]);
        assert!(rustls::crypto::CryptoProvider::get_default().is_none());
        client().unwrap().build().unwrap();
    }

    #[test]
    fn this_machine_is_known_by_its_loopback_addresses() {
        for (address, is_here) in [
            ("http://localhost:1/", true),
            ("http://127.0.0.2/", true),
            ("http://[::1]:9/", true),
            ("http://127.0.0.1.example.com/", false),
            ("https://example.com/", false),
        ] {
            assert_eq!(is_this_machine(&Url::parse(address).unwrap()), is_here, "{address}");
        }
    }
}
