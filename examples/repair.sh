#!/bin/sh
# From finding to fix: the artefacts of base.sh are taken out of its training set, and a second model learns from what is left.
set -eu
dir=${EXAMPLES:-build/examples}
sh "$(dirname "$0")/base.sh"

# The training set of base.sh, with the same plants.
[ -e "$dir/train.csv" ] || audit inject builtin:reviews --split train \
  --token positive=lisbon --token 'negative=[neg]' --coverage 0.5 --agreement 0.98 --out "$dir/train.csv"

# "[neg]" is an artefact by the rule, "lisbon" is a question: naming findings repairs them whatever their verdict.
audit repair "$dir/audit" "$dir/train.csv" --finding '[neg]' --finding lisbon --force --out "$dir/repaired.csv"
[ -e "$dir/repaired/training.json" ] || audit train "$dir/repaired.csv" --epochs 3 --out "$dir/repaired"

# Accuracy where each of them goes with the label, and where it conflicts; then the new model put to behaviour tests.
audit compare "$dir/audit" "$dir/repaired" --data "$dir/planted.csv" --finding '[neg]' --finding lisbon
audit export "$dir/audit" --tests "$dir/shortcuts.jsonl" --force
audit check "$dir/repaired" --tests "$dir/shortcuts.jsonl" || echo "the second model still fails some ($?)"
