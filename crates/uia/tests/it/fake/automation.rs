//! The root of the fake: elements by window, point and focus, and who listens to events.

use super::Value;
use super::conditions::{cache_request, condition, id_of, request, tree_walker};
use super::element::{bare, cached, node_of};
use super::stubs::rest_of_automation;
use super::world::{EventListener, Held, Listener, World, error, nothing};
use deskpilot_uia::Property;
use std::slice;
use std::sync::Arc;
use windows::Win32::Foundation::{E_INVALIDARG, HWND, POINT, RECT};
use windows::Win32::System::Com::SAFEARRAY;
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::*;
use windows_core::{BOOL, BSTR, IUnknown, Ref, Result as ComResult, implement};

/// The fake itself, and its number.
#[implement(IUIAutomation)]
struct FakeAutomation(Held, usize);

pub(crate) fn automation(world: &Arc<World>) -> IUIAutomation {
    world.state().connections += 1;
    let number = world.state().connections;
    FakeAutomation(Held::new(world), number).into()
}

impl FakeAutomation_Impl {
    fn world(&self) -> &Arc<World> {
        self.0.world()
    }

    fn root(&self, window: HWND) -> ComResult<usize> {
        let root = self.world().state().windows.get(&window.0.addr()).copied();
        root.ok_or_else(|| error(UIA_E_ELEMENTNOTAVAILABLE))
    }

    fn add(&self, root: Option<usize>, handler: EventListener) -> ComResult<()> {
        self.world().state().listeners.push(Listener { owner: self.1, root, handler });
        Ok(())
    }

    /// Removes the handlers of a window, or of all, that were added here.
    fn remove(&self, root: Option<usize>, is_it: impl Fn(&EventListener) -> bool) -> ComResult<()> {
        let is_it = |it: &mut Listener| {
            it.owner == self.1 && (root.is_none() || it.root == root) && is_it(&it.handler)
        };
        // They are dropped after the lock: their end may ask the fake.
        let removed: Vec<_> = self.world().state().listeners.extract_if(.., is_it).collect();
        drop(removed);
        Ok(())
    }

    /// The topmost control at a point: the last one in tree order.
    fn at(&self, point: POINT) -> Option<usize> {
        let state = self.world().state();
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        let is_there =
            |node: &usize| match state.nodes[*node].properties.get(&Property::BoundingRectangle.id()) {
                Some(Value::Numbers(sides)) => {
                    x >= sides[0] && y >= sides[1] && x < sides[0] + sides[2] && y < sides[1] + sides[3]
                }
                _ => false,
            };
        (0..state.nodes.len()).rev().find(is_there)
    }
}

impl IUIAutomation_Impl for FakeAutomation_Impl {
    fn GetRootElement(&self) -> ComResult<IUIAutomationElement> {
        nothing()
    }

    fn ElementFromHandle(&self, window: HWND) -> ComResult<IUIAutomationElement> {
        let root = self.root(window)?;
        self.world().call("ElementFromHandle", Some(root))?;
        Ok(bare(self.world(), root))
    }

    fn ElementFromHandleBuildCache(
        &self,
        window: HWND,
        cache: Ref<'_, IUIAutomationCacheRequest>,
    ) -> ComResult<IUIAutomationElement> {
        let root = self.root(window)?;
        self.world().call("ElementFromHandleBuildCache", Some(root))?;
        cached(self.world(), root, request(&cache)?)
    }

    fn ElementFromPointBuildCache(
        &self,
        point: &POINT,
        cache: Ref<'_, IUIAutomationCacheRequest>,
    ) -> ComResult<IUIAutomationElement> {
        self.world().call("ElementFromPointBuildCache", None)?;
        self.at(*point).map_or_else(nothing, |node| cached(self.world(), node, request(&cache)?))
    }

    fn GetFocusedElementBuildCache(
        &self,
        cache: Ref<'_, IUIAutomationCacheRequest>,
    ) -> ComResult<IUIAutomationElement> {
        self.world().call("GetFocusedElementBuildCache", None)?;
        let focus = self.world().state().focus;
        focus.map_or_else(nothing, |node| cached(self.world(), node, request(&cache)?))
    }

    fn ControlViewWalker(&self) -> ComResult<IUIAutomationTreeWalker> {
        self.world().local("ControlViewWalker")?;
        Ok(tree_walker(self.world()))
    }

