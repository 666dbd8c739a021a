//! Plays calls on pages in a browser, one after the other, and compares each with what the pages report before and after it.

use super::{
    case::WebCase,
    page::OpenPage,
    state::{WebChanges, WebTruth},
};
use crate::{
    effects::native::{
        draw::{DrawnCall, Draws},
        ledger::{Finding, Ledger},
    },
    subject::WebBrowser,
};
use anyhow::{Result, ensure};
use deskpilot_linux::PrivateDesktop;

/// After so many calls the first page, which has most to try, comes back.
const STAY: u32 = 5;
/// The command that the others wait for while a dialog is open: every other call is one of it then.
const ANSWER: &str = "answer_dialog";

/// Plays calls until none is left, or until the browser does not answer any more.
pub(in crate::effects::native) async fn play_pages(
    private: &PrivateDesktop,
    browser: WebBrowser,
    ledger: &mut Ledger,
    draws: &mut Draws,
) {
    let rest = ledger.block.rest();
    let opened = async {
        let page = OpenPage::open(private, browser, rest).await?;
        let first = page.truth().await?;
        anyhow::Ok((page, first))
    };
    let (mut page, mut before) = match Box::pin(opened).await {
        Ok(opened) => opened,
        Err(error) => return ledger.unplayed(&error),
    };
    let answer = ledger.block.subject.table().iter().find(|it| it.name == ANSWER);
    while ledger.left() > 0 {
        let number = ledger.number();
        let drawn = match answer.filter(|_| before.dialog && number.is_multiple_of(2)) {
            Some(spec) => draws.draw_of(spec, &page.scratch),
            None => draws.draw(&page.scratch),
        };
        match Box::pin(step(&mut page, before, &drawn, number, ledger)).await {
            Ok(after) => before = after,
            Err(error) => return ledger.broken(number, &drawn, &error),
        }
    }
}

/// Carries a call out and compares what was reported with what is true, which it gives back.
async fn step(
    page: &mut OpenPage,
    before: WebTruth,
    drawn: &DrawnCall,
    number: u32,
    ledger: &mut Ledger,
) -> Result<WebTruth> {
    let before = at_home(page, before, number).await?;
    let (call, outcome) = page.run(&drawn.call).await?;
    let after = page.truth().await?;
    let changes = WebChanges::between(&before, &after);
    let done = DrawnCall { spec: drawn.spec, call };
    let case = WebCase {
        spec: done.spec,
        call: &done.call,
        reported: &outcome.effect,
        output: outcome.output.as_deref(),
        before: &before,
        after: &after,
        changes: &changes,
    };
    let (judgement, basis) = case.judgement();
    let changes = changes.all();
    ledger.record(number, &done, Finding { reported: &outcome.effect, judgement, basis, changes: &changes });
    Ok(after)
}

/// What is true once the first page is in front, where it is due or nothing of ours is.
async fn at_home(page: &mut OpenPage, before: WebTruth, number: u32) -> Result<WebTruth> {
    let is_due = number.is_multiple_of(STAY) && !before.dialog;
    if before.page.as_ref().is_some_and(|it| !is_due || page.is_home(it)) {
        return Ok(before);
    }
    page.turn_home(&before).await?;
    let truth = page.truth().await?;
    ensure!(truth.page.is_some(), "the first page does not come to the front again");
    Ok(truth)
}
