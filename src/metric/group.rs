//! Where observations are counted: in which groups, and at which indices of a
//! tally.

use std::ops::Range;

/// A way to split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dimension {
    #[default]
    All,
    Seat,
    Role,
    Bot,
    Custom,
}

/// The groups that an observation belongs to, one for each way to split.
#[derive(Clone, Copy, Debug, Default)]
pub struct GroupKey {
    seat: u16,
    role: u16,
    bot: u16,
    custom: u16,
}

impl GroupKey {
    /// The key of an observation that belongs to no seat.
    #[must_use]
    #[inline]
    pub const fn all() -> GroupKey {
        GroupKey { seat: 0, role: 0, bot: 0, custom: 0 }
    }

    /// The key of a seat, and of the bot that sits there.
    #[must_use]
    #[inline]
    pub const fn seat(seat: usize, bot: usize) -> GroupKey {
        GroupKey { seat: seat as u16, bot: bot as u16, ..GroupKey::all() }
    }

    /// The same key, in a role.
    #[must_use]
    #[inline]
    pub const fn role(self, role: usize) -> GroupKey {
        GroupKey { role: role as u16, ..self }
    }

    /// The same key, in a group of the metric's own variable.
    #[must_use]
    #[inline]
    pub const fn custom(self, group: usize) -> GroupKey {
        GroupKey { custom: group as u16, ..self }
    }
}

/// The indices at which a tally keeps the counts of one split of a metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CountColumn {
    /// What distinguishes the groups; [`Dimension::All`] if there is only one.
    pub(super) dimension: Dimension,
    /// The index of the first group among the groups of its kind.
    pub(crate) first_group: u32,
    /// The index of the first group's first cell.
    pub(crate) first_cell: u32,
    /// The number of cells from one group to the next.
    pub(crate) width: u32,
}

impl CountColumn {
    /// Calls `count` with the group of each observation. Takes all of them, so
    /// that the dimension is matched once and not at each observation.
    #[inline]
    pub(crate) fn each<T>(self, seen: impl Iterator<Item = (GroupKey, T)>, mut count: impl FnMut(usize, T)) {
        match self.dimension {
            Dimension::All => seen.for_each(|(_, what)| count(0, what)),
            Dimension::Seat => seen.for_each(|(of, what)| count(usize::from(of.seat), what)),
            Dimension::Role => seen.for_each(|(of, what)| count(usize::from(of.role), what)),
            Dimension::Bot => seen.for_each(|(of, what)| count(usize::from(of.bot), what)),
            Dimension::Custom => seen.for_each(|(of, what)| count(usize::from(of.custom), what)),
        }
    }

    /// The group of an observation, relative to the first one.
    #[inline]
    pub(crate) fn group(self, of: GroupKey) -> usize {
        usize::from(match self.dimension {
            Dimension::All => 0,
            Dimension::Seat => of.seat,
            Dimension::Role => of.role,
            Dimension::Bot => of.bot,
            Dimension::Custom => of.custom,
        })
    }

    #[inline]
    pub(crate) fn group_at(self, group: usize) -> usize {
        self.first_group as usize + group
    }

    #[inline]
    pub(crate) fn cells_at(self, group: usize) -> usize {
        self.first_cell as usize + group * self.width as usize
    }
}

/// The cells of the windows of values come in chunks of so many, whose counts of
/// 32 bits fill a cache line. A window begins with a chunk.
pub(crate) const CHUNK: usize = 16;

/// The cells of a group, and the group that has all of its observations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GroupShape {
    pub(crate) first_cell: usize,
    /// The number of cells; 0 for a number.
    pub(crate) width: usize,
    /// The value of the first cell.
    pub(crate) lowest: i64,
    /// The group that this one is a part of, and whose counts are the sums of
    /// those of its parts.
    pub(crate) whole: Option<usize>,
    /// Whether it is such a sum, and not counted by itself.
    pub(crate) is_whole: bool,
}

impl GroupShape {
    /// The indices of the cells.
    pub(crate) fn cells(&self) -> Range<usize> {
        self.first_cell..self.first_cell + self.width
    }

    /// The cell of a value; none outside the window.
    pub(crate) fn cell_of(&self, value: i64) -> Option<usize> {
        let offset = value.wrapping_sub(self.lowest) as u64 as usize;
        (offset < self.width).then(|| self.first_cell + offset)
    }
}

/// The columns of a metric that an observation is counted in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CountColumns {
    pub(super) columns: [CountColumn; 4],
    pub(super) count: usize,
}

impl CountColumns {
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = CountColumn> {
        self.columns[..self.count].iter().copied()
    }
}
