//! The installed versions of Debian packages.

use std::process::Command;

/// The upstream version of a package; `None` where it is not installed.
pub(crate) fn of(package: &str) -> Option<String> {
    let output =
        Command::new("dpkg-query").args(["-W", "-f", "${db:Status-Abbrev}${Version}", package]).output();
    let stdout = String::from_utf8(output.ok()?.stdout).ok()?;
    let version = stdout.strip_prefix("ii ")?.trim();
    let without_epoch = version.split_once(':').map_or(version, |(_, rest)| rest);
    let upstream = without_epoch.rsplit_once('-').map_or(without_epoch, |(upstream, _)| upstream);
    Some(upstream.split(['+', '~']).next().unwrap_or(upstream).to_owned())
}
