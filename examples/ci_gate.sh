#!/bin/sh
# A gate for CI: sh examples/ci_gate.sh path/to/model reviews.csv [decisions.json]
# Exit code 0: no artefact of high severity, 3: there is one, 1: the audit itself failed. The report is written first.
# Without arguments it takes the model of base.sh, whose shortcut must close the gate: exit code 3.
set -eu
dir=${EXAMPLES:-build/examples}
[ $# -ge 2 ] || { sh "$(dirname "$0")/base.sh"; set -- "$dir/model" "$dir/planted.csv"; }

# A small sample is enough for shortcuts that matter: what is in a tenth of 200 texts is found.
audit run "$1" "$2" --limit 200 --quiet --out "$dir/gate"

# In the summary of the build: summary.md is made for it.
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$dir/gate/summary.md" >> "$GITHUB_STEP_SUMMARY"; fi

if [ $# -ge 3 ]; then
  audit check "$dir/gate" --fail-on high --decisions "$3"
else
  audit check "$dir/gate" --fail-on high
fi
