//! The Rust types that can be encoded into a message and decoded from one, with their D-Bus signatures. Pure.

use super::read::{DecodeError, Reader};
use super::write::Writer;
use std::collections::HashMap;
use std::hash::Hash;

/// A type that can be encoded into a message.
pub trait Encode {
    /// Appends the type's signature.
    fn write_signature(into: &mut String);
    /// Appends the value.
    fn encode(&self, into: &mut Writer);
}

/// A type that can be decoded from a message.
pub trait Decode: Sized {
    /// Its alignment in a message, in bytes.
    const ALIGNMENT: usize;
    /// Whether the signature continues with this type; if so, skips it.
    fn comes_next(types: &mut Signature<'_>) -> bool;
    /// Decodes the value, whose type was checked before.
    fn decode(from: &mut Reader<'_>) -> Result<Self, DecodeError>;
}

/// A type of which one value in a message stands for none: its `Option` can be decoded, as [`Decode`] describes.
pub trait Nullable: Sized {
    /// See [`Decode::ALIGNMENT`].
    const ALIGNMENT: usize;
    /// See [`Decode::comes_next`].
    fn comes_next(types: &mut Signature<'_>) -> bool;
    /// Decodes the value; `None` when it is the one that stands for none.
    fn decode(from: &mut Reader<'_>) -> Result<Option<Self>, DecodeError>;
}

impl<T: Nullable> Decode for Option<T> {
    const ALIGNMENT: usize = T::ALIGNMENT;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        T::comes_next(types)
    }
    fn decode(from: &mut Reader<'_>) -> Result<Option<T>, DecodeError> {
        T::decode(from)
    }
}

/// The rest of a signature.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'a>(&'a str);

impl<'a> Signature<'a> {
    pub(super) fn new(types: &'a str) -> Signature<'a> {
        Signature(types)
    }

    /// The next letter, which it skips; `None` at the end.
    pub(super) fn next(&mut self) -> Option<char> {
        let mut letters = self.0.chars();
        let letter = letters.next()?;
        self.0 = letters.as_str();
        Some(letter)
    }

    /// The next letter.
    pub(super) fn peek(&self) -> Option<char> {
        self.0.chars().next()
    }

    /// Whether this letter is next; if so, skips it.
    pub fn next_is(&mut self, letter: char) -> bool {
        match self.0.strip_prefix(letter) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }
}

/// Decodes a value from these bytes, if the signature matches its type.
pub(super) fn value<T: Decode>(types: &str, reader: &mut Reader<'_>) -> Result<T, DecodeError> {
    let mut rest = Signature::new(types);
    // Ignores additional values: later versions of an interface append them.
    if !T::comes_next(&mut rest) {
        return Err(DecodeError(format!("it is of the types {types:?}").into()));
    }
    T::decode(reader)
}

/// A value that carries its own type.
pub struct Variant<T>(pub T);

impl<T: Decode> Decode for Variant<T> {
    const ALIGNMENT: usize = 1;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('v')
    }
    fn decode(from: &mut Reader<'_>) -> Result<Variant<T>, DecodeError> {
        let types = from.signature()?;
        value(types, from).map(Variant)
    }
}

impl<T: Encode> Encode for Variant<T> {
    fn write_signature(into: &mut String) {
        into.push('v');
    }
    fn encode(&self, into: &mut Writer) {
        encode_variant(&self.0, into);
    }
}

fn encode_variant<T: Encode>(value: &T, into: &mut Writer) {
    let mut types = String::new();
    T::write_signature(&mut types);
    into.signature(&types);
    value.encode(into);
}

/// A value that carries its own type, one of several: tables of properties hold different ones.
pub enum Value<'a> {
    /// A string.
    Text(&'a str),
    /// A table of strings.
    Table(HashMap<&'a str, &'a str>),
    /// True or false.
    Flag(bool),
    /// A number of 32 bits.
    Int32(i32),
    /// A number of 32 bits that is not negative.
    UInt32(u32),
    /// A number of 64 bits.
    Int64(i64),
    /// A number with a fraction.
    Double(f64),
}

impl Encode for Value<'_> {
    fn write_signature(into: &mut String) {
        into.push('v');
    }
    fn encode(&self, into: &mut Writer) {
        match self {
            Value::Text(text) => encode_variant(text, into),
            Value::Table(table) => encode_variant(table, into),
            Value::Flag(flag) => encode_variant(flag, into),
            Value::Int32(number) => encode_variant(number, into),
            Value::UInt32(number) => encode_variant(number, into),
            Value::Int64(number) => encode_variant(number, into),
            Value::Double(number) => encode_variant(number, into),
        }
    }
}

impl Encode for &[Value<'_>] {
    fn write_signature(into: &mut String) {
        into.push_str("av");
    }
    fn encode(&self, into: &mut Writer) {
        into.array(1, |into| self.iter().for_each(|value| value.encode(into)));
    }
}

/// The one-letter types: their alignment, encoder and decoder.
macro_rules! plain {
    ($($type:ty, $letter:literal, $alignment:literal, $encode:expr, $decode:expr;)*) => {$(
        impl Encode for $type {
            fn write_signature(into: &mut String) {
                into.push($letter);
            }
            fn encode(&self, into: &mut Writer) {
                let encode: fn(&mut Writer, $type) = $encode;
                encode(into, *self);
            }
        }
        impl Decode for $type {
            const ALIGNMENT: usize = $alignment;
            fn comes_next(types: &mut Signature<'_>) -> bool {
                types.next_is($letter)
            }
            fn decode(from: &mut Reader<'_>) -> Result<$type, DecodeError> {
                let decode: fn(&mut Reader<'_>) -> Result<$type, DecodeError> = $decode;
                decode(from)
            }
        }
    )*};
}

plain! {
    u8, 'y', 1, |to, it| to.byte(it), |from| from.byte();
    bool, 'b', 4, |to, it| to.word(it.into()), |from| Ok(from.word()? != 0);
    u32, 'u', 4, |to, it| to.word(it), |from| from.word();
    i32, 'i', 4, |to, it| to.word(it.cast_unsigned()), |from| Ok(from.word()?.cast_signed());
    i64, 'x', 8, |to, it| to.long(it.cast_unsigned()), |from| Ok(from.long()?.cast_signed());
    f64, 'd', 8, |to, it| to.double(it), |from| from.double();
}

impl Encode for &str {
    fn write_signature(into: &mut String) {
        into.push('s');
    }
    fn encode(&self, into: &mut Writer) {
        into.text(self);
    }
}

impl Encode for &[&str] {
    fn write_signature(into: &mut String) {
        into.push_str("as");
    }
    fn encode(&self, into: &mut Writer) {
        into.array(4, |into| self.iter().for_each(|text| text.encode(into)));
    }
}

impl Decode for String {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('s')
    }
    fn decode(from: &mut Reader<'_>) -> Result<String, DecodeError> {
        from.text().map(Into::into)
    }
}

/// The path of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectPath(pub String);

impl Encode for ObjectPath {
    fn write_signature(into: &mut String) {
        into.push('o');
    }
    fn encode(&self, into: &mut Writer) {
        into.text(&self.0);
    }
}

impl Decode for ObjectPath {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('o')
    }
    fn decode(from: &mut Reader<'_>) -> Result<ObjectPath, DecodeError> {
        from.text().map(|path| ObjectPath(path.into()))
    }
}

/// The types of a value, as the protocol spells them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeString(pub String);

impl Decode for TypeString {
    const ALIGNMENT: usize = 1;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('g')
    }
    fn decode(from: &mut Reader<'_>) -> Result<TypeString, DecodeError> {
        from.signature().map(|types| TypeString(types.into()))
    }
}

