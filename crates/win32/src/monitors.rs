//! The monitors with their scale, and the awareness by which Windows counts physical pixels for us.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::error::Win32Error;
use crate::frame::Frame;
use crate::utf16::text_of;
use deskpilot_core::{Monitor, Rect};
use windows::Win32::Foundation::{LPARAM, RECT};
use windows::Win32::Graphics::Gdi::{
    EnumDisplayMonitors, GetMonitorInfoW, HDC, HMONITOR, MONITORINFO, MONITORINFOEXW,
};
use windows::Win32::UI::HiDpi::{
    AreDpiAwarenessContextsEqual, DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, GetDpiForMonitor,
    GetThreadDpiAwarenessContext, MDT_EFFECTIVE_DPI, SetProcessDpiAwarenessContext,
};
use windows::Win32::UI::WindowsAndMessaging::{
    GetSystemMetrics, MONITORINFOF_PRIMARY, SM_CXVIRTUALSCREEN, SM_CYVIRTUALSCREEN, SM_XVIRTUALSCREEN,
    SM_YVIRTUALSCREEN,
};
use windows::core::BOOL;

/// The dots per inch of a monitor whose scale is 100 %.
const UNSCALED: u32 = 96;

/// A monitor, and how large its user wants things there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaledMonitor {
    /// The monitor.
    pub monitor: Monitor,
    /// Its scale in per cent.
    pub percent: u32,
}

/// Makes every coordinate of this process a physical pixel. Called once, before anything else of this crate; later calls only
/// check that it is so.
pub fn use_physical_pixels() -> Result<(), Win32Error> {
    let wanted = DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2;
    // SAFETY: takes a constant and reads nothing of ours.
    if unsafe { SetProcessDpiAwarenessContext(wanted) }.is_ok() {
        return Ok(());
    }
    // It can be set once, and a manifest may have set it.
    // SAFETY: both take and return constants.
    let is_set = unsafe { AreDpiAwarenessContextsEqual(GetThreadDpiAwarenessContext(), wanted) };
    let otherwise = || Win32Error::Cannot("Windows scales the coordinates of this process".into());
    is_set.as_bool().then_some(()).ok_or_else(otherwise)
}

/// Where all monitors together are now.
pub fn frame() -> Frame {
    // SAFETY: reads a number that the system keeps.
    let metric = |which| unsafe { GetSystemMetrics(which) };
    let side = |which| metric(which).max(0).unsigned_abs();
    let screen = Rect::new(
        metric(SM_XVIRTUALSCREEN),
        metric(SM_YVIRTUALSCREEN),
        side(SM_CXVIRTUALSCREEN),
        side(SM_CYVIRTUALSCREEN),
    );
    Frame::of_virtual_screen(screen)
}

/// The monitors of the desktop, the primary one first.
pub fn monitors() -> Result<Vec<ScaledMonitor>, Win32Error> {
    let mut handles: Vec<HMONITOR> = Vec::new();
    let list = LPARAM(std::ptr::from_mut(&mut handles).expose_provenance().cast_signed());
    // SAFETY: the callback runs only during this call, on this thread, and `handles` outlives the call.
    unsafe { EnumDisplayMonitors(None, None, Some(collect), list) }
        .ok()
        .map_err(|error| Win32Error::of_result("EnumDisplayMonitors", &error))?;
    let frame = frame();
    // A monitor that was unplugged meanwhile has no data any more.
    let mut monitors: Vec<_> = handles.into_iter().filter_map(|handle| data_of(handle, frame)).collect();
    monitors.sort_by_key(|it| !it.monitor.primary);
    Ok(monitors)
}

/// Adds a monitor to the list that the last argument points to.
unsafe extern "system" fn collect(monitor: HMONITOR, _: HDC, _: *mut RECT, list: LPARAM) -> BOOL {
    let list: *mut Vec<HMONITOR> = std::ptr::with_exposed_provenance_mut(list.0.cast_unsigned());
    // SAFETY: `monitors` gave the address of its list, which lives and is used by nobody else until the enumeration ends.
    unsafe { (*list).push(monitor) };
    true.into()
}

fn data_of(handle: HMONITOR, frame: Frame) -> Option<ScaledMonitor> {
    let mut data = MONITORINFOEXW::default();
    data.monitorInfo.cbSize = u32::try_from(size_of::<MONITORINFOEXW>()).ok()?;
    let whole: *mut MONITORINFO = std::ptr::from_mut(&mut data).cast();
    // SAFETY: `cbSize` says that the larger structure follows, which is what the pointer points to.
    unsafe { GetMonitorInfoW(handle, whole) }.ok().ok()?;
    let mut dots = [UNSCALED; 2];
    let [x, y] = &mut dots;
    // An error leaves the monitor unscaled.
    // SAFETY: both pointers are to numbers of ours.
    let _ = unsafe { GetDpiForMonitor(handle, MDT_EFFECTIVE_DPI, x, y) };
    let rect = data.monitorInfo.rcMonitor;
    let monitor = Monitor {
        name: text_of(&data.szDevice).trim_start_matches(r"\\.\").to_owned(),
        rect: frame.rect_on_desktop(rect.left, rect.top, rect.right, rect.bottom),
        primary: data.monitorInfo.dwFlags & MONITORINFOF_PRIMARY != 0,
    };
    Some(ScaledMonitor { monitor, percent: dots[0] * 100 / UNSCALED })
}
