import type { LucideIcon } from "lucide-react";
import { beginsWords, fuzzyMatch, isBegun } from "./fuzzy-rules.ts";

const paletteGroups = [
  "Go to",
  "Tracks",
  "Artists",
  "Shows",
  "Settings",
  "Player",
  "Queue",
  "Station",
  "Visualizer",
  "Theme",
  "Bot commands",
  "Account",
  "Library",
] as const;
type PaletteGroup = (typeof paletteGroups)[number];

/** One action in the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** Shown after the label, and searched. */
  readonly note?: string;
  /** More search words. */
  readonly words?: string;
  /** The shortcut for the same action. */
  readonly keys?: string;
  readonly icon: LucideIcon;
  /** Confirmation before the action. */
  readonly question?: { readonly title: string; readonly text: string; readonly action: string };
  readonly run: () => void;
}

/** What the station has, and not what one can do; only found by typing its name. */
const contents: ReadonlySet<PaletteGroup> = new Set(["Tracks", "Artists", "Shows", "Settings"]);
/** Found by the station, which knows better what matches. */
const foundByStation: ReadonlySet<PaletteGroup> = new Set(["Tracks", "Artists"]);

/** A match in a note or in other words ranks below any label. */
const OTHER_WORDS_SCORE = -100;
const PAGE = 8;

export interface FoundEntry {
  readonly entry: PaletteEntry;
  /** Letters of the label that were typed, counted from 0. */
  readonly places: readonly number[];
}

export interface FoundGroup {
  readonly name: PaletteGroup;
  readonly found: readonly FoundEntry[];
}

/**
 * The entries that match the typed text. While nothing is typed, groups and entries keep their order. Otherwise groups
 * with a label whose words were begun come first, 'Go to' before others; the contents of the station, which may arrive
 * later, never push those down. The rest follow, the best first.
 */
export function findEntries(
  typed: string,
  entries: readonly PaletteEntry[],
): readonly FoundGroup[] {
  const matches = entries.flatMap((entry) => {
    const match = matchEntry(typed, entry);
    return match === undefined ? [] : [{ entry, ...match }];
  });
  const groups = paletteGroups.flatMap((name) => {
    const found = matches.filter(({ entry }) => entry.group === name);
    const sorted = typed.trim() === "" ? found : found.toSorted((a, b) => b.score - a.score);
    return sorted.length === 0 ? [] : [{ name, found: sorted, best: sorted[0]?.score ?? 0 }];
  });
  if (typed.trim() === "") return groups;
  const rank = ({ name, best }: (typeof groups)[number]): number => {
    if (contents.has(name)) return 2;
    if (!isBegun(best, typed)) return 3;
    return name === "Go to" ? 0 : 1;
  };
  return groups.toSorted(
    (a, b) => rank(a) - rank(b) || (contents.has(a.name) ? 0 : b.best - a.best),
  );
}

function matchEntry(
  typed: string,
  { label, note = "", words = "", group }: PaletteEntry,
): { readonly score: number; readonly places: readonly number[] } | undefined {
  if (foundByStation.has(group)) return { score: 0, places: [] };
  const byLabel = fuzzyMatch(typed, label);
  if (byLabel !== undefined || contents.has(group)) return byLabel;
  // Scattered letters match nearly every sentence.
  const isNamed = beginsWords(typed, `${label} ${note} ${words} ${group}`);
  return isNamed ? { score: OTHER_WORDS_SCORE, places: [] } : undefined;
}

/** The entry that a key moves to; undefined: the key belongs to the input. */
export function placeAfterKey(
  key: string,
  { place, count }: { readonly place: number; readonly count: number },
): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (place + 1) % count;
  if (key === "ArrowUp") return (place - 1 + count) % count;
  if (key === "PageDown") return Math.min(count - 1, place + PAGE);
  if (key === "PageUp") return Math.max(0, place - PAGE);
  return undefined;
}
