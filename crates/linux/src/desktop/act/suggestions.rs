//! Looks whether a field of a page suggests texts for the one that was put into it: some take only one that is chosen.

use super::executor::ActionExecutor;
use crate::desktop::reading::find_again::{DEEPEST, FoundControl, Target};
use crate::desktop::waiting::baseline::ActionBaseline;
use crate::desktop::waiting::look_after::snapshot_after;
use deskpilot_atspi::{Caller, NodeRef, role};
use deskpilot_core::Outcome;
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Proof, Suggestions};
use std::{collections::HashMap, time::Duration};
use tokio::time::{Instant, sleep};

/// How long to wait for suggestions: pages ask their servers for them once nothing more is typed for a while.
const SUGGESTING: Duration = Duration::from_millis(1500);
/// How long a browser may take to fetch the attributes of an element from its page.
const FETCHING: Duration = Duration::from_millis(500);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(100);

impl ActionExecutor {
    /// The outcome; a text in a field that announces suggestions is not confirmed before one of them is chosen.
    pub(super) async fn with_suggestions(
        &mut self,
        outcome: Outcome,
        before: &ActionBaseline,
        target: &Target,
        proof: &Proof,
    ) -> Result<Outcome, DesktopError> {
        let Some(found) = target.control().filter(|_| Suggestions::concern(&outcome.effect, proof)) else {
            return Ok(outcome);
        };
        if !announces_suggestions(self.reader.caller(), found).await {
            return Ok(outcome);
        }
        let suggestions = self.suggestions(before, target, found).await?;
        Ok(Outcome { effect: suggestions.effect(), ..outcome })
    }

    /// What the field suggests, as soon as it does.
    async fn suggestions(
        &mut self,
        before: &ActionBaseline,
        target: &Target,
        field: &FoundControl,
    ) -> Result<Suggestions, DesktopError> {
        let (end, field) = (Instant::now() + SUGGESTING, field.element.node.id());
        loop {
            let after = snapshot_after(&mut self.reader, before, target).await?;
            let suggestions = Suggestions::between(&before.snapshot, &after, &field);
            if suggestions == Suggestions::Open || Instant::now() >= end {
                return Ok(suggestions);
            }
            sleep(PAUSE).await;
        }
    }
}

/// Whether a field of a page announces suggestions. The address bar of a browser does so, too, and takes every text.
async fn announces_suggestions(caller: Caller<'_>, field: &FoundControl) -> bool {
    if !is_in_page(caller, &field.element.node).await {
        return false;
    }
    let attributes = attributes_in_page(caller, &field.element.node).await;
    let value = |name: &str| attributes.get(name).map(String::as_str);
    Suggestions::are_announced(value("autocomplete"), value("haspopup"))
}

async fn is_in_page(caller: Caller<'_>, node: &NodeRef) -> bool {
    let mut above = node.clone();
    for _ in 0..DEEPEST {
        if caller.role(&above).await.is_ok_and(|it| it == role::DOCUMENT_WEB) {
            return true;
        }
        let Ok(Some(parent)) = caller.parent(&above).await else { return false };
        above = parent;
    }
    false
}

/// The attributes of a control in a page; none where it does not report them in time. Every element of a page has some: Firefox replies
/// to the first question with none, and fetches them from the page meanwhile.
async fn attributes_in_page(caller: Caller<'_>, node: &NodeRef) -> HashMap<String, String> {
    let end = Instant::now() + FETCHING;
    loop {
        match caller.attributes(node).await {
            Ok(none) if none.is_empty() && Instant::now() < end => sleep(PAUSE).await,
            Ok(attributes) => return attributes,
            Err(_) => return HashMap::new(),
        }
    }
}
