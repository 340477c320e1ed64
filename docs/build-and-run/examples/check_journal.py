# ruff: noqa: ANN001, ANN201, D103, E401, I001, INP001, PTH123, SIM115, T201 # short, for readers without ruff
"""Checks a journal with nothing but Python: its chain of hashes, its results, and what it carries."""

import base64, hashlib, json, sys, zlib


def must(holds, otherwise):
    if not holds:
        sys.exit(otherwise)


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def carried_out(document, changes):
    for sign, path, *values in changes:
        *way, last = [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")[1:]]
        inside = document
        for step in way:
            inside = inside[int(step) if isinstance(inside, list) else step]
        place = int(last) if isinstance(inside, list) else last
        if sign == "-":
            del inside[place]
        elif sign == "+" and isinstance(inside, list):
            inside.insert(place, *values)
        else:
            (inside[place],) = values


last, position = "0" * 64, None
lines = open(sys.argv[1], "rb").read().split(b"\n")[:-1]  # what has no line feed was never acknowledged
must(lines, "there is no entry")
for number, line in enumerate(map(json.loads, lines), start=1):
    bare = {key: value for key, value in line.items() if key != "hash"}
    last, body = hashlib.sha256(last.encode() + canonical(bare)).hexdigest(), line["body"]
    must((number, last) == (line["n"], line["hash"]), f"entry {number} was changed, or one before it")
    position = body.get("state", position)
    for result in body.get("results", ()) if line["kind"] == "played" else ():
        carried_out(position, result["changes"])
    if "state_hash" in body and ("state" in body or "results" in body):
        found = hashlib.sha256(canonical(position)).hexdigest()[:16]
        must(found == body["state_hash"], f"entry {number} leads to another position")
    if "played_with" in body:
        files = json.loads(zlib.decompress(base64.b64decode(body["played_with"]["packed"])))
        hashes = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in files.items()}
        must(hashes == body["played_with"]["files"], "the files that it carries were changed")
print(f"{len(lines)} entries hold; the last hash is {last}")
