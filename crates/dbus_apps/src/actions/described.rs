//! Groups of actions, and what an application says of their actions.

use super::ACTIONS;
use crate::bus::{BUS_LIMIT, BusError, BusLink};
use deskpilot_dbus::{AnyValue, Callee, Decode, Encode, Struct, TypeString};
use std::{collections::HashMap, time::Duration};

/// What the actions of a group belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The application as a whole.
    Application,
    /// One of its windows.
    Window,
}

impl Owner {
    /// The prefix of its actions, as GTK calls them itself.
    pub(super) const fn prefix(self) -> &'static str {
        match self {
            Owner::Application => "app",
            Owner::Window => "win",
        }
    }
}

/// An object that exports actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ActionGroup {
    /// The unique name of the connection.
    pub(super) peer: String,
    pub(super) path: String,
    pub(super) owner: Owner,
}

/// An action, as its application describes it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Described {
    pub(super) is_enabled: bool,
    /// The D-Bus type of its parameter; empty if it takes none.
    pub(super) takes: String,
    pub(super) state: Option<AnyValue>,
}

/// A description in a message: whether it is enabled, the type of its parameter, and at most one state.
type Description = Struct<(bool, TypeString, Vec<AnyValue>)>;

impl From<Description> for Described {
    fn from(Struct((is_enabled, takes, states)): Description) -> Described {
        Described { is_enabled, takes: takes.0, state: states.into_iter().next() }
    }
}

impl ActionGroup {
    /// All of its actions by name.
    pub(super) async fn describe_all(&self, link: &BusLink) -> Result<Vec<(String, Described)>, BusError> {
        let all: HashMap<String, Description> = self.call(link, "DescribeAll", &(), BUS_LIMIT).await?;
        let mut all: Vec<_> = all.into_iter().map(|(name, it)| (name, it.into())).collect();
        all.sort_by(|one: &(String, Described), other| one.0.cmp(&other.0));
        Ok(all)
    }

    /// One of its actions as it is now.
    pub(super) async fn describe(&self, link: &BusLink, action: &str) -> Result<Described, BusError> {
        let description: Description = self.call(link, "Describe", &action, BUS_LIMIT).await?;
        Ok(description.into())
    }

    pub(super) async fn call<B: Encode + Sync, R: Decode>(
        &self,
        link: &BusLink,
        member: &str,
        body: &B,
        limit: Duration,
    ) -> Result<R, BusError> {
        let callee = Callee { destination: &self.peer, path: &self.path, interface: ACTIONS, member };
        link.call(callee, body, limit).await
    }
}
