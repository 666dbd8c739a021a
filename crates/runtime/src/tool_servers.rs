//! The user's tool servers: reads the file of them.

use crate::Config;
use anyhow::Result;
use deskpilot_desktop::Receiver;
use std::path::Path;

/// The receivers of the servers in the user's file, whose programs work in this folder and see the desktop with this environment.
/// A missing file in the settings folder means none.
///
/// # Errors
/// The file is wrong, or others can change it; nothing runs until that is corrected.
#[cfg(feature = "tool-servers")]
pub(crate) fn tool_servers(
    config: &Config,
    desktop: &[(String, String)],
    folder: &Path,
) -> Result<Vec<Box<dyn Receiver>>> {
    use crate::{UsageError, own_file::OwnFile};
    use deskpilot_desktop::FileAccess;
    use deskpilot_tool_servers::{ServerEnvironment, parse_tool_servers, receivers};

    let file = OwnFile {
        setting: "tools.file",
        named: config.tools.as_deref(),
        usual: config.environment.settings_folder().map(|it| it.join("tools.toml")),
        // A user who can change the file can start programs.
        most: FileAccess::Read,
    };
    let style = config.environment.platform().path_style();
    let read = file.read(&config.environment, |text| Ok(parse_tool_servers(text, style)?));
    let servers = read.map_err(|error| UsageError(format!("{error:#}")))?.unwrap_or_default();
    let ours = config.environment.pairs().iter().cloned();
    let variables = ours.chain(desktop.iter().cloned()).collect();
    Ok(receivers(servers, &ServerEnvironment { variables, folder: folder.to_owned() }))
}

/// None, because this build has none.
///
/// # Errors
/// The user has named a file of them.
#[cfg(not(feature = "tool-servers"))]
pub(crate) fn tool_servers(
    config: &Config,
    _: &[(String, String)],
    _: &Path,
) -> Result<Vec<Box<dyn Receiver>>> {
    use deskpilot_core::{Feature, NotBuilt};

    match config.tools {
        Some(_) => Err(crate::UsageError(NotBuilt(Feature::ToolServers).to_string()).into()),
        None => Ok(Vec::new()),
    }
}
