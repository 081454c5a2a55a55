/** Encodes text in any charset that can be decoded, for tests. */
export function encodeAs(text: string, charset: string): Buffer {
  const known = bytesByCharacter(charset);
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = known.get(character);
      if (bytes === undefined) throw new Error(`${charset} has no ${character}`);
      return bytes;
    }),
  );
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function bytesByCharacter(charset: string): ReadonlyMap<string, Buffer> {
  const table = tables.get(charset) ?? makeTable(charset);
  tables.set(charset, table);
  return table;
}

/** One byte if that is a character, else two. */
function makeTable(charset: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, Buffer>();
  const note = (...bytes: readonly number[]): boolean => {
    const text = decoder.decode(Buffer.from(bytes));
    if (Array.from(text).length !== 1 || text === "\ufffd") return false;
    if (!table.has(text)) table.set(text, Buffer.from(bytes));
    return true;
  };
  for (let first = 0; first < 256; first += 1)
    if (!note(first)) for (let second = 0x40; second < 0xff; second += 1) note(first, second);
  return table;
}
