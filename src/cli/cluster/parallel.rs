//! GNU parallel: one line that plays the shards, here or over ssh, and a merge.

use super::{Cluster, Failure, JobFiles, text_file, typed};

pub fn files(cluster: &Cluster) -> Result<JobFiles, Failure> {
    let Cluster { shards, cpus, here, dir, .. } = cluster;
    if let Some(path) = [&cluster.fuda, dir].into_iter().find(|path| path.display().to_string().contains('{'))
    {
        return Err(Failure::Usage(format!(
            "GNU parallel would replace what is in braces in {}; use a path without them",
            path.display()
        )));
    }
    // As many shards at a time as there are processors for.
    let jobs = if *cpus > 1 { format!(" --jobs {}%", (100 / cpus).max(1)) } else { String::new() };
    let (fuda, folder, out) = (Cluster::word(&cluster.fuda), Cluster::word(dir), Cluster::word(&cluster.out));
    // GNU parallel gives its arguments to a shell once more.
    let (inner_fuda, inner_folder) = (typed(&fuda), typed(&folder));
    let shard = cluster.shard_command(&inner_fuda, &inner_folder, "{}", &cpus.to_string());
    let script = format!(
        "#!/bin/sh\n{title}\n\
         # sh parallel.sh                          on this machine, a shard per processor\n\
         # sh parallel.sh --sshloginfile hosts     on the machines in a file, over ssh\n\
         # Run it again to repeat those that failed; shards that are done are not played\n\
         # again.\n\
         set -eu\n\
         cd {here}\n\
         seq {shards} | parallel --joblog {folder}/logs/jobs.tsv --retries 3{jobs} \\\n  \
         --workdir {here} \"$@\" \\\n  \
         {shard} ||\n  \
         echo \"some shards have failed; the merge says which are missing\" >&2\n\
         exec {merge}\n",
        title = cluster.title("Plays the shards and merges them"),
        here = Cluster::word(here),
        merge = cluster.merge_command(&fuda, &folder, &out),
    );
    let next = format!(
        "To play the shards and merge them, with GNU parallel:\n  sh {folder}/parallel.sh\n\
         On several machines over ssh, which share this folder:\n  sh {folder}/parallel.sh --sshlogin host1,host2\n\
         The same command plays again what has failed.\n\
         The result will be in {}\n",
        cluster.out.display()
    );
    Ok(JobFiles { files: vec![text_file("parallel.sh", script)], next })
}
