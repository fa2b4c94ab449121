//! The house rules of Kusuri-gui.

crate::words! {
    /// How the yaku of brights count together.
    pub enum Brights {
        /// As a ladder, of which one step counts.
        Ladder = "ladder",
        /// As a ladder whose steps for three brights, with and without the
        /// rainman, may both count: neither is part of the other.
        Apart = "apart",
    }
}

crate::settings! {
    /// The house rules of Kusuri-gui.
    pub struct Rules {
        rounds["rounds"]: u16 = 12, in 1..=1000, known [12, 6], "how many rounds make a game; 12 or 6 by tradition";
        kusuri["kusuri"]: u8 = 1, in 0..=100, known [1, 2], "chips for a kusuri-gui, paid at once; 1 or 2 by tradition";
        yaku_stack["yaku_stack"]: bool = true, "true: all yaku pay, except those that are part of a bigger one; false: only the most valuable";
        brights["brights"]: Brights = Brights::Ladder, "where yaku add up, ladder: only the highest bright yaku counts; apart: with the rainman and exactly three others, rainy three counts beside three brights";
        five_brights["value.five_brights"]: u8 = 8, in 0..=100, known [8, 9, 10], "chips for five brights; 8 to 10 by tradition";
        four_brights["value.four_brights"]: u8 = 4, in 0..=100, "chips for the four brights without the rainman";
        three_brights["value.three_brights"]: u8 = 3, in 0..=100, "chips for three brights without the rainman";
        rainy_three["value.rainy_three"]: u8 = 2, in 0..=100, "chips for the rainman and two other brights";
        hot_pot["value.hot_pot"]: u8 = 3, in 0..=100, known [3, 4], "chips for boar, deer and butterflies; 3 or 4 by tradition";
        hand_cannon["value.hand_cannon"]: u8 = 2, in 0..=100, known [2, 3], "chips for boar and deer; 2 or 3 by tradition";
        animals["value.animals"]: u8 = 1, in 0..=100, "chips for five animals; each further one is a chip more";
        poetry["value.poetry"]: u8 = 2, in 0..=100, "chips for the three poetry ribbons";
        blue["value.blue"]: u8 = 2, in 0..=100, "chips for the three blue ribbons";
        grass["value.grass"]: u8 = 2, in 0..=100, "chips for the plain ribbons of wisteria, iris and bush clover";
        ribbons["value.ribbons"]: u8 = 1, in 0..=100, "chips for five ribbons; each further one is a chip more";
        chaff["value.chaff"]: u8 = 1, in 0..=100, "chips for ten chaff; each further one is a chip more";
        willow_kusuri["willow_kusuri"]: bool = false, "true: capturing a lone willow that was laid is a kusuri-gui as well";
        chips["chips"]: u32 = 0, in 0..=100_000, known [0, 100], "chips that each player starts with, 100 by tradition: nobody pays more than they have, and the game ends when somebody has none left; 0: no limit";
    }
    check |_| Ok(());
}
