/** What tracks are compared by, so that near-duplicates count as one. */
export interface SeparationKeys {
  readonly artistKey: string;
  /** Of artist and title: another recording of the same song has the same. */
  readonly titleKey: string;
  /** null without an album. */
  readonly albumKey: string | null;
}

/** Behind these words an artist's name tells of others: 'Ada feat. Ben'. */
const GUESTS = /\s(?:feat|ft|featuring|with|vs|x)\b\.?\s.*$/;
/** What is added in brackets to the name of a recording, such as '(2011 Remaster)'. */
const IN_BRACKETS = /[([{][^)\]}]*[)\]}]?/g;
/** The same behind a dash: 'Song - Radio Edit'. */
const AFTER_DASH =
  /\s-\s.*\b(?:remaster(?:ed)?|version|edit|mix|live|mono|stereo|demo|deluxe)\b.*$/;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** Folds case, accents, guests, brackets and signs. A name of signs alone stays as it is. */
export function separationKeys({
  artist,
  title,
  album,
}: {
  readonly artist: string;
  readonly title: string;
  readonly album: string | null;
}): SeparationKeys {
  const artistKey = lettersOf(fold(artist).replace(GUESTS, ""), artist);
  const song = fold(title).replace(IN_BRACKETS, " ").replace(AFTER_DASH, "").replace(GUESTS, "");
  return {
    artistKey,
    titleKey: `${artistKey}\ntitle ${lettersOf(song, title)}`,
    albumKey: album === null ? null : `${artistKey}\nalbum ${lettersOf(fold(album), album)}`,
  };
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

function lettersOf(folded: string, original: string): string {
  const letters = folded.replace(NO_LETTERS, " ").trim();
  return letters === "" ? original : letters;
}
