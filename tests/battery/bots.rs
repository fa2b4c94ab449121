//! Bots: legal, independent of earlier games, and blind to what is hidden.

use fuda::game::audit::{check_cards, check_view};
use fuda::game::{Audit, Game, Next, Observer, Options};
use fuda::seat::Seat;

use crate::rig::{DEFAULT, SEARCH, bot_names, player, rule_sets, setup, stream, walk};

/// Shuffling all that a seat cannot see changes neither its view, nor its
/// options, nor any bot's choice; and the shuffling does move cards.
pub fn nothing_hidden_leaks<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let game = G::new(set.rules);
        let mut bots: Vec<_> = bot_names::<G>().into_iter().map(|name| (name, player(&game, name))).collect();
        let (mut looks, mut moved) = (0_u32, 0_u32);
        for block in 0..10 {
            walk(&game, block, |state, next| {
                let Next::Choice(seat) = next else { return };
                looks += 1;
                let sampled = check_view(&game, state, seat, &mut stream(u64::from(looks)))
                    .unwrap_or_else(|error| panic!("{}: {error}", set.name));
                let (options, there) = (game.options(state), game.options(&sampled));
                // The search draws many tables at each decision, and by its type
                // has nothing but the view to draw them from.
                let asked = bots.iter_mut().filter(|(name, _)| *name != SEARCH || looks % 10 == 1);
                for (name, bot) in asked {
                    let here = bot.choose(&game, state, seat, &options, &mut stream(7));
                    let there = bot.choose(&game, &sampled, seat, &there, &mut stream(7));
                    assert_eq!(here, there, "{}: {name} sees what is hidden", set.name);
                }
                moved += u32::from(game.zones(state) != game.zones(&sampled));
            });
        }
        // Near the end of a round little is hidden, and a shuffle may leave it
        // as it was.
        assert!(moved * 4 > looks * 3, "{}: cards moved in {moved} of {looks} looks", set.name);
    }
}

/// The test above would find a bot that sees what is hidden: there is one.
pub fn the_clairvoyant_is_found_out<G: Game + Audit>() {
    let game = G::new(G::Rules::default());
    let mut bot = player(&game, "clairvoyant:cheating=true,iterations=60,margin=0");
    let mut found = 0;
    for block in 0..5 {
        walk(&game, block, |state, next| {
            let Next::Choice(seat) = next else { return };
            let options = game.options(state);
            let sampled = game.sample_state(&game.view(state, seat), &mut stream(block));
            let here = bot.choose(&game, state, seat, &options, &mut stream(7));
            found += u32::from(here != bot.choose(&game, &sampled, seat, &options, &mut stream(7)));
        });
    }
    assert!(found > 0, "it chooses as if it did not see the cards");
}

/// The choices of a game.
#[derive(Default, PartialEq, Eq, Debug)]
struct Choices(Vec<(Seat, usize)>);

impl<G: Game> Observer<G> for Choices {
    fn on_event(&mut self, _event: &G::Event) {}
    fn on_decision(&mut self, seat: Seat, options: &G::Options, choice: usize) {
        assert!(choice < options.count());
        self.0.push((seat, choice));
    }
}

/// Every choice is legal, and a bot after a hundred games plays like a new one.
pub fn bots_are_legal_and_forget_earlier_games<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        for name in bot_names::<G>() {
            let setup = setup::<G>(set.rules.clone(), &[name]);
            let mut old = setup.line_up.players();
            // The search is slow and has no memory; it is the same under all
            // rules.
            let last = match name {
                SEARCH if set.name == DEFAULT => 5,
                SEARCH => 1,
                _ => 100,
            };
            let mut old_choices = Choices::default();
            for block in 0..=last {
                old_choices = Choices::default();
                setup.play(block, 0, &mut old, &mut old_choices).expect("a bot from the list is legal");
            }
            let mut new_choices = Choices::default();
            setup.play(last, 0, &mut setup.line_up.players(), &mut new_choices).expect("so is a new one");
            assert_eq!(old_choices, new_choices, "{}: {name} remembers", set.name);
        }
    }
}

/// The search plays as its playout bot does unless playouts speak against it, and
/// less and less so the smaller the margin is.
pub fn search_departs_from_its_playout_bot_for_a_reason<G: Game + Audit>() {
    let game = G::new(G::Rules::default());
    let parameters = format!("iterations=24,depth=40,playout={}+random", G::HOUSE_BOT);
    // So few playouts cannot be ahead by a hundred standard errors.
    let [always, seldom, often] =
        [100.0, 2.0, 0.0].map(|margin| player(&game, &format!("search:margin={margin},{parameters}")));
    let mut searches = [always, seldom, often];
    let mut own = player(&game, G::HOUSE_BOT);
    let (mut looks, mut departures) = (0, [0; 3]);
    for block in 0..4 {
        walk(&game, block, |state, next| {
            let Next::Choice(seat) = next else { return };
            looks += 1;
            if looks > 150 {
                return;
            }
            let options = game.options(state);
            let rng = stream(looks);
            let own = own.choose(&game, state, seat, &options, &mut rng.clone().fork());
            for (search, departures) in searches.iter_mut().zip(&mut departures) {
                let choice = search.choose(&game, state, seat, &options, &mut rng.clone());
                *departures += u64::from(choice != own);
            }
        });
    }
    let [always, seldom, often] = departures;
    assert_eq!(always, 0);
    assert!(seldom < often && often > 10, "{seldom} and {often} of {looks}");
}

/// With another hand for another seat, a seat sees what it saw before, and no
/// card is lost.
pub fn another_hand_agrees_with_the_view<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let game = G::new(set.rules);
        let mut looks = 0;
        for block in 0..3 {
            walk(&game, block, |state, next| {
                let Next::Choice(seat) = next else { return };
                looks += 1;
                let (view, mut rng) = (game.view(state, seat), stream(looks));
                let mut sampled = game.sample_state(&view, &mut rng);
                for other in seat.others(game.players()) {
                    game.redeal(&view, &mut sampled, other, &mut rng);
                    // What was chosen can be told of any hand.
                    game.past_choices(&sampled, other, &mut |_, options, choice| {
                        assert!(choice < options.count());
                    });
                }
                check_cards(&game, &sampled).unwrap_or_else(|error| panic!("{}: {error}", set.name));
                assert!(game.view(&sampled, seat) == view, "{}: the view changes", set.name);
            });
        }
    }
}
