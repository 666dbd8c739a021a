//! Plays the calls of a block, one after the other, and compares each with what the file, or the page, says before and after it.

use super::{
    block::CommandBlock,
    canon::changes,
    checks::{Case, part_to_look_at, postcondition, undone},
    copier::DocumentCopy,
    document::OpenDocument,
    draw::{DrawnCall, Draws},
    flat::FlatDocument,
    folder::OpenFolder,
    judge::Traces,
    ledger::Ledger,
    picture::{shown, shows_anything},
    report::NativeTally,
    tree::FileCase,
    web::play_pages,
};
use crate::{
    effects::fulfilment::Fulfilment,
    subject::{Subject, Workplace},
    windows::SCREEN,
};
use anyhow::Result;
use deskpilot_core::{Call, Effect};
use deskpilot_linux::{PrivateDesktop, PrivateOptions};
use deskpilot_office::OfficeKind;
use std::{fs, path::Path};

/// How the addresses of files begin.
const FILE: &str = "file://";
/// The endings of flat documents.
const FLAT: &[&str] = &[".fods", ".fodt", ".fodp"];

/// Plays a block.
pub(super) async fn play(block: CommandBlock) -> Result<NativeTally> {
    let (mut ledger, mut draws) = (Ledger::of(block), Draws::of(&block));
    // What a call breaks is opened again for the calls after it.
    while ledger.left() > 0 {
        match block.subject.workplace() {
            Workplace::Folder => play_folder(&mut ledger, &mut draws).await?,
            Workplace::Document(kind) => {
                let private = desktop().await?;
                Box::pin(play_document(&private, kind, &mut ledger, &mut draws)).await;
                private.close().await;
            }
            Workplace::Pages(browser) => {
                let private = desktop().await?;
                Box::pin(play_pages(&private, browser, &mut ledger, &mut draws)).await;
                private.close().await;
            }
        }
    }
    Ok(ledger.tally)
}

async fn desktop() -> Result<PrivateDesktop> {
    let options = PrivateOptions { size: SCREEN, ..PrivateOptions::USUAL };
    Ok(PrivateDesktop::bring_up(&options).await?)
}

async fn play_folder(ledger: &mut Ledger, draws: &mut Draws) -> Result<()> {
    let mut folder = OpenFolder::open()?;
    let mut before = folder.tree()?;
    let scratch = folder.working.to_string_lossy().into_owned();
    while ledger.left() > 0 {
        let (drawn, number) = (draws.draw(&scratch), ledger.number());
        let reported = folder.run(&drawn.call).await?;
        let after = folder.tree()?;
        let case = FileCase { call: &drawn.call, working: &folder.working, before: &before, after: &after };
        let check = case.postcondition();
        ledger.judge(number, &drawn, &reported, &changes(&before.lines(), &after.lines()), check.as_ref());
        before = after;
    }
    Ok(())
}

/// Plays calls on a document until none is left, or until it does not answer any more.
async fn play_document(private: &PrivateDesktop, kind: OfficeKind, ledger: &mut Ledger, draws: &mut Draws) {
    let subject = ledger.block.subject;
    let opened = async {
        let mut document = OpenDocument::open(private, kind).await?;
        let first = document.copier.copy().await?;
        anyhow::Ok((document, first))
    };
    let (mut document, first) = match Box::pin(opened).await {
        Ok(opened) => opened,
        Err(error) => return ledger.unplayed(&error),
    };
    let mut state = DocumentState { subject, now: first.document, undoable: None };
    while ledger.left() > 0 {
        let (drawn, number) = (draws.draw(&document.scratch), ledger.number());
        match Box::pin(step(&mut document, &state, &drawn)).await {
            Ok(step) => {
                let differences = changes(&state.now.lines, &step.after.lines);
                ledger.judge(number, &drawn, &step.reported, &differences, step.check.as_ref());
                state.advance(&drawn, step, &differences);
            }
            Err(error) => return ledger.broken(number, &drawn, &error),
        }
    }
    document.close().await;
}

/// A document between two calls.
struct DocumentState {
    subject: Subject,
    now: FlatDocument,
    /// What it was before the last call, where Undo takes back that one.
    undoable: Option<FlatDocument>,
}

