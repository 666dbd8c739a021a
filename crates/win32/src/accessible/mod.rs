//! Reads the controls of a window by Microsoft Active Accessibility, and does what they offer.
#![expect(unsafe_code, reason = "calls Windows")]

mod apartment;
mod inner_windows;
mod memory;
mod plain;
mod reading_crew;
mod system_facts;
mod variant;

use crate::abandonable::abandonable;
use crate::control_class::ControlClass;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::frame::Frame;
use crate::hwnd::Hwnd;
use crate::messages::{CheckState, Delivery, answers, check_state, delivery_of};
use crate::roles::{is_visible, role_of, states_of};
use crate::window_list;
use apartment::Apartment;
use deskpilot_core::{Rect, Role, State, States};
use inner_windows::InnerWindow;
pub use memory::ControlMemory;
use std::collections::HashMap;
use variant::{number_in, object_in, of_number};
use windows::Win32::Foundation::{HWND, LRESULT, WPARAM};
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::{
    AccessibleChildren, AccessibleObjectFromWindow, IAccessible, ObjectFromLresult, UiaHasServerSideProvider,
    WindowFromAccessibleObject,
};
use windows::Win32::UI::WindowsAndMessaging::{CHILDID_SELF, GA_PARENT, GetAncestor, OBJID_CLIENT};
use windows::core::{BSTR, Interface};

/// How many controls of a window to read.
const MOST_CONTROLS: usize = 5000;
/// How many children of one object to ask for.
const MOST_CHILDREN: usize = 1000;
/// How deep objects without a window are inside of one another at most.
const MOST_LEVELS: usize = 32;
/// The client area as the number that Windows' functions take.
const CLIENT: u32 = OBJID_CLIENT.0.cast_unsigned();
const SELF: i32 = CHILDID_SELF.cast_signed();

/// A control of a window as its accessible object describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessibleControl {
    /// The window that it is, or in which it is drawn.
    pub hwnd: Hwnd,
    /// The places of the objects that lead to it from that window's object, each among its siblings; empty for the window's own.
    pub path: Vec<u32>,
    /// The control that it is in, by its index in the same list.
    pub parent: Option<usize>,
    /// What it is.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// Its value. Never that of a control that hides what is typed.
    pub value: Option<String>,
    /// Its states.
    pub states: States,
    /// Where it is on the desktop.
    pub rect: Rect,
    /// What happens when its default action is done, in the program's words.
    pub default_action: Option<String>,
}

/// The visible controls of a window, each after the one that it is in. The first one is the window itself.
///
/// Windows inside of the window are asked each for itself, so that one that does not describe itself costs only its own part, and
/// several at once, because each answer is a way there and back. Of standard controls that are left to Windows, the system tells most.
pub fn read_window(window: Hwnd, deadline: Deadline) -> Result<Vec<AccessibleControl>, Win32Error> {
    read_window_again(window, &ControlMemory::default(), deadline)
}

/// The same where the last look at the window may have left something in this memory. Of standard controls that were left to Windows
/// then, and of which the system says what it said then, each one is asked in every eighth look whether it still is so.
pub fn read_window_again(
    window: Hwnd,
    memory: &ControlMemory,
    deadline: Deadline,
) -> Result<Vec<AccessibleControl>, Win32Error> {
    answers(window, deadline)?;
    let memory = memory.clone();
    abandonable(deadline, move || reading_crew::read(window, &memory, deadline))
}

/// The window around a window.
fn parent_of(window: Hwnd) -> Option<Hwnd> {
    // SAFETY: takes a number and returns one.
    Hwnd::of(unsafe { GetAncestor(window.native(), GA_PARENT) })
}

/// Does what a control offers as its default action, such as a press of a button. What it opens may stay open, and the action
/// is pending then.
pub fn do_default_action(control: &AccessibleControl, deadline: Deadline) -> Result<Delivery, Win32Error> {
    let done = with_object(control, deadline, |object, child| {
        // SAFETY: the object is alive and its thread has an apartment, in which `with_object` is.
        unsafe { object.accDoDefaultAction(&of_number(child)) }
            .map_err(|error| Win32Error::of_result("accDoDefaultAction", &error))
    });
    delivery_of(control.hwnd, done)
}

/// Replaces the value of a control.
pub fn set_value(control: &AccessibleControl, value: &str, deadline: Deadline) -> Result<(), Win32Error> {
    let value = value.to_owned();
    with_object(control, deadline, move |object, child| {
        // SAFETY: as in `do_default_action`.
        unsafe { object.put_accValue(&of_number(child), &BSTR::from(&value)) }
            .map_err(|error| Win32Error::of_result("put_accValue", &error))
    })
}

/// Finds the object of a control again, and calls with it and with the number of its child.
fn with_object(
    control: &AccessibleControl,
    deadline: Deadline,
    call: impl FnOnce(&IAccessible, i32) -> Result<(), Win32Error> + Send + 'static,
) -> Result<(), Win32Error> {
    answers(control.hwnd, deadline)?;
    let control = control.clone();
    abandonable(deadline, move || {
        let _apartment = Apartment::enter()?;
        let (object, child) = find_again(&control)?;
        call(&object, child)
    })
}

