//! Where a home and a system of Windows keep what controls programs, and what is secret.

use super::super::{UNRESOLVED, guarded::is_guarded_on_any_system};
use std::borrow::Cow;

/// Names under which programs keep keys, passwords, settings and what they run at their start, anywhere in a path: hives of the
/// registry (`RegLoadKey`), databases of the directory, settings of Group Policy, start-up folders, profiles of browsers and shells,
/// files that Explorer reads in every folder, answers of unattended installations.
const NAMES: &[&str] = &[
    "_gvimrc",
    "_netrc",
    "_viminfo",
    "_vimrc",
    "all users",
    "appdata",
    "autorun.inf",
    "autounattend.xml",
    "bravesoftware",
    "consolehost_history.txt",
    "cookies.sqlite",
    "default user",
    "desktop.ini",
    "grouppolicy",
    "grouppolicyusers",
    "key4.db",
    "login data",
    "logins.json",
    "ntds.dit",
    "regback",
    "startup",
    "sysvol",
    "thunderbird",
    "unattend.xml",
    "vimfiles",
    "windowspowershell",
    "xlstart",
];

/// The beginnings of the names of a user's hives, their logs and their copies.
const HIVES_OF_USERS: &[&str] = &["ntuser.", "usrclass."];
/// The end of the names of the scripts that PowerShell runs when it starts.
const POWERSHELL_PROFILE: &str = "profile.ps1";

/// Folders of the same kind that only together have a meaning, anywhere in a path.
const FOLDERS: &[&[&str]] = &[
    &["config", "default"],
    &["config", "sam"],
    &["config", "security"],
    &["config", "software"],
    &["config", "system"],
    &["documents", "powershell"],
    &["drivers", "etc"],
    &["google", "chrome"],
    &["microsoft", "credentials"],
    &["microsoft", "crypto"],
    &["microsoft", "edge"],
    &["microsoft", "protect"],
    &["microsoft", "systemcertificates"],
    &["microsoft", "vault"],
    &["mozilla", "firefox"],
    &["scripts", "logoff"],
    &["scripts", "logon"],
    &["scripts", "shutdown"],
    &["start menu", "programs"],
    &["system32", "tasks"],
    &["windows", "system32"],
    &["windows", "tasks"],
];

/// Junctions directly in a home, which lead to folders in `AppData` and elsewhere.
const JUNCTIONS_OF_HOME: &[&str] = &[
    "application data",
    "cookies",
    "local settings",
    "my documents",
    "nethood",
    "printhood",
    "recent",
    "sendto",
    "start menu",
    "templates",
];

/// What is at the root of a drive and belongs to the system.
const SYSTEM: &[&str] = &[
    "$recycle.bin",
    "$windows.~bt",
    "$windows.~ws",
    "$winreagent",
    "autoexec.bat",
    "boot",
    "bootmgr",
    "config.msi",
    "config.sys",
    "documents and settings",
    "efi",
    "hiberfil.sys",
    "inetpub",
    "pagefile.sys",
    "perflogs",
    "program files",
    "program files (arm)",
    "program files (x86)",
    "programdata",
    "recovery",
    "swapfile.sys",
    "system volume information",
    "windows",
    "windows.old",
];

/// The extensions of private keys, of letters, of connections with passwords and of disks of other systems.
const KEYS: &[&str] = &["ost", "p12", "pfx", "ppk", "pst", "rdg", "vhdx"];

/// Where programs keep what is of use for a short time.
const TEMPORARY: &[&str] = &["local", "temp"];

/// Whether the file at a canonical path controls programs or is secret. `inside` is the part of the path below the home, if it is
/// there.
pub(in crate::paths) fn is_guarded(path: &str, inside: Option<&str>) -> bool {
    let below_root = path.split_once(":/").map_or(path, |(_, rest)| rest);
    let below = inside.unwrap_or(below_root);
    let latin = if below.is_ascii() { Cow::Borrowed(below) } else { below.chars().map(latin).collect() };
    let names: Vec<&str> = latin.split('/').filter(|it| !it.is_empty()).collect();
    let is_in_system = inside.is_none() && names.first().is_some_and(|it| SYSTEM.contains(it));
    let is_junction = in_home(&names, inside).and_then(|it| it.first());
    is_in_system
        || path.starts_with(UNRESOLVED)
        || is_junction.is_some_and(|it| JUNCTIONS_OF_HOME.contains(it))
        || (0..names.len()).any(|at| is_guarded_name(&names, at))
        || FOLDERS.iter().any(|folder| names.windows(folder.len()).any(|it| it == *folder))
}

fn is_guarded_name(names: &[&str], at: usize) -> bool {
    let name = names[at];
    let extension = name.rsplit_once('.').map_or("", |it| it.1);
    match name {
        "appdata" => !names[at + 1..].starts_with(TEMPORARY) || names.len() <= at + 1 + TEMPORARY.len(),
        name => {
            // A test checks that the table is sorted.
            NAMES.binary_search(&name).is_ok()
                || HIVES_OF_USERS.iter().any(|it| name.starts_with(it))
                || name.ends_with(POWERSHELL_PROFILE)
                || KEYS.contains(&extension)
                || is_guarded_on_any_system(name)
        }
    }
}

