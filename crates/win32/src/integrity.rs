//! Integrity levels of processes: a program gets no input and no messages from one of a lower level. Pure.

/// The integrity level of a process, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Integrity {
    /// Below everything else, such as a browser's renderer.
    Untrusted,
    /// A sandbox, such as that of a document viewer.
    Low,
    /// What a user starts.
    Medium,
    /// What a user started as administrator, or what may use the user interface of such programs.
    High,
    /// A service of Windows.
    System,
}

impl Integrity {
    /// The level of this last number of a mandatory label. A number between two levels is the lower one, except that whatever is
    /// above medium counts as high: Windows keeps our input from it too.
    pub(crate) const fn of_label(number: u32) -> Integrity {
        match number {
            0x0000..0x1000 => Integrity::Untrusted,
            0x1000..0x2000 => Integrity::Low,
            0x2000 => Integrity::Medium,
            0x2001..0x4000 => Integrity::High,
            _ => Integrity::System,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_above_medium_is_out_of_reach_of_a_medium_program() {
        for (number, level) in [
            (0, Integrity::Untrusted),
            (0x1000, Integrity::Low),
            (0x1fff, Integrity::Low),
            (0x2000, Integrity::Medium),
            (0x2010, Integrity::High),
            (0x2100, Integrity::High),
            (0x3000, Integrity::High),
            (0x4000, Integrity::System),
            (0x5000, Integrity::System),
        ] {
            assert_eq!(Integrity::of_label(number), level, "{number:#x}");
            assert_eq!(Integrity::of_label(number) > Integrity::Medium, number > 0x2000);
        }
    }
}
