//! Gestures that choose an item, select text, check, expand or set a number.

use super::executor::ActionExecutor;
use super::list_items::{ListEntry, chosen, items};
use super::phases::AimedInput;
use super::pointer::position;
use super::ruled_control::Check;
use super::sender::Sender;
use crate::desktop::errors::of_call_error;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{CallError, Caller, Interface, VisibilityRule, bit};
use deskpilot_core::{
    Button, Chord, Control, Gesture, Input, Key, Role, WindowId, is_expander, is_same_name,
};
use deskpilot_desktop::{Budget, DesktopError, ItemChoiceError, verdict::Proof};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long an open list may take to show an item; after half of it, one without a window of its own counts as open.
const OPENING: Duration = Duration::from_millis(1500);
/// How long to wait between two looks at a list that opens.
const PAUSE: Duration = Duration::from_millis(30);
/// How long a control may take to show a number it was given.
const TAKING: Duration = Duration::from_millis(150);
/// Names of the actions that only expand or collapse.
const EXPANDERS: &[&str] = &["expand or contract", "expand", "collapse"];
/// Names of the actions by which the toolkits' own expanders, combo boxes and menus open; on other controls they press.
const OPENERS: &[&str] = &[TOGGLES, "click", "press", "activate"];
/// The action by which Qt selects an item of a tree, and does not expand it.
const TOGGLES: &str = "toggle";

/// What became of an item of a list that was opened.
enum OpenList {
    Clicked,
    /// It was not shown in time; the names are those that the list has, as far as they are known.
    Lacks(Vec<String>),
}

impl ActionExecutor {
    /// The input with the whole name of the item, where it selects one by a part of its name: sent and judged is the item that
    /// was chosen, because other names may have the part too. Sending reports an item that is missing.
    pub(super) async fn with_whole_item_name(
        &self,
        input: &Input,
        aimed: &mut AimedInput,
    ) -> Result<Option<Input>, DesktopError> {
        let (Gesture::Select(wanted), Some(found)) = (&input.gesture, aimed.target.control()) else {
            return Ok(None);
        };
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let reading = items(caller, &found.element.node, found.member.accessible.visibility).await;
        let items = reading.map_err(|error| of_call_error(error, &aimed.group.client, started))?;
        let Some(item) = chosen(&items, wanted).ok().filter(|it| !is_same_name(&it.name, wanted)) else {
            return Ok(None);
        };
        aimed.proof = Proof::Choice(item.name.clone());
        Ok(Some(Input { gesture: Gesture::Select(item.name.clone()), ..input.clone() }))
    }
}

