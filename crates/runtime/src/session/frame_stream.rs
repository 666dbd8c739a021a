//! Sends one connection what the private desktop shows: as many frames as its viewer draws, and as much of each as it takes.

use super::{
    SessionHandle,
    connection_writer::{Writer, write},
};
use crate::control::{Frame, FrameEncoder, FramePace, FrameQuality, Message, SharedPicture};
use std::{
    future::pending,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{sync::watch, task::spawn_blocking, time::sleep};

/// The most pictures in a second that a connection gets.
const MOST_PICTURES: u32 = 10;

/// How long a screen stands still before what JPEG has blurred of it is sent as it is.
const SETTLED: Duration = Duration::from_millis(700);

/// What a viewer asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenLook {
    /// The most pixels of a row.
    pub(super) width: u32,
    /// The most pictures in a second.
    pub(super) per_second: u32,
}

/// What a viewer says of its frames: the number of the last one that it has drawn, and when it said so; `None` while it says nothing.
pub(super) type DrawnFrames = watch::Sender<Option<(u32, Instant)>>;

/// The frames for one viewer.
struct FrameStream<'w> {
    look: ScreenLook,
    pictures: watch::Receiver<Option<Arc<SharedPicture>>>,
    drawn: watch::Receiver<Option<(u32, Instant)>>,
    encoder: FrameEncoder,
    pace: FramePace,
    writer: &'w Writer,
}

/// What a viewer gets next.
enum Due {
    Change,
    Sharpening,
}

/// Why no more frames are sent: the connection or the session is gone.
struct Ended;

/// Sends what the screen shows until the connection is gone. A slow viewer gets fewer pictures.
pub(super) async fn send_frames(
    handle: &SessionHandle,
    look: ScreenLook,
    drawn: watch::Receiver<Option<(u32, Instant)>>,
    writer: &Writer,
) {
    if look.per_second == 0 {
        return pending().await;
    }
    let mut pictures = handle.screen().watch();
    // The picture that others were sent last is the first one here.
    pictures.mark_changed();
    let mut stream = FrameStream::new(look, pictures, drawn, writer);
    while stream.step().await.is_ok() {}
}

