/** Letters that NFKD leaves unchanged, and how they are read: barred letters, ligatures, small capitals. */
const plainOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ł: "l",
    ø: "o",
    đ: "d",
    ð: "d",
    ħ: "h",
    ŧ: "t",
    ı: "i",
    ß: "ss",
    æ: "ae",
    œ: "oe",
    þ: "th",
    ...Object.fromEntries(
      Array.from("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", (small, place) => [
        small,
        "abcdefghijklmnoprstuvwyz"[place] ?? small,
      ]),
    ),
  }),
);

/**
 * The letter that a digit resembles. No two digits share one, or 'dj6' and 'dj8' would be equal; 6 has none, and 1 two.
 */
export const lookOfDigit: Readonly<Record<string, string>> = {
  0: "o",
  2: "z",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  8: "b",
  9: "g",
};

/** A name without accents, as typed on a keyboard that lacks them. */
export function plainLetters(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/\P{ASCII}/gu, (letter) => plainOf.get(letter.toLowerCase()) ?? letter);
}
