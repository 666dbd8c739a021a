//! A control of a fake application.

use super::Value;
use deskpilot_uia::{Pattern, Property};
use std::collections::HashMap;

/// A control of a fake application.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) properties: HashMap<i32, Value>,
    pub(crate) patterns: Vec<i32>,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// Whether its application still has it.
    pub(crate) exists: bool,
    /// Whether a walk over the tree finds it: items that are not created yet are found by their list alone.
    pub(crate) is_in_tree: bool,
    /// The selected part of its text, in bytes.
    pub(crate) selection: (usize, usize),
    /// Where the caret is in its text, in bytes; `None` while another control has the keyboard.
    pub(crate) caret: Option<usize>,
    pub(crate) cells: HashMap<(i32, i32), usize>,
    /// The heads of its rows, and those of its columns.
    pub(crate) heads: [Vec<usize>; 2],
}

impl Node {
    /// An enabled control of this type and name that stands somewhere.
    pub(crate) fn new(control_type: i32, name: &str) -> Node {
        let node = Node {
            properties: HashMap::new(),
            patterns: Vec::new(),
            parent: None,
            children: Vec::new(),
            exists: true,
            is_in_tree: true,
            selection: (0, 0),
            caret: None,
            cells: HashMap::new(),
            heads: [Vec::new(), Vec::new()],
        };
        node.with(Property::ControlType, Value::Integer(control_type))
            .with(Property::Name, Value::Text(name.into()))
            .with(Property::IsEnabled, Value::Bool(true))
            .with(Property::BoundingRectangle, Value::Numbers(vec![10.0, 20.0, 30.0, 40.0]))
    }

    pub(crate) fn with(mut self, property: Property, value: Value) -> Node {
        self.properties.insert(property.id(), value);
        self
    }

    /// The same control with a pattern.
    pub(crate) fn offering(mut self, pattern: Pattern) -> Node {
        let available = match pattern {
            Pattern::Invoke => Property::InvokeAvailable,
            Pattern::Selection => Property::SelectionAvailable,
            Pattern::Value => Property::ValueAvailable,
            Pattern::RangeValue => Property::RangeValueAvailable,
            Pattern::Scroll => Property::ScrollAvailable,
            Pattern::ExpandCollapse => Property::ExpandCollapseAvailable,
            Pattern::Grid => Property::GridAvailable,
            Pattern::GridItem => Property::GridItemAvailable,
            Pattern::Window => Property::WindowAvailable,
            Pattern::SelectionItem => Property::SelectionItemAvailable,
            Pattern::Text => Property::TextAvailable,
            Pattern::Toggle => Property::ToggleAvailable,
            Pattern::ScrollItem => Property::ScrollItemAvailable,
            Pattern::Legacy => Property::LegacyAvailable,
            Pattern::ItemContainer => Property::ItemContainerAvailable,
            Pattern::VirtualizedItem => Property::VirtualizedItemAvailable,
            Pattern::Table => Property::TableAvailable,
            Pattern::Text2 => Property::Text2Available,
        };
        self.patterns.push(pattern.id());
        self.with(available, Value::Bool(true))
    }

    /// The same control with this text.
    pub(crate) fn holding(self, text: &str) -> Node {
        self.offering(Pattern::Value).with(Property::Value, Value::Text(text.into()))
    }

    pub(crate) fn text(&self, property: Property) -> String {
        match self.properties.get(&property.id()) {
            Some(Value::Text(text)) => text.clone(),
            _ => String::new(),
        }
    }
}
