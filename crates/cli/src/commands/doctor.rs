//! `doctor`: checks what this machine has, what is missing, and what to do about it.

use super::print;
use crate::{args::DoctorArgs, console::plain, exit::Exit, features, settings};
use anyhow::Result;
use deskpilot_desktop::{Availability, Check, CheckDepth};

/// `deskpilot doctor`
pub(crate) async fn doctor(args: DoctorArgs) -> Result<Exit> {
    let depth = if args.deep { CheckDepth::Deep } else { CheckDepth::Shallow };
    let found = settings::environment().platform().checks(depth).await;
    let checks: Vec<Check> = found.into_iter().chain(features::checks()).collect();
    if args.json {
        print(&serde_json::to_string_pretty(&checks)?);
    } else {
        print(&checks.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    Ok(if checks.iter().any(Check::blocks) { Exit::Failed } else { Exit::Finished })
}

fn line(check: &Check) -> String {
    let (mark, found) = match (&check.found, check.required) {
        (Availability::Available(found), _) => ("ok     ", found),
        (Availability::Missing(why), true) => ("MISSING", why),
        (Availability::Missing(why), false) => ("absent ", why),
    };
    let remedy = check.remedy.as_ref().map_or(String::new(), |it| format!("\n         -> {it}"));
    format!("{mark}  {:<26} {}: {}{remedy}", check.name, check.why, plain(found))
}
