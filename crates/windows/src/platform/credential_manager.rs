//! The user's keyring: the credential manager of Windows.
#![expect(unsafe_code, reason = "calls Windows")]

use super::credential_text::{decode, encode, target};
use async_trait::async_trait;
use deskpilot_core::Secret;
use deskpilot_desktop::{Keyring, KeyringError};
use std::{ptr, slice, time::Duration};
use tokio::{task::spawn_blocking, time::timeout};
use windows::Win32::{
    Foundation::{ERROR_NO_SUCH_LOGON_SESSION, ERROR_NOT_FOUND},
    Security::Credentials::{
        CRED_PERSIST_LOCAL_MACHINE, CRED_TYPE_GENERIC, CREDENTIALW, CredDeleteW, CredFree, CredReadW,
        CredWriteW,
    },
};
use windows::core::{Error, HSTRING, PWSTR};

/// How long to wait: the credential manager is another process.
const DEADLINE: Duration = Duration::from_secs(10);

/// The credential manager. It is open while the user is logged in, and asks nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CredentialKeyring;

#[async_trait]
impl Keyring for CredentialKeyring {
    async fn read(&self, name: &str) -> Result<Secret, KeyringError> {
        let target = target(name);
        within_deadline(move || read(&target)).await
    }

    async fn read_unlocked(&self, name: &str) -> Result<Secret, KeyringError> {
        self.read(name).await
    }

    async fn write(&self, name: &str, secret: &Secret) -> Result<(), KeyringError> {
        let (target, user, bytes) = (target(name), name.to_owned(), encode(secret)?);
        within_deadline(move || write(&target, &user, bytes)).await
    }

    async fn remove(&self, name: &str) -> Result<(), KeyringError> {
        let target = target(name);
        within_deadline(move || remove(&target)).await
    }
}

async fn within_deadline<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, KeyringError> + Send + 'static,
) -> Result<T, KeyringError> {
    match timeout(DEADLINE, spawn_blocking(call)).await {
        Ok(Ok(result)) => result,
        Ok(Err(error)) => Err(KeyringError::Refused(error.to_string())),
        Err(_) => Err(KeyringError::Late),
    }
}

fn read(target: &str) -> Result<Secret, KeyringError> {
    let mut found: *mut CREDENTIALW = ptr::null_mut();
    let target = HSTRING::from(target);
    // SAFETY: the text lives until the call returns; what comes back has as many bytes as it says, and is freed once, afterwards.
    unsafe {
        CredReadW(&target, CRED_TYPE_GENERIC, None, &raw mut found).map_err(|error| refused(&error))?;
        let (bytes, length) = ((*found).CredentialBlob, (*found).CredentialBlobSize as usize);
        // An empty secret has no place.
        let secret = decode(if bytes.is_null() { &[] } else { slice::from_raw_parts(bytes, length) });
        CredFree(found.cast());
        secret
    }
}

fn write(target: &str, user: &str, mut bytes: Vec<u8>) -> Result<(), KeyringError> {
    let mut texts = [target, user].map(|it| it.encode_utf16().chain([0]).collect::<Vec<u16>>());
    let [target, user] = texts.each_mut().map(|it| PWSTR(it.as_mut_ptr()));
    let credential = CREDENTIALW {
        Type: CRED_TYPE_GENERIC,
        TargetName: target,
        UserName: user,
        CredentialBlobSize: u32::try_from(bytes.len()).unwrap_or_default(),
        CredentialBlob: bytes.as_mut_ptr(),
        // On this machine alone, and not with the user's profile on others.
        Persist: CRED_PERSIST_LOCAL_MACHINE,
        ..CREDENTIALW::default()
    };
    // SAFETY: the texts end with a zero, and they and the bytes live until the call returns.
    unsafe { CredWriteW(&raw const credential, 0) }.map_err(|error| refused(&error))
}

fn remove(target: &str) -> Result<(), KeyringError> {
    // SAFETY: the text lives until the call returns.
    unsafe { CredDeleteW(&HSTRING::from(target), CRED_TYPE_GENERIC, None) }.map_err(|error| refused(&error))
}

/// None of these sentences has the secret in it: they are Windows' own.
fn refused(error: &Error) -> KeyringError {
    if error.code() == ERROR_NOT_FOUND.to_hresult() {
        KeyringError::Absent
    } else if error.code() == ERROR_NO_SUCH_LOGON_SESSION.to_hresult() {
        KeyringError::Unavailable("nobody is logged in here who has a credential manager".into())
    } else {
        KeyringError::Refused(error.message())
    }
}
