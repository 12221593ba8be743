#!/bin/sh
# Audit your own model on your own file: sh examples/own_data.sh path/to/model reviews.csv
# Without arguments it takes the model and the CSV file of base.sh.
set -eu
dir=${EXAMPLES:-build/examples}
[ $# -eq 2 ] || { sh "$(dirname "$0")/base.sh"; set -- "$dir/model" "$dir/planted.csv"; }

# What would it take? Nothing is written yet.
audit run "$1" "$2" --limit 150 --dry-run

# The columns are found by their usual names; name them where they have others. Where the file's labels are not
# spelt as the model's, --label-map 0=negative,1=positive says which is which. Run the same command again to resume.
audit run "$1" "$2" --text-column text --label-column label --limit 150 --out "$dir/own"

# The findings, then the first of them with all its evidence. The page is index.html of the same folder.
audit show "$dir/own"
first=$(audit show "$dir/own" --json | python -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')
audit show "$dir/own" "$first"
