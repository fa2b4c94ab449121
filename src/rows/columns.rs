//! The columns of rows, each declared once.

use std::marker::PhantomData;

use super::RowKind;

/// What stands for no value in a column whose values may be missing.
pub(crate) const NO_VALUE: i32 = i32::MIN;

/// The form of a column's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// True or false.
    Flag,
    /// An integer of 32 bits.
    Whole,
    /// An integer of 64 bits.
    Wide,
    /// One of several names.
    Choice(Vec<String>),
}

impl Form {
    /// The name in the data dictionary.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Form::Flag => "boolean",
            Form::Whole => "int32",
            Form::Wide => "int64",
            Form::Choice(_) => "text",
        }
    }
}

/// Where the values of a column come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The order of the rows.
    Block,
    Rotation,
    Round,
    Seat,
    Bot,
    /// A stored column, by its index among those of its width.
    Narrow(usize),
    Wide(usize),
    /// One with the same value for all seats.
    Common(usize),
}

/// A column as it was declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowColumn {
    /// The name in the files.
    pub name: &'static str,
    /// The form of its values.
    pub form: Form,
    /// Whether a value may be missing.
    pub is_optional: bool,
    /// The unit of its values; empty if they have none.
    pub unit: &'static str,
    /// What it is, in one line.
    pub meaning: &'static str,
    pub(crate) source: Source,
}

impl RowColumn {
    /// Whether it is the number of the block.
    #[must_use]
    pub fn is_block(&self) -> bool {
        self.source == Source::Block
    }
}

/// The handle of a column with values of type `T`.
#[derive(Debug)]
pub struct Fact<T> {
    pub(super) index: usize,
    of: PhantomData<fn(T)>,
}

impl<T> Clone for Fact<T> {
    fn clone(&self) -> Fact<T> {
        *self
    }
}

impl<T> Copy for Fact<T> {}

/// The handle of a column with values of type `T` that are the same for all seats.
#[derive(Debug)]
pub struct Common<T>(pub(super) Fact<T>);

impl<T> Clone for Common<T> {
    fn clone(&self) -> Common<T> {
        *self
    }
}

impl<T> Copy for Common<T> {}

/// The place of a value among the names of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice(pub usize);

/// A value that a column of 32 bits can have.
pub trait Narrow: Copy {
    /// The form of the column; names are declared with it.
    const FORM: Form;
    /// Whether a value may be missing.
    const IS_OPTIONAL: bool = false;

    /// The value as it is stored.
    fn stored(self) -> i32;
}

impl Narrow for bool {
    const FORM: Form = Form::Flag;

    #[inline]
    fn stored(self) -> i32 {
        self.into()
    }
}

impl Narrow for i32 {
    const FORM: Form = Form::Whole;

    #[inline]
    fn stored(self) -> i32 {
        self
    }
}

impl Narrow for Choice {
    const FORM: Form = Form::Choice(Vec::new());

    #[inline]
    fn stored(self) -> i32 {
        self.0 as i32
    }
}

impl<T: Narrow> Narrow for Option<T> {
    const FORM: Form = T::FORM;
    const IS_OPTIONAL: bool = true;

    #[inline]
    fn stored(self) -> i32 {
        self.map_or(NO_VALUE, T::stored)
    }
}

/// The columns of one kind of rows.
#[derive(Clone, Debug)]
pub struct RowColumns {
    columns: Vec<RowColumn>,
    pub(super) narrow: usize,
    pub(super) wide: usize,
    pub(super) common: usize,
}

impl RowColumns {
    fn new() -> RowColumns {
        RowColumns { columns: Vec::new(), narrow: 0, wide: 0, common: 0 }
    }

    /// The columns, in the order of the file.
    #[must_use]
    pub fn list(&self) -> &[RowColumn] {
        &self.columns
    }

    /// Declares a column of truths or integers.
    ///
    /// # Panics
    /// If a column of this name is declared already.
    pub fn fact<T: Narrow>(
        &mut self,
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
    ) -> Fact<T> {
        self.narrow_column(T::FORM, name, unit, meaning)
    }

    /// Declares a column of integers that may be large.
    ///
    /// # Panics
    /// If a column of this name is declared already.
    pub fn wide(&mut self, name: &'static str, unit: &'static str, meaning: &'static str) -> Fact<i64> {
        let index = self.wide;
        self.wide += 1;
        self.add(name, Form::Wide, false, unit, meaning, Source::Wide(index));
        Fact { index, of: PhantomData }
    }

    /// Declares a column of names.
    ///
    /// # Panics
    /// If a column of this name is declared already.
    pub fn choice<S: AsRef<str>>(
        &mut self,
        names: &[S],
        name: &'static str,
        meaning: &'static str,
    ) -> Fact<Choice> {
        let names = names.iter().map(|name| name.as_ref().to_owned()).collect();
        self.narrow_column(Form::Choice(names), name, "", meaning)
    }

