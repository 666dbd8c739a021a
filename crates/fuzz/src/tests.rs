//! Tests of the fuzzer: it finds what it must find, the same each time.

use super::{corpus::Corpus, mutation::Mutator, random::Random};
use std::{collections::BTreeSet, fs, path::Path};

fn inputs(seed: u64) -> Vec<Vec<u8>> {
    let corpus = Corpus::of(&[b"name = \"x\"", b"{\"a\": [1, 2]}"]);
    let words = [b"preset".to_vec()];
    let mut mutator = Mutator::new(Random::new(seed), &corpus, &words);
    (0..2000).map(|_| mutator.next_input()).collect()
}

#[test]
fn a_seed_determines_the_inputs() {
    assert_eq!(inputs(7), inputs(7));
    assert_ne!(inputs(7), inputs(8));
}

#[test]
fn inputs_are_many_some_deep_some_long_and_some_with_words_of_the_language() {
    let made = inputs(7);
    assert!(made.iter().collect::<BTreeSet<_>>().len() > 1500);
    assert!(made.iter().any(|it| it.windows(6).any(|part| part == b"preset")));
    assert!(made.iter().any(|it| it.windows(200).any(|part| part == [b'['; 200])));
    assert!(made.iter().any(|it| it.len() == 64 << 10) && made.iter().all(|it| it.len() <= 64 << 10));
}

/// The names in a folder of `fuzz`, without their ending.
fn names(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(folder);
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    // The tests below have a corpus, and no target for cargo-fuzz.
    names.map(|it| it.trim_end_matches(".rs").to_owned()).filter(|it| it != "hello").collect()
}

#[test]
fn every_corpus_has_a_target_for_cargo_fuzz() {
    let targets = names("fuzz_targets");
    assert_eq!(names("corpus"), targets);
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/Cargo.toml")).unwrap();
    for target in targets {
        assert!(manifest.contains(&format!("name = \"{target}\"\n")), "{target}");
    }
}

/// What a failing target of this kind makes the test that fuzzes it say.
fn failure_of(test: &str) -> String {
    let program = std::env::current_exe().unwrap();
    let test = format!("tests::victim::{test}");
    let output = std::process::Command::new(program)
        .args([&test, "--exact", "--nocapture"])
        .env(victim::ALLOWED, "1")
        .output()
        .unwrap();
    assert!(!output.status.success(), "{test}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_panic_a_slow_reader_a_loop_a_deep_stack_and_much_memory_are_found_with_their_input() {
    for test in ["panics", "is_slow", "hangs", "recurses", "allocates"] {
        let message = failure_of(test);
        // The seed of the corpus is this word.
        assert!(message.contains("for these 5 bytes: 68656c6c6f"), "{test}: {message}");
    }
}

/// Targets that fail. They do nothing but in a process that a test above starts.
mod victim {
    use std::{env, hint::black_box, thread::sleep, time::Duration};

    pub(super) const ALLOWED: &str = "DESKPILOT_FUZZ_VICTIM";

    fn fuzz(target: crate::Target) {
        if env::var_os(ALLOWED).is_some() {
            crate::fuzz("hello", &[], target);
        }
    }

    #[test]
    fn panics() {
        fuzz(|_| panic!("as it must"));
    }

    #[test]
    fn is_slow() {
        fuzz(|_| {
            let before = crate::processor_time();
            while crate::processor_time() < before + Duration::from_millis(1100) {
                black_box(());
            }
        });
    }

    #[test]
    fn hangs() {
        fuzz(|_| {
            loop {
                sleep(Duration::from_secs(1));
            }
        });
    }

    #[test]
    fn recurses() {
        #[expect(unconditional_recursion, reason = "the stack must run out")]
        fn deeper(depth: u64) -> u64 {
            black_box(deeper(black_box(depth + 1))) + 1
        }
        fuzz(|_| {
            let _ = black_box(deeper(0));
        });
    }

    #[test]
    fn allocates() {
        fuzz(|_| drop(black_box(vec![1_u8; 1 << 30])));
    }
}
