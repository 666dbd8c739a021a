//! Tells deliberate movement of the pointer from a bumped table. Pure.

use deskpilot_core::Point;
use std::collections::VecDeque;

/// How far the pointer must go, in pixels, to count as moved: a bumped table moves it by less than ten and back, a hand a hundred
/// within a tenth of a second.
const FAR: f64 = 12.0;
/// Within how many milliseconds.
const WITHIN: u32 = 300;

/// The recent places of the pointer.
#[derive(Debug, Default)]
pub(crate) struct PointerMotion {
    places: VecDeque<(u32, Point)>,
}

impl PointerMotion {
    /// The person moved the pointer to this place, at a time of Windows in milliseconds, which wraps around after 49 days. Returns
    /// whether it has gone far.
    pub(crate) fn moved_to(&mut self, at: u32, place: Point) -> bool {
        self.places.retain(|(then, _)| at.wrapping_sub(*then) <= WITHIN);
        self.places.push_back((at, place));
        let Some((_, first)) = self.places.front() else { return false };
        let by = (f64::from(place.x) - f64::from(first.x)).hypot(f64::from(place.y) - f64::from(first.y));
        let is_far = by >= FAR;
        if is_far {
            self.places.clear();
        }
        is_far
    }

    /// A program moved the pointer to this place, from which the person's next movement starts.
    pub(crate) fn put_at(&mut self, at: u32, place: Point) {
        self.places.clear();
        self.places.push_back((at, place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_goes_far_in_a_short_time_is_a_hand() {
        let waver = [(0, 500, 500), (40, 498, 501), (80, 499, 500), (120, 501, 500)];
        let bump = [(0, 500, 500), (20, 505, 503), (50, 508, 504), (80, 500, 500)];
        let creep = [(0, 500, 500), (400, 509, 500), (800, 518, 500), (1200, 527, 500)];
        let hand = [(0, 500, 500), (10, 505, 505), (20, 510, 510), (30, 511, 511)];
        let around_midnight = [(u32::MAX - 5, 500, 500), (5, 520, 500)];
        for (what, moves, expected) in [
            ("a sensor", &waver[..], 0),
            ("a table", &bump, 0),
            ("a slow drift", &creep, 0),
            ("a hand", &hand, 1),
            ("the clock starts at zero again", &around_midnight, 1),
        ] {
            let mut motion = PointerMotion::default();
            let noticed =
                moves.iter().filter(|(at, x, y)| motion.moved_to(*at, Point { x: *x, y: *y })).count();
            assert_eq!(noticed, expected, "{what}");
        }
    }

    #[test]
    fn where_a_program_put_the_pointer_is_no_movement_of_the_person() {
        let mut motion = PointerMotion::default();
        assert!(!motion.moved_to(0, Point { x: 10, y: 10 }));
        motion.put_at(10, Point { x: 700, y: 400 });
        assert!(!motion.moved_to(20, Point { x: 702, y: 400 }));
        assert!(motion.moved_to(30, Point { x: 715, y: 400 }));
    }
}
