//! Programs with Chromium's engine refuse to run for root while their sandbox is on, so the catalog marks them as refused there.

use super::command_line::program_of;
use crate::requirements;
use deskpilot_system::ReadLimit;
use std::fs;
use std::path::{Path, PathBuf};

/// The option, in a command line or a settings file, that lets such a program run for root.
const NO_SANDBOX: &str = "--no-sandbox";

/// The largest settings file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// Files in the folder of such a program, by which it is recognised.
const ENGINE: &[&str] = &["chrome_crashpad_handler", "chrome-sandbox"];

/// The folders of programs whose starter is elsewhere, and of their settings.
const FOLDERS: &[&str] = &["/usr/lib", "/usr/lib64", "/usr/share", "/opt"];

/// Whether the command line starts such a program with its sandbox on. `path` is where programs are found.
pub(super) fn refuses_root(exec: &str, path: &str) -> bool {
    let Some(program) = program_of(exec) else { return false };
    let starter = requirements::find(&program, path).and_then(|it| it.canonicalize().ok());
    let own_folder = starter.as_deref().and_then(Path::parent).map(Path::to_owned);
    let elsewhere = FOLDERS.iter().map(|folder| Path::new(folder).join(&program));
    let has_engine = |folder: PathBuf| ENGINE.iter().any(|it| folder.join(it).exists());
    !exec.contains(NO_SANDBOX)
        && own_folder.into_iter().chain(elsewhere).any(has_engine)
        && !is_switched_off(&Path::new("/etc").join(format!("{program}.d")))
}

/// Whether a settings file in this folder switches the sandbox off.
fn is_switched_off(settings: &Path) -> bool {
    let files = fs::read_dir(settings).into_iter().flatten().flatten();
    files.filter_map(|it| LARGEST.read_text(&it.path()).ok()).any(|it| it.contains(NO_SANDBOX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_program_with_the_engine_in_its_folder_refuses_unless_its_sandbox_is_off() {
        let folder = tempfile::tempdir().unwrap();
        let (engine, programs) = (folder.path().join("engine"), folder.path().join("bin"));
        [&engine, &programs].into_iter().for_each(|it| fs::create_dir(it).unwrap());
        let executable = |file: PathBuf| {
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        };
        executable(engine.join("surf-8713"));
        executable(programs.join("plain-8713"));
        fs::write(engine.join("chrome_crashpad_handler"), "").unwrap();
        symlink(engine.join("surf-8713"), programs.join("surf-8713")).unwrap();
        let path = programs.to_str().unwrap();
        for (exec, expected) in [
            ("surf-8713 %U", true),
            ("env A=1 surf-8713 --new-window %U", true),
            ("surf-8713 --no-sandbox %U", false),
            ("plain-8713 %f", false),
            ("missing-8713", false),
            ("", false),
        ] {
            assert_eq!(refuses_root(exec, path), expected, "{exec}");
        }
        fs::write(folder.path().join("flags"), "--no-sandbox").unwrap();
        assert!(is_switched_off(folder.path()) && !is_switched_off(&programs.join("none")));
    }
}
