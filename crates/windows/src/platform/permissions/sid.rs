//! Identifiers of users and groups. Pure.

use std::fmt;

/// The most numbers that an identifier has.
const MOST_PARTS: usize = 15;
/// Bytes before the numbers.
const HEAD: usize = 8;

/// The identifier of a user or a group, such as `S-1-5-32-544`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sid {
    authority: u64,
    parts: Vec<u32>,
}

impl Sid {
    /// The identifier with this authority and these numbers.
    pub(crate) fn new(authority: u64, parts: &[u32]) -> Sid {
        Sid { authority, parts: parts.to_vec() }
    }

    /// Reads an identifier as Windows stores it; `None` for anything else.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Sid> {
        let [1, count, authority @ ..] = bytes.get(..HEAD)? else { return None };
        let count = usize::from(*count);
        if count > MOST_PARTS {
            return None;
        }
        let authority = authority.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        let parts = bytes.get(HEAD..HEAD + 4 * count)?.chunks_exact(4);
        let parts = parts.map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        Some(Sid { authority, parts: parts.collect() })
    }

    /// As Windows stores it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let count = u8::try_from(self.parts.len()).unwrap_or(u8::MAX);
        let mut bytes = vec![1, count];
        bytes.extend(&self.authority.to_be_bytes()[2..]);
        self.parts.iter().for_each(|it| bytes.extend(it.to_le_bytes()));
        bytes
    }

    /// Everybody.
    pub(crate) fn everyone() -> Sid {
        Sid::new(1, &[0])
    }

    /// The system itself.
    pub(crate) fn system() -> Sid {
        Sid::new(5, &[18])
    }

    /// The administrators of the machine.
    pub(crate) fn administrators() -> Sid {
        Sid::new(5, &[32, 544])
    }

    /// Whether it may change everything on the machine anyway: the system, its administrators, and what installs Windows.
    pub(crate) fn is_of_machine(&self) -> bool {
        let installer = [80, 956_008_885, 3_418_522_649, 1_831_038_044, 1_853_292_631, 2_271_478_464];
        let of_machine: [&[u32]; 3] = [&[18], &[32, 544], &installer];
        self.authority == 5 && of_machine.contains(&self.parts.as_slice())
    }

    /// Whether it stands for the owner of a file. The first is only copied to new files, the second is the owner of this one.
    pub(crate) fn is_owner(&self) -> bool {
        self.authority == 3 && [[0], [4]].iter().any(|it| *it == self.parts[..])
    }
}

impl fmt::Display for Sid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S-1-{}", self.authority)?;
        self.parts.iter().try_for_each(|part| write!(f, "-{part}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_read_as_they_are_stored() {
        for (sid, shown) in [
            (Sid::everyone(), "S-1-1-0"),
            (Sid::administrators(), "S-1-5-32-544"),
            (Sid::new(5, &[21, 1, 2, u32::MAX, 1001]), "S-1-5-21-1-2-4294967295-1001"),
            (Sid::new(0x1234_5678_9abc, &[]), "S-1-20015998343868"),
        ] {
            assert_eq!(sid.to_string(), shown);
            assert_eq!(Sid::parse(&sid.bytes()), Some(sid));
        }
        let mut bytes = Sid::administrators().bytes();
        bytes.extend([7, 7]);
        assert_eq!(Sid::parse(&bytes), Some(Sid::administrators()), "what follows is not of it");
        for wrong in
            [&[][..], &[1, 2, 0, 0, 0, 0, 0, 5, 1, 0], &[2, 0, 0, 0, 0, 0, 0, 5], &[1, 16, 0, 0, 0, 0, 0, 5]]
        {
            assert_eq!(Sid::parse(wrong), None, "{wrong:?}");
        }
    }
}
