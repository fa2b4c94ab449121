//! GNU parallel: one line that plays the shards, here or over ssh, and a merge.

use super::{Cluster, JobFiles, text_file, typed};

pub fn files(cluster: &Cluster) -> JobFiles {
    let Cluster { shards, cpus, here, dir, .. } = cluster;
    let (fuda, folder, out) = (Cluster::word(&cluster.fuda), Cluster::word(dir), Cluster::word(&cluster.out));
    // GNU parallel gives its arguments to a shell once more.
    let (inner_fuda, inner_folder) = (typed(&fuda), typed(&folder));
    let shard = cluster.shard_command(&inner_fuda, &inner_folder, "{}", &cpus.to_string());
    let script = format!(
        "#!/bin/sh\n{title}\n\
         # sh parallel.sh                          on this machine, a shard per processor\n\
         # sh parallel.sh --sshloginfile hosts     on the machines in a file, over ssh\n\
         # Shards that are done are not played again: to repeat those that failed, run it\n\
         # again.\n\
         set -u\n\
         cd {here}\n\
         seq {shards} | parallel --joblog {folder}/logs/jobs.tsv --resume-failed --retries 3 \\\n  \
         --workdir {here} \"$@\" \\\n  \
         {shard} ||\n  \
         echo \"some shards have failed; the merge says which are missing\" >&2\n\
         exec {merge}\n",
        title = cluster.title("Plays the shards and merges them"),
        here = Cluster::word(here),
        merge = Cluster::merge_command(&fuda, &folder, &out),
    );
    let next = format!(
        "To play the shards and merge them, with GNU parallel:\n  sh {folder}/parallel.sh\n\
         On several machines over ssh, which share this folder:\n  sh {folder}/parallel.sh --sshlogin host1,host2\n\
         The same command plays again what has failed.\n\
         The result will be in {}\n",
        cluster.out.display()
    );
    JobFiles { files: vec![text_file("parallel.sh", script)], next }
}
