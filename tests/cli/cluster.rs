//! Job files for clusters: what they say, and what is refused. `.ci/clusters`
//! plays them.

use crate::support::TestDir;

#[test]
fn the_shards_of_a_request_file_make_the_result_of_the_command() {
    let dir = TestDir::new();
    let line = "compare kazu-tori weighing random --games 400 --margin 1 --out result";
    let said = dir.stdout(&format!("cluster slurm --shards 3 --cpus 2 --time 90m --dir jobs -- {line}"));
    assert!(said.contains("4 files in jobs: shards.sbatch, merge.sbatch, submit.sh, request.toml"), "{said}");
    assert!(said.contains("The result will be in result"), "{said}");
    let script = dir.read("jobs/shards.sbatch");
    for expected in [
        "#SBATCH --array=1-3\n",
        "#SBATCH --cpus-per-task=2\n",
        "#SBATCH --time=0-01:30:00\n",
        "compare --from jobs/request.toml --shard \"$SLURM_ARRAY_TASK_ID\"/3 --out jobs/shards/",
    ] {
        assert!(script.contains(expected), "{expected} in {script}");
    }
    assert!(dir.read("jobs/merge.sbatch").contains(" merge jobs/shards --out=result --quiet\n"));
    assert!(dir.read("jobs/submit.sh").contains("--dependency=\"afterany:"));
    // What the script does, without the scheduler.
    let commands =
        script.lines().skip_while(|line| !line.starts_with("exec ")).collect::<Vec<_>>().join("\n");
    for shard in 1..=3 {
        let done = dir.bash(&format!("SLURM_ARRAY_TASK_ID={shard} SLURM_CPUS_PER_TASK=2; {commands}"));
        assert_eq!(done.code, Some(0), "{done:?}");
    }
    assert_eq!(dir.bash("sh jobs/merge.sbatch").code, Some(0));
    dir.succeed(&format!("{} --quiet", line.replace("--out result", "--out whole")));
    assert!(dir.all_files("result") == dir.all_files("whole"));
}

#[test]
fn folders_and_files_are_quoted() {
    let dir = TestDir::new();
    let words = ["cluster", "parallel", "--shards", "2", "--dir", "it's $here", "--", "run", "kazu-tori"];
    let mut command = dir.command("");
    let done = command.args(words).args(["--games", "40", "--out", "my result"]).output().expect("it runs");
    assert!(done.status.success(), "{done:?}");
    let script = dir.read("it's $here/parallel.sh");
    assert!(script.contains(r" merge 'it'\''s $here'/shards --out='my result' --quiet"), "{script}");
}

#[test]
fn kubernetes_gets_every_file_and_the_strategies_in_the_image() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path("bots")).expect("it is new");
    dir.put("bots/mine.toml", "about = \"mine\"\nkind = \"weighing\"\n");
    dir.succeed(
        "cluster kubernetes --shards 64 --cpus 4 --image registry.example/fuda:1 --claim results --dir k -- run oni \
         --bots bots/mine.toml,random --games 4k",
    );
    assert_eq!(
        dir.names("k"),
        [
            "Dockerfile",
            "claim.yaml",
            "logs",
            "merge.yaml",
            "request.toml",
            "request.yaml",
            "shards",
            "shards.yaml",
            "submit.sh"
        ]
    );
    let shards = dir.read("k/shards.yaml");
    for expected in [
        "completions: 64\n",
        "image: registry.example/fuda:1\n",
        "claimName: results\n",
        "cpu: \"4\"\n",
        "--threads 4",
    ] {
        assert!(shards.contains(expected), "{expected} in {shards}");
    }
    assert!(dir.read("k/Dockerfile").contains("COPY [\"bots/mine.toml\",\"/work/bots/mine.toml\"]\n"));
    let elsewhere = dir.path("bots/mine.toml");
    let error = dir.fail(
        2,
        &format!(
            "cluster kubernetes --shards 4 --dir l -- run oni --bots {} --games 4k",
            elsewhere.display()
        ),
    );
    assert!(error.contains("cannot be put into the image"), "{error}");
}

#[test]
fn what_has_no_shards_is_refused() {
    let dir = TestDir::new();
    for (line, expected) in [
        (
            "slurm --shards 2 -- replay oni --block 0",
            "'replay' has no shards; give run, compare, league or sweep",
        ),
        ("slurm --shards 2 -- run", "several runs, one for each game"),
        ("slurm --shards 2 -- run oni --shard 1/2", "leave out --shard and --blocks"),
        ("slurm --shards 2 -- run oni --blocks 0..9", "leave out --shard and --blocks"),
        (
            "slurm --shards 2 -- run oni --precision game_rounds=1",
            "--precision cannot be combined with --shard",
        ),
        ("slurm --shards 2 -- compare oni weighing random --until-sure", "--until-sure cannot be combined"),
        ("slurm --shards 2 -- run oni --for 3s", "--for cannot be combined"),
        ("slurm --shards 200 -- run oni --games 100", "100 blocks cannot be split into 200 shards"),
        ("slurm --shards 2 -- run oni --rule gaol=3", "unknown rule 'gaol'"),
        ("slurm --shards 2 -- run oni --gaems 3", "the command after --"),
        ("slurm --shards 0 -- run oni", "give a whole number of shards from 1 to 1M"),
        ("slurm --shards -3 -- run oni", "give a whole number of shards from 1 to 1M"),
        ("slurm --shards 2", "required arguments were not provided"),
        ("slurm --shards 2 --image x -- run oni", "--image is for kubernetes; leave it out"),
        ("parallel --shards 2 --time 3h -- run oni", "--time is for slurm; leave it out"),
        ("slurm --shards 2 --time 30s -- run oni", "--time: give at least 2m"),
        ("kubernetes --shards 20000 -- run oni", "at most 10000 shards"),
        ("parallel --shards 2 --dir a{b} -- run oni", "would replace what is in braces in a{b}"),
        ("slurm --shards 2 -- run oni --threads 2", "leave out --threads after -- : give --cpus"),
        ("slurm --shards 2 -- run oni --force", "leave out --force after --"),
        ("slurm --shards 2 -- run oni --quiet", "leave out --quiet after --"),
        ("slurm --shards 2 -- run oni --format json", "leave out --format after --"),
        ("kubernetes --shards 2 --claim No -- run oni", "'No' is no name in Kubernetes"),
        ("kubernetes --shards 2 --image -x -- run oni", "'-x' is no name of an image"),
        ("pbs --shards 2 -- run oni", "invalid value 'pbs'"),
    ] {
        let error = dir.fail(2, &format!("cluster {line}"));
        assert!(error.contains(expected), "{line}: {error}");
    }
    assert!(dir.names("").is_empty(), "nothing was written: {:?}", dir.names(""));
    dir.succeed("cluster slurm --shards 2 --dir jobs -- run oni --games 100");
    let error = dir.fail(2, "cluster slurm --shards 3 --dir jobs -- run oni --games 100");
    assert!(error.contains("jobs is not empty; choose another folder with --dir"), "{error}");
    dir.succeed("cluster slurm --shards 3 --dir jobs --force -- run oni --games 100 --checkpoint 1m");
    assert!(dir.read("jobs/shards.sbatch").contains(" --checkpoint 60s "));
    std::fs::create_dir(dir.path("jobs/shards/1")).expect("it is new");
    let error = dir.fail(2, "cluster slurm --shards 4 --dir jobs --force -- run oni --games 100");
    assert!(error.contains("jobs/shards holds shards of other job files"), "{error}");
    assert!(dir.read("jobs/shards.sbatch").contains("--array=1-3"));
}
