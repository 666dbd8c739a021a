//! Which version of a Debian package is installed.

use std::process::Command;

/// The version without what Debian adds to it; `None` where the package is not installed.
pub(crate) fn of(package: &str) -> Option<String> {
    let asked =
        Command::new("dpkg-query").args(["-W", "-f", "${db:Status-Abbrev}${Version}", package]).output();
    let said = String::from_utf8(asked.ok()?.stdout).ok()?;
    let version = said.strip_prefix("ii ")?.trim();
    let without_epoch = version.split_once(':').map_or(version, |(_, rest)| rest);
    let upstream = without_epoch.rsplit_once('-').map_or(without_epoch, |(upstream, _)| upstream);
    Some(upstream.split(['+', '~']).next().unwrap_or(upstream).to_owned())
}