impl<'w> FrameStream<'w> {
    fn new(
        look: ScreenLook,
        pictures: watch::Receiver<Option<Arc<SharedPicture>>>,
        drawn: watch::Receiver<Option<(u32, Instant)>>,
        writer: &'w Writer,
    ) -> FrameStream<'w> {
        let quality = drawn.borrow().map_or(FrameQuality::Lossless, |_| FrameQuality::Fine);
        let (encoder, pace) = (FrameEncoder::default(), FramePace::beginning_with(quality));
        FrameStream { look, pictures, drawn, encoder, pace, writer }
    }

    async fn step(&mut self) -> Result<(), Ended> {
        let Some(due) = self.due().await? else { return Ok(()) };
        let picture = self.pictures.borrow_and_update().clone();
        let Some(picture) = picture else { return Ok(()) };
        let Some(frame) = self.encoded(picture, due).await? else { return Ok(()) };
        self.pace.sent(frame.number, Instant::now());
        write(self.writer, &Message::Frame(Box::new(frame))).await.map_err(|_| Ended)?;
        sleep(Duration::from_secs(1) / self.look.per_second.min(MOST_PICTURES)).await;
        Ok(())
    }

    /// Waits until the viewer is to get something; `None` if it has drawn something instead. One that is behind has to draw first what
    /// is under way.
    async fn due(&mut self) -> Result<Option<Due>, Ended> {
        let has_room = self.pace.has_room();
        tokio::select! {
            // First what the viewer has drawn: it decides whether there is room for more.
            biased;
            drawn = self.drawn.changed() => {
                drawn.map_err(|_| Ended)?;
                if let Some((number, at)) = *self.drawn.borrow_and_update() {
                    self.pace.drawn(number, at);
                }
                Ok(None)
            }
            changed = self.pictures.changed(), if has_room => {
                changed.map_err(|_| Ended)?;
                Ok(Some(Due::Change))
            }
            () = sleep(SETTLED), if has_room && self.encoder.is_lossy() => Ok(Some(Due::Sharpening)),
        }
    }

    /// The next frame; `None` if nothing has changed.
    async fn encoded(&mut self, picture: Arc<SharedPicture>, due: Due) -> Result<Option<Frame>, Ended> {
        let (width, quality) = (self.look.width, self.pace.quality());
        let mut encoder = std::mem::take(&mut self.encoder);
        let encoding = spawn_blocking(move || {
            let frame = match due {
                Due::Sharpening => encoder.sharpen(&picture, width),
                Due::Change => encoder.encode(&picture, width, quality),
            };
            (encoder, frame)
        });
        let (encoder, frame) = encoding.await.map_err(|_| Ended)?;
        self.encoder = encoder;
        Ok(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::LineWriter;
    use deskpilot_core::{Point, Size};
    use deskpilot_desktop::Image;
    use tokio::{
        io::{AsyncReadExt, duplex},
        sync::Mutex,
    };

    /// A picture of one colour.
    fn picture(grey: u8) -> Option<Arc<SharedPicture>> {
        let size = Size { width: 4, height: 4 };
        Some(Arc::new(SharedPicture::new(Image::filled(size, Point::default(), [grey; 3]))))
    }

    /// Whether the viewer is to get something now.
    async fn is_due(stream: &mut FrameStream<'_>) -> bool {
        tokio::select! {
            biased;
            _ = stream.due() => true,
            () = async {} => false,
        }
    }

    #[tokio::test]
    async fn a_viewer_who_draws_nothing_more_gets_two_frames_and_the_third_once_it_has_drawn_one() {
        let (here, mut there) = duplex(1 << 16);
        let writer: Writer = Arc::new(Mutex::new(LineWriter::of(Box::new(here))));
        let (shown, said) = (watch::Sender::new(None), DrawnFrames::new(Some((0, Instant::now()))));
        let look = ScreenLook { width: 4000, per_second: MOST_PICTURES };
        let mut stream = FrameStream::new(look, shown.subscribe(), said.subscribe(), &writer);
        for grey in [1, 2] {
            shown.send_replace(picture(grey));
            assert!(stream.step().await.is_ok());
        }
        shown.send_replace(picture(3));
        assert!(!is_due(&mut stream).await, "a third frame is on its way");
        said.send_replace(Some((1, Instant::now())));
        assert!(stream.step().await.is_ok() && stream.step().await.is_ok());
        drop(stream);
        drop(writer);
        let mut sent = String::new();
        there.read_to_string(&mut sent).await.unwrap();
        assert_eq!(sent.lines().count(), 3, "{sent}");
    }

    #[tokio::test]
    async fn a_viewer_who_never_says_what_it_has_drawn_gets_every_frame() {
        let (here, _there) = duplex(1 << 16);
        let writer: Writer = Arc::new(Mutex::new(LineWriter::of(Box::new(here))));
        let (shown, said) = (watch::Sender::new(None), DrawnFrames::new(None));
        let look = ScreenLook { width: 4000, per_second: MOST_PICTURES };
        let mut stream = FrameStream::new(look, shown.subscribe(), said.subscribe(), &writer);
        for grey in [1, 2] {
            shown.send_replace(picture(grey));
            assert!(stream.step().await.is_ok());
        }
        shown.send_replace(picture(3));
        assert!(is_due(&mut stream).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_viewer_gets_ten_pictures_a_second_or_as_few_as_it_asks_for() {
        const SECONDS: u32 = 2;
        for (asked, sent) in [(3, 3), (MOST_PICTURES, MOST_PICTURES), (60, MOST_PICTURES)] {
            let (here, mut there) = duplex(1 << 20);
            let writer: Writer = Arc::new(Mutex::new(LineWriter::of(Box::new(here))));
            let (shown, said) = (watch::Sender::new(None), DrawnFrames::new(None));
            let look = ScreenLook { width: 4000, per_second: asked };
            let mut stream = FrameStream::new(look, shown.subscribe(), said.subscribe(), &writer);
            let changing = async {
                for grey in (0..=u8::MAX).cycle() {
                    shown.send_replace(picture(grey));
                    sleep(Duration::from_millis(1)).await;
                }
            };
            tokio::select! {
                () = changing => {}
                () = async { while stream.step().await.is_ok() {} } => {}
                () = sleep(Duration::from_secs(1) * SECONDS) => {}
            }
            drop(stream);
            drop(writer);
            let mut text = String::new();
            there.read_to_string(&mut text).await.unwrap();
            // The first one comes at once, and the last one of the time may be under way.
            let (count, expected) = (text.lines().count(), (sent * SECONDS) as usize);
            assert!(
                (expected - 1..=expected + 1).contains(&count),
                "{asked} a second: {count} in {SECONDS} s"
            );
        }
    }
}
