//! `cargo xtask package --try`: the package, installed into a bare Debian 12, does the demonstration's request there.

use super::{FOLDER, copy, package, write};
use crate::{
    demo::request,
    root,
    run::{find, run},
    say,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The release that the package is for.
const RELEASE: &str = "bookworm";
/// Where its packages are when this machine does not say.
const MIRROR: &str = "http://deb.debian.org/debian";
/// The applications of the request; the package does not need them.
const APPLICATIONS: &[&str] = &["galculator", "mousepad"];

/// Packs, and tries the package where nothing else is installed. Only root may: it makes a system of its own.
pub(crate) fn try_out() -> Result<()> {
    let root = root()?;
    let user = Command::new("id").arg("-u").output().context("`id` does not start")?;
    if String::from_utf8_lossy(&user.stdout).trim() != "0" {
        bail!("only root can make a system to try the package in: run `sudo cargo xtask package --try`");
    }
    if find("debootstrap").is_none() {
        bail!("debootstrap is not there: apt-get install debootstrap");
    }
    let deb = package()?;
    let system = root.join(FOLDER).join(RELEASE);
    lay_system(&root, &system)?;
    install(&root, &system, &deb)?;
    demonstrate(&root, &system)
}

/// A bare system in this folder, made once and kept; it gets its packages from where this machine gets them.
fn lay_system(root: &Path, system: &Path) -> Result<()> {
    if !system.join("usr/bin/apt-get").exists() {
        let place = system.display().to_string();
        let mirror = mirror(&apt_sources()?).unwrap_or_else(|| MIRROR.to_owned());
        run(root, "debootstrap", &["--variant=minbase", RELEASE, &place, &mirror])?;
    }
    for folder in ["etc/apt/sources.list.d", "etc/apt/apt.conf.d", "etc/apt/keyrings"] {
        let from = Path::new("/").join(folder);
        for entry in fs::read_dir(&from).into_iter().flatten().flatten().filter(|it| it.path().is_file()) {
            copy(&entry.path(), &system.join(folder).join(entry.file_name()))?;
        }
    }
    copy(Path::new("/etc/resolv.conf"), &system.join("etc/resolv.conf"))
}

/// The texts of the files that say where packages come from.
fn apt_sources() -> Result<String> {
    let mut text = fs::read_to_string("/etc/apt/sources.list").unwrap_or_default();
    for entry in fs::read_dir("/etc/apt/sources.list.d").context("apt has no sources")?.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|it| it == "list" || it == "sources") {
            text.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
    Ok(text)
}

/// The first mirror of the release in these texts, in either form.
fn mirror(sources: &str) -> Option<String> {
    let mut of_block = None;
    for line in sources.lines() {
        if let Some(address) = line.strip_prefix("URIs:") {
            of_block = address.split_whitespace().next();
        }
        let is_here = |words: &str| words.split_whitespace().any(|it| it == RELEASE);
        match line.split_once(' ') {
            Some(("deb", rest)) if is_here(rest) => {
                return rest.split_whitespace().find(|it| it.contains("://")).map(str::to_owned);
            }
            Some(("Suites:", rest)) if is_here(rest) => return of_block.map(str::to_owned),
            _ => {}
        }
    }
    None
}

fn install(root: &Path, system: &Path, deb: &Path) -> Result<()> {
    copy(deb, &system.join("tmp/deskpilot.deb"))?;
    let apt = "apt-get -q -o Dpkg::Use-Pty=0 -o APT::Sandbox::User=root";
    let install = format!(
        "export DEBIAN_FRONTEND=noninteractive; {apt} update && \
         {apt} install -y --no-install-recommends --reinstall /tmp/deskpilot.deb && \
         {apt} install -y --no-install-recommends {}",
        APPLICATIONS.join(" ")
    );
    inside(root, system, &install)
}

/// Runs the request as a user of that system has it, and looks at what came of it.
fn demonstrate(root: &Path, system: &Path) -> Result<()> {
    let folder = PathBuf::from("/tmp/try");
    let answer = system.join("tmp/try/answer.txt");
    if answer.exists() {
        fs::remove_file(&answer).with_context(|| format!("{} cannot be removed", answer.display()))?;
    }
    let script = format!(
        "mkdir -p {folder}; deskpilot --version && deskpilot run '{request}' --model steps --desktop private",
        folder = folder.display(),
        request = request(&folder),
    );
    write(&system.join("tmp/try.sh"), &script)?;
    inside(root, system, "sh /tmp/try.sh")?;
    let text = fs::read_to_string(&answer).with_context(|| format!("{} is not there", answer.display()))?;
    if text.trim() != "42" {
        bail!("{} holds {text:?}, and not 42", answer.display());
    }
    say("the package installs into a bare Debian 12, and `deskpilot run` does its work there");
    Ok(())
}

/// Runs a script in the system, with processes and devices that end with it.
fn inside(root: &Path, system: &Path, script: &str) -> Result<()> {
    let place = system.display().to_string();
    let enter = "mount --rbind /dev \"$0/dev\" && mount -t proc proc \"$0/proc\" && \
                 exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot \"$0\" sh -c \"$1\"";
    let unshare = ["--mount", "--pid", "--fork", "--kill-child", "--"];
    run(root, "unshare", &[unshare.as_slice(), &["sh", "-c", enter, &place, script]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_of_the_release_is_found_in_either_form() {
        for (sources, expected) in [
            ("deb http://a.example/debian bookworm main\n", Some("http://a.example/debian")),
            ("deb [signed-by=/k] http://a.example/debian bookworm main", Some("http://a.example/debian")),
            ("deb http://other.example/x stable main\n", None),
            (
                "Types: deb\nURIs: http://b.example/debian\nSuites: bookworm bookworm-updates\n",
                Some("http://b.example/debian"),
            ),
            (
                "URIs: http://x.example/s\nSuites: bookworm-security\n\nURIs: http://c.example/d\nSuites: bookworm\n",
                Some("http://c.example/d"),
            ),
            ("", None),
        ] {
            assert_eq!(mirror(sources).as_deref(), expected, "{sources}");
        }
    }
}
