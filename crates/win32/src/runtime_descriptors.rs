//! The descriptors that a program finds open when it starts, as a parent tells the C runtime of them. Pure.
//!
//! The form is that of Microsoft's C runtime, which writes it for its own children and reads it from `lpReserved2` of the start
//! information before `main` (`ucrt/lowio/ioinit.cpp`, `initialize_inherited_file_handles_nolock`): the count as a number of 32 bits,
//! a byte of flags for each descriptor, and then their handles, which nothing aligns. libuv writes the same for Node's `stdio`
//! (`src/win/process-stdio.c`), and with it Puppeteer and Playwright have given Chromium and Edge their pipes for years.

/// The descriptor that the program reads: that of Chromium's commands, on every system.
const READS: usize = 3;
/// How many descriptors there are: the one it writes is the last.
const COUNT: usize = 5;

/// The descriptor is open (`FOPEN`).
const OPEN: u8 = 0x01;
/// It is a pipe (`FPIPE`).
const PIPE: u8 = 0x08;
/// `INVALID_HANDLE_VALUE`: the program opens its standard streams as it does without a parent that tells it of any.
const NONE: usize = usize::MAX;

/// What tells a program that its descriptors 3 and 4 are these handles.
pub(crate) fn descriptors(reads: usize, writes: usize) -> Vec<u8> {
    let (mut flags, mut handles) = ([0; COUNT], [NONE; COUNT]);
    for (descriptor, handle) in [(READS, reads), (COUNT - 1, writes)] {
        (flags[descriptor], handles[descriptor]) = (OPEN | PIPE, handle);
    }
    let count = (COUNT as u32).to_ne_bytes();
    let handles = handles.iter().flat_map(|it| it.to_ne_bytes());
    count.into_iter().chain(flags).chain(handles).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_reads_a_count_then_flags_then_handles() {
        let block = descriptors(0x1234, 0x5678);
        assert_eq!(block.len(), 4 + COUNT + COUNT * size_of::<usize>());
        assert_eq!(block[..4], 5_u32.to_ne_bytes());
        assert_eq!(block[4..9], [0, 0, 0, 9, 9]);
        let handle = |at: usize| {
            let begin = 9 + at * size_of::<usize>();
            usize::from_ne_bytes(block[begin..begin + size_of::<usize>()].try_into().unwrap())
        };
        assert_eq!([0, 1, 2, 3, 4].map(handle), [NONE, NONE, NONE, 0x1234, 0x5678]);
    }
}
