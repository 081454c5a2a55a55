/** Charsets that old programs write into tags and titles without declaring them. */
type LegacyCharset = "windows-1251" | "shift_jis" | "gbk";

const FEWEST_CYRILLIC = 6;
/** A longer word than syllables of other scripts form by chance. */
const LONG_WORD = /[а-яёіїєґў]{3}/;
const wordInOneCase = /^(?:[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]*|[А-ЯЁІЇЄҐЎ]+)$/;
const FEWEST_KANA = 2;
const FEWEST_HANZI = 6;

/**
 * The charset of these bytes if it is beyond doubt; null otherwise. Western text is never mistaken for another: its
 * accented letters stand alone between plain ones, which none of these rules accepts.
 */
export function certainCharset(bytes: Uint8Array): LegacyCharset | null {
  if (isCyrillic(bytes)) return "windows-1251";
  if (isShiftJis(bytes)) return "shift_jis";
  return isGbk(bytes) ? "gbk" : null;
}

/**
 * Russian and its kin: words of high bytes only, in lower case after at most one capital, or all in capitals, and with
 * the vowels of Russian. KOI8-R has the cases reversed, Greek has other vowels, GBK has no such pairs.
 */
function isCyrillic(bytes: Uint8Array): boolean {
  const text = decodeStrictly(bytes, "windows-1251");
  if (text === null) return false;
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /[^a-z]/i.test(word));
  const letters = words.join("");
  const small = letters.match(/[а-яёіїєґў]/g)?.length ?? 0;
  if (letters.length < FEWEST_CYRILLIC || small * 2 < letters.length) return false;
  if (!LONG_WORD.test(letters) || !words.every((word) => wordInOneCase.test(word))) return false;
  const russian = letters.match(/[аеиоуыэюяёіїє]/gi)?.length ?? 0;
  // Where α, η, ι, ο, υ and ω would be.
  const greek = letters.match(/[бзйпхщ]/gi)?.length ?? 0;
  return russian * 10 >= letters.length * 3 && russian > greek;
}

/** Kana are two bytes, the first of which is a control character in Latin-1. */
function isShiftJis(bytes: Uint8Array): boolean {
  const text = decodeStrictly(bytes, "shift_jis");
  if (text === null || !/^[\x20-\x7e\n\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]*$/u.test(text))
    return false;
  return (text.match(/[\u3041-\u3096\u30a1-\u30fa]/gu)?.length ?? 0) >= FEWEST_KANA;
}

/**
 * Chinese in the common characters of GB 2312. Korean in EUC-KR looks alike, but has no first byte above C8; Big5 has
 * second bytes that are plain letters; Cyrillic in capitals has no byte below C0.
 */
function isGbk(bytes: Uint8Array): boolean {
  let hanzi = 0;
  let late = 0;
  let low = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const second = bytes[at + 1] ?? 0;
    if (second < 0xa1 || second > 0xfe) return false;
    at += 1;
    // Full-width punctuation and letters.
    if (first === 0xa1 || first === 0xa3) continue;
    if (first < 0xb0 || first > 0xd7) return false;
    hanzi += 1;
    if (first > 0xc8) late += 1;
    if (first < 0xc0 || second < 0xc0) low += 1;
  }
  return hanzi >= FEWEST_HANZI && late * 6 >= hanzi && low > 0;
}

function decodeStrictly(bytes: Uint8Array, charset: LegacyCharset): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null; // not of that charset
  }
}
