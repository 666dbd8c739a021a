//! The keys that press the controls of an application, as it reports them with their first action.
//!
//! Toolkits write them differently. GTK 3 and LibreOffice: `s;<Alt>f:s;<Control>s`, the letter in the open menu, the way
//! through the menus, and the accelerator; `<Alt>r;;` for a button. Qt: `Alt+R` or `Ctrl+S`.

use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::Interface;
use crate::reading::cached_nodes::CachedNodes;
use crate::reading::omissions::Omissions;
use crate::reading::tree::request_all;
use deskpilot_core::{Chord, Key, Role, parse_keys, policy::KeyBinding};
use std::sync::Arc;

/// The most controls to ask for their keys.
const MOST: usize = 2000;

/// The controls of an application that keys press. Those of closed menus too, where the application lists them.
///
/// Makes one call for all nodes and one for each item of a menu and each button, so that the answer should be kept.
pub async fn key_bindings(caller: Caller<'_>, application: &Arc<str>) -> Result<Vec<KeyBinding>, CallError> {
    let mut cached_nodes = CachedNodes::default();
    match caller.cached(application).await {
        Ok(items) => cached_nodes.take_in(items),
        // Without a cache, each node would have to be asked whether it has keys.
        Err(CallError::Unknown(_)) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    }
    let nodes = cached_nodes
        .known()
        .filter(|(_, facts)| may_have_keys(facts.kind()) && facts.offers(Interface::Action));
    let nodes: Vec<NodeRef> = nodes.map(|(node, _)| node.clone()).take(MOST).collect();
    let mut omissions = Omissions::default();
    let ask = |node: NodeRef| async move { caller.key_binding(&node).await };
    let answers = request_all(nodes, ask, &mut omissions).await?;
    let bindings = answers.into_iter().filter_map(|(node, keys)| {
        let facts = cached_nodes.facts(&node)?;
        let [mnemonic, accelerator] = chords(&keys);
        let is_any = mnemonic.is_some() || accelerator.is_some();
        let name = facts.name.trim().to_owned();
        is_any.then(|| KeyBinding { role: facts.kind(), name, mnemonic, accelerator })
    });
    Ok(bindings.collect())
}

/// Whether keys press such a control.
const fn may_have_keys(role: Role) -> bool {
    matches!(
        role,
        Role::Button | Role::CheckBox | Role::Menu | Role::MenuItem | Role::RadioButton | Role::ToggleButton
    )
}

/// The mnemonic and the accelerator of a key binding.
fn chords(keys: &str) -> [Option<Chord>; 2] {
    match keys.split(';').collect::<Vec<_>>()[..] {
        [mnemonic, _, accelerator] => [chord(mnemonic), chord(accelerator)],
        [only] => match chord(only) {
            Some(chord) if is_mnemonic(&chord) => [Some(chord), None],
            accelerator => [None, accelerator],
        },
        _ => [None, None],
    }
}

fn is_mnemonic(chord: &Chord) -> bool {
    matches!(chord.key, Key::Char(_)) && chord.held == [deskpilot_core::Modifier::Alt]
}

/// A chord as GTK writes it (`<Control><Shift>s`), or as Qt does (`Ctrl+Shift+S`).
fn chord(text: &str) -> Option<Chord> {
    let text = text.trim();
    let mut letters = text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Some(Chord::plain(Key::Char(letter)));
    }
    match parse_keys(text).ok()?.as_slice() {
        [chord] => Some(chord.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_toolkit_is_read() {
        let shown = |keys: &str| chords(keys).map(|it| it.map_or(String::new(), |it| it.to_string()));
        for (keys, expected) in [
            ("s;<Alt>f:s;<Control>s", ["s", "Control+s"]),
            ("s;<Alt>f:s;<Primary><Shift>s", ["s", "Control+Shift+s"]),
            ("t;<Alt>e:t;Delete", ["t", "Delete"]),
            ("<Alt>r;;", ["Alt+r", ""]),
            ("p;;<Control>Page_Up", ["p", "Control+PageUp"]),
            ("Alt+R", ["Alt+r", ""]),
            ("Ctrl+Shift+Del", ["", "Control+Shift+Delete"]),
            ("F5", ["", "F5"]),
            (";;", ["", ""]),
            ("", ["", ""]),
            ("an unknown thing", ["", ""]),
        ] {
            assert_eq!(shown(keys), expected, "{keys}");
        }
    }
}
