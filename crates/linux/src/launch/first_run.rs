//! Settings that switch off first-run tips and pages of applications, and what else only a first start does, that show what
//! accessibility tools would not see, or that keep documents from running macros and from reaching out. They are written
//! before the first start, in the home of a private desktop only: a person's own settings are theirs.

mod firefox;
mod release;

use crate::seat::Environment;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The settings of an application that are written if it has none yet.
struct FirstRun {
    /// The programs that read them.
    programs: &'static [&'static str],
    /// The variable of the environment that names the folder around theirs.
    below: &'static str,
    /// Their folder.
    folder: &'static str,
    /// The first file is the one that an application with settings has.
    files: &'static [SettingsFile],
    /// The values of the words in braces, from the files of the installed program; empty where those do not have them.
    placeholders: fn(&Environment) -> Vec<(&'static str, String)>,
}

/// A file with settings. Without a value for a word in braces, the lines with braces are left out.
struct SettingsFile {
    path: &'static str,
    text: &'static str,
}

const FIRST_RUN: &[FirstRun] = &[
    FirstRun {
        programs: &[
            "libreoffice",
            "soffice",
            "localc",
            "lowriter",
            "loimpress",
            "lodraw",
            "lobase",
            "lomath",
        ],
        below: "XDG_CONFIG_HOME",
        folder: "libreoffice/4/user",
        files: &[
            SettingsFile {
                path: "registrymodifications.xcu",
                text: include_str!("first_run/libreoffice.xcu"),
            },
            // Without it, LibreOffice collects its bundled extensions again and then starts a second time.
            SettingsFile { path: "extensions/buildid", text: "{build}" },
        ],
        placeholders: release::placeholders,
    },
    FirstRun {
        programs: &["firefox", "firefox-esr"],
        below: "HOME",
        folder: ".mozilla/firefox",
        files: &[
            SettingsFile { path: "profiles.ini", text: include_str!("first_run/firefox-profiles.ini") },
            SettingsFile { path: "deskpilot/user.js", text: include_str!("first_run/firefox-user.js") },
            // Without it, Firefox makes another profile.
            SettingsFile {
                path: "deskpilot/compatibility.ini",
                text: "[Compatibility]\nLastPlatformDir={folder}\n",
            },
        ],
        placeholders: firefox::placeholders,
    },
    FirstRun {
        programs: &["thunar"],
        below: "XDG_CONFIG_HOME",
        folder: "xfce4/xfconf/xfce-perchannel-xml",
        // Its icon view does not report any file to accessibility tools.
        files: &[SettingsFile { path: "thunar.xml", text: include_str!("first_run/thunar.xml") }],
        placeholders: |_| Vec::new(),
    },
    FirstRun {
        programs: &["chromium", "chromium-browser"],
        below: "XDG_CONFIG_HOME",
        folder: "chromium",
        // Chromium takes a file of this name as the sign that it has run before.
        files: &[SettingsFile { path: "First Run", text: "\n" }],
        placeholders: |_| Vec::new(),
    },
];

/// Writes the settings of the program, unless it has some.
pub(super) fn prepare(program: &str, environment: &Environment) -> io::Result<()> {
    let name = Path::new(program).file_name().and_then(|it| it.to_str()).unwrap_or(program);
    for it in FIRST_RUN.iter().filter(|it| it.programs.contains(&name)) {
        let Some(around) = environment.value(it.below).map(PathBuf::from) else { continue };
        it.write(&around.join(it.folder), &(it.placeholders)(environment))?;
    }
    Ok(())
}

impl FirstRun {
    fn write(&self, folder: &Path, placeholders: &[(&str, String)]) -> io::Result<()> {
        if self.files.first().is_some_and(|it| folder.join(it.path).exists()) {
            return Ok(());
        }
        for it in self.files {
            let (file, text) = (folder.join(it.path), it.text_for(placeholders));
            // Nothing is left of a file whose only line needs a value that is not known: it is not written.
            if !text.is_empty() {
                fs::create_dir_all(file.parent().unwrap_or(folder))?;
                fs::write(file, text)?;
            }
        }
        Ok(())
    }
}

