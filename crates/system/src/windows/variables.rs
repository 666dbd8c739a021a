//! Variables of the environment as Windows knows them.

pub(crate) const HOME_VARIABLE: &str = "USERPROFILE";

/// Without these, programs find neither libraries of Windows nor sockets, nor the user's folders, nor a place for temporary files.
pub(crate) const NEEDED_VARIABLES: &[&str] = &[
    "ALLUSERSPROFILE",
    "APPDATA",
    "CommonProgramFiles",
    "CommonProgramFiles(x86)",
    "CommonProgramW6432",
    "COMPUTERNAME",
    "ComSpec",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "Path",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "ProgramData",
    "ProgramFiles",
    "ProgramFiles(x86)",
    "ProgramW6432",
    "PUBLIC",
    "SystemDrive",
    "SystemRoot",
    "TEMP",
    "TMP",
    "USERDOMAIN",
    "USERNAME",
    "USERPROFILE",
    "windir",
];

pub(crate) fn is_same_variable(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}
