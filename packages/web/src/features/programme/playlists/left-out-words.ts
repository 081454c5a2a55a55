import type { ImportedPlaylist, LeftOutReason } from "@neonrelay/contract/callers";
import { countOf, formatCount } from "../../../ui/count-of.ts";

/** Why an entry of a file was omitted. */
export const leftOutWords = {
  unknown: "Not in the library",
  ambiguous: "Several tracks match",
  address: "A web address, not a file",
} as const satisfies Readonly<Record<LeftOutReason, string>>;

/** The result of an import, in sentences. */
export function importWords({ entryCount, foundBy, awayCount, leftOut }: ImportedPlaylist): string {
  const found = foundBy.path + foundBy.name + foundBy.tags;
  const entries = `${formatCount(entryCount)} ${entryCount === 1 ? "entry" : "entries"}`;
  const ways = [
    foundBy.path > 0 ? `${foundBy.path} by their path` : null,
    foundBy.name > 0 ? `${foundBy.name} by their file name` : null,
    foundBy.tags > 0 ? `${foundBy.tags} by artist and title` : null,
  ].filter((way) => way !== null);
  return [
    found === 0
      ? `None of the ${entries} is in the library, so no playlist was created.`
      : `${found} of ${entries} found: ${ways.join(", ")}.`,
    ...(awayCount > 0
      ? [
          `The files of ${countOf(awayCount, "track")} are missing now; they play once they are back.`,
        ]
      : []),
    ...(found > 0 ? ["It never plays yet: open it to choose when it plays."] : []),
    ...(leftOut.length > 0 ? ["Left out:"] : []),
  ].join(" ");
}
