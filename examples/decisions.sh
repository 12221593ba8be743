#!/bin/sh
# A reviewer decides; the decision is in the report, in the gate and in the next run.
# People take decisions on the page (index.html, "Export decisions"); here the file is written by hand.
set -eu
dir=${EXAMPLES:-build/examples}
sh "$(dirname "$0")/base.sh"

# The id of a finding is made from its token, its field and its class: it is the same in every run.
id=$(audit show "$dir/audit" '[neg]' --json | python -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')
cat > "$dir/decisions.json" <<END
{"format_version": 1,
 "decisions": [{"id": "$id", "decision": "legitimate", "note": "A marker of the annotation tool; agreed with the owner."}]}
END

audit report "$dir/audit" --decisions "$dir/decisions.json" --out "$dir/decided"
audit show "$dir/decided" '[neg]'
audit check "$dir/audit" --fail-on high || echo "without the decision the gate fails ($?)"
audit check "$dir/audit" --fail-on high --decisions "$dir/decisions.json" || echo "what is left of it ($?)"

# Another sample of the texts, the same decisions.
audit run "$dir/model" "$dir/planted.csv" --limit 150 --seed 1 --out "$dir/next" --decisions "$dir/decisions.json"
audit diff "$dir/decided" "$dir/next"
