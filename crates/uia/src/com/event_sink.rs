//! Receives the events of a window, on threads of UI Automation, and hands them to the queue.

use crate::com::walk::identity_of;
use crate::events::event_queue::{EventKind, EventQueue, UiEvent};
use crate::protocol::node::WindowHandle;
use crate::protocol::property::Property;
use std::sync::Arc;
use windows::Win32::System::Com::SAFEARRAY;
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::{
    IUIAutomationElement, IUIAutomationEventHandler, IUIAutomationEventHandler_Impl,
    IUIAutomationFocusChangedEventHandler, IUIAutomationFocusChangedEventHandler_Impl,
    IUIAutomationPropertyChangedEventHandler, IUIAutomationPropertyChangedEventHandler_Impl,
    IUIAutomationStructureChangedEventHandler, IUIAutomationStructureChangedEventHandler_Impl,
    StructureChangeType, UIA_AsyncContentLoadedEventId, UIA_EVENT_ID, UIA_Invoke_InvokedEventId,
    UIA_LiveRegionChangedEventId, UIA_MenuClosedEventId, UIA_MenuOpenedEventId, UIA_PROPERTY_ID,
    UIA_Selection_InvalidatedEventId, UIA_SelectionItem_ElementSelectedEventId, UIA_Text_TextChangedEventId,
    UIA_Text_TextSelectionChangedEventId, UIA_Window_WindowClosedEventId, UIA_Window_WindowOpenedEventId,
};
use windows_core::{Ref, Result as ComResult, implement};

/// The events besides those of structure, properties and focus.
pub(crate) const EVENTS: &[(UIA_EVENT_ID, EventKind)] = &[
    (UIA_MenuOpenedEventId, EventKind::MenuOpened),
    (UIA_AsyncContentLoadedEventId, EventKind::Loaded),
    (UIA_MenuClosedEventId, EventKind::MenuClosed),
    (UIA_Invoke_InvokedEventId, EventKind::Invoked),
    (UIA_SelectionItem_ElementSelectedEventId, EventKind::Selection),
    (UIA_Selection_InvalidatedEventId, EventKind::Selection),
    (UIA_Text_TextSelectionChangedEventId, EventKind::TextSelection),
    (UIA_Text_TextChangedEventId, EventKind::Text),
    (UIA_Window_WindowOpenedEventId, EventKind::WindowOpened),
    (UIA_Window_WindowClosedEventId, EventKind::WindowClosed),
    (UIA_LiveRegionChangedEventId, EventKind::LiveRegion),
];

/// The receiver of the events of a window, or of the focus. Its methods return at once: they read what came with the event,
/// and call nobody.
#[implement(
    IUIAutomationEventHandler,
    IUIAutomationStructureChangedEventHandler,
    IUIAutomationPropertyChangedEventHandler,
    IUIAutomationFocusChangedEventHandler
)]
pub(crate) struct EventSink {
    pub(crate) window: Option<WindowHandle>,
    pub(crate) connection: u64,
    pub(crate) queue: Arc<EventQueue>,
}

impl EventSink {
    fn push(&self, sender: &Ref<'_, IUIAutomationElement>, kind: EventKind) {
        let runtime_id = sender.as_ref().and_then(|sender| identity_of(sender).ok()).unwrap_or_default();
        self.queue.push(self.connection, UiEvent { window: self.window, runtime_id, kind });
    }
}

impl IUIAutomationEventHandler_Impl for EventSink_Impl {
    fn HandleAutomationEvent(
        &self,
        sender: Ref<'_, IUIAutomationElement>,
        event: UIA_EVENT_ID,
    ) -> ComResult<()> {
        if let Some((_, kind)) = EVENTS.iter().find(|(known, _)| *known == event) {
            self.push(&sender, *kind);
        }
        Ok(())
    }
}

impl IUIAutomationStructureChangedEventHandler_Impl for EventSink_Impl {
    fn HandleStructureChangedEvent(
        &self,
        sender: Ref<'_, IUIAutomationElement>,
        _: StructureChangeType,
        _: *const SAFEARRAY,
    ) -> ComResult<()> {
        self.push(&sender, EventKind::Structure);
        Ok(())
    }
}

impl IUIAutomationPropertyChangedEventHandler_Impl for EventSink_Impl {
    fn HandlePropertyChangedEvent(
        &self,
        sender: Ref<'_, IUIAutomationElement>,
        property: UIA_PROPERTY_ID,
        _: &VARIANT,
    ) -> ComResult<()> {
        if let Some(property) = Property::of(property.0) {
            self.push(&sender, EventKind::Property(property));
        }
        Ok(())
    }
}

impl IUIAutomationFocusChangedEventHandler_Impl for EventSink_Impl {
    fn HandleFocusChangedEvent(&self, sender: Ref<'_, IUIAutomationElement>) -> ComResult<()> {
        self.push(&sender, EventKind::Focus);
        Ok(())
    }
}
