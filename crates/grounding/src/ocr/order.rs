//! Sorts lines in reading order.

use deskpilot_core::Rect;

/// Sorts lines from top to bottom, and within a row from left to right.
pub(super) fn sort(lines: &mut Vec<Rect>) {
    lines.sort_by_key(|it| (it.center().y, it.x));
    let mut rows: Vec<Vec<Rect>> = Vec::new();
    for line in lines.drain(..) {
        let is_same_row = |row: &&mut Vec<Rect>| {
            row.last().is_some_and(|last| (last.y..last.bottom()).contains(&line.center().y))
        };
        match rows.last_mut().filter(is_same_row) {
            Some(row) => row.push(line),
            None => rows.push(vec![line]),
        }
    }
    for mut row in rows {
        row.sort_by_key(|it| it.x);
        lines.extend(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_from_the_top_and_words_from_the_left() {
        let at = |x, y| Rect::new(x, y, 40, 14);
        let mut lines = vec![at(50, 100), at(100, 2), at(0, 0), at(0, 101), at(50, 1)];
        sort(&mut lines);
        assert_eq!(lines, [at(0, 0), at(50, 1), at(100, 2), at(0, 101), at(50, 100)]);
    }
}
