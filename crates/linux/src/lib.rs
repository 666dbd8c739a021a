//! The Linux desktop: AT-SPI2 and X11, private desktops.
