//! Captures the desktop and windows as images.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::abandonable::abandonable;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::input_desktop::check_input_desktop;
use crate::messages::answers;
use crate::monitors::frame;
use crate::pixels::is_blank;
use crate::toplevel::Toplevel;
use crate::window_list::{rect_of, toplevel};
use deskpilot_core::{Point, Rect, Size};
use deskpilot_desktop::Image;
use deskpilot_desktop::photographer::{ByteOrder, put_rows};
use windows::Win32::Foundation::HWND;
use windows::Win32::Graphics::Gdi::{
    BI_RGB, BITMAPINFO, BITMAPINFOHEADER, BitBlt, CAPTUREBLT, CreateCompatibleDC, CreateDIBSection,
    DIB_RGB_COLORS, DeleteDC, DeleteObject, GdiFlush, GetDC, HBITMAP, HDC, HGDIOBJ, ReleaseDC, SRCCOPY,
    SelectObject,
};
use windows::Win32::Storage::Xps::{PRINT_WINDOW_FLAGS, PrintWindow};
use windows::Win32::UI::WindowsAndMessaging::PW_RENDERFULLCONTENT;

/// The whole desktop on the screen. Fails where that is not ours.
pub fn capture_desktop() -> Result<Image, Win32Error> {
    check_input_desktop()?;
    let size = frame().size();
    capture_rect(Rect::new(0, 0, size.width, size.height))
}

/// What is on the screen in this rectangle, whichever windows those are; the part of it that is on the desktop.
pub fn capture_rect(rect: Rect) -> Result<Image, Win32Error> {
    let frame = frame();
    let size = frame.size();
    let inside = rect.intersection(Rect::new(0, 0, size.width, size.height));
    let canvas = Canvas::new(inside.size())?;
    let corner = frame.on_screen(inside.origin());
    let screen = ScreenContext::open()?;
    let (width, height) = canvas.sides();
    // Layered windows, as menus are, are missing without `CAPTUREBLT`.
    let copied = SRCCOPY | CAPTUREBLT;
    // SAFETY: both contexts are open until the end of this function.
    unsafe { BitBlt(canvas.context, 0, 0, width, height, Some(screen.context), corner.x, corner.y, copied) }
        .map_err(|error| Win32Error::of_result("BitBlt", &error))?;
    Ok(canvas.image(inside.origin()))
}

/// A window as its program draws it for us, even where other windows cover it. [`Win32Error::Blank`] where it draws nothing:
/// then only what is on the screen can be captured.
pub fn capture_window(window: Hwnd, deadline: Deadline) -> Result<Image, Win32Error> {
    answers(window, deadline)?;
    abandonable(deadline, move || print(window))
}

/// A window of a desktop that no screen shows: as its program draws it for us, else what the desktop has of it. [`Win32Error::Blank`]
/// where neither is a picture.
pub fn capture_hidden_window(window: &Toplevel, deadline: Deadline) -> Result<Image, Win32Error> {
    match capture_window(window.hwnd, deadline) {
        Err(Win32Error::Blank) => {
            let image = capture_rect(window.rect)?;
            if is_blank(&image) { Err(Win32Error::Blank) } else { Ok(image) }
        }
        other => other,
    }
}

/// Has the program draw its window, which waits for it, for ever if it hangs.
fn print(window: Hwnd) -> Result<Image, Win32Error> {
    let whole = whole_rect(window)?;
    let canvas = Canvas::new(whole.size())?;
    let flags = PRINT_WINDOW_FLAGS(PW_RENDERFULLCONTENT);
    // SAFETY: the context is open, and its bitmap has the size of the window.
    let drawn = unsafe { PrintWindow(window.native(), canvas.context, flags) };
    let image = canvas.image(whole.origin());
    if !drawn.as_bool() || is_blank(&image) {
        return Err(Win32Error::Blank);
    }
    Ok(part(&image, toplevel(window)?.rect))
}

/// The rectangle that Windows counts to a window, on the desktop.
fn whole_rect(window: Hwnd) -> Result<Rect, Win32Error> {
    let rect = rect_of(window).ok_or(Win32Error::Gone)?;
    Ok(frame().rect_on_desktop(rect.left, rect.top, rect.right, rect.bottom))
}

