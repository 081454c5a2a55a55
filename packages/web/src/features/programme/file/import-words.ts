import type { ProgrammeChange } from "@neonrelay/contract/callers";
import type { ProgrammeFile } from "./programme-file-data.ts";

/** The text of a file as JSON, for the station to check; undefined: it is not JSON. */
export function readProgrammeFile(text: string): ProgrammeFile | undefined {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== "object" || file === null) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the station checks it; its schema is too large for a page
    return file as ProgrammeFile;
  } catch {
    return undefined;
  }
}

const nouns = {
  settings: "Settings",
  playlist: "Playlist",
  clock: "Clock",
  show: "Show",
  entry: "In the schedule",
  holiday: "Holiday",
} as const satisfies Readonly<Record<ProgrammeChange["what"], string>>;

/** 'Playlist', for a part of the file. */
export function partWords({ what }: Pick<ProgrammeChange, "what">): string {
  return nouns[what];
}

/** '3 new, 1 changed, 12 stay as they are' */
export function importWords(changes: readonly Pick<ProgrammeChange, "change">[]): string {
  const count = (wanted: ProgrammeChange["change"]) =>
    changes.filter(({ change }) => change === wanted).length;
  const unchanged = count("unchanged");
  const parts = [
    [count("made"), "new"],
    [count("changed"), "changed"],
    [unchanged, unchanged === 1 ? "stays as it is" : "stay as they are"],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return said.length === 0 ? "The file is empty" : said.join(", ");
}
