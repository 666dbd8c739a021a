//! Parses D-Bus addresses into the Unix sockets of this machine that they name. Pure.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The sockets an address names, in order; an abstract socket begins with a zero byte.
pub(super) fn sockets(address: &str) -> Vec<PathBuf> {
    address.split(';').filter_map(socket).collect()
}

fn socket(one: &str) -> Option<PathBuf> {
    let pairs = one.strip_prefix("unix:")?.split(',').filter_map(|pair| pair.split_once('='));
    let (key, value) = pairs.into_iter().find(|(key, _)| matches!(*key, "path" | "abstract"))?;
    let mut bytes = if key == "abstract" { vec![0] } else { Vec::new() };
    bytes.extend(unescaped(value)?);
    Some(PathBuf::from(OsString::from_vec(bytes)))
}

/// Decodes `%` and two hex digits to a byte.
fn unescaped(value: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_sockets() {
        for (address, expected) in [
            ("unix:path=/run/user/0/bus", vec!["/run/user/0/bus"]),
            ("unix:path=/tmp/a%20b,guid=00ff", vec!["/tmp/a b"]),
            ("unix:guid=00,abstract=/tmp/x", vec!["\0/tmp/x"]),
            ("tcp:host=1.2.3.4;unix:path=/a;unix:path=/b", vec!["/a", "/b"]),
            ("unix:path=/tmp/%2", vec![]),
            ("", vec![]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(PathBuf::from).collect();
            assert_eq!(sockets(address), expected, "{address:?}");
        }
    }
}
