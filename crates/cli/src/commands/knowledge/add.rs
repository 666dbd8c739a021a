//! `knowledge add` and `knowledge embed`: put documents into the index, and compute their vectors. A stopped command
//! keeps what it has done so far.

use super::{
    super::print,
    page_reader::PageReader,
    report::{Unread, has_pictures, summary},
};
use crate::{args::KnowledgeAddArgs, console::plain, exit::Exit, progress::Screen, signals::stop_token};
use anyhow::Result;
use deskpilot_documents::{Format, InstalledHelp, installed, installed_all, missing_for_manual_pages};
use deskpilot_knowledge::{
    AddReport, EmbedProgress, FolderFiles, Index, Kind, KnowledgeError, SourceFile, read_document,
};
use deskpilot_runtime::{Config, UsageError, knowledge_index, words_alone};
use serde_json::json;
use std::{io::ErrorKind, path::Path, sync::Arc};
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
    let mut all = FolderFiles::default();
    if let Some(applications) = &args.installed {
        all.files = installed_help(applications).await?;
    }
    for path in &args.paths {
        let found = FolderFiles::of(path, Kind::Help, args.app.as_deref());
        let found = found.map_err(not_found)?;
        all.files.extend(found.files);
        all.left_out.extend(found.left_out);
    }
    add_files(config, all, args).await
}

/// The error for files that are not found: only of a path that is not there the command line is wrong.
fn not_found(error: KnowledgeError) -> anyhow::Error {
    match &error {
        KnowledgeError::NotRead { source, .. } if source.kind() == ErrorKind::NotFound => {
            UsageError(error.to_string()).into()
        }
        _ => error.into(),
    }
}

/// The help that the system has of these applications; of all if none is named. Each file is removed with its application
/// (`knowledge remove --app`). Fails where the system has none of one that is named.
async fn installed_help(applications: &[String]) -> Result<Vec<SourceFile>> {
    let wanted = applications.to_vec();
    let found = tokio::task::spawn_blocking(move || -> Vec<(String, Vec<InstalledHelp>)> {
        match wanted.as_slice() {
            [] => vec![("any application".to_owned(), installed_all().collect())],
            wanted => wanted.iter().map(|it| (it.clone(), installed(it))).collect(),
        }
    });
    let found = found.await?;
    let without = found.iter().filter(|(_, help)| help.is_empty()).map(|(name, _)| name.as_str());
    let without = without.collect::<Vec<_>>().join(", ");
    if !without.is_empty() {
        let message = format!(
            "the system has no help of {without}: install its help, leave it out, or add a folder with help documents"
        );
        return Err(UsageError(message).into());
    }
    Ok(found.into_iter().flat_map(|(_, help)| help).map(help_file).collect())
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

/// Puts these files into the index, and computes the vectors of what is new.
async fn add_files(config: &Config, found: FolderFiles, args: &KnowledgeAddArgs) -> Result<Exit> {
    let FolderFiles { files, left_out } = found;
    let stop = stop_token()?;
    let index = knowledge_index(config).await?;
    let screen = Screen::of_process();
    if !args.json.wanted {
        tell_plain_pages(&screen, &files);
    }
    let all = files.len();
    let pictures = page_reader(config, &files, &stop).await?;
    let reader = pictures.as_ref().ok().cloned().flatten();
    let index = if reader.is_some() { index.reading_incomplete_again() } else { index };
    let read = move |path: &Path| match &reader {
        Some(reader) => reader.document(path),
        None => read_document(path),
    };
    let adding = index.add(files, read, |done| screen.live(&format!("reading documents: {done} of {all}")));
    let mut added = tokio::select! {
        biased;
        () = stop.cancelled() => None,
        report = adding => Some(report?),
    };
    if let Some(report) = &mut added {
        report.left_out.extend(left_out);
    }
    let embedded = match &added {
        Some(_) => vectors(&index, &screen, &stop).await,
        None => Embedded::Stopped,
    };
    screen.rest();
    tell(&screen, added.as_ref(), &embedded, args.json.wanted);
    if let (Some(report), Err(why)) = (&added, &pictures)
        && has_pictures(report)
    {
        screen.print(&format!("note: the text in pictures of pages is not read: {}\n", plain(why)));
    }
    Ok(match (&added, embedded) {
        (_, Embedded::Stopped) => Exit::Stopped,
        (Some(report), _) if report.is_partial() && !args.skip_unreadable => Exit::Failed,
        _ => Exit::Finished,
    })
}

/// What reads the text in pictures of pages; `None` if no file has pages. The inner error says why there is none.
async fn page_reader(
    config: &Config,
    files: &[SourceFile],
    stop: &CancellationToken,
) -> Result<Result<Option<Arc<PageReader>>, String>> {
    if !files.iter().any(|it| Format::of_name(&it.path) == Some(Format::Pdf)) {
        return Ok(Ok(None));
    }
    let (config, stop) = (config.clone(), stop.clone());
    // It computes the hashes of the weights.
    let reader = tokio::task::spawn_blocking(move || PageReader::of(&config, stop)).await?;
    Ok(reader.map(|it| Some(Arc::new(it))).map_err(|error| error.to_string()))
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
    let unread = Unread::of(report);
    if json {
        let AddReport { stored, unchanged, removed, skipped, .. } = report;
        let Unread { left_out, incomplete, failures } = unread;
        return print(
            &json!({
                "stored": stored, "unchanged": unchanged, "removed": removed, "skipped": skipped,
                "left_out": left_out, "incomplete": incomplete, "failures": failures, "words_only": words_only,
            })
            .to_string(),
        );
    }
    unread.warnings().for_each(|it| screen.print(&format!("warning: {it}\n")));
    if let Some(why) = words_only {
        screen.print(&format!("{}\n", plain(&words_alone(why))));
    }
    print(&summary(report));
}
