//! Drives of PowerShell that are no disks, among the words of a script: keys of the registry, and what names mean in the shell itself.

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

/// Drives with what PowerShell itself takes names for.
const SHELL: &[&str] = &["alias:", "env:", "function:", "variable:"];

/// Whether a word names what PowerShell takes a name of a command or a variable for.
pub(in crate::policy) fn is_name_of_shell(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    SHELL.iter().any(|it| word.contains(it))
}
