/** Keys for comparing tracks, such that near-duplicates match. */
export interface SeparationKeys {
  /** One per artist; a track without an artist gets a unique key. */
  readonly artistKeys: ArtistKeys;
  /** First artist and title: the same for all recordings of a song. */
  readonly titleKey: string;
  /** null without an album. */
  readonly albumKey: string | null;
}

export type ArtistKeys = readonly [string, ...string[]];

/** Words that introduce guests in an artist or title: 'Ada feat. Ben'. */
const GUEST_WORDS = new Set(["feat", "feat.", "ft", "ft.", "featuring", "with", "vs", "vs.", "x"]);
/** Bracketed additions to a name, such as '(2011 Remaster)'. */
const IN_BRACKETS = /[([{][^)\]}]*[)\]}]?/g;
/** Words that describe a recording after a dash: 'Song - Radio Edit'. */
const RECORDING_WORDS = new Set(
  "remaster remastered version edit mix live mono stereo demo deluxe".split(" "),
);
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** Strips case, accents, guests, brackets and signs. A name made only of signs stays as it is. */
export function separationKeys({
  artists,
  title,
  album,
}: {
  readonly artists: readonly string[];
  readonly title: string;
  readonly album: string | null;
}): SeparationKeys {
  // Tracks without an artist have nothing in common.
  const [artistKey = `title ${title}`, ...others] = artists.map((artist) =>
    lettersOf(withoutGuests(fold(artist)), artist),
  );
  const song = withoutGuests(withoutRecording(fold(title).replace(IN_BRACKETS, " ")));
  return {
    artistKeys: [artistKey, ...others],
    titleKey: `${artistKey}\ntitle ${lettersOf(song, title)}`,
    albumKey: album === null ? null : `${artistKey}\nalbum ${lettersOf(fold(album), album)}`,
  };
}

function withoutGuests(text: string): string {
  const words = text.split(" ");
  const guests = words.findIndex((word, index) => index > 0 && GUEST_WORDS.has(word));
  return guests === -1 ? text : words.slice(0, guests).join(" ");
}

function withoutRecording(text: string): string {
  const [song = "", ...additions] = text.split(" - ");
  const kept = additions.filter(
    (part) => !part.split(" ").some((word) => RECORDING_WORDS.has(word)),
  );
  return [song, ...kept].join(" - ");
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
