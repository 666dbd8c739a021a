//! `knowledge add` and `knowledge embed`: put documents into the index, and compute their vectors. A stopped command
//! keeps what it has done so far.

use super::super::print;
use crate::{args::KnowledgeAddArgs, console::plain, exit::Exit, progress::Screen, signals::stop_token};
use anyhow::Result;
use deskpilot_documents::{Format, InstalledHelp, installed, installed_all, missing_for_manual_pages};
use deskpilot_knowledge::{
    AddReport, EmbedProgress, Index, Kind, KnowledgeError, ReadDocument, SourceFile, read_document,
};
use deskpilot_runtime::{Config, UsageError, knowledge_index, words_alone};
use serde_json::json;
use tokio_util::sync::CancellationToken;

/// Whether chunks have their vectors.
enum Embedded {
    /// All of them.
    All,
    /// Not all, because of this error.
    Failed(KnowledgeError),
    /// Not all, because it was stopped.
    Stopped,
}

/// `deskpilot knowledge add`
pub(super) async fn add(config: &Config, args: &KnowledgeAddArgs) -> Result<Exit> {
    let mut files = match &args.installed {
        Some(applications) => installed_help(applications).await?,
        None => Vec::new(),
    };
    for path in &args.paths {
        let found = SourceFile::all_in(path, Kind::Help, args.app.as_deref());
        files.extend(found.map_err(|error| UsageError(error.to_string()))?);
    }
    add_files(config, files, read_document, args.json.wanted).await
}

/// The help that the system has of these applications; of all if none is named. Each file is removed with its application
/// (`knowledge remove --app`).
async fn installed_help(applications: &[String]) -> Result<Vec<SourceFile>> {
    let wanted = applications.to_vec();
    let found = tokio::task::spawn_blocking(move || match wanted.as_slice() {
        [] => installed_all().collect::<Vec<InstalledHelp>>(),
        wanted => wanted.iter().flat_map(|it| installed(it)).collect(),
    });
    let files: Vec<SourceFile> = found.await?.into_iter().map(help_file).collect();
    if files.is_empty() {
        let of = if applications.is_empty() { "any application".to_owned() } else { applications.join(", ") };
        let message =
            format!("the system has no help of {of}: install its help, or add a folder with help documents");
        return Err(UsageError(message).into());
    }
    Ok(files)
}

fn help_file(help: InstalledHelp) -> SourceFile {
    let InstalledHelp { path, application, version, .. } = help;
    SourceFile {
        root: path.clone(),
        path,
        kind: Kind::Help,
        application: application.to_lowercase(),
        version,
    }
}

/// Puts these files into the index, read by this function, and computes the vectors of what is new.
async fn add_files(config: &Config, files: Vec<SourceFile>, read: ReadDocument, json: bool) -> Result<Exit> {
    let stop = stop_token()?;
    let index = knowledge_index(config).await?;
    let screen = Screen::of_process();
    if !json {
        tell_plain_pages(&screen, &files);
    }
    let all = files.len();
    let adding = index.add(files, read, |done| screen.live(&format!("reading documents: {done} of {all}")));
    let added = tokio::select! {
        biased;
        () = stop.cancelled() => None,
        report = adding => Some(report?),
    };
    let embedded = match &added {
        Some(_) => vectors(&index, &screen, &stop).await,
        None => Embedded::Stopped,
    };
    screen.rest();
    tell(&screen, added.as_ref(), &embedded, json);
    Ok(match (&added, embedded) {
        (_, Embedded::Stopped) => Exit::Stopped,
        (Some(report), _) if !report.failures.is_empty() => Exit::Failed,
        _ => Exit::Finished,
    })
}

/// Tells what to install before manual pages are read, if they are read as plain text.
fn tell_plain_pages(screen: &Screen, files: &[SourceFile]) {
    let has_pages = files.iter().any(|it| Format::of_name(&it.path) == Some(Format::ManPage));
    if let Some(package) = missing_for_manual_pages().filter(|_| has_pages) {
        screen.print(&format!(
            "note: manual pages are read as plain text, without lists and tables: install the package {package} first\n"
        ));
    }
}

/// `deskpilot knowledge embed`
pub(super) async fn embed(config: &Config, json: bool) -> Result<Exit> {
    let stop = stop_token()?;
    let index = knowledge_index(config).await?;
    let screen = Screen::of_process();
    let embedded = vectors(&index, &screen, &stop).await;
    screen.rest();
    match embedded {
        Embedded::All => {
            let passages: u64 = index.list().await?.iter().map(|it| it.embedded).sum();
            match json {
                true => print(&json!({"with_vector": passages}).to_string()),
                false => print(&format!("{passages} passages are compared by meaning")),
            }
            Ok(Exit::Finished)
        }
        Embedded::Failed(error) => Err(error.into()),
        Embedded::Stopped => Ok(Exit::Stopped),
    }
}

async fn vectors(index: &Index, screen: &Screen, stop: &CancellationToken) -> Embedded {
    let progress = |EmbedProgress { done, all }: EmbedProgress| {
        screen.live(&format!("computing what passages mean: {done} of {all}"));
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => Embedded::Stopped,
        embedded = index.embed(progress) => embedded.map_or_else(Embedded::Failed, |()| Embedded::All),
    }
}

fn tell(screen: &Screen, added: Option<&AddReport>, embedded: &Embedded, json: bool) {
    let words_only = match embedded {
        Embedded::All => None,
        Embedded::Failed(error) => Some(error.to_string()),
        Embedded::Stopped => Some("it was stopped; `deskpilot knowledge embed` continues".to_owned()),
    };
    let Some(report) = added else {
        return screen
            .print("stopped: the documents that were read are in the index; the same command continues\n");
    };
    let failures: Vec<String> = report.failures.iter().map(|it| plain(&it.to_string())).collect();
    if json {
        let AddReport { stored, unchanged, removed, skipped, .. } = report;
        return print(
            &json!({
                "stored": stored, "unchanged": unchanged, "removed": removed, "skipped": skipped,
                "failures": failures, "words_only": words_only,
            })
            .to_string(),
        );
    }
    failures.iter().for_each(|it| screen.print(&format!("warning: {it}\n")));
    if let Some(why) = words_only {
        screen.print(&format!("{}\n", plain(&words_alone(why))));
    }
    print(&format!(
        "{} documents are new or changed, {} unchanged, {} removed, {} files hold none, {} could not be read",
        report.stored,
        report.unchanged,
        report.removed,
        report.skipped,
        failures.len()
    ));
}
