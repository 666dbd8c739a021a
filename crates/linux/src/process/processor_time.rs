//! How much of the processor a program has used, and how long it had to wait for it.

use rustix::param::clock_ticks_per_second;
use std::{fs, time::Duration};

/// The processor time that all threads of a process have used since it started, in steps of a clock tick (10 ms); `None` if
/// it is gone. From `/proc/PID/stat`, see proc_pid_stat(5).
pub(crate) fn processor_time(pid: u32) -> Option<Duration> {
    of_stat(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?, clock_ticks_per_second())
}

/// The name of the program in the second field may have blanks and brackets, so the fields are counted from its end.
fn of_stat(stat: &str, ticks_per_second: u64) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11).map(|it| it.parse::<u64>().ok());
    let ticks = fields.next()?? + fields.next()??;
    Some(Duration::from_millis(ticks * 1000 / ticks_per_second.max(1)))
}

/// The time that the first thread of a process was ready to run since it started, while others had the processor; `None` if it is gone.
/// The second field of `/proc/PID/schedstat`, in nanoseconds, see sched-stats in the kernel's documentation.
pub(crate) fn waiting_time(pid: u32) -> Option<Duration> {
    let line = fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    line.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_are_added_whatever_the_program_is_called() {
        let stat = "42 (a) b (c) R 1 42 42 0 -1 4194304 151 0 0 0 250 30 7 8 20 0 1 0 100 0";
        assert_eq!(of_stat(stat, 100), Some(Duration::from_millis(2800)));
        assert_eq!(of_stat("42 (cut", 100), None);
    }

    #[test]
    fn a_process_that_works_has_used_more() {
        let own = std::process::id();
        let before = processor_time(own).unwrap();
        while processor_time(own).unwrap() == before {}
        assert_eq!(processor_time(u32::MAX), None);
        assert_eq!((waiting_time(own).is_some(), waiting_time(u32::MAX)), (true, None));
    }
}
