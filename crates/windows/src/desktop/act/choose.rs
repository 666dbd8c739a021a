//! Chooses an item of a list, a combo box or a set of tabs.

use super::executor::{Executor, SendError};
use super::phases::{AimedInput, Sent};
use super::way_end::{HANDLING, WayEnd, end_of_call, sent};
use crate::desktop::errors::{blocking, of_thing};
use crate::desktop::reading::element::{Element, Origin};
use crate::desktop::reading::snapshot::PROOF;
use deskpilot_core::{Button, Gesture, Role, is_same_name};
use deskpilot_desktop::verdict::Proof;
use deskpilot_desktop::{DesktopError, choose_item};
use deskpilot_uia::{NodeRef, PatternAction};
use deskpilot_win32::{BranchState, Deadline, Hwnd, Item, Win32Error, items, select_item, set_branch};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a list may take to open.
const OPENING: Duration = Duration::from_millis(150);
/// How long the items of a list may take.
const PATIENCE: Duration = Duration::from_secs(3);

impl Executor {
    /// The same input with the whole name of the item that is meant.
    pub(super) async fn with_whole_item_name(
        &self,
        aimed: AimedInput,
        wanted: &str,
    ) -> Result<AimedInput, DesktopError> {
        let Some(element) = aimed.target.control() else { return Ok(aimed) };
        let names = self.item_names(&aimed, element).await?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        // A list that has not shown its items yet is asked for the very name.
        if names.is_empty() {
            return Ok(aimed);
        }
        let chosen = choose_item(&names, wanted);
        let why = |error: deskpilot_desktop::ItemChoiceError| error.to_string();
        let index = chosen
            .map_err(|error| DesktopError::NotPossible { what: element.description(), why: why(error) })?;
        let item = names[index].to_owned();
        Ok(AimedInput { gesture: Gesture::Select(item.clone()), proof: Proof::Choice(item), ..aimed })
    }

    /// Chooses the item of this name.
    pub(super) async fn choose(
        &mut self,
        aimed: &AimedInput,
        element: &Element,
        item: &str,
    ) -> Result<Sent, SendError> {
        if let Some(list) = message_list(element) {
            match blocking(move || items(list, Deadline::within(PATIENCE))).await? {
                Ok(found) => return Ok(select_by_message(element, list, &found, item).await?),
                Err(Win32Error::Cannot(_) | Win32Error::System { .. }) => {}
                Err(error) => return Err(of_thing(error, element.description()).into()),
            }
        }
        if let Origin::Uia { node, .. } = &element.origin
            && let Some(sent) = self.choose_by_pattern(aimed, element, node, item).await?
        {
            return Ok(sent);
        }
        let shown = aimed.reading.items_of(element);
        let shown = shown.into_iter().find(|it| is_same_name(&it.control.name, item)).cloned();
        match shown {
            Some(shown) => {
                let _lease = self.leases.input().await?;
                self.click(aimed, Some(&shown), Button::Left, 1, &[]).await?;
                Ok(Sent::OnItsWay)
            }
            None => {
                let why = format!("it shows no item {item:?}; open it or scroll it first");
                Err(DesktopError::NotPossible { what: element.description(), why }.into())
            }
        }
    }

    async fn choose_by_pattern(
        &mut self,
        aimed: &AimedInput,
        element: &Element,
        list: &NodeRef,
        item: &str,
    ) -> Result<Option<Sent>, DesktopError> {
        let what = element.description();
        let is_combo_box = element.control.role == Role::ComboBox;
        if is_combo_box {
            // The items of many exist only while the list is open.
            let _ = self.act(aimed, list, &what, PatternAction::Expand).await?;
        }
        let Some(node) = self.item_node(aimed, element, list, item).await? else {
            // This function opened the list, which would stay open over what is below it.
            if is_combo_box {
                let _ = self.act(aimed, list, &what, PatternAction::Collapse).await?;
            }
            return Ok(None);
        };
        // An item that is scrolled away, or does not exist yet, is shown first; others have no need of it.
        let _ = self.act(aimed, &node, &what, PatternAction::ScrollIntoView).await?;
        let end = self.act(aimed, &node, &what, PatternAction::Select).await?;
        if is_combo_box {
            let _ = self.act(aimed, list, &what, PatternAction::Collapse).await?;
        }
        Ok(match end {
            WayEnd::Sent(sent) => Some(sent),
            WayEnd::NotOffered(_) => None,
        })
    }

