//! Messages written by hand, byte for byte after the specification, and malformed bytes.

use super::any_value::AnyValue;
use super::message::{Callee, Incoming, extent, read, write_call};
use super::values::{Decode, Encode, ObjectPath, Struct, TypeString, Value, Variant};
use proptest::prelude::*;
use std::collections::HashMap;

const CALLEE: Callee<'_> = Callee { destination: ":1.2", path: "/a", interface: "x.Y", member: "Get" };

/// A message of this kind with these header fields and this content.
fn message(kind: u8, fields: &[(u8, &str, &[u8])], content: &[u8]) -> Vec<u8> {
    let mut header = Vec::new();
    for (code, types, value) in fields {
        header.resize(header.len().next_multiple_of(8), 0);
        header.extend([*code, 1, types.as_bytes()[0], 0]);
        header.extend(*value);
    }
    let mut bytes = vec![b'l', kind, 0, 1];
    bytes.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
    bytes.extend(9u32.to_le_bytes());
    bytes.extend(u32::try_from(header.len()).unwrap().to_le_bytes());
    bytes.extend(header);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes.extend(content);
    bytes
}

fn answer(types: &str, content: &[u8]) -> Vec<u8> {
    let types = [&[u8::try_from(types.len()).unwrap()], types.as_bytes(), &[0]].concat();
    message(2, &[(5, "u", &7u32.to_le_bytes()), (8, "g", &types)], content)
}

fn value<T: Decode>(bytes: &[u8]) -> Result<T, String> {
    match read(bytes).unwrap() {
        Incoming::Reply { to: 7, content } => content.value().map_err(|it| it.to_string()),
        _ => panic!("no reply to the call"),
    }
}

#[test]
fn a_call_is_laid_out_as_the_specification_says() {
    let mut bytes = Vec::new();
    write_call(&mut bytes, 3, CALLEE, &("ab", 1i32, 2.0f64));
    let expected: &[&[u8]] = &[
        b"l\x01\0\x01",
        &[24, 0, 0, 0, 3, 0, 0, 0, 73, 0, 0, 0],
        b"\x01\x01o\0\x02\0\0\0/a\0\0\0\0\0\0",
        b"\x02\x01s\0\x03\0\0\0x.Y\0\0\0\0\0",
        b"\x03\x01s\0\x03\0\0\0Get\0\0\0\0\0",
        b"\x06\x01s\0\x04\0\0\0:1.2\0\0\0\0",
        b"\x08\x01g\0\x03sid\0\0\0\0\0\0\0\0",
        b"\x02\0\0\0ab\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x40",
    ];
    assert_eq!(bytes, expected.concat());
    assert_eq!(extent(&bytes), Ok(Some(bytes.len())));
}

#[test]
fn a_table_is_laid_out_as_the_specification_says() {
    for (table, content) in [
        (HashMap::from([("a", "b")]), b"\x0e\0\0\0\0\0\0\0\x01\0\0\0a\0\0\0\x01\0\0\0b\0".as_slice()),
        (HashMap::new(), &[0; 8]),
    ] {
        let mut bytes = Vec::new();
        write_call(&mut bytes, 3, CALLEE, &table);
        assert!(bytes.windows(8).any(|it| it == b"\x08\x01g\0\x05a{s"), "{bytes:?}");
        assert!(bytes.ends_with(content), "{bytes:?}");
        assert_eq!(extent(&bytes), Ok(Some(bytes.len())));
    }
}

/// The body of a call, and its types as they stand in the header.
fn body<B: Encode>(body: &B) -> (String, Vec<u8>) {
    let (mut types, mut bytes) = (String::new(), Vec::new());
    B::write_signature(&mut types);
    write_call(&mut bytes, 3, CALLEE, body);
    let length = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
    (types, bytes.split_off(bytes.len() - length))
}

#[test]
fn structures_bytes_and_values_of_several_types_are_laid_out_as_the_specification_says() {
    let structure = Struct((ObjectPath("/s".into()), [].as_slice() as &[u8], b"hi".as_slice(), "t"));
    let (types, bytes) = body(&(HashMap::from([("L", Value::Text("ab"))]), structure, true));
    assert_eq!(types, "a{sv}(oayays)b");
    let expected: &[&[u8]] = &[
        b"\x13\0\0\0\0\0\0\0\x01\0\0\0L\0\x01s\0\0\0\0\x02\0\0\0ab\0\0\0\0\0\0",
        b"\x02\0\0\0/s\0\0\0\0\0\0\x02\0\0\0hi\0\0\x01\0\0\0t\0\0\0\x01\0\0\0",
    ];
    assert_eq!(bytes, expected.concat());
    let (types, bytes) = body(&HashMap::from([("A", Value::Table(HashMap::from([("k", "v")])))]));
    assert_eq!(types, "a{sv}");
    let table = b"\x0e\0\0\0\0\0\0\0\x01\0\0\0k\0\0\0\x01\0\0\0v\0";
    assert_eq!(bytes[8..20], *b"\x01\0\0\0A\0\x05a{ss}");
    assert_eq!(bytes[24..], *table, "its entries begin at a multiple of eight");
    let (types, bytes) = body(&[ObjectPath("/a".into()), ObjectPath("/b".into())].as_slice());
    assert_eq!((types.as_str(), bytes.as_slice()), ("ao", PATHS));
}

