//! Elements of the fake: what was sent with them is read here, everything else asks their application.

use super::Value;
use super::conditions::{FakeCacheRequest_Impl, FakeCondition, has_id, request};
use super::patterns;
use super::stubs::rest_of_element;
use super::world::{Held, World, error, nothing};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;
use windows::Win32::Foundation::{E_INVALIDARG, HWND, POINT, RECT};
use windows::Win32::System::Com::SAFEARRAY;
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::*;
use windows_core::{BOOL, BSTR, GUID, IUnknown, Interface, Ref, Result as ComResult, implement};

/// What was sent with an element.
#[derive(Default)]
struct Sent {
    properties: HashMap<i32, Option<Value>>,
    children: Option<Vec<IUIAutomationElement>>,
}

/// An element.
#[implement(IUIAutomationElement)]
pub(crate) struct FakeElement {
    node: usize,
    sent: Sent,
    held: Held,
}

/// The elements below another one.
#[implement(IUIAutomationElementArray)]
struct FakeElementArray(Vec<IUIAutomationElement>, Held);

/// An element with nothing sent along.
pub(crate) fn bare(world: &Arc<World>, node: usize) -> IUIAutomationElement {
    FakeElement { node, sent: Sent::default(), held: Held::new(world) }.into()
}

/// Elements with nothing sent along.
pub(crate) fn bare_all(world: &Arc<World>, nodes: &[usize]) -> IUIAutomationElementArray {
    FakeElementArray(nodes.iter().map(|it| bare(world, *it)).collect(), Held::new(world)).into()
}

/// An element with what a request asks for.
pub(crate) fn cached(
    world: &Arc<World>,
    node: usize,
    request: &FakeCacheRequest_Impl,
) -> ComResult<IUIAutomationElement> {
    if request.filter.borrow().is_none() {
        return Err(error(E_INVALIDARG.0.cast_unsigned()));
    }
    let with_children = request.scope.get() == TreeScope_Subtree;
    Ok(send(world, node, &request.properties.borrow(), with_children))
}

fn send(world: &Arc<World>, node: usize, asked: &[i32], with_children: bool) -> IUIAutomationElement {
    let known = world.state().nodes[node].clone();
    let properties = asked.iter().map(|id| (*id, known.properties.get(id).cloned())).collect();
    let below = || {
        let state = world.state();
        let is_found = |it: &usize| state.nodes[*it].exists && state.nodes[*it].is_in_tree;
        known.children.iter().copied().filter(is_found).collect::<Vec<_>>()
    };
    let children = with_children.then(below);
    let children = children.map(|it| it.into_iter().map(|it| send(world, it, asked, true)).collect());
    FakeElement { node, sent: Sent { properties, children }, held: Held::new(world) }.into()
}

/// The control of an element.
pub(crate) fn node_of(element: &Ref<'_, IUIAutomationElement>) -> ComResult<usize> {
    Ok(element.ok()?.cast_object_ref::<FakeElement>()?.node)
}

impl FakeElement_Impl {
    fn world(&self) -> &Arc<World> {
        self.held.world()
    }
}

impl IUIAutomationElement_Impl for FakeElement_Impl {
    fn SetFocus(&self) -> ComResult<()> {
        self.world().call("SetFocus", Some(self.node))?;
        self.world().log(self.node, "focus");
        Ok(())
    }

    fn FindFirstBuildCache(
        &self,
        _: TreeScope,
        condition: Ref<'_, IUIAutomationCondition>,
        cache: Ref<'_, IUIAutomationCacheRequest>,
    ) -> ComResult<IUIAutomationElement> {
        self.world().call("FindFirstBuildCache", Some(self.node))?;
        let condition = condition.ok()?.cast_object_ref::<FakeCondition>()?;
        let is_it = |node: &usize| condition.id.as_ref().is_some_and(|id| has_id(self.world(), *node, id));
        let found = self.world().subtree(self.node).into_iter().find(is_it);
        found.map_or_else(nothing, |node| cached(self.world(), node, request(&cache)?))
    }

    fn BuildUpdatedCache(
        &self,
        cache: Ref<'_, IUIAutomationCacheRequest>,
    ) -> ComResult<IUIAutomationElement> {
        self.world().call("BuildUpdatedCache", Some(self.node))?;
        cached(self.world(), self.node, request(&cache)?)
    }

    fn GetCachedPropertyValue(&self, property: UIA_PROPERTY_ID) -> ComResult<VARIANT> {
        self.world().local("GetCachedPropertyValue")?;
        if self.world().state().vanishing.contains(&self.node) {
            return Err(error(UIA_E_ELEMENTNOTAVAILABLE));
        }
        self.world().state().read.push((self.node, property.0));
        match self.sent.properties.get(&property.0) {
            Some(value) => {
                let value = self.world().distorted(value.clone());
                Ok(value.map(|value| value.variant()).unwrap_or_default())
            }
            None => Err(error(E_INVALIDARG.0.cast_unsigned())),
        }
    }

    fn GetCurrentPatternAs(
        &self,
        pattern: UIA_PATTERN_ID,
        interface: *const GUID,
        object: *mut *mut c_void,
    ) -> ComResult<()> {
        self.world().call("GetCurrentPatternAs", Some(self.node))?;
        if !self.world().state().nodes[self.node].patterns.contains(&pattern.0) {
            // Success with nothing: the element does not have it.
            return Ok(());
        }
        let found = patterns::pattern(self.world(), self.node);
        // SAFETY: the caller passes an identity and room for a pointer.
        unsafe { found.query(interface, object).ok() }
    }

    fn GetCachedChildren(&self) -> ComResult<IUIAutomationElementArray> {
        self.world().local("GetCachedChildren")?;
        match &self.sent.children {
            Some(children) if children.is_empty() => nothing(),
            Some(children) => Ok(FakeElementArray(children.clone(), Held::new(self.world())).into()),
            None => Err(error(E_INVALIDARG.0.cast_unsigned())),
        }
    }

    rest_of_element!();
}

impl IUIAutomationElementArray_Impl for FakeElementArray_Impl {
    fn Length(&self) -> ComResult<i32> {
        self.1.world().local("Length")?;
        Ok(self.0.len() as i32)
    }

    fn GetElement(&self, index: i32) -> ComResult<IUIAutomationElement> {
        self.1.world().local("GetElement")?;
        let element = usize::try_from(index).ok().and_then(|index| self.0.get(index).cloned());
        element.ok_or_else(|| error(E_INVALIDARG.0.cast_unsigned()))
    }
}

/// The sender of an event, with its identity sent along.
pub(crate) fn sender(world: &Arc<World>, node: usize) -> IUIAutomationElement {
    send(world, node, &[deskpilot_uia::Property::RuntimeId.id()], false)
}
