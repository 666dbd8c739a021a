//! `demo`: one request in real applications, with the built-in model.

use super::{doctor::missing_packages, print, run};
use crate::{
    args::{CommonArgs, DemoArgs, Desktop, RunArgs},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::{Context, Result, bail};
use deskpilot_core::Mode;
use deskpilot_desktop::{DesktopKind, Prerequisites};
use deskpilot_runtime::{Environment, new_task_name};
use deskpilot_system::{ReadLimit, canonical_path};
use std::{fs, path::Path};

/// More than the answer can have.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// `deskpilot demo`
pub(crate) async fn demo(environment: &Environment, args: DemoArgs) -> Result<Exit> {
    check_packages(environment.platform()).await?;
    let common = CommonArgs {
        logs: args.logs,
        model: Some("steps".into()),
        desktop: Some(match environment.platform().kind_for_every_application() {
            DesktopKind::Private => Desktop::Private,
            DesktopKind::Current => Desktop::Current,
        }),
        policy: Some("ask".into()),
        ..CommonArgs::default()
    };
    let task = format!("demo-{}", new_task_name());
    let home = settings::config(environment, &common)?.log_dir.join(&task).join("home");
    let folder = args.out.unwrap_or(home);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let folder = canonical_path(&folder).with_context(|| format!("{} cannot be found", folder.display()))?;
    let answer = folder.join("answer.txt");
    let is_quiet = args.output.quiet;
    let out = Some(folder.to_string_lossy().into_owned());
    let run_args = RunArgs {
        words: vec![request(&folder)],
        mode: Mode::Normal,
        plan: None,
        queue: None,
        interactive: false,
        dry_run: false,
        watch: false,
        task: Some(task),
        output: args.output,
        common: CommonArgs { out, ..common },
    };
    let exit = Box::pin(run(environment, run_args)).await?;
    if exit == Exit::Finished {
        check_answer(&answer)?;
        if !is_quiet {
            print(&format!("\n{} holds 42: 6 x 7, as the calculator says.", answer.display()));
        }
    }
    Ok(exit)
}

/// The request, which saves 42 as answer.txt in this folder.
fn request(folder: &Path) -> String {
    format!(
        "Open the calculator and compute 6 x 7. Read the result. Open the text editor, type the result, save it as \
         answer.txt in {}.",
        folder.display()
    )
}

/// An error that says what is missing and how to get it.
async fn check_packages(platform: &dyn Prerequisites) -> Result<()> {
    let missing = missing_packages(platform).await;
    if missing.is_empty() {
        return Ok(());
    }
    bail!(
        "the demonstration needs packages that are missing here: {}; `deskpilot doctor --fix` installs them",
        missing.join(", ")
    )
}

fn check_answer(answer: &Path) -> Result<()> {
    let text = LARGEST
        .read_text(answer)
        .with_context(|| format!("the request ended without saving {}", answer.display()))?;
    if text.trim() != "42" {
        bail!("{} holds {} instead of 42", answer.display(), plain(&format!("{text:?}")));
    }
    Ok(())
}
