//! The registry, read only.
#![expect(unsafe_code, reason = "calls Windows")]

use super::text_of;
use windows::Win32::Foundation::ERROR_SUCCESS;
use windows::Win32::System::Registry::{
    HKEY, HKEY_CLASSES_ROOT, HKEY_CURRENT_USER, HKEY_LOCAL_MACHINE, KEY_READ, KEY_WOW64_32KEY,
    KEY_WOW64_64KEY, REG_SAM_FLAGS, RRF_RT_REG_SZ, RegCloseKey, RegEnumKeyExW, RegGetValueW, RegOpenKeyExW,
};
use windows::core::{HSTRING, PWSTR};

/// The longest name of a key, with its zero.
const NAME_UNITS: usize = 256;
/// The longest value that is read.
const VALUE_UNITS: usize = 4096;

/// Where a key begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    /// The user's own settings.
    User,
    /// The machine's.
    Machine,
    /// The machine's, as programs of 32 bits see them.
    Machine32,
    /// Kinds of documents and objects, those of the user before those of the machine.
    Classes,
}

/// An open key.
pub(crate) struct RegistryKey(HKEY);

impl RegistryKey {
    /// Opens a key; `None` where it is not there, or not for us.
    pub(crate) fn open(root: Root, path: &str) -> Option<RegistryKey> {
        let (root, view) = match root {
            Root::User => (HKEY_CURRENT_USER, KEY_WOW64_64KEY),
            Root::Machine => (HKEY_LOCAL_MACHINE, KEY_WOW64_64KEY),
            Root::Machine32 => (HKEY_LOCAL_MACHINE, KEY_WOW64_32KEY),
            Root::Classes => (HKEY_CLASSES_ROOT, REG_SAM_FLAGS::default()),
        };
        let mut key = HKEY::default();
        // SAFETY: the text lives until the call returns, and the handle that comes back is ours to close.
        let opened =
            unsafe { RegOpenKeyExW(root, &HSTRING::from(path), None, KEY_READ | view, &raw mut key) };
        (opened == ERROR_SUCCESS).then_some(RegistryKey(key))
    }

    /// The names of the keys in it.
    pub(crate) fn keys(&self) -> Vec<String> {
        let mut names = Vec::new();
        for index in 0.. {
            let mut name = [0; NAME_UNITS];
            let mut length = u32::try_from(NAME_UNITS).unwrap_or_default();
            let place = Some(PWSTR(name.as_mut_ptr()));
            // SAFETY: the key is open, and the buffer has as many units as `length` says.
            let found =
                unsafe { RegEnumKeyExW(self.0, index, place, &raw mut length, None, None, None, None) };
            if found != ERROR_SUCCESS {
                break;
            }
            names.push(text_of(&name));
        }
        names
    }

    /// The text of a value of a key in it, with the variables in it replaced; an empty name is the key's own value.
    pub(crate) fn text(&self, key: &str, value: &str) -> Option<String> {
        let mut units = vec![0_u16; VALUE_UNITS];
        let mut bytes = u32::try_from(units.len() * 2).ok()?;
        let place = Some(units.as_mut_ptr().cast());
        let (key, value) = (HSTRING::from(key), HSTRING::from(value));
        // SAFETY: the key is open, the texts live until the call returns, and the buffer has as many bytes as given.
        let read =
            unsafe { RegGetValueW(self.0, &key, &value, RRF_RT_REG_SZ, None, place, Some(&raw mut bytes)) };
        (read == ERROR_SUCCESS).then(|| text_of(&units))
    }
}

impl Drop for RegistryKey {
    fn drop(&mut self) {
        // SAFETY: the key is open, and nobody uses it afterwards.
        let _ = unsafe { RegCloseKey(self.0) };
    }
}
