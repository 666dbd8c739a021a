//! Texts in every family of encodings, damaged ones, and what is no text.

use super::*;

/// The encoding, the text, and its bytes.
const GUESSED: &[(&str, &str, &[u8])] = &[
    (
        "windows-1252",
        "„Käse“ kostet 5 €, sagt Jürgen",
        b"\x84K\xe4se\x93 kostet 5 \x80, sagt J\xfcrgen",
    ),
    (
        "windows-1252",
        "café au lait",
        b"caf\xe9 au lait",
    ),
    (
        "ISO-8859-2",
        "Zażółć gęślą jaźń, proszę",
        b"Za\xbf\xf3\xb3\xe6 g\xea\xb6l\xb1 ja\xbc\xf1, prosz\xea",
    ),
    (
        "windows-1250",
        "Příliš žluťoučký kůň úpěl",
        b"P\xf8\xedli\x9a \x9elu\x9dou\xe8k\xfd k\xf9\xf2 \xfap\xecl",
    ),
    (
        "ISO-8859-5",
        "Привет, мир! Это обычный текст",
        b"\xbf\xe0\xd8\xd2\xd5\xe2, \xdc\xd8\xe0! \xcd\xe2\xde \xde\xd1\xeb\xe7\xdd\xeb\xd9 \xe2\xd5\xda\xe1\xe2",
    ),
    (
        "windows-1251",
        "Привет, мир! Это обычный текст",
        b"\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0! \xdd\xf2\xee \xee\xe1\xfb\xf7\xed\xfb\xe9 \xf2\xe5\xea\xf1\xf2",
    ),
    (
        "KOI8-U",
        "Привет, мир! Это обычный текст",
        b"\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2! \xfc\xd4\xcf \xcf\xc2\xd9\xde\xce\xd9\xca \xd4\xc5\xcb\xd3\xd4",
    ),
    (
        "windows-1253",
        "Καλημέρα κόσμε, αυτό είναι",
        b"\xca\xe1\xeb\xe7\xec\xdd\xf1\xe1 \xea\xfc\xf3\xec\xe5, \xe1\xf5\xf4\xfc \xe5\xdf\xed\xe1\xe9",
    ),
    (
        "windows-1254",
        "Günaydın dünya, bu bir şiirdir",
        b"G\xfcnayd\xfdn d\xfcnya, bu bir \xfeiirdir",
    ),
    (
        "Shift_JIS",
        "こんにちは、世界。これは",
        b"\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd\x81A\x90\xa2\x8aE\x81B\x82\xb1\x82\xea\x82\xcd",
    ),
    (
        "EUC-JP",
        "こんにちは、世界。これは",
        b"\xa4\xb3\xa4\xf3\xa4\xcb\xa4\xc1\xa4\xcf\xa1\xa2\xc0\xa4\xb3\xa6\xa1\xa3\xa4\xb3\xa4\xec\xa4\xcf",
    ),
    (
        "EUC-KR",
        "안녕하세요, 세계. 이것은",
        b"\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4, \xbc\xbc\xb0\xe8. \xc0\xcc\xb0\xcd\xc0\xba",
    ),
    (
        "GBK",
        "你好，世界。这是一个中文句子",
        b"\xc4\xe3\xba\xc3\xa3\xac\xca\xc0\xbd\xe7\xa1\xa3\xd5\xe2\xca\xc7\xd2\xbb\xb8\xf6\xd6\xd0\xce\xc4\xbe\xe4\xd7\xd3",
    ),
    (
        "Big5",
        "你好，世界。這是一個中文句子",
        b"\xa7A\xa6n\xa1A\xa5@\xac\xc9\xa1C\xb3o\xacO\xa4@\xad\xd3\xa4\xa4\xa4\xe5\xa5y\xa4l",
    ),
];

fn utf_16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

/// The text, its encoding and how that was found.
fn known(bytes: &[u8], declared: Option<&str>) -> (String, String, EncodingSource) {
    let decoded = decode(bytes, declared.map(|it| TextEncoding::of_label(it).unwrap())).unwrap();
    assert_eq!(decoded.damage, None, "{bytes:?}");
    (decoded.text.into_owned(), decoded.encoding.to_string(), decoded.source)
}

#[test]
fn an_encoding_that_nothing_names_is_known_by_its_letters() {
    for (encoding, text, bytes) in GUESSED {
        let expected = ((*text).to_owned(), (*encoding).to_owned(), EncodingSource::Guessed);
        assert_eq!(known(bytes, None), expected, "{encoding}");
    }
}

#[test]
fn marks_utf_8_and_zero_bytes_name_an_encoding() {
    let marked = |unit| utf_16("\u{feff}\u{e4}\u{20ac}", unit);
    let table = "name\tprice\r\nK\u{e4}se\t3 \u{20ac}\r\n";
    for (bytes, text, encoding, source) in [
        (b"\xef\xbb\xbf\xc3\xa4".to_vec(), "\u{e4}", "UTF-8", EncodingSource::Mark),
        (marked(u16::to_le_bytes), "\u{e4}\u{20ac}", "UTF-16LE", EncodingSource::Mark),
        (marked(u16::to_be_bytes), "\u{e4}\u{20ac}", "UTF-16BE", EncodingSource::Mark),
        (b"a\xc3\xa4\x1b[1m\n".to_vec(), "a\u{e4}\u{1b}[1m\n", "UTF-8", EncodingSource::Utf8),
        (Vec::new(), "", "UTF-8", EncodingSource::Utf8),
        (utf_16(table, u16::to_le_bytes), table, "UTF-16LE", EncodingSource::ZeroBytes),
        (utf_16(table, u16::to_be_bytes), table, "UTF-16BE", EncodingSource::ZeroBytes),
    ] {
        assert_eq!(known(&bytes, None), (text.to_owned(), encoding.to_owned(), source), "{bytes:?}");
    }
}

