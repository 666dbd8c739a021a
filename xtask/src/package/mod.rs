//! `cargo xtask package`: the program for other machines, as a Debian package, as a tarball, as a bundle for MCP clients and as an archive
//! for Windows, with bills of materials.

mod about;
mod archive;
mod bill;
mod bundle;
mod control;
mod trial;
mod windows_archive;
mod winget;

pub(crate) use trial::try_package;
pub(crate) use windows_archive::{pack_archive, program_in_archive};

use crate::{
    crates, program, root,
    run::{find, run},
    say,
    setup::required,
    windows::{WindowsCheck, with_release},
};
use about::{LICENCE, VERSION};
use anyhow::{Context, Result, bail};
use bundle::{BundleParts, bundle};
use control::{Control, control};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The folder of the packages, in the folder of the workspace.
const FOLDER: &str = "target/package";
/// The program in an installation.
const PROGRAM: &str = "usr/bin/deskpilot";
/// The folder of its documents there.
const DOCUMENTS: &str = "usr/share/doc/deskpilot";
/// The licences of the program and of what is linked into it, in that folder.
const COPYRIGHT: &str = "copyright";
/// The shells, and the file in which each looks for completions.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "usr/share/bash-completion/completions/deskpilot"),
    ("zsh", "usr/share/zsh/vendor-completions/_deskpilot"),
    ("fish", "usr/share/fish/vendor_completions.d/deskpilot.fish"),
];

/// The packages that are tried on another system.
pub(crate) struct Packages {
    /// The Debian package.
    deb: PathBuf,
    /// The archive for Windows; `None` where the compiler for Windows cannot be had.
    windows: Option<PathBuf>,
}

/// Builds for release, with all features, and packs.
pub(crate) fn package() -> Result<Packages> {
    if find("dpkg-deb").is_none() {
        bail!(
            "dpkg-deb is not installed: build the package on a Debian system, or run `apt-get install dpkg`"
        );
    }
    let root = root()?;
    run(&root, "cargo", &["build", "--release", "--locked", "--package", "deskpilot-cli"])?;
    let folder = root.join(FOLDER);
    let tree = folder.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree).with_context(|| format!("{} cannot be removed", tree.display()))?;
    }
    fill(&root, &tree)?;
    let tarball = pack_tarball(&folder, &tree)?;
    let deb = pack_deb(&root, &folder, &tree)?;
    let [bundle, entry] = pack_bundle(&root, &folder, &tree)?;
    let bill = folder.join(format!("deskpilot-{VERSION}.cdx.json"));
    write(&bill, &bill::bill(VERSION, LICENCE, &crates::of_program(&root)?))?;
    list(&[tarball, deb.clone(), bundle, entry, bill])?;
    // Last: everything else is there, whatever becomes of it.
    Ok(Packages { deb, windows: package_for_windows(&root, &folder)? })
}

/// Builds and packs for Windows; returns the path of the archive. Says so where that cannot be done here.
fn package_for_windows(root: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    let mut packed = Vec::new();
    let check = with_release(root, |program| {
        packed = windows_archive::pack(root, folder, program)?;
        Ok(())
    })?;
    list(&packed)?;
    if let WindowsCheck::Skipped(why) = check {
        say(&format!("SKIPPED: {why}"));
    }
    Ok(packed.into_iter().next())
}

/// Prints the paths and sizes of packed files.
fn list(files: &[PathBuf]) -> Result<()> {
    for file in files {
        let bytes = fs::metadata(file).with_context(|| format!("{} was not written", file.display()))?.len();
        say(&format!("{} ({} KiB)", file.display(), bytes.div_ceil(1024)));
    }
    Ok(())
}

/// Fills this folder with all files at the paths of an installation.
fn fill(root: &Path, tree: &Path) -> Result<()> {
    let binary = program::path(root, "release");
    copy(&binary, &tree.join(PROGRAM))?;
    let man = tree.join("usr/share/man/man1");
    create(&man)?;
    let folder = man.display().to_string();
    run(root, &binary.display().to_string(), &["man-pages", &folder])?;
    compress(&man)?;
    for (shell, file) in COMPLETIONS {
        write(&tree.join(file), &output(root, &binary.display().to_string(), &["completion", shell])?)?;
    }
    documents(root, &tree.join(DOCUMENTS))
}

/// The changelog and the licences, of the program and of all that is linked into it, as Debian asks for them.
fn documents(root: &Path, doc: &Path) -> Result<()> {
    write(&doc.join(COPYRIGHT), &copyright(root, &[])?)?;
    copy(&root.join("CHANGELOG.md"), &doc.join("changelog"))?;
    compress_file(&doc.join("changelog"))
}

