//! Keeps the caret of GTK applications from blinking on a private desktop: each blink draws, so that a look of a moment ago
//! would be taken again, two pictures of the same state would differ, and a viewer would be sent pictures of nothing.

use std::{fs, io, path::Path};

/// GTK reads this file below the folder of settings, for each of its versions.
const FILE: &str = "settings.ini";
const VERSIONS: [&str; 2] = ["gtk-3.0", "gtk-4.0"];
const TEXT: &str = "[Settings]\ngtk-cursor-blink=0\n";

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
