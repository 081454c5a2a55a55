import {
  type ImportedPlaylist,
  type LeftOutReason,
  planCalls,
  type PlaylistFileFormat,
  playlistFilesCalls,
  playlistsCalls,
} from "@neonrelay/contract/callers";
import { urlOf } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/file-transfer.ts";
import { useCommand } from "../../../api/use-command.ts";
import { countOf, formatCount } from "../../../ui/count-of.ts";

/** Matching a large library takes time after the upload. */
const STALL_LIMIT_MS = 60_000;

/** Imports a playlist from a file. */
export function useImportPlaylist() {
  return useCommand({
    run: (file: File) => {
      const form = new FormData();
      form.set(playlistFilesCalls.importPlaylist.fileField, file);
      const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress: () => {} };
      return sendForm(playlistFilesCalls.importPlaylist, sent);
    },
    // A dialog shows the result.
    done: undefined,
    failure: "The file could not be imported",
    changes: [playlistsCalls.listPlaylists.path, planCalls.getPlan.path],
  });
}

/** The download URL of a playlist. */
export function exportUrl(
  id: string,
  query: { readonly format: PlaylistFileFormat; readonly paths: "relative" | "absolute" },
): string {
  return urlOf(playlistFilesCalls.exportPlaylist.path, { params: { id }, query });
}

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
