//! Keeps GTK applications on a private desktop from drawing what says nothing: each blink of a caret, and each step of an animation,
//! would have a look of a moment ago taken again, two pictures of the same state differ, the effect of an action waited for, and
//! pictures of nothing sent to a viewer.

use std::{fs, io, path::Path};

/// GTK reads this file below the folder of settings, for each of its versions.
const FILE: &str = "settings.ini";
const VERSIONS: [&str; 2] = ["gtk-3.0", "gtk-4.0"];
const TEXT: &str = "[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n";

/// Writes the settings for each version of GTK that has none here.
pub(super) fn write(settings: &Path) -> io::Result<()> {
    for version in VERSIONS {
        let file = settings.join(version).join(FILE);
        if !file.exists() {
            fs::create_dir_all(settings.join(version))?;
            fs::write(file, TEXT)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_there_stay() {
        let settings = tempfile::tempdir().unwrap();
        let (third, fourth) = (settings.path().join("gtk-3.0"), settings.path().join("gtk-4.0"));
        fs::create_dir_all(&third).unwrap();
        fs::write(third.join(FILE), "[Settings]\ngtk-theme-name=Mine\n").unwrap();
        write(settings.path()).unwrap();
        assert_eq!(fs::read_to_string(third.join(FILE)).unwrap(), "[Settings]\ngtk-theme-name=Mine\n");
        assert_eq!(fs::read_to_string(fourth.join(FILE)).unwrap(), TEXT);
    }
}
