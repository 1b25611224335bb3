"""Reads a table file (.kbz) of kibitz; the format is described in table-format.md.

    python3 table_reader.py TABLE            what the table is
    python3 table_reader.py TABLE 0 17 250   the items of these positions, one per line
    python3 table_reader.py TABLE --all      those of all positions

Checksums are XXH3, which Python does not have, so this reader does not compare them.
`kibitz` does. zstd is part of Python 3.14; before, the system's library is called.
"""

import json
import struct
import sys

try:
    from compression import zstd

    def decompress(frame, size):
        return zstd.decompress(frame)

except ImportError:
    import ctypes
    import ctypes.util

    library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    library.ZSTD_decompress.restype = ctypes.c_size_t
    library.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t] * 2

    def decompress(frame, size):
        block = ctypes.create_string_buffer(size)
        length = library.ZSTD_decompress(block, size, frame, len(frame))
        return block.raw[:length] if length <= size else b""  # Errors are huge numbers.


class Table:
    def __init__(self, path):
        self.file = open(path, "rb").read()
        magic, version, length = struct.unpack_from("<8sII", self.file)
        index_at, _, file_length, _, end = struct.unpack("<QQQQ8s", self.file[-40:])
        if magic != b"KIBITZTB" or end != magic or version != 1 or file_length != len(self.file):
            sys.exit(f"{path} is not a complete table file of version 1")
        self.header = json.loads(self.file[16 : 16 + length])
        self.first_block, count = {}, 0
        for column in self.header["columns"]:
            self.first_block[column["name"]] = count
            count += -(-self.header["positions"] // self.block_items(column))
        records = struct.iter_unpack("<QQ", self.file[index_at : index_at + 16 * count])
        self.offsets = [offset for offset, _ in records] + [index_at]

    def block_items(self, column):
        return self.header["block_bytes"] * 8 // column["bits"]

    def block(self, column, number):
        """The items of a block as bytes."""
        per_block, bits = self.block_items(column), column["bits"]
        items = min(per_block, self.header["positions"] - number * per_block)
        at = self.first_block[column["name"]] + number
        size = (items * bits + 7) // 8
        block = decompress(self.file[self.offsets[at] : self.offsets[at + 1]], size)
        if len(block) != size:
            sys.exit(f"block {at} is damaged")
        if column.get("transform") != "differences":
            return block
        rows, row = [], 0
        for item in range(items):
            row += int.from_bytes(block[item::items], "big")
            rows.append((row % (1 << bits)).to_bytes(bits // 8, "big"))
        return b"".join(rows)

    def item(self, column, item):
        """The dictionary entry of an item, or its row as bytes."""
        number, place = divmod(item, self.block_items(column))
        block, bits = self.block(column, number), column["bits"]
        if "dictionary" not in column:
            return block[place * bits // 8 : (place + 1) * bits // 8]
        if bits < 8:
            code = block[place * bits // 8] >> place * bits % 8 & (1 << bits) - 1
        else:
            code = int.from_bytes(block[place * bits // 8 : (place + 1) * bits // 8], "little")
        return column["dictionary"][code]


if __name__ == "__main__":
    table = Table(sys.argv[1])
    columns = table.header["columns"]
    items = map(int, sys.argv[2:])
    if sys.argv[2:] == ["--all"]:
        items = range(table.header["positions"])
    elif not sys.argv[2:]:
        print(json.dumps(table.header, indent=2))
    for item in items:
        values = [table.item(column, item) for column in columns]
        texts = [value.hex() if isinstance(value, bytes) else value for value in values]
        print(item, *texts)
