import { planCalls, playlistFilesCalls, playlistsCalls } from "@neonrelay/contract/callers";
import type { PlaylistFileFormat } from "@neonrelay/contract/callers";
import { urlOf } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/send-form.ts";
import { useCommand } from "../../../api/use-command.ts";

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
