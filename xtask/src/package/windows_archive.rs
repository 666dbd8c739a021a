//! The package for Windows: the program and what belongs beside it in one archive, its manifest for `winget`, and its bill of materials.

use super::{
    about::{LICENCE, REPOSITORY, System, VERSION, description},
    archive::{ArchivedFile, FileKind, archive},
    bill, copyright, create_parent, sha256,
    winget::{WingetArchive, manifest},
    write,
};
use crate::{crates, windows::TARGET};
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What is to be read first.
const README: &str = include_str!("windows-readme.txt");

/// The path of the program in the archive. Everything is in one folder, which users unpack anywhere.
pub(crate) fn program_in_archive() -> String {
    format!("deskpilot-{VERSION}/deskpilot.exe")
}

/// Packs the program for a release into this folder; returns the paths of the archive, its manifest and its bill.
pub(super) fn pack(root: &Path, folder: &Path, program: &Path) -> Result<Vec<PathBuf>> {
    let archive = pack_archive(root, folder, program)?;
    let file = archive.file_name().unwrap_or_default().to_string_lossy();
    let (program, sha256) = (program_in_archive(), sha256(root, &archive)?);
    let manifest = manifest(&WingetArchive { file: &file, program: &program, sha256: &sha256 })?;
    let mut packed = vec![archive];
    for it in manifest {
        let path = folder.join("winget").join(it.name);
        write(&path, &it.text)?;
        packed.push(path);
    }
    let bill = folder.join(format!("deskpilot-{VERSION}-windows.cdx.json"));
    write(&bill, &bill::bill(VERSION, LICENCE, &crates::of_program_for(root, TARGET)?))?;
    packed.push(bill);
    Ok(packed)
}

/// Packs the archive with this program into this folder; returns its path.
pub(crate) fn pack_archive(root: &Path, folder: &Path, program: &Path) -> Result<PathBuf> {
    let path = folder.join(format!("deskpilot-{VERSION}-x86_64-windows.zip"));
    let bytes = fs::read(program).with_context(|| format!("{} cannot be read", program.display()))?;
    let documents = documents(root)?;
    let name = program_in_archive();
    let mut files = vec![ArchivedFile { name: &name, kind: FileKind::Program, bytes: &bytes }];
    files.extend(documents.iter().map(|(name, text)| ArchivedFile {
        name,
        kind: FileKind::Document,
        bytes: text.as_bytes(),
    }));
    create_parent(&path)?;
    fs::write(&path, archive(&files)?).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(path)
}

/// The documents beside the program, by their paths. They end in `.txt`, which Windows opens.
fn documents(root: &Path) -> Result<Vec<(String, String)>> {
    let text =
        |name: &str| fs::read_to_string(root.join(name)).with_context(|| format!("{name} cannot be read"));
    let documents = [
        ("README.txt", readme()),
        ("LICENSE.txt", copyright(root, &["--target", TARGET])?),
        ("CHANGELOG.txt", text("CHANGELOG.md")?),
        ("windows.txt", text("docs/windows.md")?),
    ];
    let named =
        documents.into_iter().map(|(name, text)| (format!("deskpilot-{VERSION}/{name}"), of_windows(&text)));
    Ok(named.collect())
}

fn readme() -> String {
    README
        .replace("{version}", VERSION)
        .replace("{description}", &description(System::Windows))
        .replace("{repository}", REPOSITORY)
}

/// A text with the ends of lines that Windows has.
fn of_windows(text: &str) -> String {
    text.replace('\n', "\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeMap, env, io::Read, process};
    use zip::ZipArchive;

    #[test]
    fn the_archive_has_the_program_and_what_belongs_beside_it() {
        let root = crate::root().unwrap();
        let folder = env::temp_dir().join(format!("xtask-windows-archive-{}", process::id()));
        let program = folder.join("deskpilot");
        write(&program, "MZ").unwrap();
        let packed = pack(&root, &folder, &program).unwrap();
        let mut archive = ZipArchive::new(fs::File::open(&packed[0]).unwrap()).unwrap();
        let mut files = BTreeMap::new();
        for at in 0..archive.len() {
            let mut file = archive.by_index(at).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            files.insert(file.name().unwrap().into_owned(), text);
        }
        let names = ["CHANGELOG.txt", "LICENSE.txt", "README.txt", "deskpilot.exe", "windows.txt"];
        let names = names.map(|it| format!("deskpilot-{VERSION}/{it}"));
        assert_eq!(files.keys().collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
        assert_eq!(files[&program_in_archive()], "MZ");
        // The crates are those of the program for Windows.
        let licences = &files[&names[1]];
        assert!(licences.contains("\r\nwindows v") && !licences.contains("\r\nx11rb v"), "{licences}");
        let readme = &files[&names[2]];
        assert!(readme.starts_with(&format!("Deskpilot {VERSION} for Windows")), "{readme}");
        assert!(!readme.contains('{') && readme.lines().count() > 9, "{readme}");
        assert!(readme.split_inclusive('\n').all(|it| it.ends_with("\r\n")), "{readme}");
        let hash = sha256(&root, &packed[0]).unwrap().to_uppercase();
        let installer = fs::read_to_string(folder.join("winget/Deskpilot.Deskpilot.installer.yaml")).unwrap();
        assert!(installer.contains(&format!("InstallerSha256: {hash}\n")), "{installer}");
        let name = packed[0].file_name().unwrap().to_string_lossy();
        assert!(installer.contains(&format!("/v{VERSION}/{name}\n")), "{installer}");
        fs::remove_dir_all(folder).unwrap();
    }
}
