//! `cargo xtask package --try`: installs the package into a bare Debian 12 and runs its demonstration there, and tries that for Windows
//! under Wine.

use super::{FOLDER, copy, package, write};
use crate::{
    root,
    run::{find, run},
    say,
    windows::{WindowsCheck, try_archive},
};
use anyhow::{Context, Result, bail};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

/// The release that the package is for.
const RELEASE: &str = "bookworm";
/// Where its packages come from when this machine names no mirror.
const MIRROR: &str = "http://deb.debian.org/debian";
/// How long the demonstration may take, so that a newcomer waits for it.
const LONGEST: Duration = Duration::from_secs(60);
/// The folders of system programs, which the PATH of an ordinary user lacks.
const SBIN: &str = "/usr/local/sbin:/usr/sbin:/sbin";
/// The options of `unshare` for private mounts and processes, which end with the script in the chroot.
const NAMESPACES: &[&str] = &["--mount", "--pid", "--fork", "--kill-child"];
/// The variables that name a proxy.
const PROXIES: &[&str] = &["http_proxy", "https_proxy", "no_proxy"];

/// Whether a script in the chroot reaches the network.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Network {
    /// As this machine does: apt downloads packages.
    Shared,
    /// Not at all: the installed program must not need it.
    Absent,
}

/// Packs, and tries the package in a bare system. Only root can make one, so it checks that before the long build.
pub(crate) fn try_package() -> Result<()> {
    let root = root()?;
    check_root()?;
    let debootstrap = debootstrap()?;
    check_namespaces()?;
    let packages = package()?;
    let base = root.join(FOLDER).join(RELEASE);
    make_base(&root, &debootstrap, &base)?;
    let system = root.join(FOLDER).join("trial");
    copy_base(&root, &base, &system)?;
    install(&root, &system, &packages.deb)?;
    demonstrate(&root, &system)?;
    if let Some(archive) = packages.windows
        && let WindowsCheck::Skipped(why) = try_archive(&root, &archive)?
    {
        say(&format!("SKIPPED: {why}"));
    }
    Ok(())
}

fn check_root() -> Result<()> {
    let user = Command::new("id").arg("-u").output().context("`id` does not start")?;
    if String::from_utf8_lossy(&user.stdout).trim() != "0" {
        bail!(
            "only root can make a system to try the package in: run\n  \
             sudo env \"PATH=$PATH\" \"HOME=$HOME\" cargo xtask package --try"
        );
    }
    Ok(())
}

fn debootstrap() -> Result<PathBuf> {
    let found = find("debootstrap").or_else(|| find("/usr/sbin/debootstrap"));
    found.context("debootstrap is not installed: run `apt-get install debootstrap`, then this command again")
}

