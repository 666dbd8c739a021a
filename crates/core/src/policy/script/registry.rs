//! Keys of the registry among the words of a script.

/// The beginnings of names of keys, as PowerShell and `reg` write them.
const ROOTS: &[&str] = &[
    "hkcc:",
    "hkcr:",
    "hkcu:",
    "hkey_",
    "hklm:",
    "hku:",
    "registry::",
    "microsoft.powershell.core\\registry::",
];
/// Keys with passwords of accounts and services.
const SECRETS: &[&str] = &["\\sam", "\\security", "/sam", "/security"];

/// Whether a word names a key of the registry in which no passwords are.
pub(super) fn is_registry_key(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    ROOTS.iter().any(|it| word.starts_with(it)) && !SECRETS.iter().any(|it| word.contains(it))
}
