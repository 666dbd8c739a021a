//! The places that the policy guards are where Windows has them.

use deskpilot_core::{PathStyle, Paths};
use std::path::PathBuf;
use windows::{
    Win32::{
        System::Com::CoTaskMemFree,
        UI::Shell::{
            FOLDERID_CommonStartup, FOLDERID_Documents, FOLDERID_Downloads, FOLDERID_LocalAppData,
            FOLDERID_LocalAppDataLow, FOLDERID_ProgramData, FOLDERID_ProgramFiles, FOLDERID_ProgramFilesX86,
            FOLDERID_RoamingAppData, FOLDERID_SendTo, FOLDERID_StartMenu, FOLDERID_Startup, FOLDERID_System,
            FOLDERID_Windows, KF_FLAG_DONT_VERIFY, SHGetKnownFolderPath,
        },
    },
    core::GUID,
};

fn known_folder(id: &GUID) -> PathBuf {
    // SAFETY: the identifier lives until the call returns; the text is ours to free, and ends with a zero.
    unsafe {
        let path = SHGetKnownFolderPath(id, KF_FLAG_DONT_VERIFY, None).unwrap();
        let text = path.to_string().unwrap();
        CoTaskMemFree(Some(path.0.cast_const().cast()));
        text.into()
    }
}

#[test]
fn places_that_run_programs_or_hold_secrets_are_guarded_where_windows_has_them() {
    let home = std::env::var("USERPROFILE").unwrap();
    let paths = Paths { style: PathStyle::Windows, home: &home, working: &home, own: &[] };
    let is_guarded = |path: &str| paths.is_guarded(&paths.resolve(path).unwrap());
    let guarded = |folder: &GUID, below: &str| {
        let path = known_folder(folder).join(below);
        (is_guarded(path.to_str().unwrap()), path)
    };
    for (folder, below) in [
        (FOLDERID_Startup, "a.lnk"),
        (FOLDERID_CommonStartup, "a.lnk"),
        (FOLDERID_StartMenu, "a.lnk"),
        (FOLDERID_SendTo, "a.lnk"),
        (FOLDERID_RoamingAppData, r"Mozilla\Firefox\Profiles\a\logins.json"),
        (FOLDERID_RoamingAppData, r"Microsoft\Credentials\a"),
        (FOLDERID_RoamingAppData, r"Microsoft\Protect\a"),
        (FOLDERID_LocalAppData, r"Google\Chrome\User Data\Default\Login Data"),
        (FOLDERID_LocalAppData, r"Microsoft\Edge\User Data\Default\Cookies"),
        (FOLDERID_LocalAppDataLow, "a"),
        (FOLDERID_Documents, r"PowerShell\profile.ps1"),
        (FOLDERID_Documents, r"WindowsPowerShell\profile.ps1"),
        (FOLDERID_ProgramData, r"a\b"),
        (FOLDERID_ProgramFiles, r"a\b.exe"),
        (FOLDERID_ProgramFilesX86, r"a\b.exe"),
        (FOLDERID_Windows, "win.ini"),
        (FOLDERID_System, r"config\SAM"),
        (FOLDERID_System, r"drivers\etc\hosts"),
        (FOLDERID_System, r"Tasks\a"),
    ] {
        let (is_guarded, path) = guarded(&folder, below);
        assert!(is_guarded, "{path:?}");
    }
    let hive = format!(r"{home}\NTUSER.DAT");
    assert!(is_guarded(&hive), "{hive}");
    for (folder, below) in [(FOLDERID_Documents, "letter.docx"), (FOLDERID_Downloads, "a.pdf")] {
        let (is_guarded, path) = guarded(&folder, below);
        assert!(!is_guarded, "{path:?}");
    }
}
