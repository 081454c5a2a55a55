const LONGEST = 60;

/** Letters that don't decompose to ASCII. */
const asciiOf: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
};

/** A name for a URL: ASCII, lower case, words joined by hyphens; "show" when nothing is left. */
export function slugOf(name: string): string {
  const folded = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => asciiOf[letter] ?? "-")
    .replaceAll(/['’]/g, "");
  const words = folded.match(/[a-z0-9]+/g) ?? [];
  const joined = words.join("-").slice(0, LONGEST);
  const slug = joined.endsWith("-") ? joined.slice(0, -1) : joined;
  return slug === "" ? "show" : slug;
}

/** The slug of a name, with a number when it is taken. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const numbered = `${slug}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}