impl SettingsFile {
    fn text_for(&self, placeholders: &[(&str, String)]) -> String {
        let known = |line: &&str| !placeholders.is_empty() || !line.contains(['{', '}']);
        let text: String = self.text.split_inclusive('\n').filter(known).collect();
        placeholders.iter().fold(text, |text, (word, meaning)| text.replace(word, meaning))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn environment(settings: &Path, programs: &Path) -> Environment {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let variables = [("XDG_CONFIG_HOME", text(settings)), ("PATH", text(programs))];
        variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    #[test]
    fn settings_are_written_once_and_only_for_their_programs() {
        let home = tempfile::tempdir().unwrap();
        let environment = environment(home.path(), home.path());
        let folder = home.path().join(FIRST_RUN[0].folder);
        let file = folder.join(FIRST_RUN[0].files[0].path);
        prepare("gedit", &environment).unwrap();
        assert!(!file.exists());
        prepare("/usr/bin/libreoffice", &environment).unwrap();
        let written = fs::read_to_string(&file).unwrap();
        assert!(written.contains("ShowTipOfTheDay") && written.ends_with("</oor:items>\n"), "{written}");
        assert!(!written.contains(['{', '}']), "no release is installed: {written}");
        assert!(!folder.join("extensions").exists());
        fs::write(&file, "own").unwrap();
        prepare("soffice", &environment).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "own");
        prepare("soffice", &Environment::default()).unwrap();
    }

    #[test]
    fn firefox_begins_with_a_profile_that_counts_as_its_own() {
        let home = tempfile::tempdir().unwrap();
        let (folder, programs) = (home.path().join("lib"), home.path().join("bin"));
        [&folder, &programs].into_iter().for_each(|it| fs::create_dir_all(it).unwrap());
        for file in ["firefox-esr", "application.ini"] {
            fs::write(folder.join(file), "").unwrap();
            fs::set_permissions(folder.join(file), fs::Permissions::from_mode(0o755)).unwrap();
        }
        symlink(folder.join("firefox-esr"), programs.join("firefox-esr")).unwrap();
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let variables = [("HOME", text(home.path())), ("PATH", text(&programs))];
        let environment: Environment =
            variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        prepare("/usr/bin/firefox", &environment).unwrap();
        let profile = home.path().join(".mozilla/firefox/deskpilot");
        let own = fs::read_to_string(profile.join("compatibility.ini")).unwrap();
        let folder = text(&folder.canonicalize().unwrap());
        assert_eq!(own, format!("[Compatibility]\nLastPlatformDir={folder}\n"));
        assert!(
            fs::read_to_string(profile.join("user.js")).unwrap().contains("browser.aboutwelcome.enabled")
        );
        assert!(
            fs::read_to_string(profile.with_file_name("profiles.ini")).unwrap().contains("Path=deskpilot\n")
        );
    }

    #[test]
    fn the_installed_release_counts_as_one_that_has_run_before() {
        let home = tempfile::tempdir().unwrap();
        let (office, programs) = (home.path().join("office/program"), home.path().join("bin"));
        [&office, &programs].into_iter().for_each(|it| fs::create_dir_all(it).unwrap());
        fs::write(office.join("soffice"), "").unwrap();
        fs::set_permissions(office.join("soffice"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink(office.join("soffice"), programs.join("soffice")).unwrap();
        fs::write(office.join("bootstraprc"), "[Bootstrap]\nProductKey=Some Office 7.4\n").unwrap();
        let folder = home.path().join(FIRST_RUN[0].folder);
        for (build, expected) in [("40(Build:2)", Some("40(Build:2)")), ("<evil/>", None)] {
            fs::write(office.join("versionrc"), format!("[Version]\nbuildid={build}\n")).unwrap();
            prepare("localc", &environment(home.path(), &programs)).unwrap();
            let written = fs::read_to_string(folder.join(FIRST_RUN[0].files[0].path)).unwrap();
            assert_eq!(written.contains("<value>7.4</value>"), expected.is_some(), "{written}");
            let known = fs::read_to_string(folder.join("extensions/buildid")).ok();
            assert_eq!(known.as_deref(), expected);
            fs::remove_dir_all(folder.clone()).unwrap();
        }
    }
}
