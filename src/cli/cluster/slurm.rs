//! Slurm: an array job, a merge that waits for it, and a script that submits
//! both.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::{Cluster, Failure, JobFiles, text_file};

/// The shortest time limit that leaves time to play.
const SHORTEST: Duration = Duration::from_secs(120);

/// The largest array of a Slurm that is not configured otherwise.
const USUAL_ARRAY: u64 = 1000;

pub fn files(cluster: &Cluster) -> Result<JobFiles, Failure> {
    let Cluster { shards, cpus, here, dir, .. } = cluster;
    if cluster.time.is_some_and(|time| time < SHORTEST) {
        return Err(Failure::Usage(
            "--time: give at least 2m, as a shard is told to end a minute before".to_owned(),
        ));
    }
    // In the name of a log, a percent sign is special.
    let logs = here.join(dir).join("logs").display().to_string().replace('%', "%%");
    let logs = Path::new(&logs);
    let (fuda, folder, out) = (Cluster::word(&cluster.fuda), Cluster::word(dir), Cluster::word(&cluster.out));
    let mut limits = format!("#SBATCH --cpus-per-task={cpus}\n#SBATCH --mem-per-cpu=256M\n");
    if let Some(time) = cluster.time {
        let _ = writeln!(limits, "#SBATCH --time={}", time_limit(time));
    }
    let shard = format!(
        "#!/bin/sh\n{title}\n\
         #SBATCH --job-name={name}\n\
         #SBATCH --array=1-{shards}\n\
         {limits}\
         #SBATCH --chdir={here}\n\
         #SBATCH --output={log}\n\
         #SBATCH --open-mode=append\n\
         # A shard that is preempted or out of time ends at a whole block; when it is\n\
         # started again, it goes on from there.\n\
         #SBATCH --requeue\n\
         #SBATCH --signal=B:TERM@60\n\
         exec {command}\n",
        title = cluster.title("One shard"),
        name = cluster.name(),
        here = quoted(here)?,
        log = quoted(&logs.join("shard-%a.log"))?,
        command =
            cluster.shard_command(&fuda, &folder, "\"$SLURM_ARRAY_TASK_ID\"", "\"$SLURM_CPUS_PER_TASK\""),
    );
    let merge = format!(
        "#!/bin/sh\n{title}\n\
         #SBATCH --job-name={name}-merge\n\
         #SBATCH --ntasks=1\n\
         #SBATCH --mem-per-cpu=256M\n\
         #SBATCH --chdir={here}\n\
         #SBATCH --output={log}\n\
         exec {command}\n",
        title = cluster.title("The merge"),
        name = cluster.name(),
        here = quoted(here)?,
        log = quoted(&logs.join("merge.log"))?,
        command = cluster.merge_command(&fuda, &folder, &out),
    );
    let submit = format!(
        "#!/bin/sh\n{title}\n\
         # sh submit.sh            all shards\n\
         # sh submit.sh 3,17-20    these shards again\n\
         set -eu\n\
         cd {here}\n\
         shards=$(sbatch --parsable --array=\"${{1:-1-{shards}}}\" {folder}/shards.sbatch)\n\
         # It also runs if shards have failed: then it says which are missing.\n\
         merge=$(sbatch --parsable --dependency=\"afterany:${{shards%%;*}}\" {folder}/merge.sbatch)\n\
         echo \"submitted: shards in job ${{shards%%;*}}, merge in job ${{merge%%;*}}\"\n",
        title = cluster.title("Submits the shards and their merge"),
        here = Cluster::word(here),
    );
    let large = if *shards > USUAL_ARRAY {
        format!(
            "Slurm takes arrays of {USUAL_ARRAY} tasks unless MaxArraySize is higher; see\n  scontrol show config | grep MaxArraySize\n"
        )
    } else {
        String::new()
    };
    let next = format!(
        "To submit them:\n  sh {folder}/submit.sh\nTo see how they are doing:\n  squeue --me\n  cat {folder}/logs/merge.log\n\
         The merge names the shards that are missing; to submit shards 3 and 17 again:\n  sh {folder}/submit.sh 3,17\n\
         The result will be in {}\n{large}",
        cluster.out.display()
    );
    let files = vec![
        text_file("shards.sbatch", shard),
        text_file("merge.sbatch", merge),
        text_file("submit.sh", submit),
    ];
    Ok(JobFiles { files, next })
}

/// A path in a directive, which knows double quotes, and no way to have one in
/// them.
fn quoted(path: &Path) -> Result<String, Failure> {
    let text = path.display().to_string();
    if text.contains(['"', '\n', '\\']) {
        return Err(Failure::Usage(format!(
            "Slurm cannot be told of {text:?}; use a folder without quotes, backslashes and line breaks in its path"
        )));
    }
    Ok(format!("\"{text}\""))
}

/// A time as Slurm reads it: days, hours, minutes and seconds, rounded up.
fn time_limit(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24);
    format!("{days}-{hours:02}:{:02}:{:02}", seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_slurm_reads_them() {
        for (seconds, text) in
            [(1.0, "0-00:00:01"), (0.2, "0-00:00:01"), (5_400.0, "0-01:30:00"), (187_200.0, "2-04:00:00")]
        {
            assert_eq!(time_limit(Duration::from_secs_f64(seconds)), text);
        }
    }

    #[test]
    fn paths_that_a_directive_cannot_hold_are_refused() {
        assert_eq!(quoted(Path::new("/a/b")).expect("plain"), "\"/a/b\"");
        assert_eq!(quoted(Path::new("/a b")).expect("a space"), "\"/a b\"");
        assert!(quoted(Path::new("/a\"b")).is_err());
        assert!(quoted(Path::new("/a\nb")).is_err());
    }
}
