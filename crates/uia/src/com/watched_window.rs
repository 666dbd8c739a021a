//! A window whose events are received.

use crate::com::event_sink::{EVENTS, EventSink};
use crate::com::results::called;
use crate::protocol::error::CallError;
use crate::protocol::node::WindowHandle;
use crate::protocol::property::Property;
use windows::Win32::UI::Accessibility::{
    IUIAutomation, IUIAutomationCacheRequest, IUIAutomationElement, IUIAutomationEventHandler,
    IUIAutomationPropertyChangedEventHandler, IUIAutomationStructureChangedEventHandler, TreeScope_Subtree,
    UIA_PROPERTY_ID,
};
use windows_core::ComObject;

/// The properties whose changes are events: what a look at a control would show.
const WATCHED: &[Property] = &[
    Property::Name,
    Property::IsEnabled,
    Property::IsOffscreen,
    Property::Value,
    Property::ValueIsReadOnly,
    Property::RangeValue,
    Property::ExpandCollapseState,
    Property::IsSelected,
    Property::ToggleState,
];

/// A window whose events are received.
pub(crate) struct WatchedWindow {
    pub(crate) window: WindowHandle,
    root: IUIAutomationElement,
    events: IUIAutomationEventHandler,
    structure: IUIAutomationStructureChangedEventHandler,
    properties: IUIAutomationPropertyChangedEventHandler,
}

impl WatchedWindow {
    /// Receives the events of a window, whose root this is, from now on.
    pub(crate) fn begin(
        uia: &IUIAutomation,
        window: WindowHandle,
        root: IUIAutomationElement,
        identity: &IUIAutomationCacheRequest,
        sink: EventSink,
    ) -> Result<WatchedWindow, CallError> {
        let sink = ComObject::new(sink);
        let watched = WatchedWindow {
            window,
            root,
            events: sink.to_interface(),
            structure: sink.to_interface(),
            properties: sink.to_interface(),
        };
        let begun = watched.add(uia, identity);
        // Some of its handlers may be there already.
        if begun.is_err() {
            watched.end(uia);
        }
        begun.map(|()| watched)
    }

    fn add(&self, uia: &IUIAutomation, identity: &IUIAutomationCacheRequest) -> Result<(), CallError> {
        let properties: Vec<_> = WATCHED.iter().map(|it| UIA_PROPERTY_ID(it.id())).collect();
        let (root, scope) = (&self.root, TreeScope_Subtree);
        // SAFETY: calls of COM on the thread of the connection; UI Automation counts its references to the sink.
        unsafe {
            called(uia.AddStructureChangedEventHandler(root, scope, identity, &self.structure))?;
            called(uia.AddPropertyChangedEventHandlerNativeArray(
                root,
                scope,
                identity,
                &self.properties,
                &properties,
            ))?;
            for (event, _) in EVENTS {
                match called(uia.AddAutomationEventHandler(*event, root, scope, identity, &self.events)) {
                    Ok(()) => {}
                    // An older UI Automation does not know the event.
                    Err(error) if error.is_of_value() => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Receives them no longer. What cannot be removed has gone with its window.
    pub(crate) fn end(&self, uia: &IUIAutomation) {
        // SAFETY: as above.
        unsafe {
            let _ = uia.RemoveStructureChangedEventHandler(&self.root, &self.structure);
            let _ = uia.RemovePropertyChangedEventHandler(&self.root, &self.properties);
            for (event, _) in EVENTS {
                let _ = uia.RemoveAutomationEventHandler(*event, &self.root, &self.events);
            }
        }
    }
}
