import { planCalls, playlistFilesCalls, playlistsCalls } from "@neonrelay/contract/callers";
import type { PlaylistFileFormat } from "@neonrelay/contract/callers";
import { urlOf } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/send-form.ts";
import { useCommand } from "../../../api/use-command.ts";

/** A large library is looked through after the file has come. */
const STALL_LIMIT_MS = 60_000;

/** Makes a playlist of a file. */
export function useImportPlaylist() {
  return useCommand({
    run: (file: File) => {
      const form = new FormData();
      form.set(playlistFilesCalls.importPlaylist.fileField, file);
      const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress: () => {} };
      return sendForm(playlistFilesCalls.importPlaylist, sent);
    },
    // A dialog says what came of it.
    done: undefined,
    failure: "The file could not be imported",
    changes: [playlistsCalls.listPlaylists.path, planCalls.getPlan.path],
  });
}

/** Where a browser downloads a playlist from. */
export function exportUrl(
  id: string,
  query: { readonly format: PlaylistFileFormat; readonly paths: "relative" | "absolute" },
): string {
  return urlOf(playlistFilesCalls.exportPlaylist.path, { params: { id }, query });
}
