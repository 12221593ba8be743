#!/bin/bash
# A Ray cluster for audits. On the first machine, then on every other, now or while an audit runs:
#   bash examples/ray/machines.sh head
#   bash examples/ray/machines.sh 10.0.0.1:6379
# Each ends with Ctrl-C. What else `ray start` takes can follow: --num-cpus 8 --num-gpus 1. All machines need the same
# Python, Ray and cidr-audit[ray]; no folder has to be shared. Then, on one of them:
#   audit run path/to/model reviews.csv --engine ray --address 10.0.0.1:6379
# Who reaches the port can run code on these machines: see https://docs.ray.io/en/latest/ray-security/token-auth.html
set -eu
export RAY_USAGE_STATS_ENABLED=0

where="$1"
shift
if [ "$where" = head ]; then
  exec ray start --block --head --port "${PORT:-6379}" --include-dashboard=false --disable-usage-stats "$@"
fi
exec ray start --block --address "$where" --disable-usage-stats "$@"
