"""A network that can only be asked: its tokenizer is slow, or it takes no input embeddings.

Each text is asked for alone, so that an answer does not depend on what it shares a batch with.
"""

from typing import Any

import numpy as np
import torch

from auditor.model.asked.scores import FloatArray
from auditor.model.asked.text_model import Ask, Text
from auditor.model.classifier import length_limit
from auditor.model.heads import Head


def network_asker(model: Any, tokenizer: Any, head: Head) -> Ask:
    """What asks a sequence classifier of transformers for probabilities, through its token ids."""
    network, limit = model.eval(), length_limit(model, tokenizer)

    def one(text: Text) -> FloatArray:
        fields = (text,) if isinstance(text, str) else text
        pieces = tokenizer(*fields, truncation=limit is not None, max_length=limit, return_tensors="pt")
        with torch.inference_mode():
            logits = head.read(network(**pieces.to(network.device)).logits)
        probabilities: FloatArray = torch.softmax(logits[0].double(), dim=-1).cpu().numpy()
        return probabilities

    def ask(texts: list[Text]) -> FloatArray:
        return np.stack([one(text) for text in texts])

    return ask
