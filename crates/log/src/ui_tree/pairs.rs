//! Which children of two nodes are the same. Pure.

use super::UiNode;
use std::collections::HashMap;
use std::hash::Hash;

/// The pairs of places of the children that are the same, both ascending: those that changed places are told as gone and
/// come. The platform's own name for a node decides; where it gives none, kind and name; then the kind and the order.
pub(super) fn pairs(before: &[UiNode], after: &[UiNode]) -> Vec<(usize, usize)> {
    let mut was: Vec<usize> = (0..before.len()).collect();
    let mut is: Vec<usize> = (0..after.len()).collect();
    let mut found = Vec::new();
    found.extend(same(before, after, &mut was, &mut is, |it| it.node.clone()));
    let nameless = |it: &UiNode| it.node.is_none().then(|| it.control_type.clone());
    found.extend(same(before, after, &mut was, &mut is, |it| Some((nameless(it)?, it.name.clone()))));
    found.extend(same(before, after, &mut was, &mut is, nameless));
    found.sort_unstable();
    ascending(&found)
}

/// Pairs up what has the same key, the first with the first, and takes it out of what is left.
fn same<K: Eq + Hash>(
    before: &[UiNode],
    after: &[UiNode],
    was: &mut Vec<usize>,
    is: &mut Vec<usize>,
    key: impl Fn(&UiNode) -> Option<K>,
) -> Vec<(usize, usize)> {
    let mut places: HashMap<K, Vec<usize>> = HashMap::new();
    for place in was.iter().rev() {
        if let Some(key) = key(&before[*place]) {
            places.entry(key).or_default().push(*place);
        }
    }
    let mut found = Vec::new();
    is.retain(|place| {
        let partner = key(&after[*place]).and_then(|key| places.get_mut(&key)?.pop());
        found.extend(partner.map(|partner| (partner, *place)));
        partner.is_none()
    });
    was.retain(|place| !found.iter().any(|(partner, _)| partner == place));
    found
}

/// The most of these pairs, in the order of the first, whose second ascend too.
fn ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the end of the row of that length that ends lowest, and for each pair the one before it in its row.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < pair.1);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut row: Vec<(usize, usize)> = std::iter::successors(ends.last().copied(), |index| before[*index])
        .map(|index| pairs[index])
        .collect();
    row.reverse();
    row
}
