"""Power: what would the audit have found, had it been there?

*Canaries* are shortcuts that the data does not hold: a made-up word, a word of the language, dates, two words
that count together. They are written into copies of audited texts, the model is answered for by one that adds
a stated push towards their class, and the audit's own steps look for them. With what the canaries show, the
chance to come out is computed for any reach, agreement and effect from the very tests that the audit makes.
"""
