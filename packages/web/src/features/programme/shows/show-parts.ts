import { failureText } from "../../../api/call-api.ts";

/** What became of a part of a new show that is stored after it. */
type PartOutcome =
  /** It isn't wanted, or wasn't tried yet. */
  | { readonly kind: "none" }
  | { readonly kind: "kept" }
  | { readonly kind: "failed"; readonly reason: string };

export interface ShowParts {
  readonly picture: PartOutcome;
  readonly week: PartOutcome;
}

export const noParts: ShowParts = { picture: { kind: "none" }, week: { kind: "none" } };

const labels = {
  picture: "Picture",
  startsAt: "Beginning",
  durationMinutes: "Length",
  repeat: "Repeats",
};

/** Stores a part, unless it is kept already. @param store undefined: it isn't wanted */
export async function keepPart(
  before: PartOutcome,
  store: (() => Promise<unknown>) | undefined,
): Promise<PartOutcome> {
  if (before.kind === "kept") return before;
  if (store === undefined) return { kind: "none" };
  try {
    await store();
    return { kind: "kept" };
  } catch (error) {
    return { kind: "failed", reason: failureText(error, "The station gave no reason", labels) };
  }
}

export function isComplete({ picture, week }: ShowParts): boolean {
  return picture.kind !== "failed" && week.kind !== "failed";
}

/** After a save of which a part failed: what is kept, what isn't and why, and what to do. */
export function partlySavedWords(name: string, { picture, week }: ShowParts): readonly string[] {
  const kept = [
    ...(picture.kind === "kept" ? ["its picture"] : []),
    ...(week.kind === "kept" ? ["its time on the week"] : []),
  ];
  return [
    `“${name}” is saved${kept.length === 0 ? "" : `, with ${kept.join(" and ")}`}.`,
    ...(picture.kind === "failed" ? [`Its picture could not be saved: ${picture.reason}.`] : []),
    ...(week.kind === "failed" ? [`It could not be put on the week: ${week.reason}.`] : []),
    "Change what is wrong and save again, or close: the show stays.",
  ];
}