    /// The item of this name: one that is shown, one that its list finds, or one that its list shows now that it is open.
    async fn item_node(
        &mut self,
        aimed: &AimedInput,
        element: &Element,
        list: &NodeRef,
        item: &str,
    ) -> Result<Option<NodeRef>, DesktopError> {
        let node = |it: &Element| match &it.origin {
            Origin::Uia { node, .. } if is_same_name(&it.control.name, item) => Some(node.clone()),
            _ => None,
        };
        if let Some(shown) = aimed.reading.items_of(element).into_iter().find_map(node) {
            return Ok(Some(shown));
        }
        let found = self.reader.uia.until(Instant::now() + PATIENCE).find_item(list, item).await;
        if let Ok(Some(found)) = found {
            return Ok(Some(found.node));
        }
        sleep(OPENING).await;
        let now = self.reader.read(aimed.reading.group.main.hwnd.into(), PROOF).await?;
        let is_item = |it: &&Element| it.control.role == Role::ListItem;
        Ok(now.elements.iter().filter(is_item).find_map(node))
    }

    /// The names of the items of a control, as far as it tells them.
    async fn item_names(&self, aimed: &AimedInput, element: &Element) -> Result<Vec<String>, DesktopError> {
        if let Some(list) = message_list(element)
            && let Ok(found) = blocking(move || items(list, Deadline::within(PATIENCE))).await?
        {
            return Ok(found.into_iter().map(|it| it.text).collect());
        }
        Ok(aimed.reading.items_of(element).iter().map(|it| it.control.name.clone()).collect())
    }
}

async fn select_by_message(
    element: &Element,
    list: Hwnd,
    found: &[Item],
    item: &str,
) -> Result<Sent, DesktopError> {
    let wanted = found.iter().find(|it| it.text == item);
    let absent = || {
        let names: Vec<&str> = found.iter().map(|it| it.text.as_str()).collect();
        let why = deskpilot_desktop::ItemChoiceError::absent(&names, item).to_string();
        DesktopError::NotPossible { what: element.description(), why }
    };
    let wanted = wanted.ok_or_else(absent)?.id;
    let is_tree = element.control.role == Role::Tree;
    if is_tree && found.iter().filter(|it| it.text == item).count() > 1 {
        let why = format!("several of its items are called {item:?}; open what the item is in, and click it");
        return Err(DesktopError::NotPossible { what: element.description(), why });
    }
    match blocking(move || select_item(list, wanted, Deadline::within(HANDLING.max(PATIENCE / 3)))).await? {
        Ok(delivery) => Ok(sent(delivery)),
        Err(Win32Error::TooSlow { .. }) => Ok(Sent::OnItsWay),
        Err(error) => Err(of_thing(error, element.description())),
    }
}

/// Opens or closes an item of a tree, which shows then what is in it or does not.
pub(super) async fn set_branch_by_message(
    element: &Element,
    tree: Hwnd,
    wanted: BranchState,
) -> Result<WayEnd, DesktopError> {
    let (name, origin) = (element.control.name.clone(), element.origin.clone());
    let done = blocking(move || {
        let deadline = Deadline::within(PATIENCE);
        let named: Vec<Item> =
            items(tree, deadline)?.into_iter().filter(|it| is_same_name(&it.text, &name)).collect();
        let item = match (&origin, &named[..]) {
            (Origin::Item { item, .. }, _) => named.iter().find(|it| it.id == *item),
            // An accessible object does not say which item it is.
            (_, [only]) => Some(only),
            _ => None,
        };
        let unknown = || Win32Error::Cannot("messages do not say which item of the tree it is".into());
        set_branch(tree, item.ok_or_else(unknown)?.id, wanted, deadline)
    });
    end_of_call(done.await?, element)
}

/// The list whose items messages may reach.
fn message_list(element: &Element) -> Option<Hwnd> {
    let is_object = matches!(element.origin, Origin::Object(_));
    let has_items = element.lists_items() || (element.control.role == Role::ComboBox && is_object);
    element.own_window().filter(|_| has_items)
}
