//! The desktop a command works on, brought up and closed again.

use crate::config::{Config, DesktopKind};
use anyhow::Result;
use deskpilot_core::Launch;
use deskpilot_desktop::Desktop;
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions, Seat};
use std::path::PathBuf;

/// A desktop, and what must be closed when it is no longer needed.
pub(crate) struct Desk {
    pub(crate) desktop: LinuxDesktop,
    pub(crate) seat: Seat,
    private: Option<PrivateDesktop>,
}

impl Desk {
    /// The desktop of the settings. The applications of a private one have this home; without one theirs goes with it.
    pub(crate) async fn open(config: &Config, home: Option<PathBuf>) -> Result<Desk> {
        match config.desktop {
            DesktopKind::Current => {
                let seat = Seat::current().await?;
                Ok(Desk { desktop: LinuxDesktop::connect(seat.clone()).await?, seat, private: None })
            }
            DesktopKind::Private => {
                let options = PrivateOptions { size: config.size, home, ..PrivateOptions::USUAL };
                let private = PrivateDesktop::bring_up(&options).await?;
                let seat = private.seat().clone();
                Ok(Desk { desktop: LinuxDesktop::connect(seat.clone()).await?, seat, private: Some(private) })
            }
        }
    }

    /// Opens applications, one after the other.
    pub(crate) async fn launch(&mut self, applications: &[String]) -> Result<()> {
        for application in applications {
            self.desktop.launch(&Launch { application: application.clone(), file: None }).await?;
        }
        Ok(())
    }

    /// The two halves: what is given away to a session, and what is closed after it.
    pub(crate) fn split(self) -> (Box<dyn Desktop>, Closing) {
        (Box::new(self.desktop), Closing(self.private))
    }

    /// Ends a private desktop; a person's own stays.
    pub(crate) async fn close(self) {
        self.split().1.close().await;
    }
}

/// What is closed when the desktop is no longer needed.
pub(crate) struct Closing(Option<PrivateDesktop>);

impl Closing {
    /// Ends a private desktop; a person's own stays.
    pub(crate) async fn close(self) {
        if let Some(private) = self.0 {
            private.close().await;
        }
    }
}
