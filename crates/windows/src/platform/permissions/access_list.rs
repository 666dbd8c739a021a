//! What others may do with a file or a folder, by its owner and its access list. Pure.

use super::sid::Sid;
use deskpilot_desktop::FileAccess;
use std::collections::HashMap;

// `FILE_…` and the general rights of winnt.h, written out so that the tests here run without Windows.
const READ_DATA: u32 = 0x1;
/// Writing to a file, or adding a file to a folder.
const WRITE_DATA: u32 = 0x2;
const APPEND_DATA: u32 = 0x4;
/// Removing or renaming what is in a folder.
const DELETE_CHILD: u32 = 0x40;
const DELETE: u32 = 0x1_0000;
const WRITE_ACCESS_LIST: u32 = 0x4_0000;
const WRITE_OWNER: u32 = 0x8_0000;
const GENERIC_ALL: u32 = 0x1000_0000;
const GENERIC_WRITE: u32 = 0x4000_0000;
const GENERIC_READ: u32 = 0x8000_0000;
const ALL: u32 = 0x1f_01ff;

/// An account that may do one of these to a file can change it, or put another one in its place.
const CHANGES_FILE: u32 = WRITE_DATA | APPEND_DATA | DELETE | WRITE_ACCESS_LIST | WRITE_OWNER;
/// The same for what is already in a folder. A user who may only add to it changes nothing that is there.
const CHANGES_FOLDER: u32 = DELETE_CHILD | DELETE | WRITE_ACCESS_LIST | WRITE_OWNER;

/// Kinds of entries.
const ALLOWED: u8 = 0;
const DENIED: u8 = 1;
/// One that holds under a condition.
const ALLOWED_IF: u8 = 9;
/// An entry that is only copied to what is created below.
const INHERIT_ONLY: u8 = 0x8;
/// Bytes before the identifier of an entry.
const ENTRY_HEAD: usize = 8;
/// Bytes before the first entry of a list.
const LIST_HEAD: usize = 8;

/// Whether an entry allows or denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Allow,
    Deny,
}

/// One entry of an access list, for the file itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccessEntry {
    pub(crate) effect: Effect,
    pub(crate) rights: u32,
    pub(crate) sid: Sid,
}

/// Who owns a file, and who may do what with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Security {
    pub(crate) owner: Sid,
    /// `None` where there is no list, which lets everybody do everything.
    pub(crate) entries: Option<Vec<AccessEntry>>,
}

/// What the rights are about: the same number means another thing for a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    File,
    Folder,
}

impl Security {
    /// What others than this user and the administrators of the machine may do.
    pub(crate) fn access_of_others(&self, user: &Sid, place: Place) -> FileAccess {
        if self.owner != *user && !self.owner.is_of_machine() {
            return FileAccess::Own;
        }
        let rights = self.rights_of_others(user);
        let changes = match place {
            Place::File => CHANGES_FILE,
            Place::Folder => CHANGES_FOLDER,
        };
        match rights {
            _ if rights & changes != 0 => FileAccess::Change,
            _ if rights & READ_DATA != 0 => FileAccess::Read,
            _ => FileAccess::Nothing,
        }
    }

    /// Everything that anybody else is allowed. An entry that denies counts for the same identifier, and that of everybody for all.
    fn rights_of_others(&self, user: &Sid) -> u32 {
        // A file without a list is open to everybody.
        let Some(entries) = &self.entries else { return ALL };
        let (mut denied, mut allowed): (HashMap<&Sid, u32>, u32) = (HashMap::new(), 0);
        let everyone = Sid::everyone();
        for entry in entries {
            let rights = specific(entry.rights);
            match entry.effect {
                // Windows reads the entries in their order: a denial holds for those behind it.
                Effect::Deny => *denied.entry(&entry.sid).or_default() |= rights,
                Effect::Allow if is_trusted(&entry.sid, user) => {}
                Effect::Allow => {
                    let of = |sid: &Sid| denied.get(sid).copied().unwrap_or_default();
                    allowed |= rights & !of(&entry.sid) & !of(&everyone);
                }
            }
        }
        allowed
    }
}

/// Whether what an identifier may do is what the user or an administrator may do.
fn is_trusted(sid: &Sid, user: &Sid) -> bool {
    sid == user || sid.is_of_machine() || sid.is_owner()
}

/// The rights for files that general ones stand for.
const fn specific(rights: u32) -> u32 {
    let mut specific = rights;
    if rights & GENERIC_ALL != 0 {
        specific |= ALL;
    }
    if rights & GENERIC_WRITE != 0 {
        specific |= WRITE_DATA | APPEND_DATA;
    }
    if rights & GENERIC_READ != 0 {
        specific |= READ_DATA;
    }
    specific
}

