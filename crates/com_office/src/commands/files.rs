//! The paths of files that documents are saved to.

use super::answer::{Failure, bad};

/// A path that means one file whatever the folder of the program is: with a drive, or of a share.
pub(crate) fn whole_path(path: &str) -> Result<&str, Failure> {
    let is_separator = |it: Option<&u8>| matches!(it, Some(b'\\' | b'/'));
    let bytes = path.as_bytes();
    let has_drive = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(1) == Some(&b':')
        && is_separator(bytes.get(2));
    let is_of_share = path.starts_with("\\\\");
    match has_drive || is_of_share {
        true => Ok(path),
        false => bad("path", "a whole path, which begins with a drive, such as C:\\"),
    }
}

/// The ending of a path, in small letters.
pub(crate) fn ending(path: &str) -> String {
    let name = path.rsplit(['\\', '/']).next().unwrap_or_default();
    name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_lowercase())
}

/// Whether two paths are spelled as one file of Windows, which knows no difference of capitals and two separators.
pub(crate) fn is_same_path(a: &str, b: &str) -> bool {
    let plain = |it: &str| it.replace('/', "\\").to_lowercase();
    plain(a) == plain(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_whole_with_a_drive_or_a_share() {
        for path in ["C:\\a.xlsx", "d:/a.xlsx", "\\\\server\\share\\a.xlsx"] {
            assert_eq!(whole_path(path), Ok(path));
        }
        for path in ["a.xlsx", "C:a.xlsx", "\\a.xlsx", "/home/a.xlsx", "https://x/a.xlsx", ""] {
            assert!(whole_path(path).is_err(), "{path}");
        }
    }

    #[test]
    fn endings_are_read_behind_the_last_dot_of_the_name() {
        for (path, expected) in
            [("C:\\a.b\\c.XLSX", "xlsx"), ("C:\\a.b\\c", ""), ("C:/x.tar.gz", "gz"), ("C:\\a.", "")]
        {
            assert_eq!(ending(path), expected, "{path}");
        }
        assert!(is_same_path("C:/A/b.docx", "c:\\a\\B.docx") && !is_same_path("C:\\a", "C:\\b"));
    }
}
