//! The user's tool servers: reads the file of them, and makes them receivers on a desktop.

#[cfg(feature = "tool-servers")]
pub(crate) use built::ToolServers;
#[cfg(not(feature = "tool-servers"))]
pub(crate) use left_out::ToolServers;

#[cfg(feature = "tool-servers")]
mod built {
    use crate::{Config, UsageError, own_file::OwnFile};
    use deskpilot_desktop::{FileAccess, Receiver};
    use deskpilot_tool_servers::{ServerEnvironment, ServerSpec, parse_tool_servers, receivers};
    use std::path::Path;

    /// The servers in the user's file.
    pub(crate) struct ToolServers(Vec<ServerSpec>);

    impl ToolServers {
        /// Reads the file. A missing one in the settings folder means none.
        ///
        /// # Errors
        /// The file is wrong, or others can change it; nothing runs until that is corrected.
        pub(crate) fn of(config: &Config) -> Result<ToolServers, UsageError> {
            let file = OwnFile {
                setting: "tools.file",
                named: config.tools.as_deref(),
                usual: config.environment.settings_folder().map(|it| it.join("tools.toml")),
                // A user who can change the file can start programs.
                most: FileAccess::Read,
            };
            let style = config.environment.platform().path_style();
            let servers = file.read(&config.environment, |text| parse_tool_servers(text, style))?;
            Ok(ToolServers(servers.unwrap_or_default()))
        }

        /// Their receivers on the desktop with this environment, where their programs work in this folder.
        pub(crate) fn receivers(
            self,
            config: &Config,
            desktop: &[(String, String)],
            folder: &Path,
        ) -> Vec<Box<dyn Receiver>> {
            let ours = config.environment.pairs().iter().cloned();
            let variables = ours.chain(desktop.iter().cloned()).collect();
            receivers(self.0, &ServerEnvironment { variables, folder: folder.to_owned() })
        }
    }
}

#[cfg(not(feature = "tool-servers"))]
mod left_out {
    use crate::{Config, UsageError};
    use deskpilot_core::{Feature, NotBuilt};
    use deskpilot_desktop::Receiver;
    use std::path::Path;

    /// None, because this build has none.
    pub(crate) struct ToolServers;

    impl ToolServers {
        /// # Errors
        /// The user has named a file of them.
        pub(crate) fn of(config: &Config) -> Result<ToolServers, UsageError> {
            match config.tools {
                Some(_) => Err(UsageError(NotBuilt(Feature::ToolServers).to_string())),
                None => Ok(ToolServers),
            }
        }

        pub(crate) fn receivers(
            self,
            _: &Config,
            _: &[(String, String)],
            _: &Path,
        ) -> Vec<Box<dyn Receiver>> {
            Vec::new()
        }
    }
}
