//! The platform of this build, handed in to whatever starts sessions.

use async_trait::async_trait;
use deskpilot_core::PauseCause;
use deskpilot_desktop::Desktop;
use deskpilot_linux::{
    LinuxDesktop, LinuxError, PersonWatch as Watch, PrivateDesktop, PrivateOptions, Seat, Touch,
};
use deskpilot_runtime::{DesktopKind, DesktopOptions, OpenDesktop, PersonWatch, Platform, PlatformError};

/// Linux: AT-SPI2 and X11.
pub(crate) struct Linux;

/// A desktop, and what is ended when it is no longer needed.
struct Opened {
    seat: Seat,
    private: Option<PrivateDesktop>,
}

#[async_trait]
impl Platform for Linux {
    async fn open(&self, options: &DesktopOptions) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        let opened = match options.kind {
            DesktopKind::Current => Opened { seat: Seat::current().await.map_err(told)?, private: None },
            DesktopKind::Private => {
                let options = PrivateOptions {
                    size: options.size,
                    home: options.home.clone(),
                    ..PrivateOptions::USUAL
                };
                let private = Box::pin(PrivateDesktop::bring_up(&options)).await.map_err(told)?;
                Opened { seat: private.seat().clone(), private: Some(private) }
            }
        };
        Ok(Box::new(opened))
    }
}

#[async_trait]
impl OpenDesktop for Opened {
    async fn connect(&self) -> Result<Box<dyn Desktop>, PlatformError> {
        Ok(Box::new(LinuxDesktop::connect(self.seat.clone()).await.map_err(told)?))
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.seat.environment().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn programs(&self) -> Vec<String> {
        self.seat.programs()
    }

    async fn watch_person(&self) -> Result<Box<dyn PersonWatch>, PlatformError> {
        Ok(Box::new(Touches(self.seat.watch_person().await.map_err(told)?)))
    }

    async fn close(self: Box<Self>) {
        if let Some(private) = self.private {
            private.close().await;
        }
    }
}

/// What the person does with pointer and keyboard.
struct Touches(Watch);

#[async_trait]
impl PersonWatch for Touches {
    async fn touched(&mut self) -> Result<PauseCause, PlatformError> {
        Ok(match self.0.touched().await.map_err(|error| told(error.into()))? {
            Touch::Pointer | Touch::Button => PauseCause::Pointer,
            Touch::Key => PauseCause::Keyboard,
        })
    }
}

fn told(error: LinuxError) -> PlatformError {
    let hint = error.hint();
    PlatformError::new(error, hint)
}
