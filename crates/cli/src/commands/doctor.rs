//! `doctor`: what is here, what is missing, and what to do about it.

use super::print;
use crate::{args::DoctorArgs, exit::Exit};
use anyhow::Result;
use deskpilot_linux::{Check, Depth, checks};

/// `deskpilot doctor`
pub(crate) async fn doctor(args: DoctorArgs) -> Result<Exit> {
    let depth = if args.deep { Depth::Deep } else { Depth::Quick };
    let checks = checks(depth).await;
    if args.json {
        print(&serde_json::to_string_pretty(&checks)?);
    } else {
        print(&checks.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    let well = checks.iter().all(|check| check.is_well() || !check.required);
    Ok(if well { Exit::Finished } else { Exit::Failed })
}

fn line(check: &Check) -> String {
    let mark = match (check.is_well(), check.required) {
        (true, _) => "ok      ",
        (false, true) => "MISSING ",
        (false, false) => "absent  ",
    };
    let remedy = check.remedy.as_ref().map_or(String::new(), |it| format!("\n           -> {it}"));
    format!("{mark} {:<28} {}{remedy}", check.name, check.found)
}
