/** The parts of XML that playlists need. Names are lower-case, without prefixes. */
type XmlEvent =
  | { readonly kind: "open"; readonly name: string }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/** Terminators of ignored markup. */
const skipped = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;
const CDATA = "<![CDATA[";

/**
 * Parses untrusted XML in one pass. It knows only the five entities of XML 1.0 §4.6 and numeric character references,
 * so a file can't expand itself or include other files. Stops at text that is not XML; never throws.
 */
export function* xmlEvents(text: string): Generator<XmlEvent> {
  let at = 0;
  while (at < text.length) {
    if (text[at] !== "<") {
      const next = indexOrEnd(text, "<", at);
      yield { kind: "text", text: withoutEntities(text.slice(at, next)) };
      at = next;
      continue;
    }
    if (text.startsWith(CDATA, at)) {
      const end = indexOrEnd(text, "]]>", at);
      yield { kind: "text", text: text.slice(at + CDATA.length, end) };
      at = end + 3;
      continue;
    }
    const markup = skipped.find(([begin]) => text.startsWith(begin, at));
    if (markup !== undefined) {
      at = indexOrEnd(text, markup[1], at) + markup[1].length;
      continue;
    }
    const end = endOfTag(text, at);
    if (end === -1) return;
    yield* tagEvents(text.slice(at + 1, end));
    at = end + 1;
  }
}

function* tagEvents(tag: string): Generator<XmlEvent> {
  if (tag.startsWith("/")) {
    yield { kind: "close", name: nameOf(tag.slice(1)) };
    return;
  }
  const name = nameOf(tag);
  yield { kind: "open", name };
  if (tag.endsWith("/")) yield { kind: "close", name };
}

const LONGEST_NAME = 100;

function nameOf(tag: string): string {
  const [name = ""] = tag.slice(0, LONGEST_NAME).split(/[\s/]/, 1);
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** The next `>` outside attributes; -1 when there is none. */
function endOfTag(text: string, from: number): number {
  let quote: string | null = null;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quote !== null) quote = character === quote ? null : quote;
    else if (character === ">") return at;
    else if (character === '"' || character === "'") quote = character;
  }
  return -1;
}

function indexOrEnd(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found === -1 ? text.length : found;
}

const named: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
]);
const LAST_CODE_POINT = 0x10ffff;

/** Decodes each entity once, without decoding the result again. Unknown ones stay. */
function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|quot|apos|amp));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
    },
  );
}
