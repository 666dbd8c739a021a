//! Tests of verifying chains: intact, changed, cut and rewritten lines.

use super::*;

/// Five lines of a chain, and the hash of each.
fn five() -> (Vec<Vec<u8>>, Vec<String>) {
    let mut before = String::new();
    (0..5)
        .map(|seq| {
            let json = format!("{{\"seq\":{seq},\"at\":1,\"event\":\"stopped\"}}").into_bytes();
            let (line, hash) = with_hash(&before, json);
            before.clone_from(&hash);
            (line, hash)
        })
        .unzip()
}

fn broken(entry: u64, fault: ChainFault) -> ChainState {
    ChainState::Broken { entry, line: entry + 1, fault }
}

fn whole(head: &str, entries: u64, unchained: u64, since: Option<u64>) -> ChainState {
    ChainState::Intact { head: head.into(), entries, unchained, since }
}

fn other(head: &str, entries: u64) -> ChainState {
    ChainState::HeadMissing { head: head.into(), entries }
}

/// The line without its hash.
fn bare(line: &[u8]) -> Vec<u8> {
    let (content, end, _) = split_hash(line);
    [content, end, b"\n"].concat()
}

#[test]
fn a_hash_is_over_the_hash_before_it_and_the_content() {
    let (line, hash) = with_hash("", b"{\"seq\":0}".to_vec());
    assert_eq!(hash, blake3::hash(b"{\"seq\":0}").to_hex().as_str());
    assert_eq!(line, format!("{{\"seq\":0,\"chain\":\"{hash}\"}}\n").into_bytes());
    let (_, next) = with_hash(&hash, b"{\"seq\":1}".to_vec());
    assert_eq!(next, blake3::hash(format!("{hash}{{\"seq\":1}}").as_bytes()).to_hex().as_str());
}

#[test]
fn a_change_shows_and_says_where() {
    let (lines, hashes) = five();
    let put = |order: &[usize]| order.iter().flat_map(|at| lines[*at].clone()).collect::<Vec<u8>>();
    let changed = |at: usize, line: Vec<u8>| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.concat()
    };
    let other = |at: usize| String::from_utf8(lines[at].clone()).unwrap().replace("\"at\":1", "\"at\":2");
    let (resealed, _) = with_hash(&hashes[1], b"{\"seq\":2,\"at\":9,\"event\":\"stopped\"}".to_vec());
    for (what, bytes, expected) in [
        ("as written", put(&[0, 1, 2, 3, 4]), whole(&hashes[4], 5, 0, None)),
        ("nothing", Vec::new(), whole("", 0, 0, None)),
        ("cut after a line", put(&[0, 1, 2]), whole(&hashes[2], 3, 0, None)),
        ("cut in a line", [put(&[0, 1]), lines[2][..20].to_vec()].concat(), whole(&hashes[1], 2, 0, None)),
        ("the first changed", changed(0, other(0).into()), broken(0, ChainFault::OtherHash)),
        ("one changed", changed(2, other(2).into()), broken(2, ChainFault::OtherHash)),
        ("one changed, and its hash", changed(2, resealed), broken(3, ChainFault::OtherHash)),
        ("a space", changed(1, [b" ", &lines[1][..]].concat()), broken(1, ChainFault::OtherHash)),
        ("one taken out", put(&[0, 1, 3, 4]), broken(2, ChainFault::OtherHash)),
        ("the first taken out", put(&[1, 2, 3, 4]), broken(0, ChainFault::OtherHash)),
        ("two swapped", put(&[0, 2, 1, 3, 4]), broken(1, ChainFault::OtherHash)),
        ("one put in", put(&[0, 1, 1, 2, 3, 4]), broken(2, ChainFault::OtherHash)),
        ("one put in without a hash", changed(2, bare(&lines[2])), broken(2, ChainFault::NoHash)),
        ("the last without a hash", changed(4, bare(&lines[4])), broken(4, ChainFault::NoHash)),
        (
            "other ends of lines",
            changed(3, [lines[3].trim_ascii_end(), b"\r\n"].concat()),
            broken(3, ChainFault::NoHash),
        ),
        ("an empty line", changed(3, b"\n".to_vec()), broken(3, ChainFault::NoHash)),
    ] {
        assert_eq!(verify(&bytes, None), expected, "{what}");
    }
}

#[test]
fn every_changed_byte_shows() {
    let (lines, _) = five();
    let bytes = lines.concat();
    for at in 0..bytes.len() - 1 {
        let mut changed = bytes.clone();
        changed[at] ^= 0x01;
        // A change in the first line's hash alone can make it look unchained; then the second line shows it.
        assert!(matches!(verify(&changed, None), ChainState::Broken { entry: 0..5, .. }), "byte {at}");
    }
}

#[test]
fn who_kept_a_head_sees_what_the_chain_alone_cannot_show() {
    let (lines, hashes) = five();
    let all = lines.concat();
    let mut last_hash = String::new();
    let rewritten: Vec<u8> = (0..5)
        .flat_map(|seq| {
            let json = format!("{{\"seq\":{seq},\"at\":7,\"event\":\"stopped\"}}").into_bytes();
            let (line, hash) = with_hash(&last_hash, json);
            last_hash = hash;
            line
        })
        .collect();
    for (what, bytes, kept, expected) in [
        ("the head", &all, &hashes[4], whole(&hashes[4], 5, 0, Some(0))),
        ("grown since", &all, &hashes[1], whole(&hashes[4], 5, 0, Some(3))),
        ("cut off", &lines[..3].concat(), &hashes[4], other(&hashes[2], 3)),
        ("emptied", &Vec::new(), &hashes[4], other("", 0)),
        ("rewritten", &rewritten, &hashes[4], other(&last_hash, 5)),
    ] {
        assert_eq!(verify(bytes, Some(kept)), expected, "{what}");
    }
    assert!(matches!(verify(&rewritten, None), ChainState::Intact { .. }), "which is why a head is kept");
}

#[test]
fn a_log_that_began_without_a_chain_is_sealed_by_its_first_hash() {
    let (lines, hashes) = five();
    let old: Vec<u8> = lines[..3].iter().flat_map(|line| bare(line)).collect();
    let resumed = [old.clone(), lines[3..].concat()].concat();
    assert_eq!(verify(&old, None), ChainState::Unchained { head: hashes[2].clone(), entries: 3 });
    assert_eq!(verify(&old, Some(&hashes[2])), whole(&hashes[2], 3, 3, Some(0)));
    assert_eq!(verify(&resumed, None), whole(&hashes[4], 5, 3, None));
    assert_eq!(verify(&resumed, Some(&hashes[2])), whole(&hashes[4], 5, 3, Some(2)));
    let changed = String::from_utf8(resumed).unwrap().replacen("\"at\":1", "\"at\":2", 1);
    assert_eq!(verify(changed.as_bytes(), None), broken(3, ChainFault::OtherHash));
    let first = |format| format!("{{\"seq\":0,\"at\":1,\"event\":\"session_opened\",\"format\":{format}}}\n");
    assert!(matches!(verify(first(1).as_bytes(), None), ChainState::Unchained { entries: 1, .. }));
    assert_eq!(verify(first(2).as_bytes(), None), broken(0, ChainFault::NoHash));
}
