//! Which addresses may be reached: public ones. Names are resolved once, and the connection goes to the address that was
//! checked, so that a name cannot lead elsewhere a moment later.

use futures::future::BoxFuture;
use reqwest::dns::{Name, Resolve, Resolving};
use std::{
    fmt, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
};
use thiserror::Error;
use tokio::net::lookup_host;
use url::{Host, Url};

/// Why an address may not be reached.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// It is not among the addresses that may be reached.
    #[error("{host} is at {address}, {why}")]
    NotAllowed {
        /// The name.
        host: String,
        /// The address of it.
        address: IpAddr,
        /// What is wrong with it, and what to do.
        why: &'static str,
    },
    /// It has no address.
    #[error("{0} has no address; is the name right?")]
    Unknown(String),
}

/// The addresses of a name.
type Lookup = Arc<dyn Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync>;

/// Decides which addresses may be reached.
#[derive(Clone)]
pub struct AddressGuard {
    lookup: Lookup,
    may_reach: fn(IpAddr) -> bool,
    why: &'static str,
}

const ONLY_PUBLIC: &str = "which is not a public address; only public pages can be fetched";
const ONLY_PRIVATE: &str =
    "which is a public address, and what goes there by http can be read on the way; use https";

impl AddressGuard {
    /// Public addresses alone, by the names that this machine knows.
    pub fn public() -> AddressGuard {
        AddressGuard::new(|name| Box::pin(look_up(name)), is_public)
    }

    /// Addresses of this machine and of the user's own network alone.
    pub fn private() -> AddressGuard {
        let guard = AddressGuard::new(|name| Box::pin(look_up(name)), |it| !is_public(it));
        AddressGuard { why: ONLY_PRIVATE, ..guard }
    }

    /// The addresses for which `may_reach` holds, as public ones; `lookup` returns those of a name.
    pub fn new(
        lookup: impl Fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> + Send + Sync + 'static,
        may_reach: fn(IpAddr) -> bool,
    ) -> AddressGuard {
        AddressGuard { lookup: Arc::new(lookup), may_reach, why: ONLY_PUBLIC }
    }

    /// Checks an address that is written as a number, which is never resolved.
    ///
    /// # Errors
    /// It may not be reached.
    pub fn check_literal(&self, url: &Url) -> Result<(), AddressError> {
        let address = match url.host() {
            Some(Host::Ipv4(address)) => IpAddr::V4(address),
            Some(Host::Ipv6(address)) => IpAddr::V6(address),
            Some(Host::Domain(_)) => return Ok(()),
            None => return Err(AddressError::Unknown(url.to_string())),
        };
        self.check(url.host_str().unwrap_or_default(), [address]).map(|_| ())
    }

    /// The addresses of a name, if all of them may be reached.
    ///
    /// # Errors
    /// One of them may not be reached, or the list is empty.
    pub async fn resolve(&self, name: &str) -> Result<Vec<IpAddr>, AddressError> {
        let found = (self.lookup)(name.to_owned()).await.unwrap_or_default();
        let checked = self.check(name, found)?;
        if checked.is_empty() { Err(AddressError::Unknown(name.to_owned())) } else { Ok(checked) }
    }

    fn check(
        &self,
        host: &str,
        addresses: impl IntoIterator<Item = IpAddr>,
    ) -> Result<Vec<IpAddr>, AddressError> {
        let check = |address| match (self.may_reach)(address) {
            true => Ok(address),
            false => Err(AddressError::NotAllowed { host: host.to_owned(), address, why: self.why }),
        };
        addresses.into_iter().map(check).collect()
    }
}

impl fmt::Debug for AddressGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AddressGuard").finish_non_exhaustive()
    }
}

/// Gives the HTTP client the checked addresses and no others.
impl Resolve for AddressGuard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.clone();
        Box::pin(async move {
            let found = AddressGuard::resolve(&guard, name.as_str()).await?;
            // The client puts the port of the address there.
            let addresses = found.into_iter().map(|it| SocketAddr::new(it, 0)).collect::<Vec<_>>();
            Ok(Box::new(addresses.into_iter()) as reqwest::dns::Addrs)
        })
    }
}

async fn look_up(name: String) -> io::Result<Vec<IpAddr>> {
    Ok(lookup_host((name, 0)).await?.map(|it| it.ip()).collect())
}

/// Whether an address is of the public internet: no machine, no network of somebody's own, and none that leads to one.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        // Carriers' own networks, protocols, the old way to IPv6, tests of networks, and what is reserved.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b))
        || a >= 240;
    !is_special
}

/// Only what is given to networks of the world is public, except where it leads to IPv4 (Teredo, 6to4), or is for documents.
/// Addresses that hold one of IPv4 and those of translators (`::ffff:0:0/96`, `64:ff9b::/96`) are outside of it.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_global = first & 0xe000 == 0x2000;
    let is_special = match first {
        0x2001 => second < 0x200 || second == 0xdb8,
        0x2002 => true,
        0x3fff => second < 0x1000,
        _ => false,
    };
    is_global && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_public() {
        for (address, expected) in [
            ("93.184.215.14", true),
            ("8.8.8.8", true),
            ("172.32.0.1", true),
            ("100.128.0.1", true),
            ("127.0.0.1", false),
            ("127.255.255.254", false),
            ("0.0.0.0", false),
            ("0.1.2.3", false),
            ("10.0.0.1", false),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("192.168.1.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("100.127.255.255", false),
            ("192.0.0.170", false),
            ("192.88.99.1", false),
            ("198.18.0.1", false),
            ("192.0.2.1", false),
            ("224.0.0.1", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", true),
            ("2001:4860:4860::8888", true),
            ("::1", false),
            ("::", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:8.8.8.8", false),
            ("::127.0.0.1", false),
            ("64:ff9b::7f00:1", false),
            ("64:ff9b:1::1", false),
            ("2002:7f00:1::", false),
            ("2001::7f00:1", false),
            ("2001:db8::1", false),
            ("3fff::1", false),
            ("fc00::1", false),
            ("fd00::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("ff02::1", false),
        ] {
            assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
        }
    }

    #[tokio::test]
    async fn a_name_with_one_private_address_is_refused() {
        let both: Vec<IpAddr> = vec!["8.8.8.8".parse().unwrap(), "10.0.0.1".parse().unwrap()];
        let lookup = move |_: String| Box::pin(futures::future::ready(Ok(both.clone()))) as _;
        let guard = AddressGuard::new(lookup, is_public);
        let error = guard.resolve("both.example").await.unwrap_err();
        assert!(
            error.to_string().starts_with("both.example is at 10.0.0.1, which is not a public"),
            "{error}"
        );
    }
}