/// A call that was carried out.
struct Step {
    reported: Effect,
    after: FlatDocument,
    check: Option<Fulfilment>,
}

impl DocumentState {
    fn advance(&mut self, drawn: &DrawnCall, step: Step, changes: &[String]) {
        let was = std::mem::replace(&mut self.now, step.after);
        let is_step = matches!(step.reported, Effect::Confirmed(_)) && !changes.is_empty();
        match Traces::of(drawn.spec) {
            Traces::Content if is_step => self.undoable = Some(was),
            Traces::Nowhere => {}
            Traces::Content if matches!(step.reported, Effect::Refused(_)) && changes.is_empty() => {}
            // Of the others it is not known whether they are a step.
            Traces::Content | Traces::Window | Traces::File | Traces::Undone => self.undoable = None,
        }
    }
}

async fn step(document: &mut OpenDocument, state: &DocumentState, drawn: &DrawnCall) -> Result<Step> {
    let reported = document.run(&drawn.call).await?;
    let DocumentCopy { document: after, address } = document.copier.copy().await?;
    let mut check = match Traces::of(drawn.spec) {
        Traces::File => saved(&drawn.call, &address, &after),
        Traces::Undone => undo_check(state, drawn, &after),
        Traces::Window if drawn.call.command == "new_document" => made(&drawn.call),
        Traces::Content | Traces::Nowhere | Traces::Window => {
            let case = Case { call: &drawn.call, before: &state.now, after: &after };
            postcondition(state.subject, case)
        }
    };
    let is_good = matches!(reported, Effect::Confirmed(_)) && check == Some(Fulfilment::Met);
    if is_good && let Some(missed @ Fulfilment::Missed(_)) = look(document, state, drawn, &after).await {
        check = Some(missed);
    }
    Ok(Step { reported, after, check })
}

fn undo_check(state: &DocumentState, drawn: &DrawnCall, after: &FlatDocument) -> Option<Fulfilment> {
    let steps = drawn.call.args.get("steps");
    let is_one = steps.is_none_or(|it| it.as_u64() == Some(1));
    state.undoable.as_ref().filter(|_| is_one).map(|was| undone(was, after))
}

/// Whether somebody sees what a call put on a slide or a sheet; `None` where no picture can say it.
async fn look(
    document: &mut OpenDocument,
    state: &DocumentState,
    drawn: &DrawnCall,
    after: &FlatDocument,
) -> Option<Fulfilment> {
    if drawn.call.command == "insert_chart" {
        let sheet = drawn.call.args.get("sheet").and_then(|it| it.as_str());
        return Some(shows_anything(&document.copier.chart(sheet).await.ok()?));
    }
    let part = part_to_look_at(Case { call: &drawn.call, before: &state.now, after })?;
    let picture = document.copier.slide(part.slide).await.ok()?;
    Some(shown(&picture, &part))
}

/// Whether a new document has its file.
fn made(call: &Call) -> Option<Fulfilment> {
    let path = call.args.get("path").and_then(|it| it.as_str())?;
    let is_there = fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() > 0);
    Some(if is_there { Fulfilment::Met } else { Fulfilment::Missed(format!("there is no file {path}")) })
}

/// Whether the file was written, and holds the document where it is flat.
fn saved(call: &Call, address: &str, document: &FlatDocument) -> Option<Fulfilment> {
    let named = call.args.get("path").and_then(|it| it.as_str());
    let path = named.or_else(|| address.strip_prefix(FILE))?;
    if !Path::new(path).exists() {
        // An address spells other letters than those of most names in another way.
        return named.map(|it| Fulfilment::Missed(format!("there is no file {it}")));
    }
    if !FLAT.iter().any(|it| path.ends_with(it)) || call.args.contains_key("format") {
        return Some(Fulfilment::Met);
    }
    let stored = fs::read_to_string(path).ok().and_then(|it| FlatDocument::of(&it).ok());
    let differences = stored.map(|it| changes(&it.lines, &document.lines));
    Some(match differences {
        None => Fulfilment::Missed(format!("{path} is no document")),
        Some(all) => match all.first() {
            None => Fulfilment::Met,
            Some(first) => Fulfilment::Missed(format!("the file does not hold the document: {first}")),
        },
    })
}
