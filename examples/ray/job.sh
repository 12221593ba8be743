#!/bin/sh
# An audit as a Ray job: its process runs on the cluster, and so do its workers.
#   ray job submit --address http://10.0.0.1:8265 --working-dir . -- sh examples/ray/job.sh path/to/model reviews.csv reports/reviews
# Ray tells the job where the cluster is. The report stays on the machine that the job ran on.
set -eu
audit run "$1" "$2" --out "$3" --engine ray --address auto --quiet