impl Encode for &[u8] {
    fn write_signature(into: &mut String) {
        into.push_str("ay");
    }
    fn encode(&self, into: &mut Writer) {
        into.array(1, |into| self.iter().for_each(|byte| into.byte(*byte)));
    }
}

impl Encode for &[ObjectPath] {
    fn write_signature(into: &mut String) {
        into.push_str("ao");
    }
    fn encode(&self, into: &mut Writer) {
        into.array(4, |into| self.iter().for_each(|path| path.encode(into)));
    }
}

impl<T: Decode> Decode for Vec<T> {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('a') && T::comes_next(types)
    }
    fn decode(from: &mut Reader<'_>) -> Result<Vec<T>, DecodeError> {
        let mut items = Vec::new();
        from.array(T::ALIGNMENT, |from| {
            items.push(T::decode(from)?);
            Ok(())
        })?;
        Ok(items)
    }
}

impl<K: Decode + Eq + Hash, V: Decode> Decode for HashMap<K, V> {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        types.next_is('a')
            && types.next_is('{')
            && K::comes_next(types)
            && V::comes_next(types)
            && types.next_is('}')
    }
    fn decode(from: &mut Reader<'_>) -> Result<HashMap<K, V>, DecodeError> {
        let mut entries = HashMap::new();
        from.array(8, |from| {
            from.pad(8);
            entries.insert(K::decode(from)?, V::decode(from)?);
            Ok(())
        })?;
        Ok(entries)
    }
}

