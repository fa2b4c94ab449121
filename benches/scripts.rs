//! What scripts take: whole games with one script at the table, beside the same
//! games with a built-in bot in its place.

use criterion::{Criterion, criterion_group, criterion_main};
use fuda::bots::BotSpec;
use fuda::game::{Game, NullObserver};
use fuda::sim::{LineUp, Setup};

/// A script that looks at nothing: what asking costs.
const FIRST: &str = "return { choose = function(view, options) return 1 end }";

/// A script that reads every field: what views cost.
const CURIOUS: &str = "return { choose = function(view, options)
    local fields = 0
    for name, value in view do fields += 1 end
    return fields % #options + 1
end }";

fn game<G: Game>(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder for the scripts");
    let written = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a script can be written");
        path.display().to_string()
    };
    let strategies = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies").join(G::NAME);
    let shipped = std::fs::read_dir(strategies).expect("every game has strategies");
    let shipped = shipped.map(|entry| entry.expect("the folder can be read").path());
    let mut bots: Vec<(String, String)> = shipped
        .filter(|path| path.extension().is_some_and(|end| end == "luau"))
        .map(|path| {
            (path.file_stem().expect("a name").to_string_lossy().into_owned(), path.display().to_string())
        })
        .collect();
    bots.push(("the first option".to_owned(), written("first.luau", FIRST)));
    bots.push(("every field".to_owned(), written("curious.luau", CURIOUS)));
    bots.push((G::HOUSE_BOT.to_owned(), G::HOUSE_BOT.to_owned()));
    let mut group = c.benchmark_group(format!("{}, one at the table", G::NAME));
    for (name, bot) in bots {
        let game = G::new(G::Rules::default());
        let mut line_up = vec![BotSpec::new(G::HOUSE_BOT); game.players()];
        line_up[0] = BotSpec::new(&bot);
        let line_up = LineUp::new(&game, &line_up).expect("they can play");
        let setup = Setup::new(game, line_up, 1);
        let mut players = setup.line_up.players();
        let mut block = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                block += 1;
                setup.play(block, 0, &mut players, &mut NullObserver)
            });
        });
    }
    group.finish();
}

fn games(c: &mut Criterion) {
    macro_rules! all {
        ($($name:ident: $game:ty;)*) => { $(game::<$game>(c);)* };
    }
    fuda::for_each_game!(all);
}

criterion_group!(scripts, games);
criterion_main!(scripts);