/// An error where this root may not mount or isolate processes, as in most containers.
fn check_namespaces() -> Result<()> {
    let mount = ["--net", "--", "mount", "-t", "proc", "proc", "/proc"];
    let output = Command::new("unshare").args(NAMESPACES).args(mount).output();
    let output = output.context("unshare does not start: run `apt-get install util-linux mount`")?;
    if !output.status.success() {
        bail!(
            "this root may not mount file systems ({}): run the command on a real or virtual machine, or in a container \
             that is started with --privileged",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(())
}

/// Makes a bare system in this folder and keeps it for later trials; replaces what an interrupted run left.
fn make_base(root: &Path, debootstrap: &Path, base: &Path) -> Result<()> {
    // debootstrap removes this folder of its own at the end.
    if base.join("usr/bin/apt-get").exists() && !base.join("debootstrap").exists() {
        return Ok(());
    }
    remove(base)?;
    let path = format!("PATH={}:{SBIN}", env::var("PATH").unwrap_or_default());
    let (program, folder) = (debootstrap.display().to_string(), base.display().to_string());
    let mirror = mirror(&apt_sources()).unwrap_or_else(|| MIRROR.to_owned());
    let make = [path.as_str(), &program, "--variant=minbase", RELEASE, &folder, &mirror];
    // debootstrap mounts /proc: in a private namespace nothing stays mounted if it is interrupted.
    run(root, "unshare", &[NAMESPACES, &["--", "env"], make.as_slice()].concat()).with_context(|| {
        format!(
            "debootstrap made no Debian 12 in {folder}: check that this machine reaches {mirror}; {folder}/debootstrap/\
             debootstrap.log has the details"
        )
    })
}

/// Copies the bare system for this trial alone: what an earlier trial installed would hide a missing dependency.
fn copy_base(root: &Path, base: &Path, system: &Path) -> Result<()> {
    remove(system)?;
    let (from, to) = (base.display().to_string(), system.display().to_string());
    run(root, "cp", &["--archive", "--reflink=auto", &from, &to])?;
    for file in ["etc/resolv.conf", "etc/hosts"] {
        let here = Path::new("/").join(file);
        if here.exists() {
            copy(&here, &system.join(file))?;
        }
    }
    let settings = Command::new("apt-config").arg("dump").output().context("apt-config does not start")?;
    let settings = apt_settings(&String::from_utf8_lossy(&settings.stdout));
    write(&system.join("etc/apt/apt.conf.d/00trial"), &settings)
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    Ok(())
}

/// The texts of the files in which this machine lists its sources of packages.
fn apt_sources() -> String {
    let mut text = fs::read_to_string("/etc/apt/sources.list").unwrap_or_default();
    for entry in fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|it| it == "list" || it == "sources") {
            text.push('\n');
            text.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
    text
}

/// The first web address of a mirror of the release in these texts, in either format.
fn mirror(sources: &str) -> Option<String> {
    let mut of_block = None;
    for line in sources.lines() {
        if let Some(address) = line.strip_prefix("URIs:") {
            of_block = address.split_whitespace().find(|it| it.starts_with("http"));
        }
        let has_release = |words: &str| words.split_whitespace().any(|it| it == RELEASE);
        match line.split_once(' ') {
            Some(("deb", rest)) if has_release(rest) => {
                return rest.split_whitespace().find(|it| it.starts_with("http")).map(str::to_owned);
            }
            Some(("Suites:", rest)) if has_release(rest) => return of_block.map(str::to_owned),
            _ => {}
        }
    }
    None
}

/// The lines of apt's settings that say how this machine reaches a mirror, proxies and wrong clocks included. Other
/// settings may name programs that the bare system lacks.
fn apt_settings(dump: &str) -> String {
    let is_proxy = |line: &str| line.starts_with("Acquire::http") && line.contains("::Proxy");
    let is_wanted = |line: &&str| line.starts_with("Acquire::Check-") || is_proxy(line);
    let lines = dump.lines().filter(is_wanted).filter(|line| !line.contains("Auto-Detect"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Installs the package, and lets the program install what its own check finds missing.
fn install(root: &Path, system: &Path, deb: &Path) -> Result<()> {
    copy(deb, &system.join("tmp/deskpilot.deb"))?;
    let apt = "apt-get -q -o Dpkg::Use-Pty=0 -o APT::Sandbox::User=root -o APT::Update::Error-Mode=any";
    let script = format!(
        "export DEBIAN_FRONTEND=noninteractive; {apt} update && \
         {apt} install -y --no-install-recommends /tmp/deskpilot.deb && deskpilot doctor --fix --yes"
    );
    run_inside(root, system, Network::Shared, &script).with_context(|| {
        format!(
            "apt-get cannot install {} into a bare Debian 12: its output above names the dependency or the download that \
             fails",
            deb.display()
        )
    })
}

/// Runs the demonstration without network, as a user of that system does; it checks its own result.
fn demonstrate(root: &Path, system: &Path) -> Result<()> {
    let script = "cd /tmp && deskpilot --version && deskpilot demo --out /tmp/try";
    let begun = Instant::now();
    run_inside(root, system, Network::Absent, script).with_context(|| {
        format!("the installed program failed; what it wrote is below {}", system.display())
    })?;
    let took = begun.elapsed();
    if took > LONGEST {
        bail!("`deskpilot demo` took {} s there, and may take {} s", took.as_secs(), LONGEST.as_secs());
    }
    say(&format!(
        "the package installs into a bare Debian 12, and `deskpilot demo` does its work there in {:.1} s without network",
        took.as_secs_f64()
    ));
    Ok(())
}

/// Runs a script in the chroot, with mounts and processes that end with it.
fn run_inside(root: &Path, system: &Path, network: Network, script: &str) -> Result<()> {
    let folder = system.display().to_string();
    let enter = "mount --rbind /dev \"$0/dev\" && mount -t proc proc \"$0/proc\" && system=$0 script=$1 && shift && \
                 exec env -i \"$@\" chroot \"$system\" sh -c \"$script\"";
    let variables = variables(network);
    let variables: Vec<&str> = variables.iter().map(String::as_str).collect();
    let isolate: &[&str] = if network == Network::Absent { &["--net"] } else { &[] };
    let command = ["--", "sh", "-c", enter, folder.as_str(), script];
    run(root, "unshare", &[NAMESPACES, isolate, command.as_slice(), &variables].concat())
}

/// The environment of a script in the chroot.
fn variables(network: Network) -> Vec<String> {
    let own = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"].map(str::to_owned);
    let proxies = PROXIES.iter().filter(|_| network == Network::Shared);
    let proxies = proxies.filter_map(|name| Some(format!("{name}={}", env::var(name).ok()?)));
    own.into_iter().chain(proxies).collect()
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
            ("deb mirror+file:/etc/apt/mirrors.txt bookworm main\n", None),
            ("", None),
        ] {
            assert_eq!(mirror(sources).as_deref(), expected, "{sources}");
        }
    }

    #[test]
    fn only_the_settings_that_reach_a_mirror_are_taken_over() {
        let dump = "APT::Architecture \"amd64\";\nAcquire::Check-Date \"false\";\nAcquire::http::Pipeline-Depth \"0\";\n\
            Acquire::http::Proxy \"http://p.example:3128\";\nAcquire::https::Proxy::a.example \"DIRECT\";\n\
            Acquire::http::Proxy-Auto-Detect \"/usr/bin/detect\";\nDPkg::Post-Invoke:: \"/usr/bin/listchanges\";\n";
        let expected = "Acquire::Check-Date \"false\";\nAcquire::http::Proxy \"http://p.example:3128\";\n\
            Acquire::https::Proxy::a.example \"DIRECT\";\n";
        assert_eq!(apt_settings(dump), expected);
    }

    #[test]
    fn the_installed_program_gets_neither_a_proxy_nor_the_variables_of_this_machine() {
        let expected = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"];
        assert_eq!(variables(Network::Absent), expected);
    }
}
