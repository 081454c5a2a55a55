import type { Playlist, PlaylistTurn } from "@neonrelay/contract/callers";

type TurnKind = PlaylistTurn["kind"];

/** When the turn of a playlist comes, in a few words. */
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

/** What somebody chooses from, with what is asked about it; the turn that a choice begins with. */
export const turnChoices = [
  {
    kind: "weight",
    name: "By weight",
    text: "Fills all the time that no other playlist takes. Weight 2 comes twice as often as weight 1.",
    number: { label: "Weight", min: 1, max: 100 },
  },
  {
    kind: "every-tracks",
    name: "Every few tracks",
    text: "One track of it after so many tracks of other playlists.",
    number: { label: "Tracks between", min: 1, max: 100 },
  },
  {
    kind: "every-minutes",
    name: "Every few minutes",
    text: "At the end of the track that plays when the time has passed.",
    number: { label: "Minutes", min: 1, max: 10_080 },
  },
  {
    kind: "minute-of-hour",
    name: "Once an hour",
    text: "At the end of the track that plays at that minute.",
    number: { label: "Minute of the hour", min: 0, max: 59 },
  },
  { kind: "off", name: "Off", text: "Never by itself. Its tracks stay as they are.", number: null },
] as const satisfies readonly {
  readonly kind: TurnKind;
  readonly name: string;
  readonly text: string;
  readonly number: { readonly label: string; readonly min: number; readonly max: number } | null;
}[];

/** The one number of a turn; null for a turn without. */
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

/** @param number that of the turn; the usual one when it is left out */
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
