//! Planted circles, and uses that form none.

use super::*;

fn of(files: &[(&str, &str)]) -> Vec<String> {
    let sources: Vec<Source> =
        files.iter().map(|(file, text)| Source::of(&format!("crates/x/src/{file}"), text)).collect();
    violations(&sources).iter().map(ToString::to_string).collect()
}

#[test]
fn files_that_name_each_other_in_a_circle_are_a_violation() {
    let crate_of = |a: &str, b: &str| {
        let root = "pub use a::{A, make as build};\nmod a;\nmod b;\n";
        of(&[("lib.rs", root), ("a.rs", &format!("{a}\npub struct A;\npub fn make() {{}}")), ("b/mod.rs", b)])
    };
    let uses_b = "use crate::b::B;";
    for (what, b) in [
        ("an import", "use super::a::A;\npub struct B(A);"),
        ("an import through the crate", "use crate::{b::x, A};\npub struct B(A);"),
        ("a path", "pub struct B(crate::a::A);"),
        ("another name", "use crate::build;\npub struct B;"),
        ("a module", "use crate::a;\npub struct B(a::A);"),
        ("everything", "use crate::a::*;\npub struct B;\nfn x() { A::new() }"),
    ] {
        let found = crate_of(uses_b, b);
        assert_eq!(found.len(), 1, "{what}: {found:?}");
        assert!(found[0].starts_with("crates/x/src/a.rs: "), "{what}: {found:?}");
        assert!(found[0].ends_with("(crates/x/src/a.rs, crates/x/src/b/mod.rs)"), "{what}: {found:?}");
    }
    for (what, b) in [
        ("a test", "pub struct B;\n#[cfg(test)]\nmod tests {\n    use crate::A;\n}"),
        ("a text", "pub struct B;\nconst X: &str = \"crate::a::A\";"),
        ("another crate", "use std::a::A;\npub struct B(A);"),
        ("a module alone", "use crate::a;\npub struct B;"),
    ] {
        assert!(crate_of(uses_b, b).is_empty(), "{what}");
    }
}

#[test]
fn a_module_and_its_parts_are_read_together() {
    let root = ("lib.rs", "mod a;\n");
    let whole = ("a/mod.rs", "mod b;\nmod c;\npub use c::C;\npub struct A(b::B);");
    let found = of(&[root, whole, ("a/b.rs", "use super::A;\npub struct B(A);"), ("a/c.rs", "")]);
    assert!(found.is_empty(), "{found:?}");
    let b = ("a/b.rs", "use super::C;\npub struct B(C);");
    let found = of(&[root, whole, b, ("a/c.rs", "use super::b::B;\npub struct C(B);")]);
    assert!(found[0].ends_with("(crates/x/src/a/b.rs, crates/x/src/a/c.rs)"), "{found:?}");
}
