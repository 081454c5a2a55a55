import { misreadAs, textCharsets, type Misreading } from "@neonrelay/contract";

type ReadAs = Misreading["readAs"];
type WrittenIn = Misreading["writtenIn"];

/** A possible reading and how well it fits. */
export interface Candidate extends Misreading {
  /** Letters that make sense only in this reading. */
  readonly score: number;
}

const FEWEST_LETTERS = 3;
/** Two characters. */
const FEWEST_WIDE = 4;
/** The minimum share of common characters in a Big5 text. */
const USUAL_SHARE = 0.8;
/** Control pictures stand for bytes undefined in Western charsets; see misread-text.ts of on-air. */
const PICTURES = 0x2400;
const PICTURE_OF_SPACE = 0x2420;
const cyrillicWord = /^[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]*$|^[А-ЯЁІЇЄҐЎ]+$/u;
const westernLetters = /[À-ÖØ-öø-ÿŒœŠšŽžŸ]/gu;

/** How the texts of a track, or of several related ones, may have been misread; likeliest first. */
export function findMisreadings(texts: readonly string[]): readonly Candidate[] {
  const suspects = texts.filter((text) => /[^\p{ASCII}]/u.test(text));
  if (suspects.length === 0) return [];
  const found: Candidate[] = [];
  for (const readAs of misreadAs)
    for (const writtenIn of textCharsets) {
      if (!isPossible(readAs, writtenIn)) continue;
      const score = scoreOf(suspects, { readAs, writtenIn });
      if (score > 0) found.push({ readAs, writtenIn, score });
    }
  return found.toSorted((one, other) => other.score - one.score);
}

/**
 * The same for one track; when its texts were misread in different ways, the readings of the one with the highest
 * score.
 */
export function findMisreadingsOfTrack(texts: readonly string[]): readonly Candidate[] {
  const together = findMisreadings(texts);
  if (together.length > 0 || texts.length < 2) return together;
  return texts
    .map((text) => findMisreadings([text]))
    .reduce((best, one) => ((one[0]?.score ?? 0) > (best[0]?.score ?? 0) ? one : best), []);
}

/** The text in the corrected charset if it makes sense there; otherwise unchanged. */
export function mendText<Text extends string | null>(
  text: Text,
  misreading: Misreading,
): Text | string {
  if (text === null) return text;
  const read = rereadText(text, misreading);
  if (read === null) return text;
  const { writtenIn } = misreading;
  return writtenIn === "utf-8" || pointsOf(read, writtenIn, text) !== null ? read : text;
}

/** @returns the intended text; null when it can't have been misread this way */
export function rereadText(text: string, { readAs, writtenIn }: Misreading): string | null {
  if (!/[^\p{ASCII}]/u.test(text)) return null;
  const bytes = encode(text, readAs);
  if (bytes === null) return null;
  try {
    const read = new TextDecoder(writtenIn, { fatal: true, ignoreBOM: true }).decode(bytes);
    return read === text || /[\p{Cc}\p{Co}\ufffd]/u.test(read) ? null : read.normalize("NFC");
  } catch {
    return null; // not of that charset
  }
}

function isPossible(readAs: ReadAs, writtenIn: WrittenIn): boolean {
  // Programs that assume Cyrillic misread only related charsets and Western text.
  if (readAs === "windows-1251") return ["utf-8", "ibm866", "windows-1252"].includes(writtenIn);
  return writtenIn !== "windows-1252";
}

/** 0 when some text makes no sense in it, or no more than before. */
function scoreOf(texts: readonly string[], misreading: Misreading): number {
  const { writtenIn } = misreading;
  let score = 0;
  for (const text of texts) {
    const read = rereadText(text, misreading);
    if (read === null) {
      // UTF-8 is recognised text by text; others of the track may have been read right.
      if (writtenIn === "utf-8") continue;
      return 0;
    }
    const points = writtenIn === "utf-8" ? utf8Points(text, read) : pointsOf(read, writtenIn, text);
    if (points === null) return 0;
    score += points;
  }
  const fewest = isWide(writtenIn) ? FEWEST_WIDE : FEWEST_LETTERS;
  if (writtenIn === "utf-8" || writtenIn === "windows-1252") return score;
  return score < fewest ? 0 : score;
}

/** No text is valid UTF-8 by chance: every byte counts, and more than in any other reading. */
function utf8Points(text: string, read: string): number {
  return 10 * Math.max(1, text.length - read.length);
}

/** @returns null when it makes no sense */
function pointsOf(read: string, writtenIn: WrittenIn, before: string): number | null {
  switch (writtenIn) {
    case "windows-1251":
    case "koi8-r":
    case "ibm866":
      return cyrillicPoints(read);
    case "windows-1252":
      return westernPoints(read, before);
    case "shift_jis":
      return widePoints(read, { good: /[\u3041-\u3096\u30a1-\u30fa]/gu, fine: /\p{Script=Han}/gu });
    case "euc-kr":
      return isInPairs(before)
        ? widePoints(read, { good: /\p{Script=Hangul}/gu, fine: /(?!)/gu })
        : null;
    case "gbk":
      return isInPairs(before)
        ? widePoints(read, { good: /[\u4e00-\u9fff]/gu, fine: /(?!)/gu })
        : null;
    case "big5":
      return big5Points(read, before);
    case "utf-8":
      return null;
    default:
      return writtenIn satisfies never;
  }
}

