//! The house rules of Kujuroku.

crate::words! {
    /// When a yaku is looked for.
    pub enum YakuCheck {
        /// At the end of each turn.
        Turn = "turn",
        /// After each capture.
        Capture = "capture",
    }
}

crate::settings! {
    /// The house rules of Kujuroku.
    pub struct Rules {
        players["players"]: u8 = 4, in 3..=4, known [3, 4], "how many sit at the table; of 4, three play each round and one sits out";
        jizo["jizo"]: bool = false, "with the Jizo as a second joker: 42 cards";
        oni["oni"]: bool = true, "false: the older game of 40 cards, without the Oni";
        par["par"]: u16 = 96, in 1..=300, "card points to reach; the six chip bands keep their width of ten around it";
        yaku["yaku"]: bool = true, "false: no yaku, every round is counted";
        shi["yaku_value.shi"]: u8 = 4, in 0..=99, "chips that each of the other two pays for four 4s";
        san["yaku_value.san"]: u8 = 6, in 0..=99, "chips for four 3s";
        danjou["yaku_value.danjou"]: u8 = 8, in 0..=99, "chips for the Oni, the special 1 and the special 4";
        shi_dan["yaku_value.shi_dan"]: u8 = 12, in 0..=99, "chips for four 4s and the Oni";
        shi_dan_san["yaku_value.shi_dan_san"]: u8 = 18, in 0..=99, "chips for four 4s, the Oni and four 3s";
        yaku_check["yaku_check"]: YakuCheck = YakuCheck::Turn, "when yaku are checked: at the end of each turn, or after each capture as well";
        yaku_stack["yaku_stack"]: bool = false, "false: only the most valuable yaku pays; true: all yaku pay, except those that are part of another one";
        dealer_keeps_on_tie["dealer_keeps_on_tie"]: bool = true, "the dealer who shares the highest card score stays the dealer";
        chips["chips"]: u32 = 0, in 0..=100_000, known [0, 30], "chips that each player starts with, 30 recommended: nobody pays more than they have, and the game ends when somebody has none left; 0: no limit";
        max_rounds["max_rounds"]: u32 = 1000, in 1..=100_000, "a game not over after this many rounds is stopped, and counted as truncated";
    }
    check |rules| {
        if rules.jizo && !rules.oni {
            return Err("jizo=true needs oni=true: the Jizo is there to meet the Oni".to_owned());
        }
        Ok(())
    };
}
