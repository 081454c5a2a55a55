import type { DeletedFileChoice, TrackUse, UsedTrack } from "@neonrelay/contract/callers";

export const fileChoices: readonly {
  readonly value: DeletedFileChoice;
  readonly name: string;
  readonly text: string;
}[] = [
  {
    value: "trash",
    name: "Move to the trash",
    text: "You can restore it under Library Care, Trash, until it is erased.",
  },
  {
    value: "keep",
    name: "Keep the file",
    text: "It stays where it is, and the library leaves it alone.",
  },
  { value: "erase", name: "Erase the file", text: "This can't be undone." },
];

const useWords: Readonly<Record<TrackUse, string>> = {
  on_air: "on air",
  queue: "in the queue",
  plan: "in the plan",
  playlist: "in a playlist",
  clock: "in a clock",
};

/** 'in the queue, in a playlist (Evening)' */
export function wordUses({ uses, names }: Pick<UsedTrack, "uses" | "names">): string {
  const words = uses.map((use) => useWords[use]).join(", ");
  return names.length === 0 ? words : `${words} (${names.join(", ")})`;
}