impl<K: Encode, V: Encode> Encode for HashMap<K, V> {
    fn write_signature(into: &mut String) {
        into.push_str("a{");
        K::write_signature(into);
        V::write_signature(into);
        into.push('}');
    }
    fn encode(&self, into: &mut Writer) {
        into.array(8, |into| {
            for (key, value) in self {
                into.pad(8);
                key.encode(into);
                value.encode(into);
            }
        });
    }
}

impl Encode for () {
    fn write_signature(_: &mut String) {}
    fn encode(&self, _: &mut Writer) {}
}

/// Ignores the content of a reply.
impl Decode for () {
    const ALIGNMENT: usize = 1;
    fn comes_next(_: &mut Signature<'_>) -> bool {
        true
    }
    fn decode(_: &mut Reader<'_>) -> Result<(), DecodeError> {
        Ok(())
    }
}

/// A structure. The arguments of a call are no structure: each is [`Encode`] on its own.
#[derive(Clone, Copy, Debug)]
pub struct Struct<T>(pub T);

/// Tuples: encoded and decoded as consecutive values, or as a structure.
macro_rules! several {
    ($($name:ident)+) => {
        #[expect(non_snake_case, reason = "each is called like its type")]
        impl<$($name: Encode),+> Encode for ($($name,)+) {
            fn write_signature(into: &mut String) {
                $($name::write_signature(into);)+
            }
            fn encode(&self, into: &mut Writer) {
                let ($($name,)+) = self;
                $($name.encode(into);)+
            }
        }
        impl<$($name: Decode),+> Decode for ($($name,)+) {
            const ALIGNMENT: usize = 1;
            fn comes_next(types: &mut Signature<'_>) -> bool {
                $($name::comes_next(types))&&+
            }
            fn decode(from: &mut Reader<'_>) -> Result<($($name,)+), DecodeError> {
                Ok(($($name::decode(from)?,)+))
            }
        }
        impl<$($name: Encode),+> Encode for Struct<($($name,)+)> {
            fn write_signature(into: &mut String) {
                into.push('(');
                <($($name,)+)>::write_signature(into);
                into.push(')');
            }
            fn encode(&self, into: &mut Writer) {
                into.pad(8);
                self.0.encode(into);
            }
        }
        impl<$($name: Decode),+> Decode for Struct<($($name,)+)> {
            const ALIGNMENT: usize = 8;
            fn comes_next(types: &mut Signature<'_>) -> bool {
                types.next_is('(') && <($($name,)+)>::comes_next(types) && types.next_is(')')
            }
            fn decode(from: &mut Reader<'_>) -> Result<Struct<($($name,)+)>, DecodeError> {
                from.pad(8);
                <($($name,)+)>::decode(from).map(Struct)
            }
        }
    };
}

several!(A B);
several!(A B C);
several!(A B C D);
several!(A B C D E F G H);
several!(A B C D E F G H I J);