/// The object of a control and the number of its child, if both are still what they were.
fn find_again(control: &AccessibleControl) -> Result<(IAccessible, i32), Win32Error> {
    let mut object = object_of(control.hwnd)?;
    let mut child = SELF;
    for place in &control.path {
        let next = children_of(&object).into_iter().nth(*place as usize).ok_or(Win32Error::Gone)?;
        match next {
            Child::Object(inside) => object = inside,
            Child::Part(number) => child = number,
        }
    }
    let class = window_list::control_class_of(control.hwnd)?;
    let role = role_of(role_number(&object, child), &class);
    let name = text(name_of(&object, child)).unwrap_or_default();
    let is_same = role == control.role && name == control.name;
    is_same.then_some((object, child)).ok_or(Win32Error::Gone)
}

/// What is inside of an accessible object.
enum Child {
    /// An object of its own.
    Object(IAccessible),
    /// A part that the same object describes, by its number.
    Part(i32),
}

struct Reading<'a> {
    frame: Frame,
    deadline: Deadline,
    controls: Vec<AccessibleControl>,
    /// How many windows are directly inside of each window, hidden ones too.
    windows_inside: &'a HashMap<Hwnd, usize>,
}

/// An object without the controls that are in it, and where it is.
struct Place<'a> {
    hwnd: Hwnd,
    class: &'a ControlClass,
    path: Vec<u32>,
    parent: Option<usize>,
}

impl Reading<'_> {
    fn window(&mut self, window: &InnerWindow, object: &IAccessible) {
        let InnerWindow { hwnd, class, .. } = window;
        let place = Place { hwnd: *hwnd, class, path: Vec::new(), parent: None };
        let mut control = self.control(object, SELF, &place);
        if class.is_disabled() {
            control.states = control.states.without([State::Enabled].into_iter().collect());
        }
        // Not every object of a check box says whether it is checked.
        let is_checked = matches!(control.role, Role::CheckBox | Role::RadioButton | Role::ToggleButton)
            && class.standard().is_some()
            && check_state(*hwnd, self.deadline) == Ok(CheckState::Checked);
        if is_checked {
            control.states = control.states.with(State::Checked);
        }
        self.controls.push(control);
        if !self.has_only_windows(object, *hwnd) {
            self.inside(object, &place, self.controls.len() - 1);
        }
    }

    /// Whether all that is inside of an object are windows, as far as their number and the first and the last of them say. To ask
    /// them all takes as long as to read them.
    fn has_only_windows(&self, object: &IAccessible, hwnd: Hwnd) -> bool {
        let Some(windows) = self.windows_inside.get(&hwnd).copied() else { return false };
        // SAFETY: as in `control`.
        let count =
            usize::try_from(unsafe { object.accChildCount() }.unwrap_or_default()).unwrap_or_default();
        let is_window = |place: usize| match children_at(object, place, 1).pop() {
            Some(Child::Object(inside)) => window_of(&inside).is_some_and(|it| it != hwnd),
            Some(Child::Part(_)) | None => false,
        };
        count == windows && is_window(0) && is_window(count - 1)
    }

    /// Reads what is inside of an object and is no window of its own.
    fn inside(&mut self, object: &IAccessible, of: &Place<'_>, parent: usize) {
        if of.path.len() >= MOST_LEVELS {
            return;
        }
        for (place, child) in (0..).zip(children_of(object)) {
            if self.controls.len() >= MOST_CONTROLS || self.deadline.millis_left().is_err() {
                return;
            }
            let path = [&of.path[..], &[place]].concat();
            let place = Place { path, parent: Some(parent), ..*of };
            match child {
                Child::Part(number) if is_shown(object, number) => {
                    let control = self.control(object, number, &place);
                    self.controls.push(control);
                }
                // Windows inside of the window are read by themselves.
                Child::Object(inside) if window_of(&inside) == Some(of.hwnd) && is_shown(&inside, SELF) => {
                    let control = self.control(&inside, SELF, &place);
                    self.controls.push(control);
                    self.inside(&inside, &place, self.controls.len() - 1);
                }
                _ => {}
            }
        }
    }

    fn control(&self, object: &IAccessible, child: i32, place: &Place<'_>) -> AccessibleControl {
        let role = role_of(role_number(object, child), place.class);
        let states = states_of(state_number(object, child), role, place.class);
        let is_secret = states.has(State::Protected);
        let number = of_number(child);
        // SAFETY: the object is alive and its thread has an apartment, in which `read_window` is; so it is in the calls below.
        let (value, default_action) = unsafe {
            let value = (!is_secret).then(|| object.get_accValue(&number));
            (value, object.get_accDefaultAction(&number))
        };
        AccessibleControl {
            hwnd: place.hwnd,
            path: place.path.clone(),
            parent: place.parent,
            role,
            name: text(name_of(object, child)).unwrap_or_default(),
            value: value.and_then(text),
            states,
            rect: self.rect_of(object, child),
            default_action: text(default_action),
        }
    }

    /// Empty where the object does not know it.
    fn rect_of(&self, object: &IAccessible, child: i32) -> Rect {
        let [mut left, mut top, mut width, mut height] = [0; 4];
        // SAFETY: as in `control`; the pointers are to numbers of ours.
        let located =
            unsafe { object.accLocation(&mut left, &mut top, &mut width, &mut height, &of_number(child)) };
        match located {
            Ok(()) => {
                let (right, bottom) = (left.saturating_add(width), top.saturating_add(height));
                self.frame.rect_on_desktop(left, top, right, bottom)
            }
            Err(_) => Rect::default(),
        }
    }
}

