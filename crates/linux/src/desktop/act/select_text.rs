//! Selects words in a text, or in the paragraph of a document in which they stand.

use super::executor::ActionExecutor;
use super::pointer::ACCEPTANCE;
use super::sender::Sender;
use crate::desktop::errors::of_call_error;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{CallError, Interface, NodeRef};
use deskpilot_core::{Gesture, Role};
use deskpilot_desktop::DesktopError;
use std::iter::once;
use tokio::time::Instant;

impl ActionExecutor {
    /// The target of a gesture: of words to select in a document, the paragraph that has them.
    pub(super) async fn with_paragraph(
        &mut self,
        group: &WindowGroup,
        target: Target,
        gesture: &Gesture,
    ) -> Result<Target, DesktopError> {
        let (Gesture::SelectText(words), Some(found)) = (gesture, target.control()) else {
            return Ok(target);
        };
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_call_error(error, &group.client, started);
        let Some(paragraph) = self.paragraph(found, words, started).await.map_err(failed)? else {
            return Ok(target);
        };
        let facts = caller.facts(&paragraph).await.map_err(failed)?;
        let mapping = found.member.accessible.mapping_within(found.ancestors.iter());
        let element = caller.describe(paragraph.clone(), facts, mapping).await.map_err(failed)?;
        let ancestors = once(paragraph).chain(found.ancestors.iter().cloned()).collect();
        Ok(Target::Control(Box::new(FoundControl { element, member: found.member.clone(), ancestors })))
    }

    /// The part of a control in which these words stand; `None` where they stand in its own text, or nowhere.
    async fn paragraph(
        &self,
        found: &FoundControl,
        words: &str,
        started: Instant,
    ) -> Result<Option<NodeRef>, CallError> {
        let caller = self.reader.bus.until(started + PATIENCE);
        let (node, facts) = (&found.element.node, &found.element.facts);
        match facts.offers(Interface::Text) {
            true => caller.passage_with(node, facts, words, found.member.accessible.visibility).await,
            false if facts.kind() == Role::Document => caller.paragraph_with(node, words).await,
            false => Ok(None),
        }
    }
}

impl Sender<'_> {
    pub(super) async fn select_text(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        wanted: &str,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.control() else { return Ok(()) };
        let not_there = || found.cannot(format!("the text {wanted:?} is not in it"));
        if !found.element.facts.offers(Interface::Text) {
            return Err(match found.element.facts.kind() {
                Role::Document => not_there(),
                _ => found.cannot("it has no text that can be selected"),
            });
        }
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_call_error(error, &group.client, started);
        let node = &found.element.node;
        let text = caller.all_text(node).await.map_err(failed)?;
        let (start, end) = place_of(wanted, &text).ok_or_else(not_there)?;
        self.select_range(group, found, start, end).await?;
        // What counts the bullet of a paragraph selects other words.
        let caller = self.reader.bus.until(started + PATIENCE);
        if let Ok((begins, ends)) = caller.selected_range(node).await
            && begins != start
            && ends - begins == end - start
        {
            let bullet = start - begins;
            self.select_range(group, found, start + bullet, end + bullet).await?;
        }
        if found.visible_rect().is_empty() {
            // What cannot scroll to it shows it by selecting it.
            let _ = self.reader.bus.until(Instant::now() + ACCEPTANCE).scroll_to(node).await;
        }
        Ok(())
    }

    async fn select_range(
        &self,
        group: &WindowGroup,
        found: &FoundControl,
        start: i32,
        end: i32,
    ) -> Result<(), DesktopError> {
        let started = Instant::now();
        let caller = self.reader.bus.until(started + ACCEPTANCE);
        match caller.select_text(&found.element.node, start, end).await {
            // GTK 4 selects and never replies; the selection itself is checked afterwards.
            Ok(true) | Err(CallError::Late) => Ok(()),
            Ok(false) | Err(CallError::Unknown(_)) => {
                Err(found.cannot("its text cannot be selected; drag over it"))
            }
            Err(error) => Err(of_call_error(error, &group.client, started)),
        }
    }
}

/// The range of the first occurrence in characters; the end is exclusive.
fn place_of(wanted: &str, text: &str) -> Option<(i32, i32)> {
    let start = text.find(wanted).filter(|_| !wanted.is_empty())?;
    let first = text[..start].chars().count();
    let count = |characters: usize| i32::try_from(characters).ok();
    Some((count(first)?, count(first + wanted.chars().count())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters() {
        for (wanted, text, place) in [
            ("世界", "Grüße, 世界", Some((7, 9))),
            ("a", "banana", Some((1, 2))),
            ("x", "banana", None),
            ("", "banana", None),
        ] {
            assert_eq!(place_of(wanted, text), place, "{wanted:?} in {text:?}");
        }
    }
}
