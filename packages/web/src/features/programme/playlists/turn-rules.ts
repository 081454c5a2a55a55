import type { Playlist, PlaylistTurn } from "@neonrelay/contract/callers";

type TurnKind = PlaylistTurn["kind"];

/** When a playlist plays, in a few words. */
export function turnWords(turn: PlaylistTurn): string {
  switch (turn.kind) {
    case "weight":
      return `By weight: ${turn.weight}`;
    case "every-tracks":
      return turn.tracks === 1 ? "After every track" : `Every ${turn.tracks} tracks`;
    case "every-minutes":
      return turn.minutes === 1 ? "Every minute" : `Every ${turn.minutes} minutes`;
    case "minute-of-hour":
      return `Every hour at :${String(turn.minute).padStart(2, "0")}`;
    case "off":
      return "Off";
    default:
      return turn satisfies never;
  }
}

/** The choices, each with its number field and its defaults. */
export const turnChoices = [
  {
    kind: "weight",
    name: "By weight",
    text: "Fills the time between the other playlists. Weight 2 plays twice as often as weight 1.",
    number: { label: "Weight", min: 1, max: 100 },
  },
  {
    kind: "every-tracks",
    name: "Every few tracks",
    text: "Plays one track after this many tracks of other playlists.",
    number: { label: "Tracks between", min: 1, max: 100 },
  },
  {
    kind: "every-minutes",
    name: "Every few minutes",
    text: "Starts when the track playing after that time ends.",
    number: { label: "Minutes", min: 1, max: 10_080 },
  },
  {
    kind: "minute-of-hour",
    name: "Once an hour",
    text: "Starts when the track playing at that minute ends.",
    number: { label: "Minute of the hour", min: 0, max: 59 },
  },
  {
    kind: "off",
    name: "Off",
    text: "Never plays automatically. Its tracks don't change.",
    number: null,
  },
] as const satisfies readonly {
  readonly kind: TurnKind;
  readonly name: string;
  readonly text: string;
  readonly number: { readonly label: string; readonly min: number; readonly max: number } | null;
}[];

/** The number of a turn; null if it has none. */
export function turnNumber(turn: PlaylistTurn): number | null {
  switch (turn.kind) {
    case "weight":
      return turn.weight;
    case "every-tracks":
      return turn.tracks;
    case "every-minutes":
      return turn.minutes;
    case "minute-of-hour":
      return turn.minute;
    case "off":
      return null;
    default:
      return turn satisfies never;
  }
}

/** @param number of the turn; the default if omitted */
export function turnOf(kind: TurnKind, number?: number): PlaylistTurn {
  switch (kind) {
    case "weight":
      return { kind, weight: number ?? 1 };
    case "every-tracks":
      return { kind, tracks: number ?? 4 };
    case "every-minutes":
      return { kind, minutes: number ?? 30 };
    case "minute-of-hour":
      return { kind, minute: number ?? 0 };
    case "off":
      return { kind };
    default:
      return kind satisfies never;
  }
}

export const orderNames = {
  shuffled: "Shuffled",
  ordered: "In order",
  "least-recent": "Least recently played first",
} as const satisfies Readonly<Record<Playlist["order"], string>>;
