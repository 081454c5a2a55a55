/** How strings are escaped: backslashes always in MySQL, only after E in PostgreSQL. */
export type Dialect = "mysql" | "postgres";

type Tuples =
  | { readonly kind: "rows"; readonly rows: readonly (readonly (string | null)[])[] }
  /** The text ends within a row, which the next line continues. */
  | {
      readonly kind: "open";
      readonly rows: readonly (readonly (string | null)[])[];
      readonly rest: string;
    }
  | { readonly kind: "bad" };

const escapes: Readonly<Record<string, string>> = {
  0: "\0",
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  Z: "\u{1a}",
};

/** Parses `(1,'a',NULL),(2,'b''c',0x41);`. Numbers and the like stay text. */
export function readTuples(text: string, dialect: Dialect): Tuples {
  const rows: (string | null)[][] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && " ,\t\n;".includes(text.charAt(at))) at += 1;
    if (at === text.length) return { kind: "rows", rows };
    // `ON DUPLICATE KEY …` and comments end the rows.
    if (text[at] !== "(") return rows.length === 0 ? { kind: "bad" } : { kind: "rows", rows };
    const row = readRow(text, at + 1, dialect);
    if (row === "open") return { kind: "open", rows, rest: text.slice(at) };
    if (row === null) return { kind: "bad" };
    rows.push(row.values);
    at = row.end;
  }
}

function readRow(
  text: string,
  from: number,
  dialect: Dialect,
): { readonly values: (string | null)[]; readonly end: number } | "open" | null {
  const values: (string | null)[] = [];
  let at = from;
  for (;;) {
    while (text[at] === " " || text[at] === "\n") at += 1;
    const value = readValue(text, at, dialect);
    if (value === "open" || value === null) return value;
    values.push(value.value);
    at = value.end;
    while (text[at] === " " || text[at] === "\n") at += 1;
    if (at >= text.length) return "open";
    if (text[at] === ")") return { values, end: at + 1 };
    if (text[at] !== ",") return null;
    at += 1;
  }
}

type Value = { readonly value: string | null; readonly end: number };

function readValue(text: string, from: number, dialect: Dialect): Value | "open" | null {
  if (from >= text.length) return "open";
  const prefix = /^(?:_binary |[EeNn](?='))/.exec(text.slice(from, from + 8))?.[0] ?? "";
  const start = from + prefix.length;
  if (text[start] === "'")
    return readString(text, start + 1, dialect === "mysql" || /^e$/i.test(prefix));
  let end = start;
  while (end < text.length && !",)".includes(text.charAt(end))) end += 1;
  if (end === text.length) return "open";
  const word = text.slice(start, end).trim();
  // Dumps never contain `now()` and the like.
  if (word === "" || word.includes("(")) return null;
  return { value: /^null$/i.test(word) ? null : valueOf(word), end };
}

function valueOf(word: string): string {
  const hex = /^0x((?:[\da-f]{2})+)$/i.exec(word)?.[1];
  return hex === undefined ? word : Buffer.from(hex, "hex").toString("utf8");
}

function readString(text: string, from: number, hasEscapes: boolean): Value | "open" {
  const parts: string[] = [];
  let start = from;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "\\" && hasEscapes) {
      const next = text[at + 1];
      if (next === undefined) return "open";
      parts.push(text.slice(start, at), escapes[next] ?? next);
      at += 1;
      start = at + 1;
    } else if (letter === "'") {
      parts.push(text.slice(start, at));
      if (text[at + 1] !== "'") return { value: parts.join(""), end: at + 1 };
      // A doubled quote stands for one.
      at += 1;
      start = at;
    }
  }
  return "open";
}

/** Parses a line of `COPY … FROM stdin`: values separated by tabs, `\N` for NULL. */
export function readCopyLine(line: string): readonly (string | null)[] {
  return line
    .split("\t")
    .map((field) =>
      field === "\\N"
        ? null
        : field.replaceAll(/\\(.)/gs, (_whole, letter: string) => escapes[letter] ?? letter),
    );
}
