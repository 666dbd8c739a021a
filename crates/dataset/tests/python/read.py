"""Reads a folder with exported Parquet files as a researcher does, and prints what is in it as JSON."""

import io
import json
import pathlib
import sys

import pandas
import pyarrow.parquet
from datasets import Image, load_dataset
from PIL import Image as Picture

folder = pathlib.Path(sys.argv[1])
found = {"columns": None, "pandas": {}, "datasets": {}}
for file in sorted(folder.glob("*.parquet")):
    table = pyarrow.parquet.read_table(file)
    found["columns"] = table.schema.names
    features = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]
    assert features["screenshot"] == {"_type": "Image"}, features["screenshot"]
    assert list(features) == table.schema.names
    frame = pandas.read_parquet(file)
    pictures = [it and Picture.open(io.BytesIO(it["bytes"])) for it in frame["screenshot"]]
    found["pandas"][file.name] = {
        "rows": len(frame),
        "instructions": sorted(set(frame["instruction"])),
        "pictures": [it and [*it.size, it.getpixel((0, 0))] for it in pictures],
        "functions": [it["function"] for it in frame["action"]],
        "target_x": [None if pandas.isna(it["target_x"]) else int(it["target_x"]) for it in frame["action"]],
        "success": [None if it is None else bool(it) for it in frame["success"]],
        "rewards": [None if pandas.isna(it) else it for it in frame["reward"]],
        "roots": [None if pandas.isna(it) else json.loads(it)["name"] for it in frame["a11y"]],
    }
for split, rows in load_dataset(str(folder)).items():
    assert isinstance(rows.features["screenshot"], Image), rows.features
    found["datasets"][split] = {
        "rows": len(rows),
        "templates": sorted(set(rows["template"])),
        "sizes": [it and list(it.size) for it in rows["screenshot"]],
    }
print(json.dumps(found))
