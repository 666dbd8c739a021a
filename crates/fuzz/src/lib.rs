//! Fuzzing with a stable compiler: feeds a reader mutations of its corpus, in a process of its own with little memory.
//!
//! A target is a function that takes any bytes and returns. It fails by a panic, a stack or memory that runs out, or by
//! taking longer than a second for an input. The process of its own is the same test, started again: what ends that process
//! does not end the tests, and the input is named. The same seed makes the same inputs.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "only tests use it, so a failure is a test failure"
)]

mod corpus;
mod mutation;
mod random;

use corpus::Corpus;
use mutation::Mutator;
use random::Random;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

/// A reader of bytes from elsewhere. Whatever they are, it returns.
pub type Target = fn(&[u8]);

/// How much of the processor a target may take for one input: on a busy machine more time than that passes.
const MOST_PER_INPUT: Duration = Duration::from_secs(1);
/// After this time an input is taken to hang; an input that is only slow is through by then, even on a busy machine.
const HANG: Duration = Duration::from_secs(6);
/// How often a slow input is tried again: its first try may fill caches.
const SLOW_TRIES: usize = 3;
/// The memory of a process that fuzzes, in bytes: many times what a reader needs for the largest input.
const MAX_MEMORY: u64 = 512 << 20;
/// The stack of a target: that of a thread of the program.
const STACK: usize = 2 << 20;
/// How many mutated inputs a target gets, unless `DESKPILOT_TEST_TRIALS` says otherwise.
const TRIALS: u64 = 50;
/// The seed of the mutations, unless `DESKPILOT_TEST_SEED` says otherwise.
const SEED: u64 = 1;
/// The variable that marks the process that fuzzes; it holds the file for the input that it tries.
const CURRENT: &str = "DESKPILOT_FUZZ_CURRENT";

/// Fuzzes a target with its corpus, `fuzz/corpus/NAME`, and with these words of its input language.
///
/// # Panics
/// If the target fails. The message has the input, which is also kept as a file: it belongs into the corpus.
pub fn fuzz(name: &str, words: &[&str], target: Target) {
    match env::var_os(CURRENT) {
        Some(current) => in_this_process(name, words, target, Path::new(&current)),
        None => in_a_process_of_its_own(name),
    }
}

fn in_a_process_of_its_own(name: &str) {
    // The test runner names the thread of a test after it.
    let test = thread::current().name().expect("a test has a name").to_owned();
    let kept = corpus::found(name);
    let current = kept.with_extension(std::process::id().to_string());
    let program = env::current_exe().expect("a test is a program");
    let output = Command::new(program)
        .args([&test, "--exact", "--nocapture", "--test-threads=1"])
        .env(CURRENT, &current)
        .output()
        .expect("the test starts again");
    let input = fs::read(&current).unwrap_or_default();
    let _ = fs::remove_file(&current);
    if !output.status.success() {
        fs::write(&kept, &input).expect("the input is kept");
        panic!("{}", failure(name, &input, &kept, &output));
    }
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{test} did not run");
}

/// The beginning of a failing input, where it is, and the last lines of the process's standard error.
fn failure(name: &str, input: &[u8], kept: &Path, output: &Output) -> String {
    let hex: String = input.iter().take(200).map(|byte| format!("{byte:02x}")).collect();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let stderr: Vec<&str> = stderr.lines().rev().take(12).collect();
    let stderr: Vec<&str> = stderr.into_iter().rev().collect();
    format!(
        "{name} fails ({}) for these {} bytes: {hex}\nmend it, then move {} to fuzz/corpus/{name}\n{}",
        output.status,
        input.len(),
        kept.display(),
        stderr.join("\n")
    )
}

fn in_this_process(name: &str, words: &[&str], target: Target, current: &Path) {
    let limit = Rlimit { current: Some(MAX_MEMORY), maximum: Some(MAX_MEMORY) };
    setrlimit(Resource::Data, limit).expect("memory can be limited");
    let corpus = Corpus::read(name);
    let words: Vec<Vec<u8>> = words.iter().map(|it| it.as_bytes().to_vec()).collect();
    let (seed, trials) = (number("DESKPILOT_TEST_SEED", SEED), number("DESKPILOT_TEST_TRIALS", TRIALS));
    let current: PathBuf = current.to_owned();
    let tried = Arc::new(AtomicU64::new(0));
    let watched = Arc::clone(&tried);
    thread::spawn(move || abort_on_hang(&watched));
    let fuzzing = thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut mutator = Mutator::new(Random::new(seed), &corpus, &words);
        let mutated = (0..trials).map(|_| mutator.next_input());
        for input in corpus.inputs().iter().cloned().chain(mutated) {
            fs::write(&current, &input).expect("the input is kept");
            try_input(target, &input);
            tried.fetch_add(1, Ordering::Relaxed);
        }
    });
    let fuzzed = fuzzing.expect("a thread starts").join();
    assert!(fuzzed.is_ok(), "{name} panicked");
}

fn try_input(target: Target, input: &[u8]) {
    for _ in 0..SLOW_TRIES {
        let before = processor_time();
        target(input);
        let took = processor_time().saturating_sub(before);
        if took < MOST_PER_INPUT {
            return;
        }
        eprintln!("it took {took:?} for one input");
    }
    panic!("it took longer than {MOST_PER_INPUT:?}, {SLOW_TRIES} times");
}

/// How long this thread has had a processor, from the first field of its `schedstat`, see the kernel's
/// `Documentation/scheduler/sched-stats.rst`.
fn processor_time() -> Duration {
    let text =
        fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel counts the time of threads");
    let nanoseconds = text.split_whitespace().next().and_then(|it| it.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first field is a number"))
}

/// Ends the process when the number of tried inputs stays the same for too long.
fn abort_on_hang(tried: &AtomicU64) {
    let mut before = None;
    loop {
        let now = tried.load(Ordering::Relaxed);
        if before == Some(now) {
            eprintln!("it hangs: no end after {HANG:?}");
            process::abort();
        }
        before = Some(now);
        thread::sleep(HANG);
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    env::var(variable).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

#[cfg(test)]
mod tests;
