import { foldText } from "../../library/track-rules.ts";
import { searchWordsOf } from "../../library/search-rules.ts";

/** What people know a track by. */
interface NamedTrack {
  readonly title: string;
  readonly artist: string;
}

export type Match<Track> =
  | { readonly kind: "none" }
  | { readonly kind: "one"; readonly track: Track }
  /** At most three, the best first. */
  | { readonly kind: "several"; readonly tracks: readonly Track[] };

const MAX_CHOICES = 3;

/**
 * Which of the found tracks was meant: the only one, or the only one whose title, or title and artist in either order,
 * was typed in full. Two files with the same title and artist count as one track.
 * @param found best match first
 */
export function matchTrack<Track extends NamedTrack>(
  found: readonly Track[],
  query: string,
): Match<Track> {
  const wanted = keyOf(query);
  const different = withoutCopies(found);
  const exact = different.filter(
    ({ title, artist }) => keyOf(title) === wanted || keyOf(`${title} ${artist}`) === wanted,
  );
  const tracks = exact.length > 0 ? exact : different;
  const [track] = tracks;
  if (track === undefined) return { kind: "none" };
  return tracks.length === 1
    ? { kind: "one", track }
    : { kind: "several", tracks: tracks.slice(0, MAX_CHOICES) };
}

/** Whether every typed word begins a word of the title or artist. */
export function isNamedBy({ title, artist }: NamedTrack, query: string): boolean {
  const words = searchWordsOf(foldText(`${title} ${artist}`));
  const typed = searchWordsOf(foldText(query));
  return typed.length > 0 && typed.every((start) => words.some((word) => word.startsWith(start)));
}

/** The number typed, as an index from 0; null if there is no such choice. */
export function readChoice(argument: string, choices: number): number | null {
  if (!/^[1-9]$/.test(argument)) return null;
  const index = Number(argument) - 1;
  return index < choices ? index : null;
}

function withoutCopies<Track extends NamedTrack>(found: readonly Track[]): readonly Track[] {
  const byName = new Map<string, Track>();
  for (const track of found) {
    const name = `${foldText(track.title)}\n${foldText(track.artist)}`;
    if (!byName.has(name)) byName.set(name, track);
  }
  return [...byName.values()];
}

/** Equal for the same words in any order; text without words is compared as it is. */
function keyOf(text: string): string {
  const folded = foldText(text);
  const words = searchWordsOf(folded);
  return words.length === 0 ? folded : words.toSorted().join(" ");
}

/** Tracks a speaker can choose from. */
interface OpenChoice {
  /** As it was typed. */
  readonly query: string;
  readonly tracks: readonly { readonly id: string }[];
}

/** Each speaker's open choice, kept for two minutes. */
export interface Choices {
  ask(speakerKey: string, choice: OpenChoice): void;
  /** @returns null if there is none, or it has expired */
  find(speakerKey: string): OpenChoice | null;
  forget(speakerKey: string): void;
}

export const CHOICE_MS = 120_000;
/** Speakers remembered; beyond that the oldest choice is dropped. */
const MAX_SPEAKERS = 500;

export function createChoices(nowMs: () => number): Choices {
  const open = new Map<string, { readonly choice: OpenChoice; readonly untilMs: number }>();
  return {
    ask: (speakerKey, choice) => {
      open.delete(speakerKey);
      open.set(speakerKey, { choice, untilMs: nowMs() + CHOICE_MS });
      const [oldest] = open.keys();
      if (open.size > MAX_SPEAKERS && oldest !== undefined) open.delete(oldest);
    },
    find: (speakerKey) => {
      const asked = open.get(speakerKey);
      return asked !== undefined && asked.untilMs > nowMs() ? asked.choice : null;
    },
    forget: (speakerKey) => void open.delete(speakerKey),
  };
}
