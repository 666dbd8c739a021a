//! `acp`: an agent in an editor.

#[cfg(feature = "editors")]
pub(crate) use built::acp;
#[cfg(not(feature = "editors"))]
pub(crate) use left_out::acp;

#[cfg(feature = "editors")]
mod built {
    use crate::{args::AcpArgs, console::plain, exit::Exit, signals::stop_token, terminal::say};
    use anyhow::Result;
    use deskpilot_acp::{AgentOptions, serve};
    use deskpilot_runtime::Environment;
    use std::{
        io::{IsTerminal, stdin},
        sync::Arc,
    };

    /// `deskpilot acp`
    pub(crate) async fn acp(environment: &Environment, args: &AcpArgs) -> Result<Exit> {
        if stdin().is_terminal() {
            say("waits for an editor, which speaks the Agent Client Protocol here; Ctrl-C ends it\n");
        }
        let options = AgentOptions {
            environment: environment.clone(),
            flags: args.common.run_flags(),
            // Standard output is the editor's.
            notify: Arc::new(|line: &str| say(&format!("{}\n", plain(line)))),
        };
        serve(options, &stop_token()?).await?;
        Ok(Exit::Finished)
    }
}

#[cfg(not(feature = "editors"))]
mod left_out {
    use crate::{args::AcpArgs, exit::Exit};
    use anyhow::{Result, bail};
    use deskpilot_core::{Feature, NotBuilt};
    use deskpilot_runtime::Environment;

    /// `deskpilot acp`, which this build leaves out.
    pub(crate) async fn acp(_: &Environment, _: &AcpArgs) -> Result<Exit> {
        bail!(NotBuilt(Feature::Editors))
    }
}
