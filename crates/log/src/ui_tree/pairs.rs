//! Matches the children of two nodes. Pure.

use super::UiNode;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The index pairs of matching children, both ascending; children that changed order count as removed and
/// added. Nodes match by the platform's identifier; without one by role and name, then by role and order.
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

/// Pairs children with equal keys in order, and removes them from the remaining ones.
fn same<K: Eq + Hash>(
    before: &[UiNode],
    after: &[UiNode],
    was: &mut Vec<usize>,
    is: &mut Vec<usize>,
    key: impl Fn(&UiNode) -> Option<K>,
) -> Vec<(usize, usize)> {
    let mut places: HashMap<K, Vec<usize>> = HashMap::new();
    // Backwards, because `pop` takes the last one: so equal children pair in their order.
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
    let paired: HashSet<usize> = found.iter().map(|(partner, _)| *partner).collect();
    was.retain(|place| !paired.contains(place));
    found
}

/// The largest subset of the pairs, ordered by first index, whose second indices ascend too.
fn ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The usual algorithm for the longest increasing subsequence.
    // For each length, the end of the sequence of that length with the lowest last index; for each pair, its
    // predecessor.
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
