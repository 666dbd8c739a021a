//! `serve`, and the page beside other commands: tasks in a browser.

#[cfg(feature = "page")]
mod address_opener;
#[cfg(feature = "page")]
mod mcp_entrance;

#[cfg(feature = "page")]
pub(crate) use built::serve;
#[cfg(feature = "page")]
pub(super) use built::{show_task, watch_in_browser};
#[cfg(not(feature = "page"))]
pub(crate) use left_out::serve;
#[cfg(not(feature = "page"))]
pub(super) use left_out::{show_task, watch_in_browser};

#[cfg(feature = "page")]
mod built {
    use super::{address_opener::open_address, mcp_entrance::McpEntrance};
    use crate::{
        args::{LogFolderArgs, ServeArgs},
        commands::print,
        exit::Exit,
        features,
        signals::stop_token,
    };
    use anyhow::Result;
    use deskpilot_runtime::Environment;
    use deskpilot_server::{ServeOptions, Server};
    use deskpilot_system::spawn_detached;
    use std::{io, path::Path, process::Stdio, sync::Arc};
    use tokio::process::{Child, Command};
    use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

    /// `deskpilot serve`
    pub(crate) async fn serve(environment: &Environment, args: ServeArgs) -> Result<Exit> {
        let entrance = McpEntrance::new(environment, &args.logs);
        let token_routes = entrance.routes();
        let options = ServeOptions { token_routes, ..options(environment, args.port, args.logs) };
        let server = Server::bind(options).await?;
        print(&format!(
            "open this address; it lets one browser in: {}\nCtrl-C ends the page; tasks go on",
            server.address()?
        ));
        if let Some(greeting) = entrance.greeting(&server) {
            print(&greeting);
        }
        server.run(&stop_token()?).await;
        entrance.end().await;
        Ok(Exit::Finished)
    }

    /// Shows a task in a browser until the person ends it.
    pub(in super::super) async fn watch_in_browser(
        environment: &Environment,
        log_dir: &Path,
        task: &str,
    ) -> Result<Exit> {
        let server = Server::bind(options(environment, None, of_folder(log_dir))).await?;
        let address = server.address_of_task(log_dir, task)?;
        print(&format!("{task} in a browser: {address}\nCtrl-C ends the page; the task goes on"));
        open_address(&address, environment.platform().terms().address_opener);
        server.run(&stop_token()?).await;
        Ok(Exit::Finished)
    }

    /// Shows a task in a browser as long as the returned value lives.
    pub(in super::super) async fn show_task(
        environment: &Environment,
        log_dir: &Path,
        task: &str,
    ) -> Result<AbortOnDropHandle<()>> {
        let server = Server::bind(options(environment, None, of_folder(log_dir))).await?;
        let address = server.address_of_task(log_dir, task)?;
        print(&format!("{task} in a browser: {address}"));
        open_address(&address, environment.platform().terms().address_opener);
        let serving = async move { server.run(&CancellationToken::new()).await };
        Ok(AbortOnDropHandle::new(tokio::spawn(serving)))
    }

    fn of_folder(log_dir: &Path) -> LogFolderArgs {
        LogFolderArgs { log_dir: Some(log_dir.to_owned()) }
    }

    fn options(environment: &Environment, port: Option<u16>, logs: LogFolderArgs) -> ServeOptions {
        ServeOptions {
            environment: environment.clone(),
            port,
            log_dir: logs.log_dir.map(|it| it.display().to_string()),
            features: features::checks().collect(),
            launch: Arc::new(launch),
            notify: Arc::new(print),
            token_routes: None,
        }
    }

    /// Starts this program with these words; it goes on when this process ends.
    fn launch(words: &[String]) -> io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        spawn_detached(&mut command)
    }
}

#[cfg(not(feature = "page"))]
mod left_out {
    use crate::{args::ServeArgs, exit::Exit};
    use anyhow::{Result, bail};
    use deskpilot_core::{Feature, NotBuilt};
    use deskpilot_runtime::Environment;
    use std::path::Path;
    use tokio_util::task::AbortOnDropHandle;

    /// `deskpilot serve`, which this build leaves out.
    pub(crate) async fn serve(_: &Environment, _: ServeArgs) -> Result<Exit> {
        bail!(NotBuilt(Feature::Page))
    }

    /// A task in a browser, which this build leaves out.
    pub(in super::super) async fn watch_in_browser(_: &Environment, _: &Path, _: &str) -> Result<Exit> {
        bail!(NotBuilt(Feature::Page))
    }

    /// The page beside a task, which this build leaves out.
    pub(in super::super) async fn show_task(
        _: &Environment,
        _: &Path,
        _: &str,
    ) -> Result<AbortOnDropHandle<()>> {
        bail!(NotBuilt(Feature::Page))
    }
}
