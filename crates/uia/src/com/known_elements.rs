//! The elements of the windows that were read last, so that an action finds them without a search.

use crate::protocol::node::{NodeRef, RuntimeId, WindowHandle};
use std::collections::HashMap;
use windows::Win32::UI::Accessibility::IUIAutomationElement;

/// The most windows whose elements are kept. Each element keeps an object of its application alive.
const MOST_WINDOWS: usize = 16;

/// The elements of some windows, those of the window read last at the end.
#[derive(Default)]
pub(crate) struct KnownElements(Vec<(WindowHandle, HashMap<RuntimeId, IUIAutomationElement>)>);

impl KnownElements {
    /// Keeps these elements of a window, instead of those known before.
    pub(crate) fn replace(
        &mut self,
        window: WindowHandle,
        elements: HashMap<RuntimeId, IUIAutomationElement>,
    ) {
        self.forget_window(window);
        if self.0.len() == MOST_WINDOWS {
            self.0.remove(0);
        }
        self.0.push((window, elements));
    }

    /// Keeps one more element of a window.
    pub(crate) fn add(&mut self, node: &NodeRef, element: IUIAutomationElement) {
        match self.of_window(node.window) {
            Some(elements) => drop(elements.insert(node.runtime_id.clone(), element)),
            None => self.replace(node.window, HashMap::from([(node.runtime_id.clone(), element)])),
        }
    }

    /// The element, if it is known.
    pub(crate) fn element(&mut self, node: &NodeRef) -> Option<IUIAutomationElement> {
        self.of_window(node.window)?.get(&node.runtime_id).cloned()
    }

    /// Forgets an element that is gone.
    pub(crate) fn forget(&mut self, node: &NodeRef) {
        if let Some(elements) = self.of_window(node.window) {
            elements.remove(&node.runtime_id);
        }
    }

    /// Forgets the elements of a window that is gone.
    pub(crate) fn forget_window(&mut self, window: WindowHandle) {
        self.0.retain(|(known, _)| *known != window);
    }

    fn of_window(&mut self, window: WindowHandle) -> Option<&mut HashMap<RuntimeId, IUIAutomationElement>> {
        self.0.iter_mut().find(|(known, _)| *known == window).map(|(_, elements)| elements)
    }
}
