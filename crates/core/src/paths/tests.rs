//! Tests of both grammars, on every platform.

use super::*;

const POSIX: Paths<'_> = Paths { style: PathStyle::Posix, home: "/home/u", working: "", own: &[] };
const WINDOWS: Paths<'_> = Paths { style: PathStyle::Windows, home: r"C:\Users\u", working: "", own: &[] };

#[test]
fn a_path_is_the_same_however_it_is_written() {
    for (text, expected) in [
        ("/etc/passwd", Some("/etc/passwd")),
        ("~/a/../b", Some("/home/u/b")),
        ("~/../../etc/passwd", Some("/etc/passwd")),
        ("../../../etc/./passwd", Some("/etc/passwd")),
        ("notes.txt", Some("/home/u/notes.txt")),
        ("file:///tmp/a%20b/..%2f..%2fetc", Some("//?/file:///tmp/a%20b/..%2f..%2fetc")),
        ("file:///x#/../home/u/a", Some("//?/file:///x#/../home/u/a")),
        ("file:///x?/a", Some("//?/file:///x?/a")),
        ("file:///home/u/Notes/../.ssh/id", Some("//?/file:///home/u/Notes/../.ssh/id")),
        ("file://elsewhere/x", Some("//?/file://elsewhere/x")),
        ("file:///x%23y", Some("/x#y")),
        ("view-source:view-source:file:///etc/shadow", Some("/etc/shadow")),
        ("view-source: jar:\tfile:///etc/shadow!/a", Some("/etc/shadow")),
        ("FILE:/etc/shadow", Some("/etc/shadow")),
        ("file://localhost/etc/shadow", Some("/etc/shadow")),
        ("view-source:file:///etc/shadow", Some("/etc/shadow")),
        ("~", Some("/home/u")),
        ("/x://../etc/passwd", Some("/etc/passwd")),
        ("https://example.org/x", None),
        ("", None),
    ] {
        assert_eq!(POSIX.resolve(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn relative_paths_start_at_the_working_folder_and_tilde_is_the_home() {
    let here = Paths { working: "/work/here", ..POSIX };
    for (text, expected) in [
        ("a.txt", "/work/here/a.txt"),
        ("../a.txt", "/work/a.txt"),
        ("~/a.txt", "/home/u/a.txt"),
        ("/a.txt", "/a.txt"),
    ] {
        assert_eq!(here.resolve(text).as_deref(), Some(expected), "{text}");
    }
    let there = Paths { working: r"D:\work", ..WINDOWS };
    for (text, expected) in
        [("a.txt", "d:/work/a.txt"), (r"\a.txt", "d:/a.txt"), (r"~\a.txt", "c:/users/u/a.txt")]
    {
        assert_eq!(there.resolve(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn an_address_in_very_many_others_is_found() {
    let nested = "jar:".repeat(1 << 18) + "file:///etc/shadow";
    assert_eq!(POSIX.resolve(&nested).as_deref(), Some("/etc/shadow"));
}

#[test]
fn drives_shares_and_slashes_of_windows_are_one_path() {
    for (text, expected) in [
        (r"C:\Users\u\.ssh\id", Some("c:/users/u/.ssh/id")),
        ("c:/Users/U/.SSH/id", Some("c:/users/u/.ssh/id")),
        (r"~\.ssh\id", Some("c:/users/u/.ssh/id")),
        (r"notes.txt", Some("c:/users/u/notes.txt")),
        (r"..\..\Windows\System32", Some("c:/windows/system32")),
        (r"\Windows\win.ini", Some("c:/windows/win.ini")),
        (r"C:\Users\u\.ssh.\id ::$DATA", Some("c:/users/u/.ssh/id")),
        (r"\\Server\Share\..\..\x", Some("//server/share/x")),
        ("file:///C:/Users/u/a%20b.txt", Some("c:/users/u/a b.txt")),
        (r"C:x.txt", Some("//?/c:x.txt")),
        (r"\\?\C:\Windows", Some("c:/windows")),
        (r"\\?\C:\Windows\", Some("c:/windows")),
        (r"//./C:/Windows", Some("c:/windows")),
        (r"\\?\UNC\Server\Share\x", Some("//server/share/x")),
        (r"\\?\C:\x.", Some("//?/c:/x.")),
        (r"\\?\C:\a\..\x", Some("//?/c:/a/../x")),
        (r"\\?\UNC\Server\C$\x", Some("//?/unc/server/c$/x")),
        (r"\\?\unc\?\unc\?\C:\x", Some("//?/unc/?/unc/?/c:/x")),
        (r"\\?\GLOBALROOT\Device\HarddiskVolume1\x", Some("//?/globalroot/device/harddiskvolume1/x")),
        (r"\??\C:\x", Some("//?/c:/??/c:/x")),
        (r"\\localhost\share\x", Some("//?/unc/localhost/share/x")),
        (r"\\server\c$\Windows", Some("//?/unc/server/c$/windows")),
        (r"\\server", Some("//?/unc/server")),
        (r"\\server\share", Some("//server/share/")),
        ("C:\\a\0b", Some("//?/c:/a\0b")),
        (r"C:\Users\u\notes.txt:hidden", Some("//?/c:/users/u/notes.txt:hidden")),
        (r"C:\PROGRA~2\x", Some("//?/c:/progra~2/x")),
        (r"C:\Users\u\NUL", Some("//?/c:/users/u/nul")),
        (r"shell:startup", Some(r"//?/c:/users/u/shell:startup")),
        (r"HKLM:\Software", Some(r"//?/c:/users/u/hklm:/software")),
        (r"x:://../y", Some("//?/x:://../y")),
        ("https://../.ssh/id", Some("c:/users/u/.ssh/id")),
        ("https://example.org/a/../b", None),
        ("example.org/search?q=1", None),
        ("example.org:8080/x", None),
        ("localhost:8080/x", None),
        ("example.org/../.ssh/id?=", Some("//?/c:/users/u/example.org/../.ssh/id?=")),
        (".ssh/id?=", Some("//?/c:/users/u/.ssh/id?=")),
        ("notes.txt:80", Some("//?/c:/users/u/notes.txt:80")),
        ("https://example.org/%20a%20", None),
        ("C:\\WOR\u{212a}\\İ", Some("c:/wor\u{212a}/İ")),
        (r"\\.\PhysicalDrive0", Some("//?/physicaldrive0")),
        (r"%APPDATA%\x", Some("c:/users/u/appdata/roaming/x")),
        (r"%TEMP%\x", Some("//?/%temp%/x")),
        (r"C:\%TEMP%\x", Some("//?/c:/%temp%/x")),
        ("https://example.org/x", None),
        ("", None),
    ] {
        assert_eq!(WINDOWS.resolve(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn a_path_is_spelled_in_the_letters_of_its_text() {
    for (paths, text, expected) in [
        (WINDOWS, r"~\Notes\.\A.TXT::$Data", Ok(Some("C:/Users/u/Notes/A.TXT"))),
        (WINDOWS, r"\\?\C:\Users\Ann\B.txt", Ok(Some("C:/Users/Ann/B.txt"))),
        (WINDOWS, r"\\?\UNC\Files\Public\B.txt", Ok(Some("//Files/Public/B.txt"))),
        (WINDOWS, r"\\LocalHost\Public\B.txt", Err(())),
        (WINDOWS, "CON", Err(())),
        (WINDOWS, "a.txt:b", Err(())),
        (WINDOWS, "https://example.org/X", Ok(None)),
        (POSIX, "~/A/../B", Ok(Some("/home/u/B"))),
    ] {
        let spelled = paths.spelled(text);
        assert_eq!(spelled.as_ref().map(|it| it.as_deref()).map_err(|_| ()), expected, "{text}");
    }
}

#[test]
fn a_plain_name_means_one_file_in_every_folder() {
    for (name, posix, windows) in [
        ("a.txt", true, true),
        ("..b", true, true),
        ("Con.txt", true, false),
        ("a.", true, false),
        ("a ", true, false),
        ("a:b", true, false),
        ("a::$DATA", true, false),
        ("PROGRA~1", true, false),
        ("a\\b", true, false),
        ("a/b", false, false),
        ("..", false, false),
        ("", false, false),
    ] {
        assert_eq!(PathStyle::Posix.is_plain_name(name), posix, "{name:?}");
        assert_eq!(PathStyle::Windows.is_plain_name(name), windows, "{name:?}");
    }
}

#[test]
fn keys_and_settings_are_guarded() {
    for (path, guarded) in [
        ("/home/u/.ssh/id_ed25519", true),
        ("/home/u/.config/deskpilot/policy.toml", true),
        ("/home/u/work/.env", true),
        ("/etc/passwd", true),
        ("/proc/self/environ", true),
        ("/home/u/notes/etc/list.txt", false),
        ("/home/u/.bash_aliases", true),
        ("/home/u/.local/bin/ls", true),
        ("/home/u/.local/share/applications/evil.desktop", true),
        ("/home/u/.local/share/deskpilot/log-heads/ab", true),
        ("/home/u/.local/share/notes.txt", false),
        ("/home/u/work/.git/hooks/pre-commit", true),
        ("/var/spool/cron/crontabs/u", true),
        ("/usr/bin/ls", true),
        ("//?/file:///x#y", true),
        ("/home/u/notes.txt", false),
        ("/tmp/.tmp1234/answer.txt", false),
    ] {
        assert_eq!(POSIX.is_guarded(path), guarded, "{path}");
    }
    let home = Paths { home: "/srv/.config/home", ..POSIX };
    let own = ["/srv/c/deskpilot".to_owned(), "/srv/d/deskpilot".to_owned(), "/srv/p.toml".to_owned()];
    let task = Paths { home: "/srv/d/deskpilot/home", working: "/srv/d/deskpilot", own: &own, ..POSIX };
    for (path, guarded) in [
        ("/srv/c/deskpilot", true),
        ("/srv/c/deskpilot/policy.toml", true),
        ("/srv/c/deskpilot-notes.txt", false),
        ("/srv/p.toml", true),
        ("/srv/p.toml.bak", false),
        ("/srv/d/deskpilot/log-heads/ab", true),
        ("/srv/d/deskpilot/home", false),
        ("/srv/d/deskpilot/home/a.txt", false),
        ("/srv/d/deskpilot/home/.ssh/id", true),
    ] {
        assert_eq!(task.is_guarded(path), guarded, "{path}");
    }
    assert!(!home.is_guarded("/srv/.config/home/a.txt"), "the folders above the home do not matter");
}

#[test]
fn guarded_windows_paths_are_guarded_in_every_spelling() {
    for (text, guarded) in [
        (r"C:\Users\u\.ssh\id", true),
        (r"c:\USERS\u\AppData\Roaming\x", true),
        (r"C:\Windows\System32\drivers\etc\hosts", true),
        (r"C:\Users\u\APPDAT~1\x", true),
        (r"C:x.txt", true),
        (r"\\?\C:\Users\u\notes.txt", false),
        (r"\\?\C:\Users\u\.SSH\id", true),
        (r"\\.\PhysicalDrive0", true),
        (r"\\.\pipe\x", true),
        (r"%USERPROFILE%\Documents\notes.txt", false),
        (r"%LocalAppData%\x", true),
        (r"C:\Users\u\Documents\notes.txt:hidden", true),
        (r"C:\Users\u\Documents\*.txt", true),
        (r"C:\Users\u\ntuser.dat ", true),
        (r"C:\Users\u\Documents\..\.aws.", true),
        (r"C:\Users\u\Documents\notes.txt", false),
        (r"D:\work\Windows\notes.txt", false),
    ] {
        let path = WINDOWS.resolve(text).unwrap();
        assert_eq!(WINDOWS.is_guarded(&path), guarded, "{text}: {path}");
    }
}

#[test]
fn words_and_web_addresses_are_not_paths() {
    for (style, text, is_path) in [
        (PathStyle::Posix, "/etc/passwd", true),
        (PathStyle::Posix, "~/x", true),
        (PathStyle::Posix, "file:/etc", true),
        (PathStyle::Posix, "a/../b", true),
        (PathStyle::Posix, "notes", false),
        (PathStyle::Posix, "https://example.org", false),
        (PathStyle::Windows, r"C:\x", true),
        (PathStyle::Windows, r"\\server\share", true),
        (PathStyle::Windows, r"..\x", true),
        (PathStyle::Windows, "%TEMP%/x", true),
        (PathStyle::Windows, "notes", false),
    ] {
        assert_eq!(style.is_path(text), is_path, "{style:?} {text}");
    }
}

#[test]
fn an_absolute_path_depends_on_no_folder_and_no_home() {
    for (path, posix, windows) in [
        ("/opt/x", true, false),
        (r"C:\x", false, true),
        ("c:/x", false, true),
        (r"\\server\share\x", false, true),
        (r"C:x", false, false),
        (r"\x", false, false),
        ("~/x", false, false),
        ("x/y", false, false),
        ("", false, false),
    ] {
        assert_eq!(PathStyle::Posix.is_absolute(path), posix, "{path}");
        assert_eq!(PathStyle::Windows.is_absolute(path), windows, "{path}");
    }
}
