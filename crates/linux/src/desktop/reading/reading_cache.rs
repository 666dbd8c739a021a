//! Keeps the last reading of an application without a mirror, as long as the application sends no event and draws nothing.

use crate::desktop::windows::open_windows::WindowScene;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{KnownSheet, TreeSnapshot};
use deskpilot_core::{Rect, WindowId};
use deskpilot_desktop::{Budget, Image};
use deskpilot_x11::DamageWatch;
use std::time::Duration;
use tokio::time::Instant;

/// The longest time to keep a reading: applications drop nodes that nobody has requested for 15 s.
const KEPT: Duration = Duration::from_secs(5);

/// The longest time between two requests for the cells of a sheet: applications drop cells that nobody requests, too.
const ASKED: Duration = Duration::from_secs(8);

/// The last reading, and the watch that reports when its application draws.
#[derive(Debug, Default)]
pub(in crate::desktop) struct KeptReadings {
    pub(in crate::desktop) last: Option<Box<KeptReading>>,
    pub(in crate::desktop) drawing: Option<WindowDrawing>,
    pub(in crate::desktop) sheets: Option<KeptSheets>,
    /// The window that was read last, if it showed no sheet: no picture of it is needed before the next reading.
    pub(in crate::desktop) without_sheet: Option<WindowId>,
}

/// A reading, and what its application had sent and drawn by then.
#[derive(Debug)]
pub(in crate::desktop) struct KeptReading {
    pub(in crate::desktop) window: WindowId,
    pub(in crate::desktop) scene: WindowScene,
    pub(in crate::desktop) group: WindowGroup,
    pub(in crate::desktop) snapshot: TreeSnapshot,
    pub(in crate::desktop) controls: usize,
    pub(in crate::desktop) activity: Activity,
    pub(in crate::desktop) at: Instant,
}

/// The cells of the sheets in a window, and what the window looked like right before they were read.
#[derive(Debug)]
pub(in crate::desktop) struct KeptSheets {
    pub(in crate::desktop) window: WindowId,
    pub(in crate::desktop) picture: Image,
    pub(in crate::desktop) sheets: Vec<KnownSheet>,
    /// When the reader last requested all of the cells.
    pub(in crate::desktop) asked: Instant,
}

/// A window before it is read.
#[derive(Debug)]
pub(in crate::desktop) struct SheetsBefore {
    pub(in crate::desktop) picture: Image,
    /// The cells that look as they did when they were read.
    pub(in crate::desktop) known: Vec<KnownSheet>,
    /// When the reader last requested all cells, if some are known.
    pub(in crate::desktop) asked: Option<Instant>,
}

/// The watch of one program's windows.
#[derive(Debug)]
pub(in crate::desktop) struct WindowDrawing {
    pub(in crate::desktop) windows: Vec<u32>,
    pub(in crate::desktop) watch: DamageWatch,
}

/// How many events an application has sent, and how often it has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desktop) struct Activity {
    pub(in crate::desktop) events: u64,
    pub(in crate::desktop) drawings: u64,
}

impl KeptSheets {
    /// Whether the cells of this window may be known still.
    pub(in crate::desktop) fn answers(&self, id: WindowId) -> bool {
        self.window == id && self.asked.elapsed() < ASKED
    }

    /// The cells that look in this picture as they did when they were read.
    pub(in crate::desktop) fn looking_like(&self, now: &Image) -> Vec<KnownSheet> {
        let was = &self.picture;
        if was.rect() != now.rect() {
            return Vec::new();
        }
        let mut sheets = self.sheets.clone();
        sheets.iter_mut().for_each(|it| it.retain_rows(|row| looks_same(was, now, row)));
        sheets.retain(|it| !it.is_empty());
        sheets
    }
}

/// Whether two pictures of the same place have the same pixels in this rectangle of the desktop.
fn looks_same(was: &Image, now: &Image, rect: Rect) -> bool {
    let rect = rect.intersection(was.rect());
    let width = was.size.width as usize;
    let at = |value: i32| usize::try_from(value).unwrap_or(0);
    let (left, top) = (at(rect.x - was.origin.x), at(rect.y - was.origin.y));
    (top..top + rect.height as usize).all(|y| {
        let begin = 3 * (y * width + left);
        let line = begin..begin + 3 * rect.width as usize;
        was.rgb.get(line.clone()) == now.rgb.get(line)
    })
}

impl KeptReading {
    /// Whether a look at this window with this budget would read the same nodes.
    pub(in crate::desktop) fn answers(&self, id: WindowId, budget: Budget) -> bool {
        self.window == id && self.controls == budget.controls && self.at.elapsed() < KEPT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Point, Size};

    #[test]
    fn a_row_looks_the_same_where_no_pixel_of_it_differs() {
        let was = Image::filled(Size { width: 40, height: 30 }, Point { x: 100, y: 50 }, [9; 3]);
        let mut now = was.clone();
        // The pixel at 105,60 of the desktop.
        now.rgb[3 * (10 * 40 + 5)] = 0;
        for (rect, expected) in [
            (Rect::new(100, 50, 40, 10), true),
            (Rect::new(100, 60, 40, 1), false),
            (Rect::new(105, 60, 1, 1), false),
            (Rect::new(106, 60, 34, 20), true),
            (Rect::new(0, 0, 500, 500), false),
            (Rect::new(100, 61, 500, 500), true),
        ] {
            assert_eq!(looks_same(&was, &now, rect), expected, "{rect:?}");
        }
    }
}
