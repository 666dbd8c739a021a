//! What an application tells of one node without being asked for its place or its text. Pure.

use crate::translate::{Interface, Interfaces, bit, has, role_of, states_of};
use deskpilot_core::{Role, States};

/// The most children that are asked for at once: spreadsheets claim two thousand million, and die of being asked.
const MOST_CHILDREN: i32 = 1000;

/// What stands for a number of children that is not known.
pub(crate) const UNCOUNTED: i32 = -1;

/// What an application tells of one node without being asked for its place or its text.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Its AT-SPI role number.
    pub role: u32,
    /// Its accessible name; may be empty.
    pub name: String,
    /// `None` when it was not asked for.
    pub(crate) description: Option<String>,
    pub(crate) states: u64,
    pub(crate) interfaces: Interfaces,
    pub(crate) child_count: i32,
}

impl Facts {
    /// Its role in the words of the core.
    pub fn kind(&self) -> Role {
        role_of(self.role)
    }

    /// Whether this bit of its states was set, of those in [`bit`].
    pub fn is(&self, bit: u32) -> bool {
        has(self.states, bit)
    }

    /// What these bits mean as states of this node, in the words of the core.
    pub fn states_of(&self, bits: u64) -> States {
        states_of(self.role, bits, self.interfaces)
    }

    /// Whether the node implements an interface.
    pub fn offers(&self, interface: Interface) -> bool {
        self.interfaces.has(interface)
    }

    pub(crate) fn has_too_many_children(&self) -> bool {
        self.child_count > MOST_CHILDREN
    }

    /// Whether the cache left out how many children it has, as it does of menus and tables.
    pub(crate) fn lacks_count(&self) -> bool {
        self.child_count <= UNCOUNTED
    }
}

/// How it is known whether a person could see a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Its state says so.
    ByState,
    /// The toolkit does not say so of anything but windows: everything that has a place is.
    ByPlace,
}

impl Shown {
    /// Whether a person could see this node, as far as its toolkit tells.
    pub fn holds(self, facts: &Facts) -> bool {
        !facts.is(bit::DEFUNCT) && (self == Shown::ByPlace || facts.is(bit::SHOWING))
    }
}
