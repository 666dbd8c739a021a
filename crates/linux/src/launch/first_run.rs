//! Settings that switch off first-run tips and pages of applications, and what else only a first start does. They are written
//! before the first start, in the home of a private desktop only: a person's own settings are theirs.

mod release;

use crate::seat::Environment;
use release::Release;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The settings of an application that are written if it has none yet.
struct FirstRun {
    /// The programs that read them.
    programs: &'static [&'static str],
    /// Their folder below the settings directory.
    folder: &'static str,
    /// The first file is the one that an application with settings has.
    files: &'static [SettingsFile],
}

/// A file with settings. `{version}` and `{build}` stand for the installed release; where that is unknown, lines with them are
/// left out.
struct SettingsFile {
    path: &'static str,
    text: &'static str,
}

const FIRST_RUN: &[FirstRun] = &[FirstRun {
    programs: &["libreoffice", "soffice", "localc", "lowriter", "loimpress", "lodraw", "lobase", "lomath"],
    folder: "libreoffice/4/user",
    files: &[
        SettingsFile { path: "registrymodifications.xcu", text: include_str!("first_run/libreoffice.xcu") },
        // Without it, LibreOffice collects its bundled extensions anew and then starts a second time.
        SettingsFile { path: "extensions/buildid", text: "{build}" },
    ],
}];

/// Writes the settings of the program, unless it has some.
pub(super) fn prepare(program: &str, environment: &Environment) -> io::Result<()> {
    let name = Path::new(program).file_name().and_then(|it| it.to_str()).unwrap_or(program);
    let Some(settings) = environment.value("XDG_CONFIG_HOME").map(PathBuf::from) else { return Ok(()) };
    for it in FIRST_RUN.iter().filter(|it| it.programs.contains(&name)) {
        it.write(&settings.join(it.folder), Release::installed(environment).as_ref())?;
    }
    Ok(())
}

impl FirstRun {
    fn write(&self, folder: &Path, release: Option<&Release>) -> io::Result<()> {
        if self.files.first().is_some_and(|it| folder.join(it.path).exists()) {
            return Ok(());
        }
        for it in self.files {
            let (file, text) = (folder.join(it.path), it.text_for(release));
            if !text.is_empty() {
                fs::create_dir_all(file.parent().unwrap_or(folder))?;
                fs::write(file, text)?;
            }
        }
        Ok(())
    }
}

impl SettingsFile {
    fn text_for(&self, release: Option<&Release>) -> String {
        let known = |line: &&str| release.is_some() || !line.contains(['{', '}']);
        let text: String = self.text.split_inclusive('\n').filter(known).collect();
        release.map_or_else(|| text.clone(), |it| it.fill_in(&text))
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
