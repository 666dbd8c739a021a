//! HTTP clients with Deskpilot's settings: one TLS back end, the certificates that the machine trusts, no redirects, no
//! compression, and replies within limits.
//!
//! Every crate that opens connections builds its client here and reads whole replies with [`exchange`], so that the TLS
//! back end and the limits are in one place. Streams have limits of their own.

mod exchange;

pub use exchange::{ExchangeError, ExchangeLimits, HttpReply, exchange};

use reqwest::{Client, ClientBuilder, Url, redirect};
use rustls::{ClientConfig, crypto::ring};
use rustls_platform_verifier::BuilderVerifierExt;
use std::{net::IpAddr, sync::Arc};
use thiserror::Error;

/// Why no client can be built.
#[derive(Debug, Error)]
#[error("TLS cannot be used on this machine: {0}; are the certificates of public authorities installed?")]
pub struct TlsError(#[from] rustls::Error);

/// A client builder. Clients follow no redirects, because a redirect would carry keys and pictures to an
/// unknown host, and unpack no compressed reply, because its unpacked size is unknown in advance.
///
/// # Errors
/// Fails if the machine trusts no certificates at all, as in a bare container.
pub fn client() -> Result<ClientBuilder, TlsError> {
    let client = Client::builder().tls_backend_preconfigured(tls()?).redirect(redirect::Policy::none());
    Ok(client.no_gzip().no_brotli().no_zstd().no_deflate())
}

fn tls() -> Result<ClientConfig, TlsError> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = config.with_platform_verifier()?.with_no_client_auth();
    // The client library sets ALPN protocols only in configurations it builds itself.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

/// Whether the address points to this machine: `localhost` or a loopback IP.
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
