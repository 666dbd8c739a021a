//! Blocks that are really played: on a folder, on a document in LibreOffice, and on a page in a browser.

use super::{block::CommandBlock, play::play};
use crate::subject::Subject;

fn block(subject: Subject, calls: u32) -> CommandBlock {
    CommandBlock { subject, seed: 11, first: 0, calls }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_commands_of_files_say_is_true() {
    let tally = Box::pin(play(block(Subject::Files, 120))).await.unwrap();
    assert!(tally.is_met(), "{tally}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_on_a_presentation_are_judged_by_its_file() {
    let tally = Box::pin(play(block(Subject::Impress, 6))).await.unwrap();
    assert!(tally.tally.unplayed.is_empty() && tally.broken.is_empty(), "{tally}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_on_pages_are_judged_by_what_the_pages_report() {
    let tally = Box::pin(play(block(Subject::Firefox, 6))).await.unwrap();
    assert!(tally.tally.unplayed.is_empty() && tally.broken.is_empty(), "{tally}");
}
