"""Reads table files of kibitz; docs/table-format.md describes them. Checksums are not compared.

python3 reader.py TABLE            prints the header
python3 reader.py TABLE 0 17 250   prints the items of these numbers, one line for each
python3 reader.py TABLE --all      prints those of all numbers
"""

import ctypes.util
import json
import struct
import sys

# From Python 3.14 on, the module compression.zstd would do.
zstd = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
zstd.ZSTD_decompress.restype = ctypes.c_size_t
zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t] * 2


class Table:
    def __init__(self, path):
        self.file = open(path, "rb").read()
        magic, version, header_length = struct.unpack_from("<8sII", self.file)
        index, _, length, _, end = struct.unpack("<QQQQ8s", self.file[-40:])
        if magic != b"KIBITZTB" or end != magic or version != 1 or length != len(self.file):
            sys.exit(f"{path} is not a complete table file of version 1")
        self.header = json.loads(self.file[16 : 16 + header_length])
        self.first_block, blocks = {}, 0
        for column in self.header["columns"]:
            self.first_block[column["name"]] = blocks
            blocks += -(-self.header["positions"] // self.block_items(column))
        records = struct.iter_unpack("<QQ", self.file[index : index + 16 * blocks])
        self.offsets = [offset for offset, checksum in records] + [index]

    def block_items(self, column):
        return self.header["block_bytes"] * 8 // column["bits"]

    def item(self, column, number):
        """The text of an item; rows are hexadecimal."""
        bits, (block, i) = column["bits"], divmod(number, self.block_items(column))
        count = min(self.block_items(column), self.header["positions"] - number + i)
        place = self.first_block[column["name"]] + block
        frame = self.file[self.offsets[place] : self.offsets[place + 1]]
        buffer = ctypes.create_string_buffer((count * bits + 7) // 8)
        if zstd.ZSTD_decompress(buffer, len(buffer), frame, len(frame)) != len(buffer):
            sys.exit(f"block {place} is damaged")
        items = buffer.raw
        if "dictionary" not in column:  # A row is the sum of the differences up to it.
            row = sum(int.from_bytes(items[j::count], "big") for j in range(i + 1))
            return (row % (1 << bits)).to_bytes(bits // 8, "big").hex()
        item = items[i * bits // 8 : (i * bits + bits + 7) // 8]
        code = int.from_bytes(item, "little") >> i * bits % 8 & (1 << bits) - 1
        return column["dictionary"][code]


if __name__ == "__main__":
    table, chosen = Table(sys.argv[1]), sys.argv[2:]
    if not chosen:
        print(json.dumps(table.header, indent=2))
    for number in range(table.header["positions"]) if chosen == ["--all"] else map(int, chosen):
        print(number, *(table.item(column, number) for column in table.header["columns"]))
