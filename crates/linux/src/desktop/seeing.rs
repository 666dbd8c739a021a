//! What is read of a window, and how much of it has to be asked for.

use super::window_group::{Scene, WindowGroup};
use super::{LinuxDesktop, PATIENCE, of_no_answer};
use deskpilot_atspi::{Ahead, Heard, NoAnswer, NodeRef, RawNode, Reading, Told, full_tree};
use deskpilot_core::{Truncation, WindowId};
use deskpilot_desktop::{Budget, DesktopError, Freshness};
use std::time::Duration;
use tokio::time::Instant;

/// The most windows whose families are remembered.
const MOST: usize = 8;

/// What is believed of earlier looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Belief {
    /// Whatever still holds, as far as the application tells of changes.
    WhatHolds,
    /// Nothing: what is seen is to prove something.
    Nothing,
}

/// A look at a window.
#[derive(Debug)]
pub(super) struct Sight {
    pub(super) group: WindowGroup,
    pub(super) reading: Reading,
    pub(super) freshness: Freshness,
}

/// A window and what belongs to it, as it was found in this scene.
#[derive(Debug)]
pub(super) struct Remembered {
    pub(super) scene: Scene,
    pub(super) group: WindowGroup,
}

impl LinuxDesktop {
    /// Looks at a window with everything that belongs to it.
    pub(super) async fn look(
        &mut self,
        id: WindowId,
        budget: Budget,
        belief: Belief,
    ) -> Result<Sight, DesktopError> {
        let started = Instant::now();
        if belief == Belief::WhatHolds
            && let Some(sight) = self.look_again(id, budget, started).await?
        {
            return Ok(sight);
        }
        let bus = self.bus.clone();
        let line = bus.until(started + budget.deadline);
        let known = self.families.get(&id).and_then(|it| it.group.tells_at_once());
        if let Some(application) = &known {
            self.mirrors.begin(application);
        }
        let finding = self.find(id, line.deadline.max(started + PATIENCE));
        let (found, ahead) = tokio::join!(finding, Ahead::read(line, known));
        let (scene, group) = found?;
        let tops = group.tops();
        let told = self.told(tops.iter().map(|top| &top.node));
        let reading = self.mirrors.read_anew(line, &tops, budget.controls, told, ahead).await;
        let reading = reading.map_err(|error| of_no_answer(error, &group.client, started))?;
        self.remember(id, Remembered { scene, group: group.clone() });
        Ok(Sight { group, reading, freshness: Freshness::Read })
    }

    /// Finds the application of a window on the bus, and the quickest way to speak with it. A look does so by itself; who
    /// wants the first one to be as quick as the others asks before.
    pub async fn meet(&mut self, id: WindowId) -> Result<(), DesktopError> {
        let (scene, group) = self.find(id, Instant::now() + PATIENCE).await?;
        self.remember(id, Remembered { scene, group });
        Ok(())
    }

    /// Everything that the application of a window tells of all its nodes, hidden ones included, and whether that is all
    /// it has. Takes many times as long as a look.
    pub async fn full_tree(
        &mut self,
        id: WindowId,
        deadline: Duration,
    ) -> Result<(Vec<RawNode>, Option<Truncation>), DesktopError> {
        let started = Instant::now();
        let known = self.families.get(&id).map(|it| it.group.clone());
        let group = match known {
            Some(group) => group,
            None => self.group(id).await?,
        };
        let Some(application) = group.bus() else { return Ok((Vec::new(), None)) };
        let reading = full_tree(self.bus.until(started + deadline), &application).await;
        let (raw_nodes, gaps) = reading.map_err(|error| of_no_answer(error, &group.client, started))?;
        Ok((raw_nodes, gaps.truncation(Budget { deadline, controls: usize::MAX })))
    }

    /// What is kept of the window, brought up to date; `None` where it is not kept, or not to be believed.
    async fn look_again(
        &mut self,
        id: WindowId,
        budget: Budget,
        started: Instant,
    ) -> Result<Option<Sight>, DesktopError> {
        let kept = self.families.get(&id).and_then(|it| it.group.bus()).filter(|it| self.mirrors.keep(it));
        let Some(application) = kept else { return Ok(None) };
        let bus = self.bus.clone();
        let line = bus.until(started + budget.deadline);
        let (scene, heard) = tokio::join!(self.scene(id), line.hear_all_of(application));
        let scene = scene?;
        let heard = heard.map_err(|error| of_no_answer(error, &scene.client, started))?;
        let known = self.families.get(&id).filter(|it| heard == Heard::All && it.scene.is_like(&scene));
        let Some(group) = known.map(|known| known.group.renewed(&scene)) else { return Ok(None) };
        match self.mirrors.read_again(line, &group.tops(), budget.controls).await {
            Ok(Some(reading)) => Ok(Some(Sight { group, reading, freshness: Freshness::Kept })),
            Ok(None) | Err(NoAnswer::Gone | NoAnswer::Unknown(_)) => Ok(None),
            Err(error @ (NoAnswer::Late | NoAnswer::Lost(_))) => {
                Err(of_no_answer(error, &scene.client, started))
            }
        }
    }

    fn told<'a>(&self, mut tops: impl Iterator<Item = &'a NodeRef>) -> Told {
        let Some(first) = tops.next() else { return Told::NotAll };
        // What an event means is known within one application only.
        if tops.all(|top| top.bus == first.bus) { self.applications.told(&first.bus) } else { Told::NotAll }
    }

    fn remember(&mut self, id: WindowId, remembered: Remembered) {
        if self.families.len() >= MOST {
            self.families.clear();
        }
        self.families.insert(id, remembered);
    }
}
