import type { SeededRandom } from "../packages/test-station/src/hostile-music/seeded-random.ts";

/** Words that break things in many formats. */
const harmfulWords: readonly string[] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "\r\n",
  "\n",
  "\r",
  "\0",
  "\u0001",
  "\x7f",
  "\xff\xfe",
  "\xef\xbb\xbf",
  "\xed\xa0\x80",
  "\xf0\x9f\x8e\xb5",
  "\xe2\x80\xae",
  "\xc3",
  "-1",
  "0",
  "00",
  "1e999",
  "NaN",
  "-0",
  "9007199254740993",
  "4294967295",
  "2147483648",
  "99999999999999999999",
  "0x10",
  "null",
  "true",
  "[]",
  "{}",
  '""',
  '"',
  "'",
  "\\",
  "%00",
  "%",
  "../",
  "//",
  "&amp;",
  "<",
  "]]>",
  " ",
  "\t",
  ":",
  ";",
  ",",
  "=",
  "@",
  "!",
];
const numbers = [
  0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
];
const nestings = [
  ["[", "]"],
  ['{"a":', "}"],
  ["(", ")"],
  ["<a>", "</a>"],
] as const;
const MAX_STEPS = 6;
const LONGEST_REPEAT = 4096;
/** Quoted strings, numbers and words: the places where formats have values. */
const valuePattern = /"[^"\\]{0,200}"|'[^'\\]{0,200}'|-?\d{1,20}(?:\.\d{1,10})?|[A-Za-z_]{2,40}/g;

interface MutationParts {
  readonly random: SeededRandom;
  /** Keywords of the format. */
  readonly words: readonly Buffer[];
  /** Pieces of this input are spliced in. */
  readonly other: Buffer;
  readonly mostBytes: number;
}

type Change = (input: Buffer, parts: MutationParts) => Buffer;

/** Mutates an input. The same random numbers give the same result. */
export function mutate(input: Buffer, parts: MutationParts): Buffer {
  let mutated: Buffer = Buffer.from(input);
  for (let left = 1 + parts.random.below(MAX_STEPS); left > 0; left -= 1) {
    const change = changes[parts.random.below(changes.length)];
    mutated = (change?.(mutated, parts) ?? mutated).subarray(0, parts.mostBytes);
  }
  return mutated;
}

const changes: readonly Change[] = [
  (input, { random }) => setByte(input, random, (byte) => byte ^ (1 << random.below(8))),
  (input, { random }) => setByte(input, random, () => random.below(256)),
  (input, { random, words }) => {
    const [at, end] = spanIn(input, random);
    return replace(input, { at, end: random.below(2) === 0 ? at : end }, wordOf(random, words));
  },
  (input, { random, words }) =>
    replaceMatch(input, random, (found) => {
      const word = wordOf(random, words).toString("latin1");
      return /^["']/.test(found) ? `${found[0] ?? ""}${word}${found[0] ?? ""}` : word;
    }),
  (input, { random }) => {
    const [at, end] = spanIn(input, random);
    return replace(input, { at, end }, Buffer.alloc(0));
  },
  (input, { random }) => {
    const [at, end] = spanIn(input, random);
    return replace(input, { at, end: at }, input.subarray(at, end));
  },
  (input, { random, other }) => {
    const [from, to] = spanIn(other, random);
    const [at, end] = spanIn(input, random);
    return replace(input, { at, end: random.below(2) === 0 ? at : end }, other.subarray(from, to));
  },
  // Repeats a piece many times, to expose superlinear time.
  (input, { random }) => {
    const [at, end] = spanIn(input, random);
    const piece = input.subarray(at, Math.min(end, at + 1 + random.below(8)));
    const times = 1 + random.below(Math.max(1, Math.floor(LONGEST_REPEAT / (piece.length || 1))));
    return replace(
      input,
      { at, end: at },
      Buffer.concat(Array.from({ length: times }, () => piece)),
    );
  },
  (input, { random }) => {
    if (input.length < 4) return input;
    const number = numbers[random.below(numbers.length)] ?? 0;
    const at = random.below(input.length - 3);
    if (random.below(2) === 0) input.writeUInt32BE(number, at);
    else input.writeUInt32LE(number, at);
    return input;
  },
  (input, { random }) => {
    const lines = input.toString("latin1").split("\n");
    const [one, two] = [random.below(lines.length), random.below(lines.length)];
    const swapped = lines.with(one, lines[two] ?? "").with(two, lines[one] ?? "");
    return Buffer.from(swapped.join("\n"), "latin1");
  },
  (input, { random }) => input.subarray(0, random.below(input.length + 1)),
  // Nests a piece deeper than any call stack.
  (input, { random }) => {
    const [at, end] = spanIn(input, random);
    const depth = 1 + random.below(LONGEST_REPEAT);
    const [begin, finish] = nestings[random.below(nestings.length)] ?? ["", ""];
    const piece = Buffer.concat([
      Buffer.from(begin.repeat(depth)),
      input.subarray(at, end),
      Buffer.from(finish.repeat(depth)),
    ]);
    return replace(input, { at, end }, piece);
  },
];

function wordOf(random: SeededRandom, words: readonly Buffer[]): Buffer {
  const own =
    words.length > 0 && random.below(3) > 0 ? words[random.below(words.length)] : undefined;
  return own ?? Buffer.from(harmfulWords[random.below(harmfulWords.length)] ?? "", "latin1");
}

function setByte(input: Buffer, random: SeededRandom, change: (byte: number) => number): Buffer {
  if (input.length === 0) return input;
  const at = random.below(input.length);
  input[at] = change(input[at] ?? 0);
  return input;
}

function spanIn(input: Buffer, random: SeededRandom): readonly [number, number] {
  const at = random.below(input.length + 1);
  const longest = random.below(4) === 0 ? input.length : 32;
  return [at, Math.min(input.length, at + random.below(longest + 1))];
}

function replace(
  input: Buffer,
  { at, end }: { readonly at: number; readonly end: number },
  piece: Buffer,
): Buffer {
  return Buffer.concat([input.subarray(0, at), piece, input.subarray(end)]);
}

function replaceMatch(
  input: Buffer,
  random: SeededRandom,
  change: (found: string) => string,
): Buffer {
  const text = input.toString("latin1");
  const matches = [...text.matchAll(valuePattern)];
  const match = matches[random.below(Math.max(1, matches.length))];
  if (match === undefined) return input;
  const end = match.index + match[0].length;
  return replace(input, { at: match.index, end }, Buffer.from(change(match[0]), "latin1"));
}
