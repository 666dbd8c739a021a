//! The manifest with which `winget` installs the package for Windows: three files, as its repository wants them. Pure.

use super::{
    about::{
        LICENCE, PUBLISHER, REPOSITORY, SUMMARY, System, VERSION, description, release_address,
        source_address,
    },
    bundle::check_hash,
};
use anyhow::Result;

/// The name of the package there: that of its publisher, and its own.
const IDENTIFIER: &str = "Deskpilot.Deskpilot";
/// The version of the manifests' format.
const FORMAT: &str = "1.6.0";
/// The language of the texts.
const LANGUAGE: &str = "en-US";
/// The command that an installation adds.
const COMMAND: &str = "deskpilot";
/// The first Windows for which the compiler makes programs.
const OLDEST_WINDOWS: &str = "10.0.0.0";

/// The archive that the manifest is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct WingetArchive<'a> {
    /// The name of its file.
    pub(super) file: &'a str,
    /// The path of the program in it, with slashes.
    pub(super) program: &'a str,
    /// Its hash.
    pub(super) sha256: &'a str,
}

/// A file of the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ManifestFile {
    /// Its name.
    pub(super) name: String,
    /// Its text, in YAML.
    pub(super) text: String,
}

/// The files of the manifest.
///
/// # Errors
/// The hash is none.
pub(super) fn manifest(archive: &WingetArchive<'_>) -> Result<[ManifestFile; 3]> {
    check_hash(archive.file, archive.sha256)?;
    Ok([
        file("version", "", &format!("DefaultLocale: {LANGUAGE}\n")),
        file("installer", ".installer", &installer(archive)),
        file("defaultLocale", &format!(".locale.{LANGUAGE}"), &texts()),
    ])
}

/// A file of this type with the fields of its own between those that all have.
fn file(kind: &str, ending: &str, fields: &str) -> ManifestFile {
    let text = format!(
        "# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.{FORMAT}.schema.json\n\n\
         PackageIdentifier: {IDENTIFIER}\nPackageVersion: {VERSION}\n{fields}ManifestType: {kind}\n\
         ManifestVersion: {FORMAT}\n"
    );
    ManifestFile { name: format!("{IDENTIFIER}{ending}.yaml"), text }
}

/// Where the archive is, and what is installed of it.
fn installer(archive: &WingetArchive<'_>) -> String {
    let (program, hash) = (archive.program.replace('/', "\\"), archive.sha256.to_uppercase());
    let address = release_address(archive.file);
    format!(
        "Platform:\n- Windows.Desktop\nMinimumOSVersion: {OLDEST_WINDOWS}\nInstallerType: zip\n\
         NestedInstallerType: portable\nNestedInstallerFiles:\n- RelativeFilePath: {program}\n  \
         PortableCommandAlias: {COMMAND}\nCommands:\n- {COMMAND}\nInstallers:\n- Architecture: x64\n  \
         InstallerUrl: {address}\n  InstallerSha256: {hash}\n"
    )
}

/// What people read of it.
fn texts() -> String {
    let about = description(System::Windows);
    let (licence, changes) = (source_address("LICENSE"), source_address("CHANGELOG.md"));
    format!(
        "PackageLocale: {LANGUAGE}\nPublisher: {PUBLISHER}\nPublisherUrl: {REPOSITORY}\nPublisherSupportUrl: \
         {REPOSITORY}/issues\nPackageName: Deskpilot\nPackageUrl: {REPOSITORY}\nLicense: {LICENCE}\nLicenseUrl: {licence}\n\
         ShortDescription: Deskpilot {SUMMARY}\nDescription: |-\n  {about}\nMoniker: {COMMAND}\nTags:\n- agent\n- automation\n\
         - desktop\nReleaseNotesUrl: {changes}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(sha256: &str) -> WingetArchive<'_> {
        WingetArchive { file: "deskpilot-windows.zip", program: "deskpilot-1/deskpilot.exe", sha256 }
    }

    #[test]
    fn a_manifest_has_three_files_of_one_package_each_of_its_type() {
        let files = manifest(&archive(&"0f".repeat(32))).unwrap();
        for (file, (name, kind)) in files.iter().zip([
            ("Deskpilot.Deskpilot.yaml", "version"),
            ("Deskpilot.Deskpilot.installer.yaml", "installer"),
            ("Deskpilot.Deskpilot.locale.en-US.yaml", "defaultLocale"),
        ]) {
            assert_eq!(file.name, name);
            let head = format!(
                "# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.1.6.0.schema.json\n\n\
                 PackageIdentifier: Deskpilot.Deskpilot\nPackageVersion: {VERSION}\n"
            );
            let end = format!("\nManifestType: {kind}\nManifestVersion: 1.6.0\n");
            assert!(file.text.starts_with(&head) && file.text.ends_with(&end), "{}", file.text);
        }
    }

    #[test]
    fn the_installer_is_the_program_in_the_archive_of_the_release_with_its_hash() {
        let [_, installer, _] = manifest(&archive(&"0f".repeat(32))).unwrap();
        for line in [
            "InstallerType: zip".to_owned(),
            "NestedInstallerType: portable".to_owned(),
            r"- RelativeFilePath: deskpilot-1\deskpilot.exe".to_owned(),
            format!("  InstallerUrl: {REPOSITORY}/releases/download/v{VERSION}/deskpilot-windows.zip"),
            format!("  InstallerSha256: {}", "0F".repeat(32)),
        ] {
            assert!(installer.text.lines().any(|it| it == line), "{line} in\n{}", installer.text);
        }
        assert!(manifest(&archive("0f")).is_err(), "a hash that is none");
    }

    /// A value without quotation marks ends at a colon before a blank, and at a number sign behind one.
    #[test]
    fn every_value_is_read_as_it_is_meant() {
        for file in manifest(&archive(&"0f".repeat(32))).unwrap() {
            let lines = file.text.lines().skip(1).filter(|it| !it.is_empty());
            // The lines of a block are taken as they are.
            let values = lines.scan(false, |in_block, line| {
                let is_inside = std::mem::replace(in_block, line.ends_with(": |-"));
                Some(if is_inside { "" } else { line.split_once(": ").map_or("", |it| it.1) })
            });
            for value in values {
                assert!(!value.contains(": ") && !value.contains(" #"), "{value} in\n{}", file.text);
            }
        }
    }
}
