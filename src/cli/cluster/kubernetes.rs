//! Kubernetes: an Indexed Job, its merge, a volume claim, and the Dockerfile of
//! the image.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use super::{Cluster, Failure, JobFiles, REQUEST, has_programs, text_file};

/// Where the image has the strategy files, and where the volume is mounted.
const WORK: &str = "/work";
const RESULTS: &str = "/results";

/// More indices than this are more than an Indexed Job can retry one by one.
const MOST_SHARDS: u64 = 10_000;

/// How often a shard is started before it counts as failed.
const TRIES: u32 = 6;

pub fn files(cluster: &Cluster) -> Result<JobFiles, Failure> {
    check_names(cluster)?;
    if cluster.shards > MOST_SHARDS {
        return Err(Failure::Usage(format!(
            "an Indexed Job of Kubernetes has at most {MOST_SHARDS} shards here; give fewer, with more --cpus"
        )));
    }
    let (folder, here) = (Cluster::word(&cluster.dir), Cluster::word(&cluster.here));
    let name = cluster.name();
    let submit = format!(
        "#!/bin/sh\n{title}\n\
         # sh submit.sh    all shards that are missing, and the merge\n\
         set -eu\n\
         cd {here}\n\
         kubectl delete job {name} {name}-merge --ignore-not-found\n\
         kubectl apply -f {folder}/request.yaml -f {folder}/shards.yaml\n\
         # A job that has failed has ended, too: the merge then says what is missing.\n\
         until_ended() {{\n  \
         while conditions=$(kubectl get job \"$1\" -o jsonpath='{{.status.conditions[*].type}}'); do\n    \
         case $conditions in *Complete* | *Failed*) return ;; esac\n    \
         sleep 5\n  \
         done\n  \
         exit 1\n\
         }}\n\
         until_ended {name}\n\
         kubectl apply -f {folder}/merge.yaml\n\
         until_ended {name}-merge\n\
         kubectl logs job/{name}-merge\n\
         [ \"$(kubectl get job {name}-merge -o jsonpath='{{.status.succeeded}}')\" = 1 ]\n",
        title = cluster.title("Starts the shards and their merge"),
    );
    let source = Path::new(env!("CARGO_PKG_NAME"));
    let next = format!(
        "To build the image, with the source of fuda in ../{source} and the strategy files of this folder:\n  \
         docker build --build-context source=../{source} -f {folder}/Dockerfile -t {image} .\n  docker push {image}\n\
         To play the shards and merge them, into a volume claim '{claim}' that many pods can mount:\n  \
         kubectl apply -f {folder}/claim.yaml    # unless there is one\n  sh {folder}/submit.sh\n\
         The same command plays again what is missing.\n\
         The result will be in {RESULTS}/{result} of that volume.\n",
        source = source.display(),
        image = cluster.image,
        claim = cluster.claim,
        result = result_name(cluster),
    );
    let files = vec![
        text_file("Dockerfile", dockerfile(cluster)?),
        text_file("claim.yaml", claim(cluster)),
        text_file("request.yaml", request(cluster)),
        text_file("shards.yaml", shards(cluster)),
        text_file("merge.yaml", merge(cluster)),
        text_file("submit.sh", submit),
    ];
    Ok(JobFiles { files, next })
}

/// Checks what is written into YAML as it is.
fn check_names(cluster: &Cluster) -> Result<(), Failure> {
    let is_claim = |name: &str| {
        let is_plain =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-.".contains(letter);
        !name.is_empty()
            && name.chars().all(is_plain)
            && !name.starts_with(['-', '.'])
            && !name.ends_with(['-', '.'])
    };
    let is_image = |name: &str| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._:/@".contains(letter);
        name.chars().all(is_plain) && name.starts_with(|letter: char| letter.is_ascii_alphanumeric())
    };
    if !is_claim(&cluster.claim) {
        return Err(Failure::Usage(format!(
            "--claim: '{}' is no name in Kubernetes; give lower-case letters, digits, '-' and '.'",
            cluster.claim
        )));
    }
    if !is_image(&cluster.image) {
        return Err(Failure::Usage(format!(
            "--image: '{}' is no name of an image; give one such as registry.example/fuda:1",
            cluster.image
        )));
    }
    Ok(())
}

