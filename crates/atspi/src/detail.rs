//! The details of a shown node on top of its facts: its place, its value, and a name from its surroundings.

use crate::bus::Line;
use crate::error::NoAnswer;
use crate::facts::Facts;
use crate::forest::Forest;
use crate::item::{Item, Part};
use crate::name::told;
use crate::node::NodeRef;
use crate::top::Ground;
use crate::translate::role;
use deskpilot_core::{Rect, Role};

/// Where a node is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Place {
    /// The rectangle its application reports.
    told: Rect,
    /// Whether that rectangle is right although its area of the window reports wrong coordinates.
    is_right: bool,
}

impl Place {
    /// Whether the application still reports this rectangle.
    pub(super) fn is_told(&self, now: Rect) -> bool {
        self.told == now
    }

    /// The rectangle the application reports.
    pub(super) fn told(self) -> Rect {
        self.told
    }

    /// The place of a cell, which is never one of the toolkit's own controls.
    pub(super) fn of_cell(told: Rect) -> Place {
        Place { told, is_right: false }
    }

    fn on_desktop(self, ground: Ground) -> Rect {
        if self.is_right { ground.right(self.told) } else { ground.libreoffice_offset(self.told) }
    }
}

/// A node's text, number or choice; `None` where it has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Value(pub(crate) Option<String>);

/// The details of a shown node, each `None` until read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Detail {
    pub(crate) place: Option<Place>,
    pub(crate) value: Option<Value>,
    /// A name for a nameless control, such as its label's text; empty where there is none.
    pub(crate) around: Option<String>,
}

impl Detail {
    pub(crate) fn is_whole(&self) -> bool {
        self.place.is_some() && self.value.is_some() && self.around.is_some()
    }

    /// The node with all its known details.
    pub(crate) fn item(&self, node: NodeRef, facts: Facts, ground: Ground) -> Item {
        let rect = self.place.unwrap_or_default().on_desktop(ground);
        let value = self.value.as_ref().and_then(|Value(value)| value.clone());
        let own = told(&facts.name, value.as_deref(), facts.kind(), ground.shown);
        let around = self.around.as_deref().unwrap_or_default();
        let name = if own.is_empty() { told(around, None, facts.kind(), ground.shown) } else { own };
        Item { name: name.to_owned(), node, facts, value, rect, level: 0, part: Part::default() }
    }
}

impl Line<'_> {
    /// Reads the details not known yet, all of them concurrently.
    pub(crate) async fn complete(
        &self,
        known: Detail,
        node: &NodeRef,
        facts: &Facts,
        ground: Ground,
        forest: &Forest,
    ) -> Result<Detail, NoAnswer> {
        let place = async {
            match known.place {
                Some(place) => Ok(place),
                None => self.place(node, facts, ground).await,
            }
        };
        let value = async {
            match &known.value {
                Some(value) => Ok(value.clone()),
                None => Ok(Value(unless_unknown(self.value(node, facts, ground.shown).await)?.flatten())),
            }
        };
        let around = |value: Option<String>| async move {
            match &known.around {
                Some(around) => Ok(around.clone()),
                None => self.around(node, facts, value.as_deref(), ground, forest).await,
            }
        };
        let content = async {
            // A nameless node takes its name from its surroundings, whatever its value.
            if facts.name.is_empty() {
                return futures::try_join!(value, around(None));
            }
            let value = value.await?;
            let around = around(value.0.clone()).await?;
            Ok((value, around))
        };
        let (place, (value, around)) = futures::try_join!(place, content)?;
        Ok(Detail { place: Some(place), value: Some(value), around: Some(around) })
    }

    async fn place(&self, node: &NodeRef, facts: &Facts, ground: Ground) -> Result<Place, NoAnswer> {
        let told = unless_unknown(self.extents(node).await)?.unwrap_or_default();
        let is_right = ground.is_sunken()
            && (facts.kind() != Role::Cell && unless_unknown(self.is_native(node).await)?.unwrap_or(false));
        Ok(Place { told, is_right })
    }

    async fn around(
        &self,
        node: &NodeRef,
        facts: &Facts,
        value: Option<&str>,
        ground: Ground,
        forest: &Forest,
    ) -> Result<String, NoAnswer> {
        if !told(&facts.name, value, facts.kind(), ground.shown).is_empty() {
            return Ok(String::new());
        }
        let around = self.name_from_around(node, facts, ground.shown, forest).await;
        Ok(unless_unknown(around)?.unwrap_or_default())
    }
}

/// Whether a node never shows its content.
pub(super) fn hides(facts: &Facts) -> bool {
    facts.role == role::PASSWORD_TEXT
}

/// Turns `Unknown` into `None`: a node that does not support a call is still a node, a late or gone one is not.
pub(super) fn unless_unknown<T>(answer: Result<T, NoAnswer>) -> Result<Option<T>, NoAnswer> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(NoAnswer::Unknown(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
