//! The input devices of an X server: which belong to XTEST, and how the others report movement.

use crate::error::XError;
use std::collections::HashMap;
use x11rb::connection::Connection;
use x11rb::protocol::xinput::{
    ConnectionExt as _, Device, DeviceClassData, DeviceClassDataValuator, DeviceId, Fp3232, ValuatorMode,
    XIDeviceInfo,
};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _};
use x11rb::rust_connection::RustConnection;

/// The property that marks XTEST devices.
const XTEST: &[u8] = b"XTEST Device";

/// The devices, by id.
#[derive(Debug, Default)]
pub(super) struct Devices(HashMap<DeviceId, Origin>);

/// Who produces the events of a device.
#[derive(Debug)]
enum Origin {
    /// A program, through XTEST.
    Program,
    /// A person; with the axes that move the pointer to the right and down.
    Person([Axis; 2]),
}

/// How a device reports one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Axis {
    /// Pixels since the last event.
    #[default]
    Relative,
    /// A position.
    Absolute {
        /// How many pixels one unit is.
        pixels: f64,
        /// The last position.
        last: Option<f64>,
    },
}

impl Devices {
    pub(super) fn read(connection: &RustConnection) -> Result<Devices, XError> {
        let xtest = connection.intern_atom(false, XTEST)?.reply()?.atom;
        let screen = connection.setup().roots.first();
        let size = screen.map_or((0, 0), |it| (it.width_in_pixels, it.height_in_pixels));
        let all = u16::from(bool::from(Device::ALL));
        let mut devices = HashMap::new();
        for info in connection.xinput_xi_query_device(all)?.reply()?.infos {
            let id = info.deviceid;
            let property = connection.xinput_xi_get_property(id, false, xtest, AtomEnum::ANY.into(), 0, 1)?;
            // A device removed in the meantime has no properties.
            let is_program = property.reply().is_ok_and(|property| property.num_items > 0);
            devices.insert(id, if is_program { Origin::Program } else { Origin::Person(axes(&info, size)) });
        }
        Ok(Devices(devices))
    }

    /// Whether a person uses the device. An unknown device is a person's: XTEST devices exist from the start.
    pub(super) fn is_of_person(&self, device: DeviceId) -> bool {
        !matches!(self.0.get(&device), Some(Origin::Program))
    }

    /// How far a person moved the pointer with the device, in pixels to the right and down; `None` for a program's
    /// device.
    pub(super) fn movement(
        &mut self,
        device: DeviceId,
        mask: &[u32],
        values: &[Fp3232],
    ) -> Option<(f64, f64)> {
        let axes = match self.0.entry(device).or_insert_with(|| Origin::Person(Default::default())) {
            Origin::Program => return None,
            Origin::Person(axes) => axes,
        };
        let [across, down] = axes;
        let mut values_of_axes = axis_values(mask, values);
        Some((across.movement(values_of_axes.next()?), down.movement(values_of_axes.next()?)))
    }
}

impl Axis {
    fn of(valuator: &DeviceClassDataValuator, side: u16) -> Axis {
        if valuator.mode != ValuatorMode::ABSOLUTE {
            return Axis::Relative;
        }
        let range = number(valuator.max) - number(valuator.min);
        // Some devices report pixels and no range.
        let pixels = if range > 0.0 { f64::from(side) / range } else { 1.0 };
        Axis::Absolute { pixels, last: Some(number(valuator.value)) }
    }

    fn movement(&mut self, reported: Option<f64>) -> f64 {
        match (self, reported) {
            (_, None) => 0.0,
            (Axis::Relative, Some(by)) => by,
            (Axis::Absolute { pixels, last }, Some(place)) => {
                let before = last.replace(place).unwrap_or(place);
                (place - before) * *pixels
            }
        }
    }
}

fn axes(info: &XIDeviceInfo, (width, height): (u16, u16)) -> [Axis; 2] {
    let mut axes = [Axis::default(); 2];
    for class in &info.classes {
        // By the convention of X drivers axis 0 goes across and axis 1 goes down; further ones are wheels and
        // pressure.
        match &class.data {
            DeviceClassData::Valuator(it) if it.number == 0 => axes[0] = Axis::of(it, width),
            DeviceClassData::Valuator(it) if it.number == 1 => axes[1] = Axis::of(it, height),
            _ => {}
        }
    }
    axes
}

/// The first two axis values of an event, each `None` unless the mask includes it.
fn axis_values(mask: &[u32], values: &[Fp3232]) -> impl Iterator<Item = Option<f64>> {
    // The mask has a bit for each axis; values are sent for the axes whose bit is set, and for no other.
    let mask = mask.first().copied().unwrap_or(0);
    let mut values = values.iter();
    (0..2).map(move |axis| if mask & (1 << axis) == 0 { None } else { values.next().copied().map(number) })
}

fn number(value: Fp3232) -> f64 {
    f64::from(value.integral) + f64::from(value.frac) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(integral: i32) -> Fp3232 {
        Fp3232 { integral, frac: 0 }
    }

    #[test]
    fn movements_are_reported_in_pixels_whatever_the_device_counts_in() {
        let tablet = Axis::Absolute { pixels: 0.1, last: Some(5000.0) };
        let mut devices = Devices(HashMap::from([
            (4, Origin::Program),
            (6, Origin::Person([Axis::Relative; 2])),
            (8, Origin::Person([tablet; 2])),
        ]));
        for (device, mask, values, expected) in [
            (4, 0b11, vec![value(40), value(40)], None),
            (6, 0b11, vec![value(3), value(-4)], Some((3.0, -4.0))),
            (6, 0b10, vec![value(7)], Some((0.0, 7.0))),
            (6, 0b100, vec![value(120)], Some((0.0, 0.0))),
            (6, 0b11, vec![], Some((0.0, 0.0))),
            (8, 0b11, vec![value(5100), value(5000)], Some((10.0, 0.0))),
            (8, 0b11, vec![value(5100), value(4900)], Some((0.0, -10.0))),
            (99, 0b01, vec![value(9)], Some((9.0, 0.0))),
        ] {
            assert_eq!(devices.movement(device, &[mask], &values), expected, "device {device}, {mask:b}");
        }
        assert!(!devices.is_of_person(4) && devices.is_of_person(6) && devices.is_of_person(99));
    }
}
