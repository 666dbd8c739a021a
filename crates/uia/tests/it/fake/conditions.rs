//! Conditions, cache requests and the walker of the fake.

use super::Value;
use super::element;
use super::stubs::{rest_of_cache_request, rest_of_tree_walker};
use super::world::{Held, World, nothing};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use windows::Win32::UI::Accessibility::*;
use windows_core::{Interface, Ref, Result as ComResult, implement};

/// A condition: the control view, or the identity of an element.
#[implement(IUIAutomationCondition)]
pub(crate) struct FakeCondition {
    pub(crate) id: Option<Vec<i32>>,
    _held: Held,
}

impl IUIAutomationCondition_Impl for FakeCondition_Impl {}

pub(crate) fn condition(world: &Arc<World>, id: Option<Vec<i32>>) -> IUIAutomationCondition {
    FakeCondition { id, _held: Held::new(world) }.into()
}

/// A cache request.
#[implement(IUIAutomationCacheRequest)]
pub(crate) struct FakeCacheRequest {
    pub(crate) properties: RefCell<Vec<i32>>,
    pub(crate) scope: Cell<TreeScope>,
    pub(crate) filter: RefCell<Option<IUIAutomationCondition>>,
    held: Held,
}

pub(crate) fn cache_request(world: &Arc<World>) -> IUIAutomationCacheRequest {
    let held = Held::new(world);
    let (properties, filter) = (RefCell::default(), RefCell::default());
    FakeCacheRequest { properties, scope: Cell::new(TreeScope_Element), filter, held }.into()
}

/// The request behind an interface.
pub(crate) fn request<'a>(
    of: &'a Ref<'_, IUIAutomationCacheRequest>,
) -> ComResult<&'a FakeCacheRequest_Impl> {
    // SAFETY: the fake has no other request, and its objects know what they are.
    of.ok()?.cast_object_ref::<FakeCacheRequest>()
}

impl IUIAutomationCacheRequest_Impl for FakeCacheRequest_Impl {
    fn AddProperty(&self, property: UIA_PROPERTY_ID) -> ComResult<()> {
        self.held.world().local("AddProperty")?;
        self.properties.borrow_mut().push(property.0);
        Ok(())
    }

    fn SetTreeScope(&self, scope: TreeScope) -> ComResult<()> {
        self.held.world().local("SetTreeScope")?;
        self.scope.set(scope);
        Ok(())
    }

    fn SetTreeFilter(&self, filter: Ref<'_, IUIAutomationCondition>) -> ComResult<()> {
        self.held.world().local("SetTreeFilter")?;
        *self.filter.borrow_mut() = filter.cloned();
        Ok(())
    }

    fn SetAutomationElementMode(&self, _: AutomationElementMode) -> ComResult<()> {
        self.held.world().local("SetAutomationElementMode")
    }

    rest_of_cache_request!();
}

/// The walker over the control view.
#[implement(IUIAutomationTreeWalker)]
struct FakeTreeWalker(Held);

pub(crate) fn tree_walker(world: &Arc<World>) -> IUIAutomationTreeWalker {
    FakeTreeWalker(Held::new(world)).into()
}

impl IUIAutomationTreeWalker_Impl for FakeTreeWalker_Impl {
    fn GetParentElementBuildCache(
        &self,
        of: Ref<'_, IUIAutomationElement>,
        cache: Ref<'_, IUIAutomationCacheRequest>,
    ) -> ComResult<IUIAutomationElement> {
        let node = element::node_of(&of)?;
        self.0.world().call("GetParentElementBuildCache", Some(node))?;
        let parent = self.0.world().state().nodes[node].parent;
        parent.map_or_else(nothing, |parent| element::cached(self.0.world(), parent, request(&cache)?))
    }

    rest_of_tree_walker!();
}

/// The identity that a value holds.
pub(crate) fn id_of(value: &windows::Win32::System::Variant::VARIANT) -> Option<Vec<i32>> {
    use windows::Win32::System::Ole::{SafeArrayGetElement, SafeArrayGetUBound};
    // SAFETY: Deskpilot sends an array of integers, from 0, as the test of values shows.
    unsafe {
        let array = value.Anonymous.Anonymous.Anonymous.parray;
        let last = SafeArrayGetUBound(array, 1).ok()?;
        let mut numbers = vec![0; (last + 1) as usize];
        for (index, number) in (0i32..).zip(&mut numbers) {
            SafeArrayGetElement(array, &raw const index, (&raw mut *number).cast()).ok()?;
        }
        Some(numbers)
    }
}

/// Whether a control has this identity.
pub(crate) fn has_id(world: &World, node: usize, id: &[i32]) -> bool {
    let property = deskpilot_uia::Property::RuntimeId.id();
    world.state().nodes[node].properties.get(&property) == Some(&Value::Integers(id.to_vec()))
}