/// The licences of the program and of all that is linked into it, as these options of `cargo tree` say for another target.
fn copyright(root: &Path, target: &[&str]) -> Result<String> {
    let text =
        |name: &str| fs::read_to_string(root.join(name)).with_context(|| format!("{name} cannot be read"));
    let font = text("crates/photographer/fonts/LICENSE.txt")?;
    let tree = ["tree", "--locked", "--package", "deskpilot-cli", "--edges", "normal", "--prefix", "none"];
    let crates = output(root, "cargo", &[tree.as_slice(), &["--format", "{p}: {l}"], target].concat())?;
    Ok(control::copyright(&text("LICENSE")?, &font, &crates))
}

fn pack_tarball(folder: &Path, tree: &Path) -> Result<PathBuf> {
    let name = format!("deskpilot-{VERSION}-{}-linux.tar.gz", std::env::consts::ARCH);
    let file = folder.join(name);
    let shown = file.display().to_string();
    let owner = ["--create", "--gzip", "--owner=0", "--group=0", "--numeric-owner", "--sort=name"];
    // Everything is in one folder, which users unpack anywhere.
    let paths = [format!("--transform=s,^\\./usr,deskpilot-{VERSION},"), format!("--file={shown}")];
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    run(tree, "tar", &[owner.as_slice(), &paths, &["./usr"]].concat())?;
    Ok(file)
}

fn pack_deb(root: &Path, folder: &Path, tree: &Path) -> Result<PathBuf> {
    let architecture = output(root, "dpkg", &["--print-architecture"])?.trim().to_owned();
    let libc = output(root, "getconf", &["GNU_LIBC_VERSION"])?;
    let control = control(&Control {
        version: VERSION,
        architecture: &architecture,
        libc: libc.trim().trim_start_matches("glibc ").trim(),
        kibibytes: size(tree)? / 1024,
        requires: &required(root)?,
    });
    write(&tree.join("DEBIAN/control"), &control)?;
    let file = folder.join(format!("deskpilot_{VERSION}_{architecture}.deb"));
    let (from, to) = (tree.display().to_string(), file.display().to_string());
    run(root, "dpkg-deb", &["--root-owner-group", "--build", &from, &to])?;
    Ok(file)
}

/// Packs the bundle, and writes its entry in the MCP registry, which has its hash.
fn pack_bundle(root: &Path, folder: &Path, tree: &Path) -> Result<[PathBuf; 2]> {
    let program = tree.join(PROGRAM);
    let printed = |what: &str| output(root, &program.display().to_string(), &["mcp", "describe", what]);
    let copyright = tree.join(DOCUMENTS).join(COPYRIGHT);
    let parts = BundleParts {
        manifest: &printed("bundle")?,
        program: &fs::read(&program).with_context(|| format!("{} cannot be read", program.display()))?,
        copyright: &fs::read_to_string(&copyright)
            .with_context(|| format!("{} cannot be read", copyright.display()))?,
    };
    let name = format!("deskpilot-{VERSION}-{}-linux.mcpb", std::env::consts::ARCH);
    let file = folder.join(&name);
    fs::write(&file, bundle(&parts)?).with_context(|| format!("{} cannot be written", file.display()))?;
    let entry = folder.join("server.json");
    write(&entry, &bundle::registry_entry(&printed("registry")?, &name, &sha256(root, &file)?)?)?;
    Ok([file, entry])
}

/// The SHA-256 of a file.
fn sha256(root: &Path, file: &Path) -> Result<String> {
    let hash = output(root, "sha256sum", &[&file.display().to_string()])?;
    Ok(hash.split_whitespace().next().unwrap_or_default().to_owned())
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() { size(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}

/// Compresses every file of a folder, without its time, so that the same files give the same package.
fn compress(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        compress_file(&entry?.path())?;
    }
    Ok(())
}

fn compress_file(file: &Path) -> Result<()> {
    let file = file.display().to_string();
    let status = Command::new("gzip").args(["-9n", &file]).status().context("gzip does not start")?;
    if status.success() { Ok(()) } else { bail!("gzip {file} failed: {status}") }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    create_parent(to)?;
    fs::copy(from, to).with_context(|| format!("{} cannot be copied", from.display()))?;
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<()> {
    create_parent(file)?;
    fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
}

fn create_parent(file: &Path) -> Result<()> {
    file.parent().map_or(Ok(()), create)
}

fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))
}

/// What a program prints; an error if it fails.
fn output(root: &Path, program: &str, args: &[&str]) -> Result<String> {
    let output = Command::new(program).args(args).current_dir(root).output();
    let output = output.with_context(|| format!("{program} does not start"))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        bail!("{program} {} failed: {}", args.join(" "), stderr.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("the output of {program} is not UTF-8"))
}
