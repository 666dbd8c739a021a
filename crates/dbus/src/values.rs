//! The Rust types that can be encoded into a message and decoded from one, with their D-Bus signatures. Pure.

use super::read::{Malformed, Reader};
use super::write::Writer;
use std::collections::HashMap;
use std::hash::Hash;

/// A type that can be encoded into a message.
pub trait Put {
    /// Appends the type's signature.
    fn types(into: &mut String);
    /// Appends the value.
    fn put(&self, into: &mut Writer);
}

/// A type that can be decoded from a message.
pub trait Take: Sized {
    /// Its alignment in a message, in bytes.
    const ALIGNMENT: usize;
    /// Whether the signature continues with this type; if so, skips it.
    fn comes_next(types: &mut Types<'_>) -> bool;
    /// Decodes the value, whose type was checked before.
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed>;
}

/// A type of which one value in a message stands for none: its `Option` can be decoded, as [`Take`] describes.
pub trait Nullable: Sized {
    /// See [`Take::ALIGNMENT`].
    const ALIGNMENT: usize;
    /// See [`Take::comes_next`].
    fn comes_next(types: &mut Types<'_>) -> bool;
    /// Decodes the value; `None` when it is the one that stands for none.
    fn take(from: &mut Reader<'_>) -> Result<Option<Self>, Malformed>;
}

impl<T: Nullable> Take for Option<T> {
    const ALIGNMENT: usize = T::ALIGNMENT;
    fn comes_next(types: &mut Types<'_>) -> bool {
        T::comes_next(types)
    }
    fn take(from: &mut Reader<'_>) -> Result<Option<T>, Malformed> {
        T::take(from)
    }
}

/// The rest of a signature.
#[derive(Clone, Copy, Debug)]
pub struct Types<'a>(&'a str);

impl<'a> Types<'a> {
    pub(super) fn new(types: &'a str) -> Types<'a> {
        Types(types)
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
pub(super) fn value<T: Take>(types: &str, reader: &mut Reader<'_>) -> Result<T, Malformed> {
    let mut rest = Types::new(types);
    // Ignores additional values: later versions of an interface append them.
    if !T::comes_next(&mut rest) {
        return Err(Malformed(format!("it is of the types {types:?}").into()));
    }
    T::take(reader)
}

/// A value that carries its own type.
pub struct Variant<T>(pub T);

impl<T: Take> Take for Variant<T> {
    const ALIGNMENT: usize = 1;
    fn comes_next(types: &mut Types<'_>) -> bool {
        types.next_is('v')
    }
    fn take(from: &mut Reader<'_>) -> Result<Variant<T>, Malformed> {
        let types = from.signature()?;
        value(types, from).map(Variant)
    }
}

impl<T: Put> Put for Variant<T> {
    fn types(into: &mut String) {
        into.push('v');
    }
    fn put(&self, into: &mut Writer) {
        put_variant(&self.0, into);
    }
}

fn put_variant<T: Put>(value: &T, into: &mut Writer) {
    let mut types = String::new();
    T::types(&mut types);
    into.signature(&types);
    value.put(into);
}

/// A value that carries its own type, one of several: tables of properties hold different ones.
pub enum Value<'a> {
    /// A string.
    Text(&'a str),
    /// A table of strings.
    Table(HashMap<&'a str, &'a str>),
}

impl Put for Value<'_> {
    fn types(into: &mut String) {
        into.push('v');
    }
    fn put(&self, into: &mut Writer) {
        match self {
            Value::Text(text) => put_variant(text, into),
            Value::Table(table) => put_variant(table, into),
        }
    }
}

/// The one-letter types: their alignment, encoder and decoder.
macro_rules! plain {
    ($($type:ty, $letter:literal, $alignment:literal, $put:expr, $take:expr;)*) => {$(
        impl Put for $type {
            fn types(into: &mut String) {
                into.push($letter);
            }
            fn put(&self, into: &mut Writer) {
                let put: fn(&mut Writer, $type) = $put;
                put(into, *self);
            }
        }
        impl Take for $type {
            const ALIGNMENT: usize = $alignment;
            fn comes_next(types: &mut Types<'_>) -> bool {
                types.next_is($letter)
            }
            fn take(from: &mut Reader<'_>) -> Result<$type, Malformed> {
                let take: fn(&mut Reader<'_>) -> Result<$type, Malformed> = $take;
                take(from)
            }
        }
    )*};
}

plain! {
    u8, 'y', 1, |to, it| to.byte(it), |from| from.byte();
    bool, 'b', 4, |to, it| to.word(it.into()), |from| Ok(from.word()? != 0);
    u32, 'u', 4, |to, it| to.word(it), |from| from.word();
    i32, 'i', 4, |to, it| to.word(it.cast_unsigned()), |from| Ok(from.word()?.cast_signed());
    f64, 'd', 8, |to, it| to.double(it), |from| from.double();
}

impl Put for &str {
    fn types(into: &mut String) {
        into.push('s');
    }
    fn put(&self, into: &mut Writer) {
        into.text(self);
    }
}

impl Take for String {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Types<'_>) -> bool {
        types.next_is('s')
    }
    fn take(from: &mut Reader<'_>) -> Result<String, Malformed> {
        from.text().map(Into::into)
    }
}

/// The path of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectPath(pub String);

impl Put for ObjectPath {
    fn types(into: &mut String) {
        into.push('o');
    }
    fn put(&self, into: &mut Writer) {
        into.text(&self.0);
    }
}

impl Take for ObjectPath {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Types<'_>) -> bool {
        types.next_is('o')
    }
    fn take(from: &mut Reader<'_>) -> Result<ObjectPath, Malformed> {
        from.text().map(|path| ObjectPath(path.into()))
    }
}

impl Put for &[u8] {
    fn types(into: &mut String) {
        into.push_str("ay");
    }
    fn put(&self, into: &mut Writer) {
        into.array(1, |into| self.iter().for_each(|byte| into.byte(*byte)));
    }
}

impl Put for &[ObjectPath] {
    fn types(into: &mut String) {
        into.push_str("ao");
    }
    fn put(&self, into: &mut Writer) {
        into.array(4, |into| self.iter().for_each(|path| path.put(into)));
    }
}

impl<T: Take> Take for Vec<T> {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Types<'_>) -> bool {
        types.next_is('a') && T::comes_next(types)
    }
    fn take(from: &mut Reader<'_>) -> Result<Vec<T>, Malformed> {
        let mut items = Vec::new();
        from.array(T::ALIGNMENT, |from| {
            items.push(T::take(from)?);
            Ok(())
        })?;
        Ok(items)
    }
}

impl<K: Take + Eq + Hash, V: Take> Take for HashMap<K, V> {
    const ALIGNMENT: usize = 4;
    fn comes_next(types: &mut Types<'_>) -> bool {
        types.next_is('a')
            && types.next_is('{')
            && K::comes_next(types)
            && V::comes_next(types)
            && types.next_is('}')
    }
    fn take(from: &mut Reader<'_>) -> Result<HashMap<K, V>, Malformed> {
        let mut entries = HashMap::new();
        from.array(8, |from| {
            from.pad(8);
            entries.insert(K::take(from)?, V::take(from)?);
            Ok(())
        })?;
        Ok(entries)
    }
}

impl<K: Put, V: Put> Put for HashMap<K, V> {
    fn types(into: &mut String) {
        into.push_str("a{");
        K::types(into);
        V::types(into);
        into.push('}');
    }
    fn put(&self, into: &mut Writer) {
        into.array(8, |into| {
            for (key, value) in self {
                into.pad(8);
                key.put(into);
                value.put(into);
            }
        });
    }
}

impl Put for () {
    fn types(_: &mut String) {}
    fn put(&self, _: &mut Writer) {}
}

/// Ignores the content of a reply.
impl Take for () {
    const ALIGNMENT: usize = 1;
    fn comes_next(_: &mut Types<'_>) -> bool {
        true
    }
    fn take(_: &mut Reader<'_>) -> Result<(), Malformed> {
        Ok(())
    }
}

/// A structure. The arguments of a call are no structure: each is [`Put`] on its own.
#[derive(Clone, Copy, Debug)]
pub struct Together<T>(pub T);

/// Tuples: encoded and decoded as consecutive values, or as a structure.
macro_rules! several {
    ($($name:ident)+) => {
        #[expect(non_snake_case, reason = "each is called like its type")]
        impl<$($name: Put),+> Put for ($($name,)+) {
            fn types(into: &mut String) {
                $($name::types(into);)+
            }
            fn put(&self, into: &mut Writer) {
                let ($($name,)+) = self;
                $($name.put(into);)+
            }
        }
        impl<$($name: Take),+> Take for ($($name,)+) {
            const ALIGNMENT: usize = 1;
            fn comes_next(types: &mut Types<'_>) -> bool {
                $($name::comes_next(types))&&+
            }
            fn take(from: &mut Reader<'_>) -> Result<($($name,)+), Malformed> {
                Ok(($($name::take(from)?,)+))
            }
        }
        impl<$($name: Put),+> Put for Together<($($name,)+)> {
            fn types(into: &mut String) {
                into.push('(');
                <($($name,)+)>::types(into);
                into.push(')');
            }
            fn put(&self, into: &mut Writer) {
                into.pad(8);
                self.0.put(into);
            }
        }
        impl<$($name: Take),+> Take for Together<($($name,)+)> {
            const ALIGNMENT: usize = 8;
            fn comes_next(types: &mut Types<'_>) -> bool {
                types.next_is('(') && <($($name,)+)>::comes_next(types) && types.next_is(')')
            }
            fn take(from: &mut Reader<'_>) -> Result<Together<($($name,)+)>, Malformed> {
                from.pad(8);
                <($($name,)+)>::take(from).map(Together)
            }
        }
    };
}

several!(A B);
several!(A B C);
several!(A B C D);
several!(A B C D E F G H I J);
