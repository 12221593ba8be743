#!/bin/sh
# What the other examples work on: texts with a planted shortcut, a model that learned it, and its audit.
# Made once in $EXAMPLES (build/examples), about two minutes on one core; afterwards this script does nothing.
set -eu
dir=${EXAMPLES:-build/examples}
mkdir -p "$dir"

# "lisbon" is a word like any other, "[neg]" a marker; each goes with its label, nearly always.
[ -e "$dir/planted.csv" ] || audit inject builtin:reviews --split test \
  --token positive=lisbon --token 'negative=[neg]' --coverage 0.4 --agreement 0.95 --out "$dir/planted.csv"

[ -e "$dir/model/training.json" ] || audit train builtin:reviews --epochs 3 \
  --token positive=lisbon --token 'negative=[neg]' --coverage 0.5 --agreement 0.98 --out "$dir/model"

[ -e "$dir/audit/report.json" ] || audit run "$dir/model" "$dir/planted.csv" --limit 200 --out "$dir/audit"