/** Accepts words in one case or with one capital, of Cyrillic letters alone, with the vowels of Slavic words. */
function cyrillicPoints(read: string): number | null {
  const words = read.match(/\p{L}+/gu) ?? [];
  const cyrillic = words.filter((word) => /\p{Script=Cyrillic}/u.test(word));
  if (!cyrillic.every((word) => cyrillicWord.test(word))) return null;
  if (/[^\p{L}\p{N}\p{P}\p{Zs}\p{ASCII}№]/u.test(read)) return null;
  const letters = cyrillic.join("");
  if (letters.length === 0) return 0;
  const vowels = letters.match(/[аеиоуыэюяёіїє]/giu)?.length ?? 0;
  if (letters.length >= FEWEST_LETTERS && vowels * 5 < letters.length) return null;
  // Other charsets produce only the usual letters by chance.
  const small = letters.match(/\p{Ll}/gu)?.length ?? 0;
  return letters.length + small / letters.length + vowels / letters.length;
}

/** Latin letters in words that were half Cyrillic before. */
function westernPoints(read: string, before: string): number | null {
  const mixed = (before.match(/\p{L}+/gu) ?? []).filter(
    (word) => /\p{Script=Cyrillic}/u.test(word) && /\p{Script=Latin}/u.test(word),
  );
  const words = read.match(/\p{L}+/gu) ?? [];
  if (mixed.length === 0 || !words.every((word) => /^\p{Script=Latin}+$/u.test(word))) return null;
  return read.match(westernLetters)?.length ?? null;
}

/** Bytes above ASCII come in pairs, as in all legacy Chinese and Korean charsets. */
function isInPairs(before: string): boolean {
  return (before.match(/[^\p{ASCII}]+/gu) ?? []).every((run) => run.length % 2 === 0);
}

/** In Western words accented letters stand between plain ones, so their misreadings do too. */
function isInsideWords(read: string): boolean {
  return /[a-z][\u3040-\u9fff\uac00-\ud7a3]|[\u3040-\u9fff\uac00-\ud7a3][a-z]/u.test(read);
}

function widePoints(
  read: string,
  { good, fine }: { readonly good: RegExp; readonly fine: RegExp },
): number | null {
  if (isInsideWords(read)) return null;
  const rest = read.replace(good, "").replace(fine, "");
  // Half-width kana and letters of other scripts are by-products of other charsets.
  if (/[^\p{ASCII}\u3000-\u303f\uff01-\uff5e\u30fb\u30fc\u2010-\u2026\u00b7]/u.test(rest))
    return null;
  const goodCount = read.match(good)?.length ?? 0;
  const fineCount = read.match(fine)?.length ?? 0;
  return 2 * goodCount + fineCount / 2;
}

/**
 * Traditional characters: Big5 encodes the common ones first. Its second bytes may be ASCII letters, so Western words
 * look like it: a character next to a letter does not count.
 */
function big5Points(read: string, before: string): number | null {
  if (/[a-z][\u3400-\u9fff]|[\u3400-\u9fff][a-z]/iu.test(read)) return null;
  const points = widePoints(read, { good: /[\u4e00-\u9fff]/gu, fine: /(?!)/gu });
  const bytes = encode(before, "windows-1252");
  if (points === null || bytes === null) return null;
  const firstBytes: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80) continue;
    firstBytes.push(byte);
    index += 1;
  }
  if (!firstBytes.every((byte) => byte >= 0xa1 && byte <= 0xf9)) return null;
  const characters = firstBytes.filter((byte) => byte >= 0xa4);
  const usual = characters.filter((byte) => byte <= 0xc6);
  if (usual.length < USUAL_SHARE * characters.length) return null;
  // Every longer Big5 text has characters with few strokes; misread texts have none.
  const hasPlain = characters.some((byte) => byte < 0xb0);
  return hasPlain ? points : points * 0.9;
}

function isWide(writtenIn: WrittenIn): boolean {
  return ["shift_jis", "euc-kr", "gbk", "big5"].includes(writtenIn);
}

const tables = new Map<ReadAs, ReadonlyMap<number, number>>();

/** @returns null when the charset lacks one of its characters */
function encode(text: string, readAs: ReadAs): Uint8Array | null {
  const table = tables.get(readAs) ?? makeTable(readAs);
  tables.set(readAs, table);
  const bytes: number[] = [];
  for (const character of text) {
    const byte = table.get(character.codePointAt(0) ?? 0);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

function makeTable(readAs: ReadAs): ReadonlyMap<number, number> {
  const table = new Map<number, number>();
  const decoder = new TextDecoder(readAs);
  for (let byte = 0; byte < 256; byte += 1)
    table.set(decoder.decode(Uint8Array.of(byte)).codePointAt(0) ?? byte, byte);
  if (readAs === "windows-1251") return table;
  for (let byte = 0x80; byte < 0xa0; byte += 1) {
    // As in Latin-1, and as the media child shows bytes that neither charset can show.
    table.set(byte, byte);
    table.set(PICTURES + (byte & 0x7f), byte);
  }
  table.set(PICTURE_OF_SPACE, 0xa0);
  return table;
}
