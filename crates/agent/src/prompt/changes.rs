//! The section on what changed in the window since the agent's last step.

use super::sections::shortened;
use deskpilot_core::{
    CellAddress, CellRanges, Control, ControlChange, Difference, Provenance, Role, Section, section,
};

/// The most bytes of the section.
const CAP: usize = 1_200;

/// With more new and removed controls than this, the window shows something else, and the section only counts them.
const ANOTHER: usize = 40;

/// The most bytes of a name.
const NAME: usize = 60;

/// More items of one kind than this, such as the cells that came into view, are counted in one line.
const FEW: usize = 6;

/// The changes in the window, the most informative first. Controls that only moved are counted, and so are many items of one
/// kind: most were read for the first time, and are no change of what is in the window.
pub fn changes(difference: &Difference) -> Section {
    let is_move = |changed: &&ControlChange| {
        let (entered, left) = (changed.gained(), changed.lost());
        let stays = changed.name().is_none() && changed.value().is_none();
        stays && entered.iter().chain(left.iter()).next().is_none()
    };
    let (came, went) = (difference.added.len(), difference.removed.len());
    let is_another = came + went > ANOTHER && came > 0 && went > 0;
    let moved = difference.changed.iter().filter(is_move).count();
    let mut telling = Difference {
        changed: difference.changed.iter().filter(|it| !is_move(it)).cloned().collect(),
        ..if is_another { Difference::default() } else { difference.clone() }
    };
    let came_together = counted(&mut telling.added).into_iter().map(|it| format!("+ {it} appeared"));
    let went_together = counted(&mut telling.removed).into_iter().map(|it| format!("- {it} are gone"));
    let counts: Vec<String> = came_together.chain(went_together).collect();
    let mut lines: Vec<String> = telling.lines().collect();
    // Changed controls, listed last, are few and the most informative: move them to the front.
    let changed = telling.changed.len();
    lines.rotate_right(changed);
    lines.splice(changed..changed, counts);
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

/// Takes out the items of which there are many of one kind, and describes each kind: `Cells A5:B17 (26 cells)`.
fn counted(controls: &mut Vec<Control>) -> Vec<String> {
    let mut described = Vec::new();
    for role in [Role::Cell, Role::ListItem, Role::TreeItem] {
        let of_kind: Vec<&str> =
            controls.iter().filter(|it| it.role == role).map(|it| it.name.as_str()).collect();
        if of_kind.len() > FEW {
            let kind = role.name();
            described.push(match cells(&of_kind) {
                Some(cells) => format!("{kind}s {cells}"),
                None => format!("{} {kind}s {}", of_kind.len(), first_and_last(&of_kind)),
            });
            controls.retain(|it| it.role != role);
        }
    }
    described
}

/// The blocks of the cells with these addresses; `None` if one is no address.
fn cells(names: &[&str]) -> Option<CellRanges> {
    let addresses: Option<Vec<CellAddress>> = names.iter().map(|it| CellAddress::parse(it)).collect();
    CellRanges::of(addresses?)
}

fn first_and_last(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [first, .., last] => format!("from {:?} to {:?}", shortened(first, NAME), shortened(last, NAME)),
        [only] => format!("{:?}", shortened(only, NAME)),
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
                "~ Button \"a\": value is \"x\"; checked\n+ Button \"new\"\n- Button \"old\"",
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

    #[test]
    fn items_that_came_into_view_are_counted_by_their_kind() {
        let item = |role, name: &str, value: &str| Control {
            value: Some(value.into()),
            ..fixtures::control(role, name)
        };
        let total = |value| vec![item(Role::Edit, "Total", value)];
        let names =
            ["A", "B"].into_iter().flat_map(|column| (5..18).map(move |row| format!("{column}{row}")));
        let read: Vec<Control> = names.map(|it| item(Role::Cell, &it, "1")).collect();
        let after = || [total("9"), read.clone()].concat();
        for (before, after, expected) in [
            (
                total("8"),
                after(),
                "~ Edit \"Total\": value \"8\" -> \"9\"\n+ Cells A5:B17 (26 cells) appeared",
            ),
            (after(), total("9"), "- Cells A5:B17 (26 cells) are gone"),
            (total("9"), [total("9"), read[..1].to_vec()].concat(), "+ Cell \"A5\""),
        ] {
            assert_eq!(changes(&Difference::between(&before, &after)).text, expected);
        }
        let files: Vec<Control> = (0..9).map(|n| item(Role::ListItem, &format!("{n}.txt"), "")).collect();
        let text = changes(&Difference::between(&[], &files)).text;
        assert_eq!(text, "+ 9 ListItems from \"0.txt\" to \"8.txt\" appeared");
        let scattered: Vec<Control> =
            (1..8).map(|n| item(Role::Cell, &format!("AA{}", n * n), "1")).collect();
        let text = changes(&Difference::between(&[], &scattered)).text;
        assert_eq!(text, "+ Cells AA1, AA4, AA9, AA16, AA25, AA36 and 1 more (7 cells) appeared");
        assert_eq!(cells(&["A1", "row 2"]), None);
    }
}
