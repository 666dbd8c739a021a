//! The document of a launch: which file or page it is, and whether opening it would run it. Pure.

use super::installed::ending;
use deskpilot_core::{PathStyle, Paths};

/// The endings of files that Windows runs when it opens them.
const RUN: &[&str] = &[
    "appref-ms",
    "application",
    "bat",
    "chm",
    "cmd",
    "com",
    "cpl",
    "dll",
    "exe",
    "gadget",
    "hta",
    "inf",
    "ins",
    "isp",
    "jar",
    "js",
    "jse",
    "lnk",
    "msc",
    "msi",
    "msp",
    "mst",
    "ocx",
    "pif",
    "ps1",
    "ps1xml",
    "psc1",
    "psd1",
    "psm1",
    "py",
    "pyw",
    "rb",
    "reg",
    "scf",
    "scr",
    "sct",
    "search-ms",
    "settingcontent-ms",
    "sys",
    "url",
    "vb",
    "vbe",
    "vbs",
    "ws",
    "wsc",
    "wsf",
    "wsh",
    "xbap",
];
/// The schemes of addresses that are opened by their usual application.
const SCHEMES: [&str; 3] = ["https", "http", "mailto"];

/// What a launch opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Document {
    /// A file by its absolute path; it need not exist yet.
    File(String),
    /// The address of a page.
    Address(String),
}

impl Document {
    /// Resolves what a person wrote: an address, a path, or a name in the home. The policy resolves names in the same way, so that
    /// what it judged is what is opened.
    ///
    /// # Errors
    /// Why the name cannot be opened.
    pub(crate) fn named(name: &str, home: &str, working: &str) -> Result<Document, String> {
        let (home, working) = (without_end(home), without_end(working));
        let paths = Paths { style: PathStyle::Windows, home: &home, working: &working, own: &[] };
        let Some(judged) = paths.plain(name)? else {
            return Ok(Document::Address(name.trim().to_owned()));
        };
        let written = paths.absolute(name).filter(|it| PathStyle::Windows.fold(it) == judged);
        // The judged path is in small letters, which a new file would keep.
        Ok(Document::File(written.unwrap_or(judged).replace('/', "\\")))
    }

    /// What a program gets as its argument.
    #[cfg(windows)]
    pub(crate) fn argument(&self) -> &str {
        match self {
            Document::File(path) => path,
            Document::Address(address) => address,
        }
    }

    /// By what Windows knows the usual application: the ending of a file, the scheme of an address.
    ///
    /// # Errors
    /// Why it is not opened by its usual application.
    pub(crate) fn kind(&self) -> Result<String, String> {
        match self {
            Document::File(path) => match ending(path) {
                kind if kind.is_empty() => Err(format!("{path} has no ending that says what it is")),
                kind if RUN.contains(&kind.as_str()) => {
                    Err(format!("{path} is a program, which opening it would run"))
                }
                kind => Ok(format!(".{kind}")),
            },
            Document::Address(address) => {
                let scheme = address.split(':').next().unwrap_or_default().to_lowercase();
                let is_known = SCHEMES.contains(&scheme.as_str());
                is_known.then_some(scheme).ok_or_else(|| {
                    format!("{address} is not opened: only addresses with {} are", SCHEMES.join(", "))
                })
            }
        }
    }
}

/// A folder without a separator at its end, which paths in it would have twice. `C:\` is a folder, and `C:` is not.
fn without_end(folder: &str) -> String {
    let plain = folder.trim_end_matches(PathStyle::Windows.separators());
    if plain.ends_with(':') { format!("{plain}\\") } else { plain.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_paths_and_addresses() {
        let named = |name: &str| Document::named(name, r"C:\Users\Ann", r"D:\Task\");
        for (name, path) in [
            ("Answer.txt", r"D:\Task\Answer.txt"),
            ("~/My Notes.txt", r"C:\Users\Ann\My Notes.txt"),
            (r"C:\Temp\ä.TXT", r"C:\Temp\ä.TXT"),
            (r"C:\a\..\B.txt", r"c:\b.txt"),
        ] {
            assert_eq!(named(name), Ok(Document::File(path.into())), "{name}");
        }
        let page = "https://example.org/X";
        assert_eq!(named(page), Ok(Document::Address(page.into())));
        for refused in ["", r"%NOBODY%\x.txt", r"C:x.txt"] {
            assert!(named(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn what_opening_would_run_is_not_opened() {
        let kind = |path: &str| Document::File(path.into()).kind();
        assert_eq!(kind(r"C:\a\Letter.ODT"), Ok(".odt".into()));
        for path in [r"C:\a\x.exe", r"C:\a\x.txt.LNK", r"C:\a\x.ps1", r"C:\a\x.url", r"C:\a\x", r"C:\a.b\x"] {
            assert!(kind(path).is_err(), "{path}");
        }
        let address = |address: &str| Document::Address(address.into()).kind();
        assert_eq!(address("HTTPS://example.org"), Ok("https".into()));
        assert!(address("ms-msdt:/id").is_err());
    }
}
