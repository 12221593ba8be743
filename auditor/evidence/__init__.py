"""From minimal sets to findings: counts, exact statistics, interventions, verdicts."""