    /// Declares a column of truths or integers that are the same for all seats.
    ///
    /// # Panics
    /// If a column of this name is declared already.
    pub fn common<T: Narrow>(
        &mut self,
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
    ) -> Common<T> {
        self.common_column(T::FORM, name, unit, meaning)
    }

    /// Declares a column of names that are the same for all seats.
    ///
    /// # Panics
    /// If a column of this name is declared already.
    pub fn common_choice<S: AsRef<str>>(
        &mut self,
        names: &[S],
        name: &'static str,
        meaning: &'static str,
    ) -> Common<Choice> {
        let names = names.iter().map(|name| name.as_ref().to_owned()).collect();
        self.common_column(Form::Choice(names), name, "", meaning)
    }

    fn common_column<T: Narrow>(
        &mut self,
        form: Form,
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
    ) -> Common<T> {
        let index = self.common;
        self.common += 1;
        self.add(name, form, T::IS_OPTIONAL, unit, meaning, Source::Common(index));
        Common(Fact { index, of: PhantomData })
    }

    fn narrow_column<T: Narrow>(
        &mut self,
        form: Form,
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
    ) -> Fact<T> {
        let index = self.narrow;
        self.narrow += 1;
        self.add(name, form, T::IS_OPTIONAL, unit, meaning, Source::Narrow(index));
        Fact { index, of: PhantomData }
    }

    fn add(
        &mut self,
        name: &'static str,
        form: Form,
        is_optional: bool,
        unit: &'static str,
        meaning: &'static str,
        source: Source,
    ) {
        assert!(
            self.columns.iter().all(|column| column.name != name),
            "the column '{name}' is declared twice"
        );
        self.columns.push(RowColumn { name, form, is_optional, unit, meaning, source });
    }
}

/// What the rows of games have in every game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameFacts {
    pub(super) score: Fact<i64>,
    pub(super) rank: Fact<i32>,
    pub(super) won: Fact<bool>,
    pub(super) winners: Common<i32>,
    pub(super) rounds: Common<i32>,
    pub(super) first_round: Fact<i64>,
}

/// What the rows of rounds have in every game.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoundFacts {
    pub(super) dealer: Common<i32>,
    pub(super) change: Fact<i64>,
}

/// The columns of a game's rows.
#[derive(Clone, Debug)]
pub struct RowList {
    /// The columns of the rows of games.
    pub games: RowColumns,
    /// The columns of the rows of rounds.
    pub rounds: RowColumns,
    /// About how many rounds a game has: so many rows a block are expected.
    pub rounds_a_game: u64,
    pub(super) game_facts: GameFacts,
    pub(super) round_facts: RoundFacts,
}

impl RowList {
    /// A list with the columns that all games have, at a table of these bots;
    /// `score` is the unit of the score.
    #[must_use]
    pub fn new(bots: &[String], score: &'static str) -> RowList {
        let (mut games, mut rounds) = (RowColumns::new(), RowColumns::new());
        let bots = || Form::Choice(bots.to_vec());
        let (block, rotation) =
            ("the deal, from 0", "which rotation of the line-up it was played with, from 0");
        for columns in [&mut games, &mut rounds] {
            columns.add("block", Form::Wide, false, "", block, Source::Block);
            columns.add("rotation", Form::Whole, false, "", rotation, Source::Rotation);
        }
        let seat = "the seat, from 1";
        games.add("seat", Form::Whole, false, "", seat, Source::Seat);
        games.add("bot", bots(), false, "", "the bot that sat there", Source::Bot);
        let game_facts = GameFacts {
            score: games.wide("score", score, "the final score of the seat"),
            rank: games.fact("rank", "", "1 for the highest score; equal scores have the same rank"),
            won: games.fact("won", "", "whether the seat won, alone or with others"),
            winners: games.common("winners", "seats", "how many seats won; 0 if nobody did"),
            rounds: games.common(
                "rounds",
                "rounds",
                "the rounds of the game, as the rows of rounds have them",
            ),
            first_round: games.wide("first_round", score, "what the seat won or lost in the first round"),
        };
        let round = "the round of the game, from 1";
        rounds.add("round", Form::Whole, false, "", round, Source::Round);
        rounds.add("seat", Form::Whole, false, "", seat, Source::Seat);
        rounds.add("bot", bots(), false, "", "the bot that sat there", Source::Bot);
        let round_facts = RoundFacts {
            dealer: rounds.common("dealer", "", "the seat that dealt"),
            change: rounds.wide("score_change", score, "what the seat won or lost in the round"),
        };
        RowList { games, rounds, rounds_a_game: 1, game_facts, round_facts }
    }

    /// The columns of a kind of rows.
    #[must_use]
    pub fn of(&self, kind: RowKind) -> &RowColumns {
        match kind {
            RowKind::Games => &self.games,
            RowKind::Rounds => &self.rounds,
        }
    }
}
