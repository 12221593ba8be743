"""The paper's two experiments, run again from data to figures, beside what it prints.

`table`: a base model is fine-tuned with several seeds, β and ε are chosen on dev, and every method of the
paper's tables is measured on test. `injection`: `[pos]` and `[neg]` are planted in a thousand examples, a
classifier is trained on them, and the two sentences of the paper are explained. What the paper prints is in
`paper_figures.json`; these are facts, and nothing here is computed from them but the difference.
"""
