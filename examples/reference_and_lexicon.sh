#!/bin/sh
# Is it the task? Another corpus of the same task, and a list of the task's words, both add evidence.
set -eu
dir=${EXAMPLES:-build/examples}
sh "$(dirname "$0")/base.sh"

# A word a line, its class behind a tab if it has one; what the lexicon lists is a task word.
printf '# words of sentiment\ngraceful\tpositive\npowerful\tpositive\nforgettable\tnegative\nboring\tnegative\n' \
  > "$dir/lexicon.tsv"

# In the reference "lisbon" goes with both labels: contradicted, so it is an artefact here. "[neg]" is not in it:
# absent, which is no evidence either way. --resume (the default) takes over the sets that base.sh has found.
rm -rf "$dir/referenced"
cp -r "$dir/audit" "$dir/referenced"
audit run "$dir/model" "$dir/planted.csv" --limit 200 --out "$dir/referenced" \
  --reference builtin:reviews-reference --lexicon "$dir/lexicon.tsv"
audit show "$dir/referenced" lisbon
audit diff "$dir/audit" "$dir/referenced"