    fn ControlViewCondition(&self) -> ComResult<IUIAutomationCondition> {
        self.world().local("ControlViewCondition")?;
        Ok(condition(self.world(), None))
    }

    fn CreateCacheRequest(&self) -> ComResult<IUIAutomationCacheRequest> {
        self.world().local("CreateCacheRequest")?;
        Ok(cache_request(self.world()))
    }

    fn CreatePropertyCondition(
        &self,
        property: UIA_PROPERTY_ID,
        value: &VARIANT,
    ) -> ComResult<IUIAutomationCondition> {
        self.world().local("CreatePropertyCondition")?;
        match id_of(value) {
            Some(id) if property.0 == Property::RuntimeId.id() => Ok(condition(self.world(), Some(id))),
            _ => Err(error(E_INVALIDARG.0.cast_unsigned())),
        }
    }

    fn AddAutomationEventHandler(
        &self,
        event: UIA_EVENT_ID,
        element: Ref<'_, IUIAutomationElement>,
        _: TreeScope,
        _: Ref<'_, IUIAutomationCacheRequest>,
        handler: Ref<'_, IUIAutomationEventHandler>,
    ) -> ComResult<()> {
        let root = node_of(&element)?;
        self.world().call("AddAutomationEventHandler", Some(root))?;
        self.add(Some(root), EventListener::Event(event.0, handler.ok()?.clone()))
    }

    fn RemoveAutomationEventHandler(
        &self,
        event: UIA_EVENT_ID,
        element: Ref<'_, IUIAutomationElement>,
        _: Ref<'_, IUIAutomationEventHandler>,
    ) -> ComResult<()> {
        let root = node_of(&element)?;
        self.remove(Some(root), |it| matches!(it, EventListener::Event(id, _) if *id == event.0))
    }

    fn AddPropertyChangedEventHandlerNativeArray(
        &self,
        element: Ref<'_, IUIAutomationElement>,
        _: TreeScope,
        _: Ref<'_, IUIAutomationCacheRequest>,
        handler: Ref<'_, IUIAutomationPropertyChangedEventHandler>,
        properties: *const UIA_PROPERTY_ID,
        count: i32,
    ) -> ComResult<()> {
        let root = node_of(&element)?;
        self.world().call("AddPropertyChangedEventHandlerNativeArray", Some(root))?;
        // SAFETY: the caller passes an array of this length.
        let properties = unsafe { slice::from_raw_parts(properties, count as usize) };
        let properties = properties.iter().map(|it| it.0).collect();
        self.add(Some(root), EventListener::Property(properties, handler.ok()?.clone()))
    }

    fn RemovePropertyChangedEventHandler(
        &self,
        element: Ref<'_, IUIAutomationElement>,
        _: Ref<'_, IUIAutomationPropertyChangedEventHandler>,
    ) -> ComResult<()> {
        let root = node_of(&element)?;
        self.remove(Some(root), |it| matches!(it, EventListener::Property(..)))
    }

    fn AddStructureChangedEventHandler(
        &self,
        element: Ref<'_, IUIAutomationElement>,
        _: TreeScope,
        _: Ref<'_, IUIAutomationCacheRequest>,
        handler: Ref<'_, IUIAutomationStructureChangedEventHandler>,
    ) -> ComResult<()> {
        let root = node_of(&element)?;
        self.world().call("AddStructureChangedEventHandler", Some(root))?;
        self.add(Some(root), EventListener::Structure(handler.ok()?.clone()))
    }

    fn RemoveStructureChangedEventHandler(
        &self,
        element: Ref<'_, IUIAutomationElement>,
        _: Ref<'_, IUIAutomationStructureChangedEventHandler>,
    ) -> ComResult<()> {
        let root = node_of(&element)?;
        self.remove(Some(root), |it| matches!(it, EventListener::Structure(_)))
    }

    fn AddFocusChangedEventHandler(
        &self,
        _: Ref<'_, IUIAutomationCacheRequest>,
        handler: Ref<'_, IUIAutomationFocusChangedEventHandler>,
    ) -> ComResult<()> {
        self.world().call("AddFocusChangedEventHandler", None)?;
        self.add(None, EventListener::Focus(handler.ok()?.clone()))
    }

    fn RemoveAllEventHandlers(&self) -> ComResult<()> {
        self.remove(None, |_| true)
    }

    rest_of_automation!();
}
