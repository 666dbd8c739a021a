//! The standard library for Windows: rustup's where it is installed, else compiled from Debian's source of the same release.

use super::{TARGET, source};
use crate::{
    run::{command, find},
    say,
};
use anyhow::{Context, Result, ensure};
use std::{
    fs, io,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

/// Where the compiler finds the standard library for Windows.
#[derive(Debug)]
pub(crate) enum StandardLibrary {
    /// In its own folder.
    Installed,
    /// In this folder, which the option `--sysroot` puts in the place of its own.
    Compiled(PathBuf),
}

/// The standard library for Windows. Compiling it takes a minute of processor time, once for each release of the compiler; an
/// error says why it cannot be had.
pub(super) fn standard_library(root: &Path) -> Result<StandardLibrary> {
    let own = PathBuf::from(printed("rustc", &["--print", "sysroot"])?);
    if has_library(&own) {
        return Ok(StandardLibrary::Installed);
    }
    let release = release()?;
    let folder = root.join("target/windows").join(&release);
    let sysroot = folder.join("sysroot");
    if !has_library(&sysroot) {
        say(&format!(
            "{TARGET} has no standard library here; it is compiled from Debian's source of Rust {release}"
        ));
        let source = source::unpack(&folder, &release)?;
        link_host(&own, &sysroot, &source)?;
        compile(&folder, &sysroot)?;
    }
    Ok(StandardLibrary::Compiled(sysroot))
}

/// Whether this folder has a compiled standard library for Windows.
fn has_library(sysroot: &Path) -> bool {
    find(&format!("{}/*", libraries(sysroot).display())).is_some()
}

/// Where a sysroot has its libraries for Windows.
fn libraries(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib").join(TARGET).join("lib")
}

/// The release of the compiler, such as `1.95.0`.
fn release() -> Result<String> {
    let version = printed("rustc", &["--version"])?;
    version.split(' ').nth(1).map(str::to_owned).with_context(|| format!("rustc has no release: {version}"))
}

/// What a program prints, without the line's end.
fn printed(program: &str, args: &[&str]) -> Result<String> {
    let output =
        Command::new(program).args(args).output().with_context(|| format!("{program} does not start"))?;
    ensure!(output.status.success(), "{program} {} failed: {}", args.join(" "), output.status);
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Makes a sysroot with the compiler's own libraries for this machine and the source of the standard library.
fn link_host(own: &Path, sysroot: &Path, source: &Path) -> Result<()> {
    let host = printed("rustc", &["--print", "host-tuple"])?;
    let rustlib = sysroot.join("lib/rustlib");
    let made = fs::create_dir_all(rustlib.join("src/rust"))
        .and_then(|()| link(&own.join("lib/rustlib").join(&host), &rustlib.join(&host)))
        .and_then(|()| link(source, &rustlib.join("src/rust/library")));
    made.with_context(|| format!("{} cannot be written", sysroot.display()))
}

/// Makes a link, in place of one that an interrupted run has left.
fn link(to: &Path, at: &Path) -> io::Result<()> {
    match fs::remove_file(at) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => symlink(to, at),
    }
}

/// Compiles an empty crate with the standard library, and moves the libraries to where the compiler looks for them.
fn compile(folder: &Path, sysroot: &Path) -> Result<()> {
    let package = folder.join("empty");
    write_package(&package, sysroot)?;
    let cargo = ["build", "--quiet", "--release", "--target", TARGET];
    let library = ["-Z", "build-std=std,panic_unwind,panic_abort,proc_macro,test"];
    let status = command("cargo")
        .args(cargo.iter().chain(&library))
        .current_dir(&package)
        .env("RUSTC", package.join("rustc"))
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", package.join("target"))
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .status()
        .context("cargo does not start")?;
    ensure!(status.success(), "the standard library does not compile for {TARGET}: {status}");
    let compiled = package.join("target").join(TARGET).join("release/deps");
    let moved = place(&compiled, &libraries(sysroot)).and_then(|()| fs::remove_dir_all(&package));
    moved.with_context(|| format!("{} cannot be written", sysroot.display()))
}

/// Writes an empty package, and a compiler that looks into this sysroot: cargo itself asks it where the source is.
fn write_package(package: &Path, sysroot: &Path) -> Result<()> {
    let (manifest, rustc) = (package.join("Cargo.toml"), package.join("rustc"));
    let own = printed("rustup", &["which", "rustc"]).unwrap_or_else(|_| "rustc".into());
    let script = format!("#!/bin/sh\nexec '{own}' --sysroot '{}' \"$@\"\n", sysroot.display());
    let text = "[package]\nname = \"empty\"\nedition = \"2024\"\n[workspace]\n";
    let written = fs::create_dir_all(package.join("src"))
        .and_then(|()| fs::write(package.join("src/lib.rs"), ""))
        .and_then(|()| fs::write(manifest, text))
        .and_then(|()| fs::write(&rustc, script))
        .and_then(|()| fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)));
    written.with_context(|| format!("{} cannot be written", package.display()))
}

/// Copies the compiled libraries; the folder has its name last, so that one that exists is complete.
fn place(compiled: &Path, libraries: &Path) -> io::Result<()> {
    let unfinished = libraries.with_extension("unfinished");
    fs::create_dir_all(&unfinished)?;
    for file in fs::read_dir(compiled)? {
        let path = file?.path();
        if path.extension().is_some_and(|it| it == "rlib")
            && let Some(name) = path.file_name()
            && !name.to_string_lossy().starts_with("libempty")
        {
            fs::copy(&path, unfinished.join(name))?;
        }
    }
    fs::rename(unfinished, libraries)
}
