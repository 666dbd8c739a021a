//! The section on what changed in the window since the agent's last step.

use deskpilot_core::{ControlChange, Difference, Provenance, Section, section};

/// The most bytes of the section.
const CAP: usize = 1_200;

/// With more new and removed controls than this, the window shows something else, and the section only counts them.
const ANOTHER: usize = 40;

/// The changes in the window, the most informative first. Controls that only moved are counted.
pub(crate) fn changes(difference: &Difference) -> Section {
    let is_move = |changed: &&ControlChange| {
        let (entered, left) = (changed.gained(), changed.lost());
        let stays = changed.name().is_none() && changed.value().is_none();
        stays && entered.iter().chain(left.iter()).next().is_none()
    };
    let (came, went) = (difference.added.len(), difference.removed.len());
    let is_another = came + went > ANOTHER && came > 0 && went > 0;
    let moved = difference.changed.iter().filter(is_move).count();
    let telling = Difference {
        changed: difference.changed.iter().filter(|it| !is_move(it)).cloned().collect(),
        ..if is_another { Difference::default() } else { difference.clone() }
    };
    let mut lines: Vec<String> = telling.lines().collect();
    // Changed controls, listed last, are few and the most informative: move them to the front.
    let changed = telling.changed.len();
    lines.rotate_right(changed);
    let all = lines.len();
    let mut used = 0;
    lines.retain(|line| {
        used += line.len() + 1;
        used <= CAP
    });
    let cut = all - lines.len();
    lines.extend((cut > 0).then(|| format!("… {cut} more differ")));
    lines.extend(is_another.then(|| format!("… {came} came and {went} are gone: see control_information")));
    lines.extend((moved > 0).then(|| format!("… {moved} moved")));
    if lines.is_empty() {
        lines.push("nothing that was read differs".into());
    }
    Section {
        name: section::CHANGES.to_owned(),
        provenance: Provenance::Screen,
        text: lines.join("\n"),
        cut: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use deskpilot_core::{Control, Rect, Role, State, States};

    fn control(name: &str, value: Option<&str>, x: i32, states: &[State]) -> Control {
        Control {
            value: value.map(str::to_owned),
            states: states.iter().copied().collect::<States>(),
            rect: Rect::new(x, 0, 9, 9),
            ..fixtures::control(Role::Button, name)
        }
    }

    #[test]
    fn what_changed_comes_first_and_what_moved_is_counted() {
        let plain = |name: &str, x| control(name, None, x, &[]);
        let many = || (0..100).map(|n| plain(&format!("Row {n:03}"), 0)).collect::<Vec<_>>();
        for (before, after, expected) in [
            (vec![plain("a", 0)], vec![plain("a", 0)], "nothing that was read differs"),
            (vec![plain("a", 0), plain("b", 0)], vec![plain("a", 9), plain("b", 9)], "… 2 moved"),
            (
                vec![plain("a", 0), plain("old", 0)],
                vec![control("a", Some("x"), 0, &[State::Checked]), plain("new", 0)],
                "~ Button \"a\": value nothing -> \"x\"; checked\n+ Button \"new\"\n- Button \"old\"",
            ),
        ] {
            assert_eq!(changes(&Difference::between(&before, &after)).text, expected);
        }
        let section = changes(&Difference::between(&[], &many()));
        assert!(section.text.len() <= CAP + 40, "{}", section.text);
        assert!(section.text.ends_with(" more differ"), "{}", section.text);
        let page = (0..50).map(|n| plain(&format!("Item {n}"), 0)).collect::<Vec<_>>();
        let section = changes(&Difference::between(&page, &many()));
        assert_eq!(section.text, "… 100 came and 50 are gone: see control_information");
    }
}