/// The name of the folder of the result on the volume.
fn result_name(cluster: &Cluster) -> String {
    cluster.out.file_name().map_or("result".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The strategy files that the shards need, which have to be in the folder from
/// which the image is built.
fn strategy_files(cluster: &Cluster) -> Result<BTreeSet<String>, Failure> {
    let files = cluster.record.bot.iter().filter_map(|bot| bot.file.clone());
    files
        .map(|file| {
            let is_inside = Path::new(&file)
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if is_inside {
                return Ok(file);
            }
            Err(Failure::Usage(format!(
                "{file} cannot be put into the image; copy it into this folder, and name it by a path from here"
            )))
        })
        .collect()
}

fn dockerfile(cluster: &Cluster) -> Result<String, Failure> {
    let copies: String = strategy_files(cluster)?
        .iter()
        .map(|file| format!("COPY {}\n", serde_json::json!([file, format!("{WORK}/{file}")])))
        .collect();
    Ok(format!(
        "{title}\n\
         FROM rust:1-slim-bookworm AS build\n\
         RUN apt-get update && apt-get install -y --no-install-recommends g++ make\n\
         COPY --from=source . /source\n\
         RUN cargo install --locked --path /source --root /built\n\n\
         FROM debian:bookworm-slim\n\
         COPY --from=build /built/bin/fuda /usr/local/bin/fuda\n\
         WORKDIR {WORK}\n\
         {copies}\
         ENTRYPOINT [\"fuda\"]\n",
        title = cluster.title("The image that plays the shards"),
    ))
}

fn claim(cluster: &Cluster) -> String {
    format!(
        "{title}\n\
         apiVersion: v1\n\
         kind: PersistentVolumeClaim\n\
         metadata:\n  name: {claim}\n\
         spec:\n  \
         # All shards write to it, from any node.\n  \
         accessModes: [ReadWriteMany]\n  \
         resources:\n    requests:\n      storage: 1Gi\n",
        title = cluster.title("The volume of the results"),
        claim = cluster.claim,
    )
}

fn request(cluster: &Cluster) -> String {
    let text = indented(&cluster.record.to_toml(), 4);
    format!(
        "{title}\n\
         apiVersion: v1\n\
         kind: ConfigMap\n\
         metadata:\n  name: {name}\n\
         data:\n  {REQUEST}: |\n{text}",
        title = cluster.title("The request that the shards play"),
        name = cluster.name(),
    )
}

fn shards(cluster: &Cluster) -> String {
    let Cluster { shards, cpus, .. } = cluster;
    // Kubernetes numbers from 0, shards from 1.
    let command = format!(
        "shard=$((JOB_COMPLETION_INDEX + 1))\nexec fuda {} --from /request/{REQUEST} --shard \"$shard/{shards}\" \\\n  \
         --out \"{}/shards/$shard\" --threads {cpus} --no-report --quiet{}",
        cluster.record.command,
        folder_on_volume(cluster),
        if has_programs(&cluster.record) { " --allow-programs" } else { "" },
    );
    let spec = format!(
        "  completionMode: Indexed\n  completions: {shards}\n  parallelism: {shards}\n  \
         # A shard that fails again and again does not stop the others.\n  \
         backoffLimitPerIndex: {TRIES}\n  maxFailedIndexes: {shards}\n  \
         # Moving a pod to another node is no failure; a request that is refused stays so.\n  \
         podFailurePolicy:\n    rules:\n      - action: Ignore\n        onPodConditions:\n          \
         - type: DisruptionTarget\n            status: \"True\"\n      - action: FailIndex\n        onExitCodes:\n          \
         operator: In\n          values: [2]\n"
    );
    job(cluster, "One shard each", &cluster.name(), &spec, &command, *cpus)
}

fn merge(cluster: &Cluster) -> String {
    let shards = format!("{}/shards", folder_on_volume(cluster));
    let command =
        format!("exec fuda merge {shards} --out {RESULTS}/{} --quiet", super::typed(&result_name(cluster)));
    job(cluster, "The merge", &format!("{}-merge", cluster.name()), "  backoffLimit: 0\n", &command, 1)
}

/// The folder of the shards on the volume.
fn folder_on_volume(cluster: &Cluster) -> String {
    // Other numbers of games or shards make other shards.
    let games = cluster.record.games.unwrap_or(0);
    format!("{RESULTS}/jobs/{}-{games}-{}", cluster.name(), cluster.shards)
}

fn job(cluster: &Cluster, what: &str, name: &str, spec: &str, command: &str, cpus: usize) -> String {
    format!(
        "{title}\n\
         apiVersion: batch/v1\n\
         kind: Job\n\
         metadata:\n  name: {name}\n  labels:\n    app.kubernetes.io/name: fuda\n\
         spec:\n{spec}  \
         template:\n    spec:\n      restartPolicy: Never\n      \
         # Time to end at a whole block.\n      \
         terminationGracePeriodSeconds: 60\n      \
         containers:\n        - name: fuda\n          image: {image}\n          \
         command: [\"/bin/sh\", \"-c\"]\n          args:\n            - |\n{command}          \
         workingDir: {WORK}\n          \
         resources:\n            requests:\n              cpu: \"{cpus}\"\n              memory: {memory}Mi\n            \
         limits:\n              memory: {memory}Mi\n          \
         volumeMounts:\n            - name: results\n              mountPath: {RESULTS}\n            \
         - name: request\n              mountPath: /request\n              readOnly: true\n      \
         volumes:\n        - name: results\n          persistentVolumeClaim:\n            claimName: {claim}\n        \
         - name: request\n          configMap:\n            name: {config}\n",
        title = cluster.title(what),
        image = cluster.image,
        // Kubernetes would replace $(NAME); a shell is to see every dollar sign.
        command = indented(&command.replace('$', "$$"), 14),
        memory = 256 * cpus,
        claim = cluster.claim,
        config = cluster.name(),
    )
}

/// Lines of a text, each as far to the right.
fn indented(text: &str, by: usize) -> String {
    text.lines()
        .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{:by$}{line}\n", "") })
        .collect()
}