/// The names below a home: that of the path, or one where Windows keeps homes.
fn in_home<'n, 'p>(names: &'n [&'p str], inside: Option<&str>) -> Option<&'n [&'p str]> {
    match names {
        _ if inside.is_some() => Some(names),
        ["users", _, below @ ..] => Some(below),
        _ => None,
    }
}

/// The letter of the Latin alphabet that some systems take a letter for.
fn latin(letter: char) -> char {
    match letter {
        'ı' | 'İ' => 'i',
        'ſ' => 's',
        '\u{212a}' => 'k',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in the home of somebody who writes programs and letters.
    const GUARDED: &[&str] = &[
        "appdata/roaming/microsoft/windows/start menu/programs/startup/a.lnk",
        "appdata/local/google/chrome/user data/default/login data",
        "appdata/local/microsoft/edge/user data/default/cookies",
        "appdata/roaming/mozilla/firefox/profiles/a.default/logins.json",
        "appdata/roaming/microsoft/credentials/8a",
        "appdata/roaming/microsoft/protect/s-1-5/8a",
        "appdata/local/microsoft/vault/8a/policy.vpol",
        "appdata/local/microsoft/windows/usrclass.dat",
        "appdata/local/temp",
        "appdata/local/temp/.ssh/id",
        "application data/x",
        "start menu/programs/x.lnk",
        "my documents/x.txt",
        "ntuser.dat",
        "ntuser.dat.log1",
        "ntuser.ini",
        ".ssh/id_ed25519",
        ".aws/credentials",
        ".gitconfig",
        ".bashrc",
        ".config/x",
        ".rprofile",
        "documents/powershell/x.ps1",
        "documents/windowspowershell/modules/x.psm1",
        "onedrive/documents/profile.ps1",
        "documents/microsoft.powershell_profile.ps1",
        "documents/passwords.kdbx",
        "documents/key.pfx",
        "documents/outlook.pst",
        "work/.env",
        "work/desktop.ini",
        "work/.git/hooks/pre-commit",
        "work/ntds.dit",
        "backup/config/sam",
        "_vimrc",
        "wor\u{212a}/.\u{17f}sh/id",
    ];
    const ORDINARY: &[&str] = &[
        "documents/letter.docx",
        "documents/config/list.txt",
        "documents/security/report.txt",
        "documents/templates/a.dotx",
        "documents/startup plan.txt",
        "downloads/a.pdf",
        "desktop/a.txt",
        "appdata/local/temp/deskpilot/a.txt",
        "work/windows/notes.txt",
        "work/src/main.rs",
        "pictures/profile.png",
        "recent.txt",
    ];

    #[test]
    fn of_a_home_what_controls_programs_and_what_is_secret_is_guarded_and_nothing_else() {
        for (paths, expected) in [(GUARDED, true), (ORDINARY, false)] {
            for path in paths {
                let home = |home: &str| is_guarded(&format!("{home}/{path}"), Some(&format!("/{path}")));
                assert_eq!(home("d:/x"), expected, "{path}");
                assert_eq!(
                    is_guarded(&format!("c:/users/ann/{path}"), None),
                    expected,
                    "{path} of another home"
                );
            }
        }
    }

    #[test]
    fn of_a_drive_and_of_a_share_what_belongs_to_the_system_is_guarded_and_nothing_else() {
        for (path, expected) in [
            ("c:/windows/system32/config/sam", true),
            ("c:/windows/system32/drivers/etc/hosts", true),
            ("c:/windows/system32/tasks/a", true),
            ("c:/windows/system32/grouppolicy/machine/scripts/startup/a.ps1", true),
            ("d:/windows/win.ini", true),
            ("c:/program files/a/a.exe", true),
            ("c:/program files (x86)/a/a.exe", true),
            ("c:/programdata/microsoft/windows/start menu/programs/startup/a.lnk", true),
            ("c:/users/all users/x", true),
            ("c:/users/default user/x", true),
            ("c:/$recycle.bin/x", true),
            ("c:/pagefile.sys", true),
            ("//server/share/windows/system32/x", true),
            ("//server/profiles/ann/ntuser.dat", true),
            ("//server/sysvol/example.org/scripts/x.bat", true),
            ("//?/anything", true),
            ("//server/share/notes.txt", false),
            ("d:/work/program files/a.txt", false),
            ("c:/temp/a.txt", false),
            ("c:/", false),
        ] {
            assert_eq!(is_guarded(path, None), expected, "{path}");
        }
    }

    #[test]
    fn the_tables_are_in_order() {
        assert!([NAMES, JUNCTIONS_OF_HOME, SYSTEM, KEYS].iter().all(|it| it.is_sorted()));
        assert!(FOLDERS.is_sorted());
    }
}
