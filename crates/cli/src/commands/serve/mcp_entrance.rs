//! MCP clients at the server of the page, where both are built in.

#[cfg(feature = "mcp")]
pub(super) use built::McpEntrance;
#[cfg(not(feature = "mcp"))]
pub(super) use left_out::McpEntrance;

#[cfg(feature = "mcp")]
mod built {
    use crate::{args::LogFolderArgs, console::plain, terminal::say};
    use deskpilot_mcp::{McpHttp, McpOptions, TokenFile};
    use deskpilot_runtime::Environment;
    use deskpilot_server::{Server, TokenRoutes};
    use deskpilot_settings::RunFlags;
    use std::sync::Arc;

    /// The entrance for MCP clients; `None` for a user without a folder for tokens.
    pub(in super::super) struct McpEntrance(Option<McpHttp>);

    impl McpEntrance {
        /// The entrance of this user, with this folder of logs.
        pub(in super::super) fn new(environment: &Environment, logs: &LogFolderArgs) -> McpEntrance {
            let log_dir = logs.log_dir.as_ref().map(|it| it.display().to_string());
            let options = McpOptions {
                environment: environment.clone(),
                flags: RunFlags { log_dir, ..RunFlags::default() },
                notify: Arc::new(|line: &str| say(&format!("{}\n", plain(line)))),
            };
            McpEntrance(TokenFile::of(environment).map(|tokens| McpHttp::new(options, tokens)))
        }

        /// What the server serves to them.
        pub(in super::super) fn routes(&self) -> Option<TokenRoutes> {
            let http = self.0.clone()?;
            Some(TokenRoutes {
                path: McpHttp::PATH,
                router: http.router(),
                admit: Arc::new(move |token: &str| http.admit(token)),
                largest_body: McpHttp::LARGEST_MESSAGE,
            })
        }

        /// What the terminal shows of it; nothing as long as there is no token.
        pub(in super::super) fn greeting(&self, server: &Server) -> Option<String> {
            self.0.as_ref().filter(|it| it.has_tokens())?;
            let address = server.address_of_path(McpHttp::PATH);
            Some(format!(
                "MCP clients with a token find it at {address}\nCtrl-C stops the tasks of these clients; they can be resumed"
            ))
        }

        /// Stops the tasks of all clients. They can be resumed.
        pub(in super::super) async fn end(&self) {
            if let Some(http) = &self.0 {
                http.end().await;
            }
        }
    }
}

#[cfg(not(feature = "mcp"))]
mod left_out {
    use crate::args::LogFolderArgs;
    use deskpilot_runtime::Environment;
    use deskpilot_server::{Server, TokenRoutes};

    /// The entrance for MCP clients, which this build leaves out.
    pub(in super::super) struct McpEntrance;

    impl McpEntrance {
        /// Nothing.
        pub(in super::super) const fn new(_: &Environment, _: &LogFolderArgs) -> McpEntrance {
            McpEntrance
        }

        /// No routes.
        pub(in super::super) const fn routes(&self) -> Option<TokenRoutes> {
            None
        }

        /// No words.
        pub(in super::super) const fn greeting(&self, _: &Server) -> Option<String> {
            None
        }

        /// There is nothing to end.
        pub(in super::super) async fn end(&self) {}
    }
}
