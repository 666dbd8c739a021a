"""Indexes pages with LangChain, FAISS and all-MiniLM-L6-v2, answers queries, and prints what that took, in JSON.

Arguments: the pages, a JSON object with `place` and `text` on each line; the queries, a JSON list; the ONNX file of the
network; a folder for the index. Pages are cut as LangChain's tutorial cuts them: 1,000 characters, 200 of them shared.
"""

import json
import pathlib
import resource
import sys
import time

from langchain_community.vectorstores import FAISS
from langchain_core.documents import Document
from langchain_text_splitters import RecursiveCharacterTextSplitter

from minilm import MiniLm

# How many passages are looked at for a ranking of pages.
PASSAGES = 100


def main():
    pages, queries, network, folder = sys.argv[1:]
    pages = [json.loads(line) for line in pathlib.Path(pages).read_text().splitlines()]
    queries = json.loads(pathlib.Path(queries).read_text())
    embeddings = MiniLm(network)
    embeddings.embed_query("once, to load everything")
    started, before = time.monotonic(), time.process_time()
    documents = [Document(page_content=it["text"], metadata={"place": it["place"]}) for it in pages]
    passages = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200).split_documents(documents)
    store = FAISS.from_documents(passages, embeddings)
    store.save_local(folder)
    seconds, processor_seconds = time.monotonic() - started, time.process_time() - before
    rankings, millis = [], []
    for query in queries:
        asked = time.monotonic()
        store.similarity_search(query, k=8)
        millis.append(1000 * (time.monotonic() - asked))
        found = store.similarity_search(query, k=PASSAGES)
        rankings.append(list(dict.fromkeys(it.metadata["place"] for it in found)))
    size = sum(it.stat().st_size for it in pathlib.Path(folder).iterdir())
    print(
        json.dumps({
            "seconds": seconds,
            "processor_seconds": processor_seconds,
            "passages": len(passages),
            "query_millis": millis,
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
            "file_megabytes": size / 1e6,
            "rankings": rankings,
        })
    )


main()
