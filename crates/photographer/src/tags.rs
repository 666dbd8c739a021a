//! Places the tags of labels. Geometry only.

use super::edge_pixels::EdgePixels;
use deskpilot_core::{Point, Rect, Size};

/// The cost of each pixel over another tag: the highest, because it hides a number.
const ON_TAG: u64 = 100;
/// The cost of each edge pixel that the tag hides.
const ON_EDGES: u64 = 4;
/// The cost of each pixel inside another control.
const ON_OTHER: u64 = 2;
/// The cost of each step down the order of preference.
const LATER: u64 = 6;
/// The cost of each pixel of distance from the control.
const AWAY: u64 = 12;
/// The maximum distance of a tag from its control, in pixels.
const FARTHEST: i32 = 96;
/// The step of the search for a free position, in pixels.
const STEP: i32 = 8;

/// A rectangle inside the picture for the tag of each box, in the order of the boxes. Small boxes choose first, because they
/// have the fewest options.
pub(super) fn place(boxes: &[(Rect, Size)], picture: Rect, edges: &EdgePixels<'_>) -> Vec<Rect> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by_key(|index| boxes[*index].0.area());
    let mut placement = Placement { boxes, picture, edges, tags: Vec::with_capacity(boxes.len()) };
    let mut places = vec![Rect::default(); boxes.len()];
    for index in order {
        let (rect, size) = boxes[index];
        places[index] = placement.best(rect, size);
        placement.tags.push(places[index]);
    }
    places
}

struct Placement<'a> {
    boxes: &'a [(Rect, Size)],
    picture: Rect,
    edges: &'a EdgePixels<'a>,
    tags: Vec<Rect>,
}

impl<'a> Placement<'a> {
    fn best(&self, rect: Rect, size: Size) -> Rect {
        let place = |at: &Point| self.inside(*at, size);
        let near = near(rect, size).map(|at| place(&at));
        let around = self.neighbourhood(rect, near.into_iter().reduce(bounding).unwrap_or(rect));
        let cheapest = cheapest(near.into_iter().enumerate(), |(rank, place), most| {
            around.cost(*place, *rank as u64 * LATER, most)
        });
        let Some((_, best)) = cheapest else { return rect };
        if around.hidden(best) == 0 {
            return best;
        }
        self.free(rect, size).unwrap_or(best)
    }

    /// The best position that covers no other tag, as near to the box as possible.
    fn free(&self, rect: Rect, size: Size) -> Option<Rect> {
        (STEP..=FARTHEST).step_by(STEP as usize).find_map(|distance| {
            let places: Vec<Rect> = ring(rect, size, distance).map(|at| self.inside(at, size)).collect();
            let around = self.neighbourhood(rect, places.iter().copied().reduce(bounding)?);
            let free = places.iter().copied().filter(|place| around.hidden(*place) == 0);
            cheapest(free, |place, most| around.cost(*place, AWAY * gap(*place, rect), most))
        })
    }

    /// The boxes and tags in an area around a box, which alone its tag can hide.
    fn neighbourhood(&self, rect: Rect, within: Rect) -> Neighbourhood<'a> {
        let meets = |other: &Rect| !other.intersection(within).is_empty();
        let others = self.boxes.iter().map(|(other, _)| *other).filter(meets);
        let others = others.filter(|other| other.intersection(rect) != rect).collect();
        let tags = self.tags.iter().copied().filter(meets).collect();
        Neighbourhood { edges: self.edges, others, tags }
    }

    /// The rectangle of a tag at this point, moved into the picture.
    fn inside(&self, at: Point, size: Size) -> Rect {
        let Rect { x, y, .. } = self.picture;
        let (last_x, last_y) = (
            self.picture.right().saturating_sub_unsigned(size.width),
            self.picture.bottom().saturating_sub_unsigned(size.height),
        );
        Rect::new(at.x.min(last_x).max(x), at.y.min(last_y).max(y), size.width, size.height)
    }
}

/// The boxes and tags near a box.
struct Neighbourhood<'a> {
    edges: &'a EdgePixels<'a>,
    /// The boxes that do not contain it.
    others: Vec<Rect>,
    /// The tags that are already placed.
    tags: Vec<Rect>,
}

impl Neighbourhood<'_> {
    /// The cost of a position. Stops counting once it reaches `most`.
    fn cost(&self, place: Rect, extra: u64, most: u64) -> u64 {
        let on_others: u64 = self.others.iter().map(|other| other.intersection(place).area()).sum();
        let cost = extra + ON_TAG * self.hidden(place) + ON_OTHER * on_others;
        if cost >= most { cost } else { cost + ON_EDGES * u64::from(self.edges.count_in(place)) }
    }

    /// How many pixels of other tags a position would hide.
    fn hidden(&self, place: Rect) -> u64 {
        self.tags.iter().map(|tag| tag.intersection(place).area()).sum()
    }
}

/// The first of the cheapest positions. `cost` gets the lowest cost so far.
fn cheapest<T>(places: impl Iterator<Item = T>, cost: impl Fn(&T, u64) -> u64) -> Option<T> {
    let mut best: Option<(u64, T)> = None;
    for place in places {
        let most = best.as_ref().map_or(u64::MAX, |(cost, _)| *cost);
        let cost = cost(&place, most);
        if cost < most || best.is_none() {
            best = Some((cost, place));
        }
    }
    best.map(|(_, place)| place)
}

/// The smallest rectangle around both.
fn bounding(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y))
}

/// The positions for a tag in, on and around a box, in order of preference.
fn near(rect: Rect, size: Size) -> [Point; 16] {
    let (width, height) = (size.width as i32, size.height as i32);
    let (left, top) = (rect.x, rect.y);
    let (right, bottom) = (rect.right() - width, rect.bottom() - height);
    let (centre, middle) = (rect.center().x - width / 2, rect.center().y - height / 2);
    let (on_top, on_bottom) = (top - height / 2, rect.bottom() - height / 2);
    let (above, below) = (top - height, rect.bottom());
    let (before, behind) = (left - width, rect.right());
    [
        (left, top),
        (right, top),
        (left, middle),
        (right, middle),
        (left, bottom),
        (right, bottom),
        (left, on_top),
        (right, on_top),
        (centre, on_top),
        (left, on_bottom),
        (left, above),
        (before, middle),
        (behind, middle),
        (left, below),
        (right, above),
        (right, below),
    ]
    .map(|(x, y)| Point { x, y })
}

/// The positions for a tag at this distance around a box.
fn ring(rect: Rect, size: Size, distance: i32) -> impl Iterator<Item = Point> {
    let (width, height) = (size.width as i32, size.height as i32);
    let (left, right) = (rect.x - width - distance, rect.right() + distance);
    let (top, bottom) = (rect.y - height - distance, rect.bottom() + distance);
    let rows = (left..=right)
        .step_by(STEP as usize)
        .flat_map(move |x| [Point { x, y: top }, Point { x, y: bottom }]);
    let columns = (top..=bottom)
        .step_by(STEP as usize)
        .flat_map(move |y| [Point { x: left, y }, Point { x: right, y }]);
    rows.chain(columns)
}

/// How many pixels are between a tag and its box.
fn gap(place: Rect, rect: Rect) -> u64 {
    let across = (rect.x - place.right()).max(place.x - rect.right()).max(0);
    let down = (rect.y - place.bottom()).max(place.y - rect.bottom()).max(0);
    u64::from(across.unsigned_abs() + down.unsigned_abs())
}
