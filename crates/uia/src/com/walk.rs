//! Walks over a tree that came with one call. Everything here reads what is in this process already.

use crate::com::results::{called, found};
use crate::com::variant::value_of;
use crate::nodes::facts::Facts;
use crate::protocol::error::CallError;
use crate::protocol::node::RuntimeId;
use crate::protocol::property::Property;
use crate::protocol::property_value::PropertyValue;
use crate::reading::omissions::Omissions;
use windows::Win32::UI::Accessibility::{IUIAutomationElement, UIA_PROPERTY_ID};

/// The elements of a tree, in tree order.
#[derive(Default)]
pub(crate) struct Walk {
    /// What they report, with their depth.
    pub(crate) nodes: Vec<(usize, Facts)>,
    /// The elements themselves, in the same order.
    pub(crate) elements: Vec<IUIAutomationElement>,
    pub(crate) omissions: Omissions,
}

impl Walk {
    /// Visits at most so many elements, the upper and the first ones before the others of their branch.
    ///
    /// # Errors
    /// The error of the root: without it there is no tree. Other elements that cannot be read are counted.
    pub(crate) fn over(root: IUIAutomationElement, most: usize) -> Result<Walk, CallError> {
        let mut walk = Walk::default();
        let mut waiting = vec![(0, root)];
        while let Some((depth, element)) = waiting.pop() {
            if walk.nodes.len() == most {
                walk.omissions.unvisited = waiting.len() + 1;
                break;
            }
            let children = match facts_of(&element) {
                Ok(facts) => {
                    walk.nodes.push((depth, facts));
                    let room = most.saturating_sub(walk.nodes.len() + waiting.len());
                    let children = walk.children(&element, room);
                    walk.elements.push(element);
                    children
                }
                Err(error) if depth == 0 => return Err(error),
                Err(error) => walk.omissions.note(error).map(|()| Vec::new()),
            };
            // Turned around, because the last one in is the first one out.
            waiting.extend(children?.into_iter().rev().map(|child| (depth + 1, child)));
        }
        Ok(walk)
    }

    /// The children of an element, one more than there is room for, so that the walk knows that there are more.
    fn children(
        &mut self,
        element: &IUIAutomationElement,
        room: usize,
    ) -> Result<Vec<IUIAutomationElement>, CallError> {
        // SAFETY: calls of COM on the thread of the connection.
        let array = match found(unsafe { element.GetCachedChildren() }) {
            Ok(Some(array)) => array,
            Ok(None) => return Ok(Vec::new()),
            Err(error) => return self.omissions.note(error).map(|()| Vec::new()),
        };
        // SAFETY: as above.
        let count = match called(unsafe { array.Length() }) {
            Ok(count) => count,
            Err(error) => return self.omissions.note(error).map(|()| Vec::new()),
        };
        let mut children = Vec::new();
        for index in (0..count).take(room.saturating_add(1)) {
            // SAFETY: as above.
            match called(unsafe { array.GetElement(index) }) {
                Ok(child) => children.push(child),
                Err(error) => self.omissions.note(error)?,
            }
        }
        Ok(children)
    }
}

/// The identity of an element, as it came with the element.
pub(crate) fn identity_of(element: &IUIAutomationElement) -> Result<RuntimeId, CallError> {
    let property = UIA_PROPERTY_ID(Property::RuntimeId.id());
    // SAFETY: a call of COM on the thread that has the element; it reads what is in this process already.
    let id = called(unsafe { element.GetCachedPropertyValue(property) })?;
    Ok(RuntimeId::new(&value_of(&id).integers()))
}

/// What an element reports, as it came with the element. A property that fails has no value.
pub(crate) fn facts_of(element: &IUIAutomationElement) -> Result<Facts, CallError> {
    Facts::read(|property| {
        // SAFETY: a call of COM on the thread of the connection.
        match called(unsafe { element.GetCachedPropertyValue(UIA_PROPERTY_ID(property.id())) }) {
            Ok(value) => Ok(value_of(&value)),
            Err(error) if error.is_of_value() => Ok(PropertyValue::None),
            Err(error) => Err(error),
        }
    })
}
