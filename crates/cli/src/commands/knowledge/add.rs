//! `knowledge add` and `knowledge embed`: put documents into the index, and compute their vectors. A stopped command
//! keeps what it has done so far.

use super::super::print;
use crate::{args::KnowledgeAddArgs, console::plain, exit::Exit, progress::Screen, signals::stop_token};
use anyhow::Result;
use deskpilot_documents::{
    Format, InstalledHelp, MissingText, installed, installed_all, missing_for_manual_pages,
};
use deskpilot_knowledge::{
    AddReport, EmbedProgress, FolderFiles, IncompleteDocument, Index, Kind, KnowledgeError, SourceFile,
    read_document,
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
    let mut all = FolderFiles::default();
    if let Some(applications) = &args.installed {
        all.files = installed_help(applications).await?;
    }
    for path in &args.paths {
        let found = FolderFiles::of(path, Kind::Help, args.app.as_deref());
        let found = found.map_err(|error| UsageError(error.to_string()))?;
        all.files.extend(found.files);
        all.left_out.extend(found.left_out);
    }
    add_files(config, all, args).await
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

/// Puts these files into the index, and computes the vectors of what is new.
async fn add_files(config: &Config, found: FolderFiles, args: &KnowledgeAddArgs) -> Result<Exit> {
    let FolderFiles { files, left_out } = found;
    let stop = stop_token()?;
    let index = knowledge_index(config).await?;
    let screen = Screen::of_process();
    if !args.json {
        tell_plain_pages(&screen, &files);
    }
    let all = files.len();
    let adding =
        index.add(files, read_document, |done| screen.live(&format!("reading documents: {done} of {all}")));
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
    tell(&screen, added.as_ref(), &embedded, args.json);
    Ok(match (&added, embedded) {
        (_, Embedded::Stopped) => Exit::Stopped,
        (Some(report), _) if report.is_partial() && !args.skip_unreadable => Exit::Failed,
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

/// What is not in the index, in sentences.
struct Unread {
    left_out: Vec<String>,
    incomplete: Vec<String>,
    failures: Vec<String>,
}

impl Unread {
    fn of(report: &AddReport) -> Unread {
        let sentences = |errors: &[KnowledgeError]| errors.iter().map(|it| plain(&it.to_string())).collect();
        let incomplete = report.incomplete.iter().map(|it| {
            let IncompleteDocument { path, missing } = it;
            plain(&format!("{}: {missing}; {}", path.display(), MissingText::ADVICE))
        });
        Unread {
            left_out: sentences(&report.left_out),
            incomplete: incomplete.collect(),
            failures: sentences(&report.failures),
        }
    }

    fn warnings(&self) -> impl Iterator<Item = &String> {
        self.left_out.iter().chain(&self.incomplete).chain(&self.failures)
    }
}

fn summary(report: &AddReport) -> String {
    let AddReport { stored, unchanged, removed, skipped, left_out, incomplete, failures } = report;
    let mut summary = format!(
        "{stored} documents are new or changed, {unchanged} unchanged, {removed} removed; {skipped} files only name others"
    );
    if report.is_partial() {
        summary += &format!(
            "; {} files were left out, {} could not be read, and {} documents have pages without text: all others are in the \
             index, and `--skip-unreadable` ends with exit code 0",
            left_out.len(),
            failures.len(),
            incomplete.len()
        );
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn what_is_left_out_is_counted_and_named() {
        let mut report = AddReport { stored: 2, ..AddReport::default() };
        assert_eq!(
            summary(&report),
            "2 documents are new or changed, 0 unchanged, 0 removed; 0 files only name others"
        );
        let path = PathBuf::from("manual.pdf");
        report
            .incomplete
            .push(IncompleteDocument { path, missing: "3 of 10 pages have no text: 4-6".into() });
        let warnings: Vec<String> = Unread::of(&report).warnings().cloned().collect();
        assert!(warnings[0].starts_with("manual.pdf: 3 of 10 pages have no text: 4-6; "), "{warnings:?}");
        assert!(
            summary(&report).contains("1 documents have pages without text: all others are in the index")
        );
    }
}
