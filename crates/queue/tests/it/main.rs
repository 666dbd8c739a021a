//! Integration tests of the queue: one suite of conformance for both engines, and what each engine promises besides.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what the tests share may fail as a test does"
)]

mod claims;
mod controls;
mod files;
mod leases;
mod outages;
mod records;
mod test_queue;

/// Runs each of these tests once for each engine.
macro_rules! on_both_engines {
    ($($module:ident: $($test:ident)*;)*) => {
        mod sqlite {
            $($(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(&crate::test_queue::TestQueue::sqlite()).await;
                }
            )*)*
        }

        mod nats {
            $($(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    crate::$module::$test(&crate::test_queue::TestQueue::nats()).await;
                }
            )*)*
        }
    };
}

on_both_engines! {
    claims:
        each_job_is_claimed_by_one_worker
        high_priority_is_claimed_before_low_and_then_in_order
        a_worker_gets_the_jobs_of_its_pools
        a_claim_waits_for_a_job
        a_job_claimed_for_nobody_is_given_back;
    leases:
        an_expired_lease_cannot_finish_and_its_successor_can
        an_extended_lease_holds
        no_lease_is_extended_beyond_the_time_of_its_attempt
        a_job_without_attempts_left_is_dead_and_the_next_is_claimed
        a_fault_is_no_attempt_and_has_a_limit_of_its_own
        a_released_job_comes_again_after_its_delay
        a_job_is_finished_once;
    controls:
        a_parked_job_waits_until_it_is_queued_again
        a_cancelled_job_is_not_claimed
        the_worker_of_a_cancelled_job_is_told
        the_worker_of_a_lost_job_is_told
        an_ended_job_starts_over;
    records:
        a_job_is_submitted_once
        a_lease_has_the_span_that_its_job_is_a_part_of
        jobs_are_listed_in_pages_in_order_of_submission
        runs_and_pools_are_listed
        large_payloads_and_results_are_refused
        everything_outlasts_the_process;
}
