//! Secrets as the credential manager has them: units of 16 bits, as its own command and other programs write them. Pure.

use deskpilot_core::Secret;
use deskpilot_desktop::KeyringError;

/// The most bytes of one entry.
const MOST_BYTES: usize = 5 * 512;

/// The name of an entry of ours, which other programs' entries do not have.
pub(crate) fn target(name: &str) -> String {
    format!("deskpilot:{name}")
}

/// The bytes of a secret.
///
/// # Errors
/// It is too long for one entry.
pub(crate) fn encode(secret: &Secret) -> Result<Vec<u8>, KeyringError> {
    let bytes: Vec<u8> = secret.reveal().encode_utf16().flat_map(u16::to_le_bytes).collect();
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES / 2;
        return Err(KeyringError::Refused(format!("a secret has at most {most} letters there")));
    }
    Ok(bytes)
}

/// The secret of these bytes.
///
/// # Errors
/// They are no text.
pub(crate) fn decode(bytes: &[u8]) -> Result<Secret, KeyringError> {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]])).collect();
    match String::from_utf16(&units) {
        Ok(text) if bytes.len().is_multiple_of(2) => Ok(Secret::new(text)),
        _ => Err(KeyringError::NotText),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_comes_back_as_it_was_and_what_is_no_text_is_none() {
        for text in ["", "sk-123", "Größe 漢字 🙂"] {
            let secret = Secret::new(text);
            assert!(decode(&encode(&secret).unwrap()).unwrap().matches(text), "{text}");
        }
        assert_eq!(encode(&Secret::new("ab")).unwrap(), [97, 0, 98, 0]);
        for bytes in [&[97][..], &[97, 0, 98], &[0, 0xd8]] {
            assert_eq!(decode(bytes).err(), Some(KeyringError::NotText), "{bytes:?}");
        }
        assert!(encode(&Secret::new("x".repeat(1280))).is_ok());
        assert!(matches!(encode(&Secret::new("x".repeat(1281))), Err(KeyringError::Refused(_))));
        assert_eq!(target("mail"), "deskpilot:mail");
    }
}
