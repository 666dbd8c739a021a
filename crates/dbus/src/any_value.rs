//! A value whose type only the message names. Pure.

use super::read::{DecodeError, Reader};
use super::values::{Decode, Signature};

/// The protocol allows arrays and structures in each other to this depth each.
const DEEPEST: u32 = 64;

/// A value of a type that only the message names, as a variant holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyValue {
    /// True or false.
    Flag(bool),
    /// A whole number of any size, or the number of a handle.
    Integer(i128),
    /// A number with a fraction.
    Double(f64),
    /// A string, a path or types.
    Text(String),
    /// The items of an array or of a structure. A table is an array of structures of key and value.
    List(Vec<AnyValue>),
}

impl Decode for AnyValue {
    const ALIGNMENT: usize = 1;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('v')
    }
    fn decode(from: &mut Reader<'_>) -> Result<AnyValue, DecodeError> {
        variant(from, 0)
    }
}

fn variant(from: &mut Reader<'_>, depth: u32) -> Result<AnyValue, DecodeError> {
    let mut types = Signature::new(from.signature()?);
    one(&mut types, from, depth)
}

/// Decodes the value of the next type, and skips that type.
fn one(types: &mut Signature<'_>, from: &mut Reader<'_>, depth: u32) -> Result<AnyValue, DecodeError> {
    if depth > DEEPEST {
        return Err(DecodeError("its values are too deep in each other".into()));
    }
    from.count_any_value()?;
    Ok(match types.next().ok_or_else(unknown)? {
        'b' => AnyValue::Flag(from.word()? != 0),
        'y' => AnyValue::Integer(from.byte()?.into()),
        'n' => AnyValue::Integer(from.half_word()?.cast_signed().into()),
        'q' => AnyValue::Integer(from.half_word()?.into()),
        'i' => AnyValue::Integer(from.word()?.cast_signed().into()),
        'u' | 'h' => AnyValue::Integer(from.word()?.into()),
        'x' => AnyValue::Integer(from.long()?.cast_signed().into()),
        't' => AnyValue::Integer(from.long()?.into()),
        'd' => AnyValue::Double(from.double()?),
        's' | 'o' => AnyValue::Text(from.text()?.into()),
        'g' => AnyValue::Text(from.signature()?.into()),
        'v' => variant(from, depth + 1)?,
        'a' => array(types, from, depth + 1)?,
        '(' => structure(types, ')', from, depth + 1)?,
        '{' => structure(types, '}', from, depth + 1)?,
        _ => return Err(unknown()),
    })
}

fn array(types: &mut Signature<'_>, from: &mut Reader<'_>, depth: u32) -> Result<AnyValue, DecodeError> {
    let of_item = *types;
    let alignment = alignment(types.peek().ok_or_else(unknown)?)?;
    skip(types, depth)?;
    let mut items = Vec::new();
    from.array(alignment, |from| {
        items.push(one(&mut { of_item }, from, depth)?);
        Ok(())
    })?;
    Ok(AnyValue::List(items))
}

fn structure(
    types: &mut Signature<'_>,
    end: char,
    from: &mut Reader<'_>,
    depth: u32,
) -> Result<AnyValue, DecodeError> {
    from.pad(8);
    let mut fields = Vec::new();
    while !types.next_is(end) {
        fields.push(one(types, from, depth)?);
    }
    Ok(AnyValue::List(fields))
}

/// Skips the next type.
fn skip(types: &mut Signature<'_>, depth: u32) -> Result<(), DecodeError> {
    let end = match types.next().ok_or_else(unknown)? {
        _ if depth > DEEPEST => return Err(unknown()),
        'a' => return skip(types, depth + 1),
        '(' => ')',
        '{' => '}',
        letter => return alignment(letter).map(drop),
    };
    while !types.next_is(end) {
        skip(types, depth + 1)?;
    }
    Ok(())
}

fn alignment(letter: char) -> Result<usize, DecodeError> {
    match letter {
        'y' | 'g' | 'v' => Ok(1),
        'n' | 'q' => Ok(2),
        'b' | 'i' | 'u' | 'h' | 's' | 'o' | 'a' => Ok(4),
        'x' | 't' | 'd' | '(' | '{' => Ok(8),
        _ => Err(unknown()),
    }
}

fn unknown() -> DecodeError {
    DecodeError("a value in it is of an unknown type".into())
}

#[cfg(test)]
mod tests {
    use super::AnyValue::{Double, Flag, Integer, List, Text};
    use super::*;

    fn read(types: &str, content: &[u8]) -> Result<AnyValue, String> {
        one(&mut Signature::new(types), &mut Reader::new(content, false), 0).map_err(|it| it.to_string())
    }

    #[test]
    fn values_of_every_type_are_read() {
        let text = |it: &str| Text(it.into());
        for (types, content, expected) in [
            ("b", [1, 0, 0, 0].as_slice(), Flag(true)),
            ("y", &[7], Integer(7)),
            ("q", &[0xff, 0xff], Integer(65_535)),
            ("n", &[0xff, 0xff], Integer(-1)),
            ("i", &[0xff; 4], Integer(-1)),
            ("u", &[0xff; 4], Integer(u32::MAX.into())),
            ("x", &[0xff; 8], Integer(-1)),
            ("t", &[0xff; 8], Integer(u64::MAX.into())),
            ("d", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f], Double(1.0)),
            ("s", b"\x02\0\0\0ab\0", text("ab")),
            ("v", b"\x01s\0\0\x02\0\0\0ab\0", text("ab")),
            ("as", b"\x0e\0\0\0\x01\0\0\0a\0\0\0\x01\0\0\0b\0", List(vec![text("a"), text("b")])),
            ("a(ii)", b"\0\0\0\0\0\0\0\0", List(vec![])),
            (
                "(sa{sv})",
                b"\x01\0\0\0k\0\0\0\x12\0\0\0\0\0\0\0\x01\0\0\0a\0\x01s\0\0\0\0\x01\0\0\0b\0",
                List(vec![text("k"), List(vec![List(vec![text("a"), text("b")])])]),
            ),
        ] {
            assert_eq!(read(types, content), Ok(expected), "{types}");
        }
    }

    #[test]
    fn what_is_malformed_is_refused() {
        let deep = "a".repeat(200) + "i";
        let variants = b"\x01v\0".repeat(100);
        let many = [(MANY * 4).to_le_bytes().as_slice(), &vec![0; MANY as usize * 4]].concat();
        for (types, content, expected) in [
            ("", [].as_slice(), "unknown type"),
            ("z", &[0; 8], "unknown type"),
            ("a", &[0; 8], "unknown type"),
            ("(i", &[0; 8], "unknown type"),
            ("a()", b"\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "without a size"),
            ("x", &[0; 7], "in the middle of a value"),
            (&deep, &[0; 8], "unknown type"),
            ("v", &variants, "too deep"),
            ("ai", &many, "more than 200000 values"),
        ] {
            let error = read(types, content).expect_err(types);
            assert!(error.contains(expected), "{types}: {error}");
        }
    }

    const MANY: u32 = 200_001;
}
