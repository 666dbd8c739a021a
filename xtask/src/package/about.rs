//! What every package says of the product.

/// The version of the workspace, which all crates of the product carry.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The licence of the workspace.
pub(super) const LICENCE: &str = env!("CARGO_PKG_LICENSE");
/// Who publishes it.
pub(super) const PUBLISHER: &str = env!("CARGO_PKG_AUTHORS");
/// Where its sources and its releases are.
pub(super) const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
/// What it does, as the end of a sentence about it.
pub(super) const SUMMARY: &str = "carries out on the desktop what you say in plain language";

/// The systems that have a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    Linux,
    Windows,
}

/// What it does on this system, as a paragraph.
pub(super) fn description(system: System) -> String {
    let desktop = match system {
        System::Linux => "on a private desktop of its own",
        System::Windows => "on the desktop that you sit at",
    };
    format!(
        "Deskpilot splits a request into subtasks over applications and carries them out on the real ones, by default \
         {desktop}: it looks, thinks and acts, logs every step before it takes it, and asks before it does what cannot be \
         undone."
    )
}

/// Where the release of this version has a file.
pub(super) fn release_address(file: &str) -> String {
    format!("{REPOSITORY}/releases/download/v{VERSION}/{file}")
}

/// Where the repository of this version has a file.
pub(super) fn source_address(file: &str) -> String {
    format!("{REPOSITORY}/blob/v{VERSION}/{file}")
}
