//! `report`: tasks in one file that a browser opens.

#[cfg(feature = "page")]
pub(crate) use built::report;
#[cfg(not(feature = "page"))]
pub(crate) use left_out::report;

#[cfg(feature = "page")]
mod built {
    use super::super::{log::amount, print, task_choice::TaskChoice};
    use crate::{args::ReportArgs, console::plain, exit::Exit, settings};
    use anyhow::Result;
    use deskpilot_runtime::Environment;
    use deskpilot_server::{ExistingFile, ReportRequest, ReportSummary, write_report};
    use serde_json::json;
    use std::path::{Path, PathBuf};

    /// `deskpilot report`
    pub(crate) fn report(environment: &Environment, args: ReportArgs) -> Result<Exit> {
        let config = settings::config(environment, &args.logs.into())?;
        let tasks = match args.tasks.as_slice() {
            [] => vec![TaskChoice::Latest.or_named(None, &config.log_dir)?],
            named => named.to_vec(),
        };
        let file = args.out.unwrap_or_else(|| PathBuf::from(format!("{}.html", tasks[0])));
        let existing = if args.force { ExistingFile::Replaced } else { ExistingFile::Kept };
        let request = ReportRequest { log_dir: config.log_dir.clone(), tasks, file, existing };
        let written = write_report(&config, &request)?;
        if args.json.wanted {
            print(&format!("{:#}", described(&written, &request.file)));
        } else {
            print(&lines(&written, &request.file).join("\n"));
        }
        Ok(Exit::Finished)
    }

    fn described(written: &ReportSummary, file: &Path) -> serde_json::Value {
        let ReportSummary { tasks, pictures, picture_bytes, bytes, missing } = written;
        json!({
            "file": file, "tasks": tasks, "pictures": pictures, "picture_bytes": picture_bytes, "bytes": bytes,
            "missing": missing,
        })
    }

    fn lines(written: &ReportSummary, file: &Path) -> Vec<String> {
        let ReportSummary { tasks, pictures, bytes, missing, .. } = written;
        let file = plain(&file.display().to_string());
        let count =
            |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
        let (tasks, pictures) = (count(tasks.len(), "task"), count(*pictures, "picture"));
        let mut lines = vec![format!("written: {file}, {}, {tasks}, {pictures}", amount(*bytes))];
        if !missing.is_empty() {
            let names = plain(&missing.join(", "));
            lines.push(format!(
                "missing or damaged blobs, which it lacks, and which `deskpilot audit` lists: {names}"
            ));
        }
        lines.push(format!("next: open {file} in a browser; it needs no server and no network"));
        lines
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn what_is_written_is_counted_and_what_it_lacks_is_named() {
            let mut written = ReportSummary {
                tasks: vec!["a".into()],
                pictures: 2,
                picture_bytes: 1_000_000,
                bytes: 1_600_000,
                missing: Vec::new(),
            };
            let file = Path::new("both.html");
            let whole = lines(&written, file);
            assert_eq!(whole[0], "written: both.html, 1.5 MiB, 1 task, 2 pictures");
            assert!(whole.len() == 2 && whole[1].starts_with("next: open both.html"), "{whole:?}");
            written.missing = vec!["a/1\u{1b}[2J".into(), "b/2".into()];
            let lacking = lines(&written, file);
            assert!(lacking[1].ends_with("a/1\u{fffd}[2J, b/2"), "{lacking:?}");
        }
    }
}

#[cfg(not(feature = "page"))]
mod left_out {
    use crate::{args::ReportArgs, exit::Exit};
    use anyhow::{Result, bail};
    use deskpilot_core::{Feature, NotBuilt};
    use deskpilot_runtime::Environment;

    /// `deskpilot report`, which this build leaves out.
    pub(crate) fn report(_: &Environment, _: ReportArgs) -> Result<Exit> {
        bail!(NotBuilt(Feature::Page))
    }
}