#[test]
fn lists_of_texts_and_values_are_laid_out_as_the_specification_says() {
    let texts = body(&["a", "b"].as_slice());
    assert_eq!(texts, ("as".into(), b"\x0e\0\0\0\x01\0\0\0a\0\0\0\x01\0\0\0b\0".to_vec()));
    let values =
        [Value::Flag(true), Value::Int32(-1), Value::UInt32(2), Value::Int64(-3), Value::Double(1.0)];
    let (types, bytes) = body(&values.as_slice());
    assert_eq!(types, "av");
    let expected: &[&[u8]] = &[
        &[52, 0, 0, 0],
        b"\x01b\0\0\x01\0\0\0",
        b"\x01i\0\0\xff\xff\xff\xff",
        b"\x01u\0\0\x02\0\0\0",
        b"\x01x\0\0\xfd\xff\xff\xff\xff\xff\xff\xff",
        b"\x01d\0\0\0\0\0\0\0\0\0\0\0\0\xf0\x3f",
    ];
    assert_eq!(bytes, expected.concat());
    let answered = answer("av", &bytes);
    let read = value::<Vec<AnyValue>>(&answered).unwrap();
    let integers = |it: &AnyValue| matches!(it, AnyValue::Integer(-3..=2));
    assert_eq!((read.len(), read.iter().filter(|it| integers(it)).count()), (5, 3));
    assert_eq!(value::<TypeString>(&answer("g", b"\x02as\0")), Ok(TypeString("as".into())));
}

/// Two object paths, with the length of their array before them.
const PATHS: &[u8] = b"\x0f\0\0\0\x02\0\0\0/a\0\0\x02\0\0\0/b\0";

#[test]
fn structures_bytes_and_paths_come_back() {
    let paths = value::<Vec<ObjectPath>>(&answer("ao", PATHS)).unwrap();
    assert_eq!(paths, [ObjectPath("/a".into()), ObjectPath("/b".into())]);
    let bytes = b"\x02\0\0\0/s\0\0\0\0\0\0\x02\0\0\0hi\0\0\x01\0\0\0t\0";
    type Structure = Struct<(ObjectPath, Vec<u8>, Vec<u8>, String)>;
    let Struct((path, none, some, text)) = value::<Structure>(&answer("(oayays)", bytes)).unwrap();
    assert_eq!((path.0.as_str(), none, some, text.as_str()), ("/s", vec![], b"hi".to_vec(), "t"));
    let cut = answer("(oayays)", &bytes[..16]);
    assert!(value::<Structure>(&cut).is_err_and(|why| why.contains("in the middle")));
    let text = b"\x01s\0\0\0\0\0\0\0\0\0\0\x02\0\0\0/s\0";
    let (Variant(text), path) = value::<(Variant<String>, ObjectPath)>(&answer("vo", text)).unwrap();
    assert_eq!((text.as_str(), path.0.as_str()), ("", "/s"));
}

#[test]
fn values_come_back_and_other_types_are_refused() {
    let number = answer("i", &(-5i32).to_le_bytes());
    assert_eq!(value::<i32>(&number), Ok(-5));
    assert_eq!(value::<u32>(&number), Err("it is of the types \"i\"".into()));
    let text = answer("s", b"\x03\0\0\0ab\xff\0");
    assert_eq!(value::<String>(&text), Ok("ab\u{fffd}".into()));
    let held = answer("v", b"\x01d\0\0\0\0\0\0\0\0\0\0\0\0\xf0\x3f");
    assert_eq!(value::<Variant<f64>>(&held).map(|it| it.0), Ok(1.0));
    assert!(value::<Variant<i32>>(&held).is_err_and(|why| why.contains("\"d\"")));
    let list = answer("a(ui)", b"\x10\0\0\0\0\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0");
    let pairs = value::<Vec<Struct<(u32, i32)>>>(&list).unwrap();
    assert_eq!(pairs.iter().map(|it| it.0).collect::<Vec<_>>(), [(1, 2), (3, 4)]);
    let none = answer("a(so)", b"\0\0\0\0\0\0\0\0");
    assert_eq!(value::<Vec<Struct<(String, ObjectPath)>>>(&none).map(|it| it.len()), Ok(0));
}

#[test]
fn errors_and_signals_are_told_apart() {
    let name = b"\x03\0\0\0x.E\0";
    let error = message(3, &[(5, "u", &7u32.to_le_bytes()), (4, "s", name)], b"");
    let Incoming::Error { to, name, text } = read(&error).unwrap() else { panic!() };
    assert_eq!((to, name.as_str(), text.as_str()), (7, "x.E", ""));
    let signal = message(4, &[(1, "o", b"\x02\0\0\0/a\0"), (7, "s", b"\x04\0\0\0:1.2\0")], b"");
    let Incoming::Signal(signal) = read(&signal).unwrap() else { panic!() };
    assert_eq!((signal.sender, signal.path), (":1.2", "/a"));
}

#[test]
fn the_length_of_a_message_is_known_from_its_first_bytes() {
    assert_eq!(extent(b"l\x02"), Ok(None));
    assert!(extent(&[b'x'; 16]).is_err());
    let mut endless = answer("i", &[0; 4]);
    endless[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(extent(&endless).unwrap_err().to_string().starts_with("a message of"));
}

proptest! {
    #[test]
    fn no_bytes_are_a_panic(start in 0u8..6, rest in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [&[if start % 2 == 0 { b'l' } else { b'B' }, start], rest.as_slice()].concat();
        let _ = extent(&bytes);
        if let Ok(Incoming::Reply { content, .. }) = read(&bytes) {
            let _ = content.value::<Vec<Struct<(u32, String)>>>();
        }
    }

    #[test]
    fn a_damaged_answer_is_no_panic(at in 0usize..200, byte: u8) {
        let mut bytes = answer("a(ui)", b"\x10\0\0\0\0\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0");
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(Incoming::Reply { content, .. }) = read(&bytes) {
            let _ = content.value::<Vec<Struct<(u32, i32)>>>();
            let _ = content.value::<Variant<String>>();
        }
    }
}
