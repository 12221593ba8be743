"""English function words: they hold a sentence together and have no topic of their own.

A list of neighbours says little about them. Other languages have no list here.
"""

FUNCTION_WORDS = frozenset(
    """
    a an the this that these those some any each every either neither both all another such same other i me my
    mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us
    our ours ourselves they them their theirs themselves one ones oneself who whom whose which what whoever
    whatever whichever somebody someone something anybody anyone anything everybody everyone everything nobody
    none nothing am is are was were be been being do does did doing done have has had having will would shall
    should can could may might must ought need dare used isn aren wasn weren don doesn didn haven hasn hadn
    won wouldn shan shouldn couldn mightn mustn needn ain 's 're 've 'll 'd 'm n't 's im ive id youre hes shes
    ca wo theyre dont doesnt didnt isnt wasnt cant wont cannot and or but nor so yet for if unless until till
    because since although though while whereas whether than as when whenever where wherever why how however
    therefore thus hence moreover furthermore besides otherwise at by from in into inside of off on onto out
    outside over per through throughout to toward towards under underneath up upon down via with within
    without about above across after against along amid among around before behind below beneath beside
    between beyond despite during except like near past regarding round not no never also too very just only
    even still already again almost quite rather then there here now once ever always often sometimes perhaps
    maybe instead else more most much many few fewer little less least several enough own
    """.split()  # noqa: SIM905
)


def is_function_word(word: str) -> bool:
    """Whether a word, in normal form, is an English function word."""
    return word.replace("’", "'") in FUNCTION_WORDS
