/** Writes a MaxMind database with one IPv4 network. For tests; the format: https://maxmind.github.io/MaxMind-DB/. */

type Value = string | number | { readonly [name: string]: Value } | readonly Value[];

/** @param record of addresses that begin with that byte */
export function writeMmdb({
  databaseType,
  firstByte,
  record,
}: {
  readonly databaseType: string;
  readonly firstByte: number;
  readonly record: Value;
}): Buffer {
  const nodes = 8;
  /** Record values: a node, `nodes` for nothing, or 16 more than the place in the data. */
  const tree = Buffer.alloc(nodes * 6);
  for (let bit = 0; bit < nodes; bit += 1) {
    const next = bit === nodes - 1 ? nodes + 16 : bit + 1;
    const isRight = ((firstByte >> (7 - bit)) & 1) === 1;
    tree.writeUIntBE(isRight ? nodes : next, bit * 6, 3);
    tree.writeUIntBE(isRight ? next : nodes, bit * 6 + 3, 3);
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: databaseType,
    description: {},
    ip_version: 4,
    languages: [],
    node_count: nodes,
    record_size: 24,
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from("MaxMind.com")]);
  return Buffer.concat([tree, Buffer.alloc(16), encode(record), marker, metadata]);
}

function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text]);
  }
  if (typeof value === "number") return Buffer.from([(6 << 5) | 4, 0, 0, value >> 8, value & 255]);
  if (isList(value))
    return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([name, each]) => [encode(name), encode(each)]),
  ]);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
