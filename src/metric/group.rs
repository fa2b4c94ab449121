//! Where observations are counted: in which groups, and at which places of a
//! tally.

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

/// Whose an observation is: the group that it falls into, for each way to
/// split.
#[derive(Clone, Copy, Debug, Default)]
pub struct GroupKey {
    seat: u16,
    role: u16,
    bot: u16,
    custom: u16,
}

impl GroupKey {
    /// Nobody's in particular.
    #[must_use]
    #[inline]
    pub const fn all() -> GroupKey {
        GroupKey { seat: 0, role: 0, bot: 0, custom: 0 }
    }

    /// Of a seat, with the bot that sits there.
    #[must_use]
    #[inline]
    pub const fn seat(seat: usize, bot: usize) -> GroupKey {
        GroupKey { seat: seat as u16, bot: bot as u16, ..GroupKey::all() }
    }

    /// The same, in a role.
    #[must_use]
    #[inline]
    pub const fn role(self, role: usize) -> GroupKey {
        GroupKey { role: role as u16, ..self }
    }

    /// The same, in a group of the metric's own.
    #[must_use]
    #[inline]
    pub const fn custom(self, group: usize) -> GroupKey {
        GroupKey { custom: group as u16, ..self }
    }
}

/// Where the counts of one split of a metric are kept in a tally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Column {
    /// What tells the groups apart; nothing if there is but one.
    pub(super) dimension: Dimension,
    /// The place of the first group among the groups of its kind.
    pub(crate) first_group: u32,
    /// The place of the first group's first cell, and how many cells a group
    /// has.
    pub(crate) first_cell: u32,
    pub(crate) width: u32,
}

impl Column {
    /// Does something with each observation and its group. Inside out: what
    /// the column is split by is asked once, and not at each observation.
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

    /// The group of an observation, counted from the first one.
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

/// The columns of a metric that an observation is counted in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Columns {
    pub(super) columns: [Column; 4],
    pub(super) count: usize,
}

impl Columns {
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Column> {
        self.columns[..self.count].iter().copied()
    }
}