/// The part of a picture inside this rectangle.
fn part(of: &Image, inside: Rect) -> Image {
    let inside = inside.intersection(of.rect());
    let from = inside.relative_to(of.origin);
    let (row, left) = (3 * of.size.width as usize, 3 * from.x.unsigned_abs() as usize);
    let rows = of.rgb.chunks_exact(row.max(1)).skip(from.y.unsigned_abs() as usize);
    let rows = rows.take(inside.height as usize);
    let rgb = rows.flat_map(|line| &line[left..left + 3 * inside.width as usize]).copied().collect();
    Image { size: inside.size(), origin: inside.origin(), rgb }
}

/// The context of the whole screen.
struct ScreenContext {
    context: HDC,
}

impl ScreenContext {
    fn open() -> Result<ScreenContext, Win32Error> {
        // SAFETY: returns a context that `drop` releases.
        let context = unsafe { GetDC(None) };
        if context.is_invalid() {
            return Err(Win32Error::Cannot("the screen cannot be captured; it may be locked".into()));
        }
        Ok(ScreenContext { context })
    }
}

impl Drop for ScreenContext {
    fn drop(&mut self) {
        // SAFETY: the context is that of `open`, and nobody else releases it.
        let _ = unsafe { ReleaseDC(None::<HWND>, self.context) };
    }
}

/// A bitmap in memory with a context that draws into it.
struct Canvas {
    context: HDC,
    bitmap: HBITMAP,
    /// What was in the context before; it is put back before the context is deleted.
    before: HGDIOBJ,
    pixels: *const u8,
    size: Size,
}

impl Canvas {
    fn new(size: Size) -> Result<Canvas, Win32Error> {
        let side = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
        if size.width == 0 || size.height == 0 {
            return Err(Win32Error::Cannot("nothing of it is on the desktop".into()));
        }
        let header = BITMAPINFOHEADER {
            biSize: u32::try_from(size_of::<BITMAPINFOHEADER>()).unwrap_or_default(),
            biWidth: side(size.width),
            // Negative: the first row is the upper one.
            biHeight: -side(size.height),
            biPlanes: 1,
            biBitCount: 32,
            biCompression: BI_RGB.0,
            ..BITMAPINFOHEADER::default()
        };
        let format = BITMAPINFO { bmiHeader: header, ..BITMAPINFO::default() };
        let mut pixels = std::ptr::null_mut();
        // SAFETY: `format` is complete and `pixels` is a pointer of ours, which then points to the bitmap's memory.
        let bitmap =
            unsafe { CreateDIBSection(None, &raw const format, DIB_RGB_COLORS, &raw mut pixels, None, 0) }
                .map_err(|error| Win32Error::of_result("CreateDIBSection", &error))?;
        // SAFETY: the context and the bitmap are new; `drop` puts back what was selected and deletes both.
        let (context, before) = unsafe {
            let context = CreateCompatibleDC(None);
            (context, SelectObject(context, bitmap.into()))
        };
        Ok(Canvas { context, bitmap, before, pixels: pixels.cast_const().cast(), size })
    }

    fn sides(&self) -> (i32, i32) {
        (self.size.width.cast_signed(), self.size.height.cast_signed())
    }

    /// What was drawn, as a picture whose corner is there.
    fn image(&self, origin: Point) -> Image {
        let bytes = 4 * self.size.width as usize * self.size.height as usize;
        // SAFETY: the bitmap has four bytes a pixel and no padding, lives as long as `self`, and after the flush nothing draws
        // into it any more.
        let pixels = unsafe {
            let _ = GdiFlush();
            std::slice::from_raw_parts(self.pixels, bytes)
        };
        let mut image = Image::filled(self.size, origin, [0; 3]);
        let whole = Rect::new(0, 0, self.size.width, self.size.height);
        put_rows(&mut image, whole, 0, pixels, ByteOrder::BlueFirst);
        image
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        // SAFETY: all three are those of `new`, and nobody else deletes them.
        unsafe {
            SelectObject(self.context, self.before);
            let _ = DeleteDC(self.context);
            let _ = DeleteObject(self.bitmap.into());
        }
    }
}
