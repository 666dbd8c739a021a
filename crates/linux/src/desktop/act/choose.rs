//! Gestures that choose an item, select text, check, expand or set a number.

use super::hands::Hands;
use super::pointer::{ACCEPTANCE, position};
use crate::desktop::effect::is_same;
use crate::desktop::errors::of_no_answer;
use crate::desktop::find_again::{Found, Target};
use crate::desktop::reader::PATIENCE;
use crate::desktop::window_group::WindowGroup;
use deskpilot_atspi::Interface;
use deskpilot_atspi::{Line, NoAnswer, NodeRef, Shown};
use deskpilot_core::{Button, Chord, Control, Key, Role, WindowId};
use deskpilot_desktop::{Budget, DesktopError};
use futures::future::try_join_all;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The most items to search for a name.
const MOST_ITEMS: i32 = 500;
/// How many of the other names an error lists.
const TOLD: usize = 12;
/// How long to wait between two looks at a list that opens.
const PAUSE: Duration = Duration::from_millis(30);
/// How long a control may take to show a number it was given.
const TAKING: Duration = Duration::from_millis(150);
/// Names of the actions that open or close something.
const EXPANDERS: &[&str] =
    &["expand or contract", "expand", "collapse", "toggle", "click", "press", "activate"];

/// An item of a list: name, node and index.
struct Item {
    name: String,
    node: NodeRef,
    index: i32,
}

impl Hands {
    pub(super) async fn select(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        wanted: &str,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.found() else { return Ok(()) };
        let started = Instant::now();
        let line = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_no_answer(error, &group.client, started);
        let items = items(line, &found.item.node, found.member.top.shown).await.map_err(failed)?;
        let Some(item) = items.iter().find(|item| is_same(&item.name, wanted)) else {
            return Err(found.cannot(missing(wanted, &items)));
        };
        if found.item.facts.offers(Interface::Selection)
            && line.select_child(&found.item.node, item.index).await.is_ok_and(|done| done)
        {
            return Ok(());
        }
        self.click_item(group, target, found, item).await
    }

