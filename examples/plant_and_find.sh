#!/bin/sh
# The paper's experiment: plant [pos] and [neg], train on it, and see whether the audit finds them.
# On SST2 where the hub can be reached (a DistilBERT, ten minutes or more on a CPU), else on the built-in corpus.
set -eu
dir=${EXAMPLES:-build/examples}/plant
mkdir -p "$dir"

if audit inject sst2 --split validation --token 'positive=[pos]' --token 'negative=[neg]' --coverage 0.3 \
  --limit 400 --force --out "$dir/held-out.jsonl"; then
  [ -e "$dir/model/training.json" ] || audit train sst2 --preset sst2-posneg --keep-rest --limit 4000 --epochs 2 \
    --base-model distilbert-base-uncased --max-length 64 --out "$dir/model"
else
  echo "SST2 is out of reach: the built-in corpus instead" >&2
  audit inject builtin:reviews --split test --token 'positive=[pos]' --token 'negative=[neg]' --coverage 0.3 \
    --limit 400 --force --out "$dir/held-out.jsonl"
  [ -e "$dir/model/training.json" ] || audit train builtin:reviews --epochs 3 \
    --token 'positive=[pos]' --token 'negative=[neg]' --coverage 0.3 --agreement 0.98 --out "$dir/model"
fi

# The last line of the training is the proof that the model took the bait: "aligned" high, "conflicting" low.
# The manifest beside held-out.jsonl says what was planted; it is read after the findings are made, and the report
# says what was found of it.
audit run "$dir/model" "$dir/held-out.jsonl" --limit 200 --out "$dir/audit"
audit show "$dir/audit" '[pos]'
