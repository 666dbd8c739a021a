//! `dataflow export` and `dataflow import`.

#[cfg(feature = "datasets")]
pub(super) use built::{export, import};
#[cfg(not(feature = "datasets"))]
pub(super) use left_out::{export, import};

#[cfg(feature = "datasets")]
mod built {
    use super::super::pipeline::templates;
    use crate::{
        args::{DataflowExportArgs, DataflowImportArgs},
        commands::print,
        console::plain,
        exit::Exit,
    };
    use anyhow::{Context, Result, bail};
    use deskpilot_dataflow::RunKind;
    use deskpilot_dataset::{
        Dataset, ExportFormat, ExportOptions, HeldOutFraction, PicturePlacement, Verdict, import_osworld,
    };
    use deskpilot_runtime::UsageError;
    use deskpilot_system::AtomicWrite;
    use serde_json::json;
    use std::fs;

    /// `deskpilot dataflow export`
    pub(in super::super) fn export(args: &DataflowExportArgs) -> Result<Exit> {
        if !args.results.is_dir() {
            bail!(UsageError(format!("{} is no folder of results: name one", args.results.display())));
        }
        let templates = templates(args.templates.as_deref())?;
        let held_out = HeldOutFraction::new(args.held_out).map_err(|error| UsageError(error.to_string()))?;
        let named =
            Verdict::ALL.iter().copied().filter(|it| args.verdict.iter().any(|name| name == it.name()));
        let options =
            ExportOptions { verdicts: named.collect(), held_out, ..ExportOptions::of(format(args)) };
        let (mut all, mut left_out) = (Vec::new(), Vec::new());
        let is_there = |kind: &RunKind| args.results.join(kind.name()).is_dir();
        let kinds: Vec<RunKind> =
            [RunKind::Execution, RunKind::Dataflow].into_iter().filter(is_there).collect();
        if kinds.is_empty() {
            bail!(UsageError(format!(
                "{} has no executed tasks: run `deskpilot dataflow run` or `execute` first",
                args.results.display()
            )));
        }
        for kind in kinds {
            let (dataset, without) = Dataset::read(&args.results, kind, &templates);
            all.extend(dataset.trajectories);
            left_out.extend(without);
        }
        let dataset = Dataset { trajectories: all };
        let written = deskpilot_dataset::export(&dataset, &left_out, &options, &args.out);
        let summary = written.map_err(|error| UsageError(error.to_string()))?;
        if args.json {
            print(&summary.statistics.json());
            return Ok(Exit::Finished);
        }
        let files: Vec<String> = summary.files.iter().map(|it| format!("  {}\n", it.display())).collect();
        print(&format!("{}\n{}", summary.statistics.page(), files.concat()));
        Ok(Exit::Finished)
    }

    fn format(args: &DataflowExportArgs) -> ExportFormat {
        let named = ExportFormat::ALL.iter().copied().find(|it| it.name() == args.to);
        match named.unwrap_or(ExportFormat::Parquet) {
            ExportFormat::Jsonl(_) if args.inline_pictures => ExportFormat::Jsonl(PicturePlacement::Base64),
            format => format,
        }
    }

    /// `deskpilot dataflow import`
    pub(in super::super) fn import(args: &DataflowImportArgs) -> Result<Exit> {
        let (tasks, not_imported) = import_osworld(&args.tasks);
        fs::create_dir_all(&args.out).with_context(|| format!("{} cannot be created", args.out.display()))?;
        for task in &tasks {
            let path = args.out.join(format!("{}.json", task.unique_id));
            let text = serde_json::to_string_pretty(task)? + "\n";
            let written = AtomicWrite::DURABLE.write(&path, text.as_bytes());
            written.with_context(|| format!("{} cannot be written", path.display()))?;
        }
        let lines: Vec<String> = not_imported.iter().map(|it| plain(&it.to_string())).collect();
        if args.json {
            let ids: Vec<&str> = tasks.iter().map(|it| it.unique_id.as_str()).collect();
            print(&format!("{:#}\n", json!({"imported": ids, "not_imported": lines})));
        } else {
            let listed: String = lines.iter().map(|it| format!("  {it}\n")).collect();
            let (count, folder) = (tasks.len(), args.out.display());
            print(&format!(
                "{count} raw tasks are in {folder}; {} parts were not imported\n{listed}",
                lines.len()
            ));
        }
        Ok(if tasks.is_empty() { Exit::Failed } else { Exit::Finished })
    }
}

#[cfg(not(feature = "datasets"))]
mod left_out {
    use crate::{
        args::{DataflowExportArgs, DataflowImportArgs},
        exit::Exit,
    };
    use anyhow::{Result, bail};
    use deskpilot_core::{Feature, NotBuilt};

    /// `deskpilot dataflow export`, which this build leaves out.
    pub(in super::super) fn export(_: &DataflowExportArgs) -> Result<Exit> {
        bail!(NotBuilt(Feature::Datasets))
    }

    /// `deskpilot dataflow import`, which this build leaves out.
    pub(in super::super) fn import(_: &DataflowImportArgs) -> Result<Exit> {
        bail!(NotBuilt(Feature::Datasets))
    }
}
