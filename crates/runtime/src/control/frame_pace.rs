//! How fast and how well frames are sent to one viewer, by how soon it says that it has drawn them. Pure.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// The most frames that are under way to a viewer who says what it has drawn.
const UNDER_WAY: usize = 2;

/// Until when a frame is drawn by a viewer who keeps up.
const SOON: Duration = Duration::from_millis(200);

/// From when on a viewer is far behind.
const LATE: Duration = Duration::from_millis(600);

/// After how many frames in a row that were drawn earlier than its quality asks for a viewer gets a better one.
const BETTER_AFTER: u32 = 5;

/// How much of a screen its frames keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FrameQuality {
    /// The viewer is far behind.
    Coarse,
    /// The viewer is behind.
    Medium,
    /// The viewer keeps up.
    Fine,
    /// Every pixel is as it is.
    Lossless,
}

/// How fast and how well frames are sent to one viewer. One who never says what it has drawn gets all of them, without loss.
#[derive(Debug)]
pub(crate) struct FramePace {
    quality: FrameQuality,
    /// The frames that the viewer has not drawn yet, by number, with the time when each was sent.
    under_way: VecDeque<(u32, Instant)>,
    /// How many frames in a row would have been soon enough for a better quality.
    early: u32,
}

impl FramePace {
    /// The pace for a viewer, who begins with this quality.
    pub(crate) const fn beginning_with(quality: FrameQuality) -> FramePace {
        FramePace { quality, under_way: VecDeque::new(), early: 0 }
    }

    /// The quality of the next frame.
    pub(crate) const fn quality(&self) -> FrameQuality {
        self.quality
    }

    /// Whether a frame can be sent now.
    pub(crate) fn has_room(&self) -> bool {
        self.quality == FrameQuality::Lossless || self.under_way.len() < UNDER_WAY
    }

    /// Knows of a frame that was sent.
    pub(crate) fn sent(&mut self, number: u32, now: Instant) {
        if self.quality != FrameQuality::Lossless {
            self.under_way.push_back((number, now));
        }
    }

    /// Knows that the viewer has drawn the frames up to this number.
    pub(crate) fn drawn(&mut self, number: u32, now: Instant) {
        // The viewer says for the first time what it has drawn, and so accepts frames with loss.
        if self.quality == FrameQuality::Lossless {
            self.quality = FrameQuality::Fine;
        }
        while let Some((_, sent)) = self.under_way.pop_front_if(|(known, _)| *known <= number) {
            self.took(now.saturating_duration_since(sent));
        }
    }

    fn took(&mut self, time: Duration) {
        let fitting = match time {
            it if it < SOON => FrameQuality::Fine,
            it if it < LATE => FrameQuality::Medium,
            _ => FrameQuality::Coarse,
        };
        self.early = if fitting > self.quality { self.early + 1 } else { 0 };
        if fitting < self.quality {
            self.quality = fitting;
        } else if self.early >= BETTER_AFTER {
            (self.quality, self.early) = (self.quality.better(), 0);
        }
    }
}

impl FrameQuality {
    const fn better(self) -> FrameQuality {
        match self {
            FrameQuality::Coarse => FrameQuality::Medium,
            FrameQuality::Medium | FrameQuality::Fine => FrameQuality::Fine,
            FrameQuality::Lossless => FrameQuality::Lossless,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends frames one after the other, each of which is drawn after this many milliseconds.
    fn qualities(pace: &mut FramePace, began: Instant, times: &[u64]) -> Vec<FrameQuality> {
        let of = |(number, millis): (u32, &u64)| {
            pace.sent(number, began);
            pace.drawn(number, began + Duration::from_millis(*millis));
            pace.quality()
        };
        (1..).zip(times).map(of).collect()
    }

    #[test]
    fn a_viewer_who_draws_late_gets_less_at_once_and_more_again_after_several_early_ones() {
        let mut pace = FramePace::beginning_with(FrameQuality::Fine);
        let (fine, medium, coarse) = (FrameQuality::Fine, FrameQuality::Medium, FrameQuality::Coarse);
        let found = qualities(
            &mut pace,
            Instant::now(),
            &[20, 300, 900, 20, 20, 20, 20, 20, 300, 20, 20, 20, 20, 20],
        );
        let expected = [
            fine, medium, coarse, coarse, coarse, coarse, coarse, medium, medium, medium, medium, medium,
            medium, fine,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_viewer_who_is_behind_gets_no_frame_before_it_has_drawn_one() {
        let (mut pace, now) = (FramePace::beginning_with(FrameQuality::Fine), Instant::now());
        pace.sent(1, now);
        assert!(pace.has_room());
        pace.sent(2, now);
        assert!(!pace.has_room());
        pace.drawn(1, now);
        assert!(pace.has_room());
        pace.sent(3, now);
        assert!(!pace.has_room());
        pace.drawn(3, now);
        assert!(pace.has_room() && pace.under_way.is_empty());
    }

    #[test]
    fn a_viewer_who_never_says_what_it_has_drawn_gets_every_frame_without_loss() {
        let (mut pace, now) = (FramePace::beginning_with(FrameQuality::Lossless), Instant::now());
        for number in 1..50 {
            pace.sent(number, now);
            assert!(pace.has_room());
        }
        assert_eq!(pace.quality(), FrameQuality::Lossless);
        pace.drawn(50, now);
        assert_eq!(pace.quality(), FrameQuality::Fine);
    }
}