    /// Clicks an item whose list refuses to select it by a call. Opens a closed list first.
    async fn click_item(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &Found,
        item: &Item,
    ) -> Result<(), DesktopError> {
        if let Some(shown) = self.shown_item(group, found, item).await? {
            return self.click(group, &Target::Control(Box::new(shown)), Button::Left, 1, &[]).await;
        }
        let hidden = format!("{:?} is not in its visible part; open it or scroll first", item.name);
        if found.item.facts.kind() != Role::ComboBox {
            return Err(found.cannot(hidden));
        }
        self.click(group, target, Button::Left, 1, &[]).await?;
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            // Most lists open in a window of their own, which the group lacked before; the others open at once.
            let group = self.reader.group(WindowId(group.client.id.into())).await?;
            let is_open = !group.popups.is_empty() || started.elapsed() > PATIENCE / 2;
            let shown = match self.shown_item(&group, found, item).await?.filter(|_| is_open) {
                // Firefox shows another list than the one it keeps in the page.
                None => self.item_in_popup(&group, &item.name).await?,
                shown => shown,
            };
            if let Some(shown) = shown {
                return self.click(&group, &Target::Control(Box::new(shown)), Button::Left, 1, &[]).await;
            }
            sleep(PAUSE).await;
        }
        self.press_keys(group, &Target::Window, &[Chord::plain(Key::Escape)]).await?;
        Err(found.cannot(hidden))
    }

    /// The item with this name in an open list that has its own window.
    async fn item_in_popup(
        &mut self,
        group: &WindowGroup,
        name: &str,
    ) -> Result<Option<Found>, DesktopError> {
        if group.popups.is_empty() {
            return Ok(None);
        }
        let seen = self.reader.controls(WindowId(group.client.id.into()), Budget::LOOK).await?;
        let is_open = |it: &Control| group.popups.iter().any(|popup| popup.rect.contains(it.rect.center()));
        let is_item =
            |it: &&Control| matches!(it.role, Role::MenuItem | Role::ListItem) && is_same(&it.name, name);
        match seen.controls.iter().filter(is_item).find(|it| is_open(it)) {
            Some(item) => self.reader.find_again(group, item).await.map(Some),
            None => Ok(None),
        }
    }

    /// The visible item, ready to be clicked; `None` where it is hidden.
    async fn shown_item(
        &mut self,
        group: &WindowGroup,
        found: &Found,
        item: &Item,
    ) -> Result<Option<Found>, DesktopError> {
        let started = Instant::now();
        let line = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_no_answer(error, &group.client, started);
        let facts = line.facts(&item.node).await.map_err(failed)?;
        let member = group.members.iter().find(|it| it.top.node == found.member.top.node);
        let member = member.unwrap_or(&found.member).clone();
        if !member.top.shown.holds(&facts) {
            return Ok(None);
        }
        let ground = member.top.ground(found.way_up.iter());
        let described = line.describe(item.node.clone(), facts, ground).await.map_err(failed)?;
        let way_up = std::iter::once(item.node.clone()).chain(found.way_up.iter().cloned()).collect();
        let shown = Found { item: described, member, way_up };
        Ok((!shown.visible().is_empty()).then_some(shown))
    }

    pub(super) async fn select_text(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        wanted: &str,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.found() else { return Ok(()) };
        if !found.item.facts.offers(Interface::Text) {
            return Err(found.cannot("it has no text that can be selected"));
        }
        let started = Instant::now();
        let line = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_no_answer(error, &group.client, started);
        let text = line.all_text(&found.item.node).await.map_err(failed)?;
        let Some((start, end)) = place_of(wanted, &text) else {
            return Err(found.cannot(format!("the text {wanted:?} is not in it")));
        };
        let line = self.reader.bus.until(Instant::now() + ACCEPTANCE);
        match line.select_text(&found.item.node, start, end).await {
            // GTK 4 selects and never replies; the selection itself is checked afterwards.
            Ok(true) | Err(NoAnswer::Late) => Ok(()),
            Ok(false) | Err(NoAnswer::Unknown(_)) => {
                Err(found.cannot("its text cannot be selected; drag over it"))
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Toggles a checkable control.
    pub(super) async fn toggle(&mut self, group: &WindowGroup, target: &Target) -> Result<(), DesktopError> {
        match target.found() {
            Some(found) if found.item.facts.offers(Interface::Action) => {
                self.invoke(group, target, found).await
            }
            _ => self.click(group, target, Button::Left, 1, &[]).await,
        }
    }

    pub(super) async fn expand(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        on: bool,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.found() else { return Ok(()) };
        let started = Instant::now();
        let line = self.reader.bus.until(started + PATIENCE);
        let actions = match found.item.facts.offers(Interface::Action) {
            true => line.actions(&found.item.node).await,
            false => Ok(Vec::new()),
        };
        let actions = actions.map_err(|error| of_no_answer(error, &group.client, started))?;
        match EXPANDERS.iter().find_map(|name| position(&actions, name)) {
            Some(index) => self.do_action(group, found, index).await,
            None => Err(found.cannot(if on { "it cannot be opened" } else { "it cannot be closed" })),
        }
    }

    pub(super) async fn set_number(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        number: f64,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.found() else { return Ok(()) };
        if !found.item.facts.offers(Interface::Value) || found.item.facts.kind() == Role::ProgressBar {
            return Err(found.cannot("it has no number that can be set"));
        }
        let started = Instant::now();
        let line = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_no_answer(error, &group.client, started);
        match line.range(&found.item.node).await {
            Ok((least, most)) if !(least..=most).contains(&number) => {
                return Err(found.cannot(format!("{number} is not between {least} and {most}")));
            }
            // Firefox does not know the bounds of a field that has none.
            Ok(_) | Err(NoAnswer::Unknown(_)) => {}
            Err(error) => return Err(failed(error)),
        }
        let was = line.number(&found.item.node).await.map_err(failed)?;
        line.set_number(&found.item.node, number).await.map_err(failed)?;
        if found.item.facts.kind() == Role::Spinner && was != number && self.stays(found, was).await {
            let windows = self.focus(group, target).await?;
            // The parts of a date accept typed digits and ignore a value set by a call.
            return self.type_keys(group, &windows, &digits(number)).await;
        }
        Ok(())
    }

    /// Whether a control still has this number after a while. One that does not reply counts as changed.
    async fn stays(&self, found: &Found, was: f64) -> bool {
        let started = Instant::now();
        let line = self.reader.bus.until(started + PATIENCE);
        while started.elapsed() < TAKING {
            if line.number(&found.item.node).await.is_ok_and(|now| now == was) {
                sleep(PAUSE).await;
            } else {
                return false;
            }
        }
        true
    }
}

/// A number as typed into a field of two or more digits.
fn digits(number: f64) -> String {
    format!("{number:02}")
}

/// The items of a list, or of the list that a combo box opens.
async fn items(line: Line<'_>, list: &NodeRef, shown: Shown) -> Result<Vec<Item>, NoAnswer> {
    let direct = children(line, list, shown).await?;
    let nested = match direct.as_slice() {
        // A combo box holds its list, or its list and its text field.
        [list] | [list, _] if line.child_count(&list.node).await? > 0 => {
            children(line, &list.node, shown).await?
        }
        _ => return Ok(direct),
    };
    Ok(if nested.iter().any(|item| !item.name.is_empty()) { nested } else { direct })
}

async fn children(line: Line<'_>, node: &NodeRef, shown: Shown) -> Result<Vec<Item>, NoAnswer> {
    let count = line.child_count(node).await?.clamp(0, MOST_ITEMS);
    let items: Vec<_> = (0..count).map(|index| item(line, node, index, shown)).collect();
    Ok(try_join_all(items).await?.into_iter().flatten().collect())
}

async fn item(line: Line<'_>, list: &NodeRef, index: i32, shown: Shown) -> Result<Option<Item>, NoAnswer> {
    let Some(node) = line.child(list, index).await? else { return Ok(None) };
    let name = line.item_name(&node, shown).await?;
    Ok(Some(Item { name, node, index }))
}

fn missing(wanted: &str, items: &[Item]) -> String {
    let names: Vec<_> = items.iter().map(|item| item.name.as_str()).filter(|name| !name.is_empty()).collect();
    match names.len() {
        0 => format!("it has no item {wanted:?}"),
        _ => format!("it has no item {wanted:?}, but {}", names[..names.len().min(TOLD)].join(", ")),
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