/// The object of a window's client area.
fn object_of(window: Hwnd) -> Result<IAccessible, Win32Error> {
    let mut object = std::ptr::null_mut();
    // SAFETY: `object` is a pointer of ours; on success it is a new reference to the interface that the identifier names.
    unsafe {
        AccessibleObjectFromWindow(window.native(), CLIENT, &IAccessible::IID, &raw mut object)
            .map_err(|error| Win32Error::of_result("AccessibleObjectFromWindow", &error))?;
        if object.is_null() {
            return Err(Win32Error::Gone);
        }
        Ok(IAccessible::from_raw(object))
    }
}

/// Whether a window describes itself by UI Automation, which Windows has as accessible objects too.
fn has_ui_automation(window: Hwnd) -> bool {
    // SAFETY: takes a number and returns one.
    unsafe { UiaHasServerSideProvider(window.native()) }.as_bool()
}

/// The object for which a window's answer stands.
fn object_of_answer(answer: isize) -> Result<IAccessible, Win32Error> {
    let mut object = std::ptr::null_mut();
    // SAFETY: the answer is to a question without flags and is used once; the rest is as in `object_of`.
    unsafe {
        ObjectFromLresult(LRESULT(answer), &IAccessible::IID, WPARAM(0), &raw mut object)
            .map_err(|error| Win32Error::of_result("ObjectFromLresult", &error))?;
        if object.is_null() {
            return Err(Win32Error::Gone);
        }
        Ok(IAccessible::from_raw(object))
    }
}

/// What is inside of an object; nothing where it does not say.
fn children_of(object: &IAccessible) -> Vec<Child> {
    // SAFETY: as in `Reading::control`.
    let count = usize::try_from(unsafe { object.accChildCount() }.unwrap_or_default()).unwrap_or_default();
    children_at(object, 0, count.min(MOST_CHILDREN))
}

/// So many of what is inside of an object, from this place on.
fn children_at(object: &IAccessible, place: usize, count: usize) -> Vec<Child> {
    let (mut found, mut filled) = (vec![VARIANT::default(); count], 0);
    let Ok(place) = i32::try_from(place) else { return Vec::new() };
    if found.is_empty() {
        return Vec::new();
    }
    // SAFETY: as in `children_of`. The function fills as many of the empty variants as the slice has, and says how many.
    if unsafe { AccessibleChildren(object, place, &mut found, &raw mut filled) }.is_err() {
        return Vec::new();
    }
    found.truncate(usize::try_from(filled).unwrap_or_default());
    found.iter().filter_map(|variant| child_in(object, variant)).collect()
}

fn child_in(object: &IAccessible, variant: &VARIANT) -> Option<Child> {
    if let Some(inside) = object_in(variant) {
        return inside.cast().ok().map(Child::Object);
    }
    let number = number_in(variant)?;
    // A number may stand for an object of its own.
    // SAFETY: as in `Reading::control`. An object that does not exist is an error.
    let inside = unsafe { object.get_accChild(&of_number(number)) }.ok();
    let inside = inside.and_then(|it| it.cast::<IAccessible>().ok());
    Some(inside.map_or(Child::Part(number), Child::Object))
}

fn window_of(object: &IAccessible) -> Option<Hwnd> {
    let mut window = HWND::default();
    // SAFETY: as in `Reading::control`; the pointer is to a handle of ours.
    unsafe { WindowFromAccessibleObject(object, Some(&raw mut window)) }.ok()?;
    Hwnd::of(window)
}

fn is_shown(object: &IAccessible, child: i32) -> bool {
    is_visible(state_number(object, child))
}

/// The role of an object; zero, which is no role, where it has one in words.
fn role_number(object: &IAccessible, child: i32) -> u32 {
    // SAFETY: as in `Reading::control`.
    let role = unsafe { object.get_accRole(&of_number(child)) };
    role.ok().as_ref().and_then(number_in).unwrap_or_default().cast_unsigned()
}

fn state_number(object: &IAccessible, child: i32) -> u32 {
    // SAFETY: as in `Reading::control`.
    let state = unsafe { object.get_accState(&of_number(child)) };
    state.ok().as_ref().and_then(number_in).unwrap_or_default().cast_unsigned()
}

fn name_of(object: &IAccessible, child: i32) -> windows::core::Result<BSTR> {
    // SAFETY: as in `Reading::control`.
    unsafe { object.get_accName(&of_number(child)) }
}

/// A text that is there and not empty.
fn text(read: windows::core::Result<BSTR>) -> Option<String> {
    read.ok().map(|it| it.to_string()).filter(|it| !it.is_empty())
}