/// Reads an access list as Windows stores it; `None` for anything else. Entries of other kinds allow nothing on files.
pub(crate) fn parse_list(bytes: &[u8]) -> Option<Vec<AccessEntry>> {
    let number = |at: usize| Some(usize::from(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])));
    let (count, mut at) = (number(4)?, LIST_HEAD);
    let mut entries = Vec::new();
    for _ in 0..count {
        let (kind, flags, size) = (*bytes.get(at)?, *bytes.get(at + 1)?, number(at + 2)?);
        let entry = bytes.get(at..at + size)?;
        let effect = match kind {
            ALLOWED | ALLOWED_IF => Some(Effect::Allow),
            DENIED => Some(Effect::Deny),
            _ => None,
        };
        if let Some(effect) = effect.filter(|_| flags & INHERIT_ONLY == 0) {
            let rights = entry.get(4..ENTRY_HEAD)?;
            let rights = u32::from_le_bytes([rights[0], rights[1], rights[2], rights[3]]);
            entries.push(AccessEntry { effect, rights, sid: Sid::parse(&entry[ENTRY_HEAD..])? });
        }
        // An entry without a size would be read for ever.
        at += size.max(ENTRY_HEAD);
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user() -> Sid {
        Sid::new(5, &[21, 7, 7, 7, 1001])
    }

    fn entry(effect: Effect, rights: u32, sid: &Sid) -> AccessEntry {
        AccessEntry { effect, rights, sid: sid.clone() }
    }

    #[test]
    fn the_access_list_says_what_others_may_do() {
        use Effect::{Allow, Deny};
        let (users, authenticated) = (Sid::new(5, &[32, 545]), Sid::new(5, &[11]));
        let (creator, rights_of_owner) = (Sid::new(3, &[0]), Sid::new(3, &[4]));
        let own = || entry(Allow, ALL, &user());
        for (entries, as_file, as_folder) in [
            (
                vec![own(), entry(Allow, ALL, &Sid::system()), entry(Allow, ALL, &Sid::administrators())],
                FileAccess::Nothing,
                FileAccess::Nothing,
            ),
            (
                vec![entry(Allow, ALL, &creator), entry(Allow, ALL, &rights_of_owner)],
                FileAccess::Nothing,
                FileAccess::Nothing,
            ),
            (vec![own(), entry(Allow, 0x12_00a9, &users)], FileAccess::Read, FileAccess::Read),
            (vec![own(), entry(Allow, GENERIC_READ, &Sid::everyone())], FileAccess::Read, FileAccess::Read),
            // Adding a file to a folder changes none that is there.
            (vec![own(), entry(Allow, APPEND_DATA, &authenticated)], FileAccess::Change, FileAccess::Nothing),
            (vec![own(), entry(Allow, GENERIC_WRITE, &users)], FileAccess::Change, FileAccess::Nothing),
            (vec![own(), entry(Allow, DELETE_CHILD, &users)], FileAccess::Nothing, FileAccess::Change),
            (vec![own(), entry(Allow, 0x13_01bf, &users)], FileAccess::Change, FileAccess::Change),
            (vec![own(), entry(Allow, WRITE_ACCESS_LIST, &users)], FileAccess::Change, FileAccess::Change),
            (
                vec![
                    entry(Deny, GENERIC_WRITE | DELETE, &users),
                    entry(Allow, 0x13_01bf & !DELETE_CHILD, &users),
                ],
                FileAccess::Read,
                FileAccess::Read,
            ),
            (
                vec![entry(Deny, GENERIC_ALL, &Sid::everyone()), entry(Allow, ALL, &users)],
                FileAccess::Nothing,
                FileAccess::Nothing,
            ),
            // What denies too late, or to somebody else, takes nothing away.
            (
                vec![entry(Allow, ALL, &users), entry(Deny, ALL, &users)],
                FileAccess::Change,
                FileAccess::Change,
            ),
            (
                vec![entry(Deny, ALL, &authenticated), entry(Allow, ALL, &users)],
                FileAccess::Change,
                FileAccess::Change,
            ),
        ] {
            let security = Security { owner: user(), entries: Some(entries.clone()) };
            assert_eq!(security.access_of_others(&user(), Place::File), as_file, "{entries:?}");
            assert_eq!(security.access_of_others(&user(), Place::Folder), as_folder, "{entries:?}");
        }
    }

    #[test]
    fn the_owner_counts_and_a_file_without_a_list_is_everybodys() {
        let other = Sid::new(5, &[21, 7, 7, 7, 1002]);
        for (owner, entries, access) in [
            (user(), None, FileAccess::Change),
            (other, Some(Vec::new()), FileAccess::Own),
            (Sid::administrators(), Some(Vec::new()), FileAccess::Nothing),
            (Sid::system(), Some(Vec::new()), FileAccess::Nothing),
        ] {
            let security = Security { owner, entries };
            assert_eq!(security.access_of_others(&user(), Place::File), access, "{security:?}");
        }
    }

    /// A list as Windows stores it.
    fn stored(entries: &[(u8, u8, u32, &Sid)]) -> Vec<u8> {
        let mut bytes = vec![2, 0, 0, 0, u8::try_from(entries.len()).unwrap(), 0, 0, 0];
        for (kind, flags, rights, sid) in entries {
            let sid = sid.bytes();
            let size = u16::try_from(ENTRY_HEAD + sid.len()).unwrap();
            bytes.extend([*kind, *flags]);
            bytes.extend(size.to_le_bytes());
            bytes.extend(rights.to_le_bytes());
            bytes.extend(sid);
        }
        bytes
    }

    #[test]
    fn a_list_is_read_as_it_is_stored_without_what_is_only_inherited() {
        let bytes = stored(&[
            (DENIED, 0, 1, &user()),
            (ALLOWED, 0x10, 2, &Sid::everyone()),
            (ALLOWED, INHERIT_ONLY | 3, 4, &Sid::everyone()),
            (ALLOWED_IF, 3, 8, &Sid::system()),
            (0x11, 0, 16, &Sid::system()),
        ]);
        let expected = [
            entry(Effect::Deny, 1, &user()),
            entry(Effect::Allow, 2, &Sid::everyone()),
            entry(Effect::Allow, 8, &Sid::system()),
        ];
        assert_eq!(parse_list(&bytes).unwrap(), expected);
        for cut in 1..bytes.len() {
            assert_eq!(parse_list(&bytes[..bytes.len() - cut]), None, "{cut} bytes are missing");
        }
        assert_eq!(parse_list(&stored(&[])), Some(Vec::new()));
    }
}
