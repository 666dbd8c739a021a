//! Sends the spans of a session to a collector while it runs. Nothing of it delays the session: it reads the session's entries as any
//! other reader does.

#[cfg(feature = "traces")]
pub(super) use built::TraceExport;
#[cfg(not(feature = "traces"))]
pub(super) use left_out::TraceExport;

#[cfg(feature = "traces")]
mod built {
    use crate::{
        Config, Environment, EventStream, Notifier, SessionHandle, TraceContent, TracesConfig, keys,
    };
    use deskpilot_core::{Entry, Projection, Secret};
    use deskpilot_traces::{Collector, Content, EndpointError, SendError, SpanQueue, TraceFold, TraceParent};
    use std::time::Duration;
    use tokio::{
        task::JoinHandle,
        time::{Instant, sleep_until, timeout},
    };

    /// How long a span waits for others.
    const PERIOD: Duration = Duration::from_secs(5);

    /// The longest pause after a collector took nothing.
    const LONGEST_PAUSE: Duration = Duration::from_secs(60);

    /// How long what is left may take at the end.
    const FLUSH: Duration = Duration::from_secs(3);

    /// How long the session waits for the end: what is left, after a request that is on its way.
    const ENDING: Duration = Duration::from_secs(6);

    /// The variable that other programs have the headers in
    /// (<https://opentelemetry.io/docs/specs/otel/protocol/exporter/#configuration-options>).
    const USUAL_HEADERS: &str = "OTEL_EXPORTER_OTLP_HEADERS";

    /// The spans of a running session, on their way.
    pub(crate) struct TraceExport(JoinHandle<()>);

    impl TraceExport {
        /// Begins to send the spans of a session that has these entries already, if its settings name a collector. Must be called
        /// within a tokio runtime.
        pub(crate) fn begin(
            config: &Config,
            entries: &[Entry],
            handle: &SessionHandle,
            notify: &Notifier,
        ) -> Option<TraceExport> {
            let traces = config.traces.clone()?;
            let fold = fold_of(&traces, entries);
            let events = handle.events(entries.len() as u64);
            let (environment, notify) = (config.environment.clone(), notify.clone());
            Some(TraceExport(tokio::spawn(async move {
                match collector(&traces, &environment).await {
                    Ok(collector) => SpanSender::new(fold, collector, notify).run(events).await,
                    Err(error) => notify(&format!("warning: no spans are sent: {error}")),
                }
            })))
        }

        /// Waits until everything was sent or given up. The session is over.
        pub(crate) async fn end(mut self) {
            if timeout(ENDING, &mut self.0).await.is_err() {
                self.0.abort();
            }
        }
    }

    /// The fold of the entries that the session has already. An earlier process sent the spans that ended in them.
    fn fold_of(traces: &TracesConfig, entries: &[Entry]) -> TraceFold {
        let content = match traces.content {
            TraceContent::Omitted => Content::Omitted,
            TraceContent::Included => Content::Included,
        };
        // W3C Trace Context says to ignore an invalid text.
        let parent = traces.parent.as_deref().and_then(|it| it.parse::<TraceParent>().ok());
        let mut fold = TraceFold::new(content, parent);
        for entry in entries {
            fold.apply(entry);
            drop(fold.take_ended());
        }
        fold
    }

    /// The collector of the settings. Asks the user nothing: a keyring that is locked has no headers.
    async fn collector(traces: &TracesConfig, environment: &Environment) -> Result<Collector, EndpointError> {
        let headers = match &traces.headers_variable {
            Some(variable) => keys::find_unlocked(variable, environment).await,
            None => environment.value(USUAL_HEADERS).map(Secret::new),
        };
        Collector::new(&traces.endpoint, headers.as_ref())
    }

    /// Folds entries into spans and sends them.
    struct SpanSender {
        fold: TraceFold,
        queue: SpanQueue,
        collector: Collector,
        notify: Notifier,
        /// When the spans that wait are sent; `None` while none waits.
        due: Option<Instant>,
        pause: Duration,
        has_warned: bool,
    }

