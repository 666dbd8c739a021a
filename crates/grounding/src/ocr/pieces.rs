//! Cuts a line where the gap is too wide for a space: two buttons beside one another are two things.

use super::alphabet::Letter;
use deskpilot_core::Rect;

/// A part of a line of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// How sure it is on the average.
    pub(super) confidence: f32,
    /// Where it begins and ends, in shares of the line's width.
    pub(super) from: f32,
    pub(super) to: f32,
}

/// How far the middle of a letter is from the middle of the next where the line is cut: in heights of the line, and in
/// the usual distances of its letters. Both must be exceeded; letters around a space are two usual distances apart.
const HEIGHTS: f32 = 0.8;
const LETTERS: f32 = 2.8;

/// How far a piece reaches beyond the middle of its last letter.
const EDGE: f32 = 0.35;

/// The pieces of a line that was recognised in as many moments, and is as many times as wide as it is high.
pub(super) fn pieces(letters: &[Letter<'_>], moments: usize, wide: f32) -> Vec<Piece> {
    let middle = |letter: &Letter<'_>| (letter.moment as f32 + 0.5) / moments.max(1) as f32;
    let drawn: Vec<usize> = (0..letters.len()).filter(|at| !letters[*at].text.trim().is_empty()).collect();
    let gap = gap(&drawn.iter().map(|at| middle(&letters[*at]) * wide).collect::<Vec<_>>());
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in drawn {
        let is_next = |last: usize| (middle(&letters[at]) - middle(&letters[last])) * wide <= gap;
        match runs.last_mut().filter(|(_, last)| is_next(*last)) {
            Some((_, last)) => *last = at,
            None => runs.push((at, at)),
        }
    }
    let edge = EDGE / wide.max(f32::MIN_POSITIVE);
    let count = runs.len();
    let piece = |(order, (first, last)): (usize, (usize, usize))| {
        let run = &letters[first..=last];
        let sure: f32 = run.iter().map(|letter| letter.confidence).sum();
        Piece {
            text: run.iter().map(|letter| letter.text).collect(),
            confidence: sure / run.len() as f32,
            // The ends of the line are known better than where its letters are.
            from: if order == 0 { 0.0 } else { (middle(&letters[first]) - edge).max(0.0) },
            to: if order + 1 == count { 1.0 } else { (middle(&letters[last]) + edge).min(1.0) },
        }
    };
    runs.into_iter().enumerate().map(piece).collect()
}

/// From which distance on neighbouring letters are of two pieces.
fn gap(middles: &[f32]) -> f32 {
    let mut distances: Vec<f32> = middles.windows(2).map(|pair| pair[1] - pair[0]).collect();
    distances.sort_by(f32::total_cmp);
    // Among few letters the gap itself may be in the middle; the nearer half of them tells what is usual.
    let usual = distances.get(distances.len().saturating_sub(1) / 2).copied().unwrap_or(0.0);
    HEIGHTS.max(LETTERS * usual)
}

impl Piece {
    /// The part of the line's rectangle that it takes up.
    pub(super) fn placed(&self, line: Rect) -> Rect {
        let along = |share: f32| (share * line.width as f32).round() as i32;
        let (left, right) = (along(self.from), along(self.to));
        Rect { x: line.x + left, width: (right - left).max(1).unsigned_abs(), ..line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(line: &str) -> Vec<Letter<'_>> {
        let drawn = line.char_indices().filter(|(_, it)| *it != '.');
        drawn
            .map(|(at, it)| Letter { text: &line[at..at + it.len_utf8()], moment: at, confidence: 0.9 })
            .collect()
    }

    /// One letter for each moment, dots for none; four moments are as long as the line is high.
    fn cut(line: &str) -> Vec<(String, f32, f32)> {
        let pieces = pieces(&letters(line), line.len(), line.len() as f32 / 4.0);
        pieces.into_iter().map(|it| (it.text, it.from, it.to)).collect()
    }

    #[test]
    fn a_line_is_cut_at_wide_gaps_only() {
        let whole = |text: &str| vec![(text.to_owned(), 0.0, 1.0)];
        assert_eq!(cut("ab cd"), whole("ab cd"));
        assert_eq!(cut(" a. c"), whole("a c"));
        assert_eq!(cut("...."), []);
        assert_eq!(cut("a..b..c. ..d..e"), whole("abc de"), "large letters");
        let two = cut("ab... ...cd.");
        assert_eq!(two.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(), ["ab", "cd"]);
        assert!(two[0].1 == 0.0 && (0.1..0.35).contains(&two[0].2), "{two:?}");
        assert!((0.55..0.8).contains(&two[1].1) && two[1].2 == 1.0, "{two:?}");
        assert_eq!(cut("ab.....cd").len(), 2, "without a space between");
    }

    #[test]
    fn a_piece_has_its_part_of_the_line() {
        let piece = Piece { text: String::new(), confidence: 1.0, from: 0.25, to: 0.75 };
        assert_eq!(piece.placed(Rect::new(100, 7, 40, 9)), Rect::new(110, 7, 20, 9));
    }
}
