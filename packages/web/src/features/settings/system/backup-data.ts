import { restoreCalls } from "@neonrelay/contract/callers";
import type { Session } from "@neonrelay/contract/callers";
import { useQueryClient } from "@tanstack/react-query";
import { sendForm } from "../../../api/send-form.ts";
import { useCommand } from "../../../api/use-command.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { rememberSession, sessionQuery } from "../../accounts/index.ts";

/** Restoring starts after the upload, and takes time for a large database. */
const STALL_LIMIT_MS = 10 * 60_000;

/** @param onProgress from 0 to 1, the part of the file that has left this browser */
export function useRestoreBackup(onProgress: (part: number) => void) {
  const endSession = useEndedSession();
  return useCommand({
    run: async ({ file, password }: { readonly file: File; readonly password: string }) => {
      onProgress(0);
      const form = new FormData();
      // Requested before the file is read.
      form.set("password", password);
      form.set(restoreCalls.restoreBackup.fileField, file);
      const sent = { form, stallLimitMs: STALL_LIMIT_MS, onProgress };
      const restored = await sendForm(restoreCalls.restoreBackup, sent);
      endSession();
      return restored;
    },
    done: ({ createdAt, tracks, accounts, musicFiles, tracksWithoutFile, damagedFiles }) => ({
      title: "Backup Restored",
      text: `From ${formatDateAndTime(Date.parse(createdAt))}. Tracks: ${tracks}, accounts: ${accounts}, music files restored: ${musicFiles}${tracksWithoutFile === 0 ? "" : `, tracks without a file: ${tracksWithoutFile}`}.${damagedFiles.length === 0 ? "" : ` ${damagedFiles.length} of its music files are damaged, and whole here: make a new backup.`} Sign in again once the server has restarted.`,
    }),
    failure: "Failed to restore the backup",
    // The socket tells the page about the restarted server.
    changes: [],
  });
}

/** The station has ended all sessions, and can't answer session calls until it has restarted. */
function useEndedSession(): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.setQueryData(sessionQuery.queryKey, (session) => {
      if (session === undefined) return undefined;
      const guest: Session = { kind: "guest", rights: [], policy: session.policy };
      rememberSession(guest);
      return guest;
    });
  };
}