impl Sender<'_> {
    pub(super) async fn select(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        wanted: &str,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.control() else { return Ok(()) };
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_call_error(error, &group.client, started);
        let items =
            items(caller, &found.element.node, found.member.accessible.visibility).await.map_err(failed)?;
        let item = match chosen(&items, wanted) {
            Ok(item) => item,
            Err(ItemChoiceError::Absent { .. }) if lists_when_open(found) => {
                return self.select_opened(group, target, found, wanted).await;
            }
            Err(why) => return Err(found.cannot(why.to_string())),
        };
        // Compared right before the press: the application may rename the control at any moment until then.
        self.check(group, target, Check::Usable).await?;
        let caller = self.reader.bus.until(started + PATIENCE);
        if found.element.facts.offers(Interface::Selection) && selects_only(caller, found, item).await {
            return Ok(());
        }
        self.click_item(group, target, found, item).await
    }

    async fn click_shown(&mut self, group: &WindowGroup, item: FoundControl) -> Result<(), DesktopError> {
        self.click(group, &Target::Control(Box::new(item)), Button::Left, 1, &[]).await
    }

    /// Clicks an item whose list refuses to select it by a call. Opens a closed list and scrolls any other first.
    async fn click_item(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
        item: &ListEntry,
    ) -> Result<(), DesktopError> {
        let hidden = format!("{:?} is not in its visible part; open it or scroll first", item.name);
        let kind = found.element.facts.kind();
        // The wheel opens another tab, and moves no list whose items lie in a row.
        if !matches!(kind, Role::ComboBox | Role::List | Role::Table | Role::Tree) {
            return match self.shown_item(group, found, item).await? {
                Some(shown) => self.click_shown(group, shown).await,
                None => Err(found.cannot(hidden)),
            };
        }
        if kind != Role::ComboBox {
            return match self.scrolled_to(group, target, found, item).await? {
                Some(shown) => self.click_shown(group, shown).await,
                None => Err(found.cannot(hidden)),
            };
        }
        if let Some(shown) = self.shown_item(group, found, item).await? {
            return self.click_shown(group, shown).await;
        }
        self.click(group, target, Button::Left, 1, &[]).await?;
        match self.click_in_open_list(group, found, item).await {
            Ok(OpenList::Clicked) => Ok(()),
            Ok(OpenList::Lacks(_)) => self.close_list(group, found.cannot(hidden)).await,
            Err(error) => self.close_if_open(group, error).await,
        }
    }

    /// Clicks an item of a list that was opened, once it is shown.
    async fn click_in_open_list(
        &mut self,
        group: &WindowGroup,
        found: &FoundControl,
        item: &ListEntry,
    ) -> Result<OpenList, DesktopError> {
        let started = Instant::now();
        while started.elapsed() < OPENING {
            // Most lists open in a window of their own, which the group lacked before; the others open at once.
            let group = self.reader.group(WindowId(group.client.id.into())).await?;
            let is_open = !group.popups.is_empty() || started.elapsed() > OPENING / 2;
            let shown = match self.shown_item(&group, found, item).await?.filter(|_| is_open) {
                // Firefox shows another list than the one it keeps in the page.
                None => self.item_in_popup(&group, &item.name).await?,
                shown => shown,
            };
            if let Some(shown) = shown {
                self.click_shown(&group, shown).await?;
                return Ok(OpenList::Clicked);
            }
            sleep(PAUSE).await;
        }
        Ok(OpenList::Lacks(Vec::new()))
    }

    /// Closes a list that is still open where reading it failed, and fails for this reason. Of a list that is closed already Escape
    /// would close the dialog around it.
    async fn close_if_open(&mut self, group: &WindowGroup, why: DesktopError) -> Result<(), DesktopError> {
        let now = self.reader.group(WindowId(group.client.id.into())).await;
        match now.is_ok_and(|now| now.popups.len() > group.popups.len()) {
            true => self.close_list(group, why).await,
            false => Err(why),
        }
    }

    /// Closes a list in which nothing was chosen, and fails for this reason.
    async fn close_list(&mut self, group: &WindowGroup, why: DesktopError) -> Result<(), DesktopError> {
        // Of two failures the first says what is wrong.
        let _ = self.press_keys(group, &Target::Window, &[Chord::plain(Key::Escape)]).await;
        Err(why)
    }

    /// Opens a combo box that reports its items only then, and clicks one. Closes it where it has none of this name, and says which it
    /// has.
    async fn select_opened(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
        wanted: &str,
    ) -> Result<(), DesktopError> {
        self.click(group, target, Button::Left, 1, &[]).await?;
        match self.click_among_opened(group, wanted).await {
            Ok(OpenList::Clicked) => Ok(()),
            Ok(OpenList::Lacks(names)) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let why = found.cannot(ItemChoiceError::absent(&names, wanted).to_string());
                self.close_list(group, why).await
            }
            Err(error) => self.close_if_open(group, error).await,
        }
    }

    /// Clicks the item of this name in a list that has its own window.
    async fn click_among_opened(
        &mut self,
        group: &WindowGroup,
        wanted: &str,
    ) -> Result<OpenList, DesktopError> {
        let started = Instant::now();
        let mut names = Vec::new();
        while started.elapsed() < OPENING {
            let group = self.reader.group(WindowId(group.client.id.into())).await?;
            let items = self.items_in_popup(&group).await?;
            if let Some(item) = items.iter().find(|it| is_same_name(&it.name, wanted)) {
                let shown = self.reader.find_again(&group, item).await?;
                self.click_shown(&group, shown).await?;
                return Ok(OpenList::Clicked);
            }
            // Of the last look: a list may still fill while it is read, and the complaint names what it had in the end.
            names = items.into_iter().map(|it| it.name).filter(|name| !name.is_empty()).collect();
            sleep(PAUSE).await;
        }
        Ok(OpenList::Lacks(names))
    }

    /// The item with this name in an open list that has its own window.
    async fn item_in_popup(
        &mut self,
        group: &WindowGroup,
        name: &str,
    ) -> Result<Option<FoundControl>, DesktopError> {
        match self.items_in_popup(group).await?.iter().find(|it| is_same_name(&it.name, name)) {
            Some(item) => self.reader.find_again(group, item).await.map(Some),
            None => Ok(None),
        }
    }

    /// The items of open lists that have their own windows.
    async fn items_in_popup(&mut self, group: &WindowGroup) -> Result<Vec<Control>, DesktopError> {
        if group.popups.is_empty() {
            return Ok(Vec::new());
        }
        let mut seen = self.reader.controls(WindowId(group.client.id.into()), Budget::LOOK).await?.controls;
        let is_open = |it: &Control| group.popups.iter().any(|popup| popup.rect.contains(it.rect.center()));
        seen.retain(|it| matches!(it.role, Role::MenuItem | Role::ListItem) && is_open(it));
        Ok(seen)
    }

    /// The visible item, ready to be clicked; `None` where it is hidden.
    pub(super) async fn shown_item(
        &mut self,
        group: &WindowGroup,
        found: &FoundControl,
        item: &ListEntry,
    ) -> Result<Option<FoundControl>, DesktopError> {
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_call_error(error, &group.client, started);
        let facts = caller.facts(&item.node).await.map_err(failed)?;
        // From the group of now: an open list changes where its application's items are on the screen.
        let member = group.members.iter().find(|it| it.accessible.node == found.member.accessible.node);
        let member = member.unwrap_or(&found.member).clone();
        if !member.accessible.visibility.holds(&facts) {
            return Ok(None);
        }
        let mapping = member.accessible.mapping_within(found.ancestors.iter());
        let described = caller.describe(item.node.clone(), facts, mapping).await.map_err(failed)?;
        let ancestors = std::iter::once(item.node.clone()).chain(found.ancestors.iter().cloned()).collect();
        let shown = FoundControl { element: described, member, ancestors };
        Ok((!shown.visible_rect().is_empty()).then_some(shown))
    }

    /// Toggles a checkable control.
    pub(super) async fn toggle(&mut self, group: &WindowGroup, target: &Target) -> Result<(), DesktopError> {
        match target.control() {
            Some(found) if found.element.facts.offers(Interface::Action) => {
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
        let Some(found) = target.control() else { return Ok(()) };
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_call_error(error, &group.client, started);
        let (node, facts) = (&found.element.node, &found.element.facts);
        let actions = match facts.offers(Interface::Action) {
            true => caller.actions(node).await.map_err(failed)?,
            false => Vec::new(),
        };
        let states = facts.states_of(caller.states(node).await.map_err(failed)?);
        // On any other control these press, and the policy judged an expansion.
        let openers = if is_expander(facts.kind(), states) { OPENERS } else { &[] };
        let named = |names: &[&str]| names.iter().find_map(|name| position(&actions, name));
        match (named(EXPANDERS), named(openers)) {
            // It may toggle: a control that is in the wanted state never comes here (`already_so`).
            (Some(index), _) => self.do_action(group, found, index).await,
            // Qt 6 calls an item of a tree a cell.
            (None, Some(_))
                if matches!(facts.kind(), Role::TreeItem | Role::Cell) && named(&[TOGGLES]).is_some() =>
            {
                self.expand_by_key(group, target, if on { Key::Right } else { Key::Left }).await
            }
            (None, Some(index)) => self.do_action(group, found, index).await,
            (None, None) => Err(found.cannot(if on { "it cannot be opened" } else { "it cannot be closed" })),
        }
    }

    /// Presses the key that expands or collapses an item of a tree, once a click has made it the current one.
    async fn expand_by_key(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        key: Key,
    ) -> Result<(), DesktopError> {
        self.click(group, target, Button::Left, 1, &[]).await?;
        self.press_keys(group, &Target::Window, &[Chord::plain(key)]).await.map(drop)
    }

    pub(super) async fn set_number(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        number: f64,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.control() else { return Ok(()) };
        // A progress bar has this interface as well, for readers only.
        if !found.element.facts.offers(Interface::Value) || found.element.facts.kind() == Role::ProgressBar {
            return Err(found.cannot("it has no number that can be set"));
        }
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let failed = |error| of_call_error(error, &group.client, started);
        match caller.range(&found.element.node).await {
            Ok((least, most)) if !(least..=most).contains(&number) => {
                return Err(found.cannot(format!("{number} is not between {least} and {most}")));
            }
            // Firefox does not know the bounds of a field that has none.
            Ok(_) | Err(CallError::Unknown(_)) => {}
            Err(error) => return Err(failed(error)),
        }
        let was = caller.number(&found.element.node).await.map_err(failed)?;
        self.check(group, target, Check::Usable).await?;
        let caller = self.reader.bus.until(started + PATIENCE);
        caller.set_number(&found.element.node, number).await.map_err(failed)?;
        // A number that was there before stays whether or not the call did anything.
        if found.element.facts.kind() == Role::Spinner && was != number && self.stays(found, was).await {
            self.input_method.switch_off().await;
            let keyboard = self.focus(group, target).await?;
            // The parts of a date accept typed digits and ignore a value set by a call.
            return self.type_keys(group, &keyboard.windows, &digits(number)).await;
        }
        Ok(())
    }

    /// Whether a control still has this number after a while. One that does not reply counts as changed.
    async fn stays(&self, found: &FoundControl, was: f64) -> bool {
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        while started.elapsed() < TAKING {
            if caller.number(&found.element.node).await.is_ok_and(|now| now == was) {
                sleep(PAUSE).await;
            } else {
                return false;
            }
        }
        true
    }
}

/// Selects an item by a call in place of those that are selected; returns whether its list did.
async fn selects_only(caller: Caller<'_>, found: &FoundControl, item: &ListEntry) -> bool {
    let list = &found.element.node;
    // `SelectChild` of AT-SPI adds to the selection of such a list, and the gesture selects one item alone.
    if found.element.facts.is(bit::MULTISELECTABLE)
        && caller.selected_count(list).await.is_ok_and(|it| it > 0)
    {
        // Where that fails, the proof shows that the others are still selected.
        let _ = caller.clear_selection(list).await;
    }
    caller.select_child(list, item.index).await.is_ok_and(|done| done)
}

/// A number as typed into a field of two or more digits.
fn digits(number: f64) -> String {
    format!("{number:02}")
}

/// Whether a combo box reports its items only while it is open.
fn lists_when_open(found: &FoundControl) -> bool {
    let is_gtk4 = found.member.accessible.visibility == VisibilityRule::ByPlace;
    is_gtk4 && found.element.facts.kind() == Role::ComboBox
}
