//! The house rules of Kazu-Tori.

use crate::settings::OneOf;

crate::words! {
    /// What happens if two or more players have the most cards.
    pub enum TieRule {
        /// Nobody pays, and the win is shared.
        Draw = "draw",
        /// The one of them who took last wins.
        LastTake = "last_take",
        /// The others pay each of them in full, and the win is shared.
        PayEach = "pay_each",
    }
}

crate::words! {
    /// Who pays for palms on a card that may not be taken.
    pub enum WrongSlap {
        /// The fastest.
        First = "first",
        /// Everyone who slapped in time, the fastest first.
        All = "all",
    }
}

crate::settings! {
    /// The house rules of Kazu-Tori.
    pub struct Rules {
        limit["limit"]: OneOf<3> = OneOf(10), in [10, 15, 20], "the counting limit";
        tie["tie"]: TieRule = TieRule::Draw, "two or more with the most cards: nobody pays, the one who took last wins, or the others pay each of them in full";
        jizo_uses["jizo_uses"]: u8 = 3, in 0..=10, "the Jizo leaves the game on this use; 0: never";
        jizo_restarts_count["jizo_restarts_count"]: bool = false, "false: after the Jizo's effect the count continues; true: the next player declares one";
        wrong_slap["wrong_slap"]: WrongSlap = WrongSlap::All, "who pays for palms on a card that may not be taken: the fastest, or everyone who slapped in time";
        median_ms["reflex.median_ms"]: f64 = 450.0, in 1.0..=10_000.0, "the median time of a slap without haste";
        spread["reflex.spread"]: f64 = 0.25, in 0.0..=2.0, "the standard deviation of the logarithm of the times";
        lapse["reflex.lapse"]: f64 = 0.02, in 0.0..=1.0, "probability of overlooking a card that may be taken";
        false_alarm["reflex.false_alarm"]: f64 = 0.01, in 0.0..=1.0, "probability of slapping a card that may not be taken, without haste";
        haste_gain["reflex.haste_gain"]: f64 = 0.35, in 0.0..=0.9, "the fraction of the time that full haste saves";
        haste_cost["reflex.haste_cost"]: f64 = 9.0, in 0.0..=1000.0, "how much full haste adds to the probability of a false alarm, as a multiple of reflex.false_alarm; half haste adds a quarter of that";
        tempo_ms["reflex.tempo_ms"]: f64 = 1200.0, in 1.0..=60_000.0, "the time until play continues: a later slap does not count";
        handicap["handicap"]: [f64; 4] = [1.0; 4], in 0.1..=10.0, "for each seat, what its times are multiplied by";
        max_discards["max_discards"]: u32 = 100_000, in 1..=10_000_000, "a game not over after this many discards is stopped, and counted as truncated";
    }
    check |_| Ok(());
}
