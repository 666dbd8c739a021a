//! Applications that report something by themselves.

use super::Value;
use super::element::sender;
use super::world::{EventListener, World};
use std::sync::Arc;
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::{
    IUIAutomationElement, StructureChangeType_ChildAdded, UIA_EVENT_ID, UIA_PROPERTY_ID,
};

impl World {
    /// Reports an event of this number of a control.
    pub(crate) fn report(self: &Arc<World>, node: usize, event: i32) {
        self.each(Some(node), |sender, listener| {
            // SAFETY: a call of the handler with an element that lives until it returns.
            let _ = unsafe {
                match listener {
                    EventListener::Event(known, it) if *known == event => {
                        it.HandleAutomationEvent(sender, UIA_EVENT_ID(event))
                    }
                    _ => Ok(()),
                }
            };
        });
    }

    /// Reports that the children of a control are others.
    pub(crate) fn report_structure(self: &Arc<World>, node: usize) {
        self.each(Some(node), |sender, listener| {
            if let EventListener::Structure(it) = listener {
                // SAFETY: as above; no identity is passed.
                let _ = unsafe {
                    it.HandleStructureChangedEvent(sender, StructureChangeType_ChildAdded, std::ptr::null())
                };
            }
        });
    }

    /// Reports that a property of a control has another value.
    pub(crate) fn report_property(self: &Arc<World>, node: usize, property: i32) {
        self.each(Some(node), |sender, listener| {
            if let EventListener::Property(known, it) = listener
                && known.contains(&property)
            {
                let value: VARIANT = Value::Integer(1).variant();
                // SAFETY: as above.
                let _ = unsafe { it.HandlePropertyChangedEvent(sender, UIA_PROPERTY_ID(property), &value) };
            }
        });
    }

    /// Reports that a control, or none, has the focus.
    pub(crate) fn report_focus(self: &Arc<World>, node: Option<usize>) {
        self.each(node, |sender, listener| {
            if let EventListener::Focus(it) = listener {
                // SAFETY: as above.
                let _ = unsafe { it.HandleFocusChangedEvent(sender) };
            }
        });
    }

    fn each(
        self: &Arc<World>,
        node: Option<usize>,
        report: impl Fn(Option<&IUIAutomationElement>, &EventListener),
    ) {
        let listeners = self.state().listeners.clone();
        let sender = node.map(|node| sender(self, node));
        for listener in &listeners {
            report(sender.as_ref(), &listener.handler);
        }
    }
}
