//! The house rules of Kachi-Kachi.

crate::words! {
    /// Who may show a tip hand after a showdown.
    pub enum Tips {
        /// Nobody.
        Off = "off",
        /// The winner of the hand, so nobody after a draw.
        Winner = "winner",
        /// Everyone who reached the showdown.
        Showdown = "showdown",
    }
}

/// The highest cap that a house can set.
const HIGHEST_CAP: u32 = 100_000;

crate::settings! {
    /// The house rules of Kachi-Kachi.
    pub struct Rules {
        players["players"]: u8 = 4, in 2..=8, known [2, 3, 4, 5, 6, 7, 8], "how many play";
        hands["hands"]: u32 = 20, in 1..=100_000, "hands in a game; a drawn last hand is followed by more until one is won";
        ante["ante"]: u32 = 1, in 0..=1000, "points that go into the pot before the deal";
        min_bet["min_bet"]: u32 = 1, in 1..=1000, "the smallest opening bet";
        max_wager["max_wager"]: u32 = 10, in 1..=HIGHEST_CAP, "the most that one player may bet in one hand, antes not counted; at least min_bet";
        extra_cards["extra_cards"]: bool = false, "with a third One and a third Ten: 22 cards";
        zero_hand["zero_hand"]: bool = true, "2-8, 3-7 and 4-6 may be claimed as a Zero Hand, for a card from the deck";
        tips["tips"]: Tips = Tips::Showdown, "who may show a tip hand: nobody, the winner of the hand, or everyone who reached the showdown";
        tip_tens["tip.tens"]: u16 = 10, in 0..=1000, "points from each other player for a pair of Tens";
        tip_tens_top["tip.tens_top"]: u16 = 10, in 0..=1000, "extra points if the top card of the deck is a Ten, with extra_cards";
        tip_red_one_marked_four["tip.red_one_marked_four"]: u16 = 5, in 0..=1000, "points from each other player for the red One and the marked Four";
        tip_ones["tip.ones"]: u16 = 5, in 0..=1000, "points from each other player for a pair of Ones with the red One";
        tip_ones_top["tip.ones_top"]: u16 = 10, in 0..=1000, "extra points if the top card of the deck is a One";
        tips_without_showdown["tips_without_showdown"]: bool = false, "true: the last player left may show a tip hand as well";
        winner_antes["winner_antes"]: bool = false, "true: the winner of the previous hand antes like the others";
    }
    check |rules| {
        if rules.max_wager < rules.min_bet {
            return Err(format!(
                "max_wager={} is less than min_bet={min_bet}: nobody could bet; max_wager goes from min_bet \
                 ({min_bet}) to {HIGHEST_CAP}",
                rules.max_wager,
                min_bet = rules.min_bet,
            ));
        }
        Ok(())
    };
}