    impl SpanSender {
        fn new(fold: TraceFold, collector: Collector, notify: Notifier) -> SpanSender {
            let queue = SpanQueue::default();
            SpanSender { fold, queue, collector, notify, due: None, pause: PERIOD, has_warned: false }
        }

        /// Sends until the session is over, and then what is left.
        async fn run(mut self, mut events: EventStream) {
            loop {
                let due = self.due;
                tokio::select! {
                    // A log that cannot be read ends the spans as the end of the session does; the session reports it.
                    read = events.next() => match read {
                        Ok(Some(entry)) => self.add(&entry),
                        Ok(None) | Err(_) => break,
                    },
                    () = until(due), if due.is_some() => self.send().await,
                }
            }
            self.fold.finish();
            self.queue_ended();
            let _ = timeout(FLUSH, self.flush()).await;
            let missing = self.queue.missing();
            if missing > 0 {
                let site = self.collector.site();
                (self.notify)(&format!("warning: {missing} spans of the task are not at {site}"));
            }
        }

        fn add(&mut self, entry: &Entry) {
            let was_empty = self.queue.is_empty();
            self.fold.apply(entry);
            self.queue_ended();
            if was_empty && !self.queue.is_empty() {
                self.due = Some(Instant::now() + PERIOD);
            // A full batch goes at once, unless the collector has just refused one: then the longer pause
            // holds.
            } else if self.queue.has_batch() && self.pause == PERIOD {
                self.due = Some(Instant::now());
            }
        }

        fn queue_ended(&mut self) {
            self.fold.take_ended().into_iter().for_each(|it| self.queue.push(it));
        }

        /// Sends one batch. While the collector takes nothing, the pauses become longer.
        async fn send(&mut self) {
            self.pause = match self.send_batch().await {
                Ok(()) => PERIOD,
                Err(()) => (self.pause * 2).min(LONGEST_PAUSE),
            };
            self.due = (!self.queue.is_empty()).then(|| Instant::now() + self.pause);
        }

        /// Sends all that waits, until the collector takes nothing.
        async fn flush(&mut self) {
            while !self.queue.is_empty() && self.send_batch().await.is_ok() {}
        }

        /// Sends one batch. Fails if the collector may take it later.
        async fn send_batch(&mut self) -> Result<(), ()> {
            let sent = self.collector.send(self.queue.batch()).await;
            match sent {
                Ok(rejected) => self.queue.sent(rejected),
                Err(SendError::TooLarge(_)) if self.queue.halve() => {}
                Err(SendError::TooLarge(why) | SendError::Never(why)) => {
                    self.warn(&why);
                    self.queue.refused();
                }
                Err(SendError::TooSlow(why)) => {
                    self.queue.halve();
                    self.warn(&why);
                    return Err(());
                }
                Err(SendError::Later(why)) => {
                    self.warn(&why);
                    return Err(());
                }
            }
            Ok(())
        }

        /// Tells the user once.
        fn warn(&mut self, why: &str) {
            if !self.has_warned {
                self.has_warned = true;
                let site = self.collector.site();
                (self.notify)(&format!("warning: the collector at {site} takes no spans: {why}"));
            }
        }
    }

    async fn until(due: Option<Instant>) {
        if let Some(due) = due {
            sleep_until(due).await;
        }
    }
}

#[cfg(not(feature = "traces"))]
mod left_out {
    use crate::{Config, Notifier, SessionHandle};
    use deskpilot_core::{Entry, Feature, NotBuilt};

    /// Nothing, because this build sends no spans.
    pub(crate) struct TraceExport;

    impl TraceExport {
        /// Warns if the settings name a collector.
        pub(crate) fn begin(
            config: &Config,
            _: &[Entry],
            _: &SessionHandle,
            notify: &Notifier,
        ) -> Option<TraceExport> {
            if config.traces.is_some() {
                notify(&format!("warning: no spans are sent: {}", NotBuilt(Feature::Traces)));
            }
            None
        }

        /// Does nothing.
        pub(crate) async fn end(self) {}
    }
}
