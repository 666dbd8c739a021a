//! `mcp`: serves an MCP client, prints or writes what such a client has in its settings, keeps the tokens of those that come over HTTP,
//! and prints what describes the server to others.

#[cfg(feature = "mcp")]
mod tokens;

#[cfg(feature = "mcp")]
pub(crate) use built::mcp;
#[cfg(not(feature = "mcp"))]
pub(crate) use left_out::mcp;

#[cfg(feature = "mcp")]
mod built {
    use super::tokens::token;
    use crate::{
        args::{CommonArgs, McpArgs, McpCommand, McpConfigArgs, McpListing},
        commands::print,
        console::plain,
        exit::Exit,
        settings,
        signals::stop_token,
        terminal::{Terminal, say},
    };
    use anyhow::{Context, Result, bail};
    use deskpilot_mcp::{
        ConfigFile, Launch, McpOptions, ProviderKey, UserFolders, bundle_manifest, client_programs,
        registry_entry, serve_stdio, skill,
    };
    use deskpilot_model::{KeyNeed, PROVIDERS};
    use deskpilot_runtime::Environment;
    use std::sync::Arc;

    /// `deskpilot mcp`
    pub(crate) async fn mcp(environment: &Environment, args: McpArgs) -> Result<Exit> {
        match args.command {
            None => served(environment, &args.common).await,
            Some(McpCommand::Config(config)) => configured(environment, &config).await,
            Some(McpCommand::Describe { listing }) => described(listing),
            Some(McpCommand::Token(args)) => token(environment, &args),
        }
    }

    async fn served(environment: &Environment, common: &CommonArgs) -> Result<Exit> {
        // What is wrong with a setting ends the command before a client waits for its greeting.
        settings::config(environment, common)?;
        if Terminal::is_present() {
            say(
                "waiting for an MCP client at standard input; `deskpilot mcp config` explains how one starts this command\n",
            );
        }
        let options = McpOptions {
            environment: environment.clone(),
            flags: common.run_flags(),
            notify: Arc::new(|line: &str| say(&format!("{}\n", plain(line)))),
        };
        let stop = stop_token()?;
        Box::pin(serve_stdio(options, &stop)).await?;
        Ok(if stop.is_cancelled() { Exit::Stopped } else { Exit::Finished })
    }

    async fn configured(environment: &Environment, args: &McpConfigArgs) -> Result<Exit> {
        let program = client_programs().iter().find(|it| it.word == args.client);
        let program = program.with_context(|| format!("there is no client {:?}", args.client))?;
        let launch = launch(&args.common)?;
        let user = user_folders(environment)?;
        if !args.write {
            say(&format!("for {}, in {}:\n", program.title, program.file(&user).display()));
            print(&program.text(&launch)?);
            return Ok(Exit::Finished);
        }
        let changed = program.configure(&user, &launch)?;
        let difference = changed.difference();
        if difference.is_empty() {
            print(&format!("it is there already: {}", changed.path().display()));
            return Ok(Exit::Finished);
        }
        let lines: Vec<String> = difference.lines().map(plain).collect();
        print(&format!("{}:\n{}", changed.path().display(), lines.join("\n")));
        if !args.yes && !is_agreed(environment, &args.common).await? {
            print("nothing was written");
            return Ok(Exit::NeedsPerson);
        }
        written(&changed, program.title)
    }

    fn written(changed: &ConfigFile, title: &str) -> Result<Exit> {
        changed.write()?;
        print(&format!("written; start {title} again to use it"));
        Ok(Exit::Finished)
    }

    /// Whether the person at the terminal agrees; nobody there means no.
    async fn is_agreed(environment: &Environment, common: &CommonArgs) -> Result<bool> {
        let patience = settings::config(environment, common)?.timeouts.person;
        let answer = Terminal::new(patience).ask("Write this? [y/N] ").await;
        Ok(answer.is_ok_and(|it| matches!(it.to_lowercase().as_str(), "y" | "yes")))
    }

    fn described(listing: McpListing) -> Result<Exit> {
        print(&match listing {
            McpListing::Skill => skill(),
            McpListing::Registry => serde_json::to_string_pretty(&registry_entry())?,
            McpListing::Bundle => serde_json::to_string_pretty(&bundle_manifest(&provider_keys()))?,
        });
        Ok(Exit::Finished)
    }

    /// The keys of the providers that need one and nothing else, such as an address; some providers share a key.
    fn provider_keys() -> Vec<ProviderKey> {
        let mut keys: Vec<ProviderKey> = Vec::new();
        let alone = PROVIDERS.iter().filter(|it| it.key == KeyNeed::Required && it.base_url.is_some());
        for it in alone {
            if keys.iter().all(|known| known.variable != it.key_variable) {
                keys.push(ProviderKey { provider: it.name, variable: it.key_variable });
            }
        }
        keys
    }

    /// How a client starts this program, with these flags.
    fn launch(common: &CommonArgs) -> Result<Launch> {
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        let program = program.into_os_string().into_string();
        let Ok(program) = program else { bail!("the path of this program is no text") };
        let arguments = std::iter::once("mcp".to_owned()).chain(common.run_flags().words()).collect();
        Ok(Launch { program, arguments })
    }

    fn user_folders(environment: &Environment) -> Result<UserFolders> {
        let missing = || {
            let variable = environment.home_variable();
            format!("{variable} is not set, so there is no place for the settings of programs")
        };
        let own = environment.settings_folder().with_context(missing)?;
        let settings = own.parent().map(ToOwned::to_owned).unwrap_or_default();
        Ok(UserFolders {
            home: environment.user_home(),
            settings,
            style: environment.platform().path_style(),
        })
    }
}

#[cfg(not(feature = "mcp"))]
mod left_out {
    use crate::{args::McpArgs, exit::Exit};
    use anyhow::{Result, bail};
    use deskpilot_core::{Feature, NotBuilt};
    use deskpilot_runtime::Environment;

    /// `deskpilot mcp`, which this build leaves out.
    pub(crate) async fn mcp(_: &Environment, _: McpArgs) -> Result<Exit> {
        bail!(NotBuilt(Feature::Mcp))
    }
}
