//! The house rules of Oni.

crate::words! {
    /// What the losers of a round write down.
    pub enum LosersScore {
        /// Their debt, below zero.
        Negative = "negative",
        /// Nothing.
        Zero = "zero",
    }
}

crate::settings! {
    /// The house rules of Oni.
    pub struct Rules {
        players["players"]: u8 = 4, in 2..=8, known [2, 3, 4, 5, 6, 7, 8], "how many sit at the table";
        goal["goal"]: u16 = 270, in 1..=10_000, known [270, 570], "the total that wins the game; 270 or 570 by tradition";
        losers_score["losers_score"]: LosersScore = LosersScore::Negative, "what the losers of a round write down: their debt as a negative score, or nothing";
        first_card_effect["first_card_effect"]: bool = false, "a special card turned up at the deal acts on the first player as though just discarded; a bridge does nothing, the lightning only skips";
        last_card_effect["last_card_effect"]: bool = false, "a drawing card discarded as the last card still makes the next player draw before the hands are counted";
        declare_lightning["declare_lightning"]: bool = true, "a player who discards the lightning with cards left may end the round";
        lightning_first_turn["lightning_first_turn"]: bool = false, "true: the lightning may be discarded in a player's first turn";
        double_dealer["double_dealer"]: bool = true, "points count double if the dealer ends the round";
        double_lightning["double_lightning"]: bool = true, "points count double if the lightning ends the round";
        rainman_bonus["rainman_bonus"]: u8 = 5, in 0..=100, "what each loser owes on top if the rainman ends the round";
        poetry["draw.poetry"]: u8 = 2, in 0..=10, "cards that the next player draws for a poetry ribbon";
        blue["draw.blue"]: u8 = 1, in 0..=10, "cards that the next player draws for a blue ribbon";
        yellow["draw.yellow"]: u8 = 5, in 0..=10, "cards that the next player draws for the yellow paulownia";
        hand["hand"]: u8 = 4, in 1..=5, "cards dealt to each player";
        max_turns["max_turns"]: u32 = 10_000, in 1..=1_000_000, "a round not over within this many turns is void: nobody scores, and the same dealer deals again";
        max_rounds["max_rounds"]: u32 = 1000, in 1..=100_000, "a game not over after this many rounds is stopped, and counted as truncated";
    }
    check |_rules| Ok(());
}