#[test]
fn utf_16_without_a_mark_is_known_by_its_script() {
    for text in [
        "Привет, мир! Это обычный текст №5",
        "Καλημέρα κόσμε, αυτό είναι",
        "שלום עולם, זה טקסט רגיל",
        "مرحبا بالعالم هذا نص عادي",
        "สวัสดีชาวโลก นี่คือข้อความ",
        "你好，世界。这是一个中文句子",
        "こんにちは、世界。これは文です 👩",
        "안녕하세요, 세계. 이것은 글입니다",
    ] {
        for (bytes, encoding) in
            [(utf_16(text, u16::to_le_bytes), "UTF-16LE"), (utf_16(text, u16::to_be_bytes), "UTF-16BE")]
        {
            let expected = (text.to_owned(), encoding.to_owned(), EncodingSource::Guessed);
            assert_eq!(known(&bytes, None), expected, "{text}");
        }
    }
}

#[test]
fn a_declaration_counts_where_it_fits() {
    for (bytes, declared, text, encoding, source) in [
        (&b"\xcf"[..], "koi8-r", "\u{43e}", "KOI8-R", EncodingSource::Declared),
        (b"\xe4\x80", "iso-8859-1", "\u{e4}\u{20ac}", "windows-1252", EncodingSource::Declared),
        (b"\x1b$B$3\x1b(B", "iso-2022-jp", "\u{3053}", "ISO-2022-JP", EncodingSource::Declared),
        (b"h\0i\0", "utf-16le", "hi", "UTF-16LE", EncodingSource::Declared),
        (b"\x819\xee9", "gb18030", "\u{3400}", "gb18030", EncodingSource::Declared),
        // They are not what they declare.
        (b"\xc3\xa4", "latin1", "\u{e4}", "UTF-8", EncodingSource::Utf8),
        (b"caf\xe9 au lait", "utf-8", "caf\u{e9} au lait", "windows-1252", EncodingSource::Guessed),
        (b"\xef\xbb\xbfhi", "windows-1252", "hi", "UTF-8", EncodingSource::Mark),
    ] {
        let expected = (text.to_owned(), encoding.to_owned(), source);
        assert_eq!(known(bytes, Some(declared)), expected, "{bytes:?}");
    }
}

#[test]
fn what_cannot_be_decoded_is_counted_and_not_taken_for_the_text() {
    let damaged = "\u{e4}\u{f6}\u{fc}\u{df}\n".repeat(3).into_bytes();
    let damaged = [damaged.as_slice(), b"a\xffb", "\u{e4}\n".as_bytes()].concat();
    let decoded = decode(&damaged, None).unwrap();
    assert_eq!((decoded.encoding.to_string().as_str(), decoded.source), ("UTF-8", EncodingSource::Utf8));
    assert!(decoded.text.ends_with("\na\u{fffd}b\u{e4}\n"), "{}", decoded.text);
    assert_eq!(decoded.damage, Some(TextDamage { places: 1, line: 4 }));
    let error = decoded.complete().unwrap_err().to_string();
    assert_eq!(error, "places in it that are not UTF-8: 1, the first in line 4");
    // Half of a letter, and half of a unit.
    for bytes in [&b"\xff\xfe\x00\xd8x\x00"[..], b"\xff\xfex\x00y"] {
        let places = decode(bytes, None).unwrap().damage.map(|it| it.places);
        assert_eq!(places, Some(1), "{bytes:?}");
    }
    // The replacement character itself is a letter.
    assert_eq!(decode("a\u{fffd}".as_bytes(), None).unwrap().damage, None);
}

#[test]
fn other_data_is_no_text() {
    for text in
        ["\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{5e9}\u{5dc}\u{5d5}\u{5dd} ".repeat(4), "мир".into()]
    {
        let bytes = utf_16(&text, u16::to_le_bytes);
        assert_eq!(decode(&bytes, None), Err(DecodeError::NoText), "{text}");
    }
    for bytes in [
        &b"a\0b"[..],
        b"a\0",
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0",
        b"\x01\0\x02\0\x03\0\x04\0",
        b"\x01\x02\x03\x04",
        b"\x89\xe1\x03\x91\x17\xfa\x88\xc0\x1e\x9d",
        b"\xff\xfe\0\0a\0\0\0",
    ] {
        assert_eq!(decode(bytes, None), Err(DecodeError::NoText), "{bytes:?}");
    }
}

#[test]
fn an_encoding_that_a_person_names_counts_and_only_a_mark_counts_more() {
    let latin_2 = TextEncoding::of_label("iso-8859-2").unwrap();
    for (bytes, text, encoding) in
        [(&b"mi\xEA"[..], "mi\u{119}", "ISO-8859-2"), (b"\xEF\xBB\xBFmi\xC4\x99", "mi\u{119}", "UTF-8")]
    {
        let decoded = decode_as(bytes, latin_2);
        assert_eq!((&*decoded.text, decoded.encoding.to_string().as_str()), (text, encoding));
    }
}
