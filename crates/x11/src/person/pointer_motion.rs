//! Tells deliberate pointer movement from sensor noise and a bumped table. Pure.

use std::collections::VecDeque;

/// How far the pointer must go, in pixels, to count as moved. A mouse sensor wavers by a pixel or two; a bumped table
/// moves the pointer by less than ten and back; a hand moves it a hundred pixels within a tenth of a second.
const FAR: f64 = 12.0;
/// Within how many milliseconds.
const WITHIN: u32 = 300;

/// The recent movements of a pointer.
#[derive(Debug, Default)]
pub(super) struct PointerMotion {
    moves: VecDeque<(u32, (f64, f64))>,
}

impl PointerMotion {
    /// Records a movement in pixels at a server time in milliseconds, which wraps around after 49 days; returns whether
    /// the pointer has moved far.
    pub(super) fn record(&mut self, at: u32, by: (f64, f64)) -> bool {
        self.moves.retain(|(then, _)| at.wrapping_sub(*then) <= WITHIN);
        self.moves.push_back((at, by));
        let (x, y) = self.moves.iter().fold((0.0, 0.0), |(x, y), (_, by)| (x + by.0, y + by.1));
        let is_far = x.hypot(y) >= FAR;
        if is_far {
            self.moves.clear();
        }
        is_far
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_goes_far_in_a_short_time_is_a_hand() {
        let waver = [(0, (1.0, 0.0)), (40, (-2.0, 1.0)), (80, (1.0, -1.0)), (120, (2.0, 0.0))];
        let bump = [(0, (5.0, 3.0)), (20, (4.0, 2.0)), (50, (-6.0, -4.0)), (80, (-3.0, -1.0))];
        let creep = [(0, (5.0, 0.0)), (200, (5.0, 0.0)), (400, (5.0, 0.0)), (600, (5.0, 0.0))];
        let hand = [(0, (3.0, 3.0)), (10, (3.0, 3.0)), (20, (3.0, 3.0)), (30, (0.0, 0.0))];
        let around_midnight = [(u32::MAX - 5, (8.0, 0.0)), (5, (8.0, 0.0))];
        for (what, moves, expected) in [
            ("a sensor", &waver[..], 0),
            ("a table", &bump, 0),
            ("a slow drift", &creep, 0),
            ("a hand", &hand, 1),
            ("a leap", &[(0, (0.0, -40.0))], 1),
            ("the clock starts at zero again", &around_midnight, 1),
        ] {
            let mut pointer_motion = PointerMotion::default();
            let noticed = moves.iter().filter(|(at, by)| pointer_motion.record(*at, *by)).count();
            assert_eq!(noticed, expected, "{what}");
        }
    }
}
