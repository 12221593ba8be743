"""English function words: they hold a sentence together and say nothing by themselves."""

import re

_FUNCTION = re.compile(
    "a|about|after|all|also|am|an|and|any|are|as|at|be|because|been|before|being|both|but|by|can|could|did|do|does|"
    "each|either|for|from|had|has|have|he|her|here|hers|him|his|how|i|if|in|into|is|it|its|just|may|me|might|more|"
    "most|must|my|no|nor|not|of|off|on|one|only|or|other|our|out|over|own|shall|she|should|since|so|some|such|than|"
    "that|the|their|them|then|there|these|they|this|those|though|through|to|too|under|until|up|upon|us|very|was|we|"
    "were|what|when|where|whether|which|while|who|whom|whose|why|will|with|within|without|would|yet|you|your|"
    "n['’]t|['’](?:s|re|ve|ll|d|m)|ca|wo"
)


def is_function_word(word: str) -> bool:
    """Whether a word, in any case, is a function word."""
    return len(word) < 8 and bool(_FUNCTION.fullmatch(word.casefold()))
