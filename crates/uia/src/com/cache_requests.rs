//! What UI Automation is asked to send along with elements, so that reading them takes no further calls.

use crate::com::results::called;
use crate::protocol::error::CallError;
use crate::protocol::property::Property;
use windows::Win32::UI::Accessibility::{
    AutomationElementMode_Full, IUIAutomation, IUIAutomationCacheRequest, TreeScope, TreeScope_Element,
    TreeScope_Subtree, UIA_PROPERTY_ID,
};

/// The number of an error that an older UI Automation gives for properties that it does not know.
const INVALID_ARGUMENT: CallError = CallError::Failed(0x8007_0057);

/// The requests of a connection.
pub(crate) struct CacheRequests {
    /// An element and all below it, with every property.
    pub(crate) tree: IUIAutomationCacheRequest,
    /// One element with every property.
    pub(crate) element: IUIAutomationCacheRequest,
    /// One element with its identity.
    pub(crate) identity: IUIAutomationCacheRequest,
}

impl CacheRequests {
    pub(crate) fn new(uia: &IUIAutomation) -> Result<CacheRequests, CallError> {
        Ok(CacheRequests {
            tree: request(uia, TreeScope_Subtree, Property::ALL)?,
            element: request(uia, TreeScope_Element, Property::ALL)?,
            identity: request(uia, TreeScope_Element, &[Property::RuntimeId])?,
        })
    }
}

fn request(
    uia: &IUIAutomation,
    scope: TreeScope,
    properties: &[Property],
) -> Result<IUIAutomationCacheRequest, CallError> {
    // SAFETY: calls of COM on the thread of the connection.
    unsafe {
        let request = called(uia.CreateCacheRequest())?;
        for property in properties {
            match called(request.AddProperty(UIA_PROPERTY_ID(property.id()))) {
                Ok(()) | Err(INVALID_ARGUMENT) => {}
                Err(error) => return Err(error),
            }
        }
        called(request.SetTreeScope(scope))?;
        called(request.SetTreeFilter(&called(uia.ControlViewCondition())?))?;
        called(request.SetAutomationElementMode(AutomationElementMode_Full))?;
        Ok(request)
    }
}
