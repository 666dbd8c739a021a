//! The limits of an archive, far above any that the Steps Recorder writes: it stops at 999 steps.

/// How much an archive may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The bytes of the file.
    pub(crate) file: u64,
    /// The entries of a zip archive.
    pub(crate) entries: usize,
    /// The bytes of the unpacked page.
    pub(crate) page: u64,
    /// How many times as large as its packed form the page may be.
    pub(crate) ratio: u64,
    /// The parts of the page.
    pub(crate) parts: usize,
    /// The bytes of a decoded part.
    pub(crate) part: usize,
    /// The steps.
    pub(crate) steps: usize,
    /// The pixels of a picture.
    pub(crate) pixels: u64,
    /// The characters of a text.
    pub(crate) text: usize,
}

impl Limits {
    /// The usual ones.
    pub(crate) const USUAL: Limits = Limits {
        file: 128 << 20,
        entries: 100,
        page: 192 << 20,
        ratio: 100,
        parts: 2_000,
        part: 16 << 20,
        steps: 1_000,
        pixels: 40_000_000,
        text: 2_000,
    };
}
