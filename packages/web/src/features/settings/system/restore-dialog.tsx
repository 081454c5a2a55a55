import { restoreCalls, type Session } from "@neonrelay/contract/callers";
import { useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import { ApiCallError, refusalText } from "../../../api/call-api.ts";
import { sendForm } from "../../../api/file-transfer.ts";
import { useCommand } from "../../../api/use-command.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileField } from "../../../ui/file-fields.tsx";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { PasswordField, rememberSession, sessionQuery } from "../../accounts/index.ts";

/** Restores a backup; needs the file and the user's own password. */
export function RestoreDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState("");
  const [progress, setProgress] = useState(0);
  const id = useId();
  const restoring = useRestoreBackup(setProgress);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (file !== undefined) restoring.mutate({ file, password }, { onSuccess: onClose });
  };
  const { problem, isPasswordWrong } = problemOf(restoring.error);
  return (
    <Dialog title="Restore Backup" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-muted">
          Replaces library, accounts, settings, chat and logs with those of the backup. Newer
          changes are lost. Everyone is signed out and the server restarts. The stream goes on.
        </p>
        <FileField
          label="Backup file"
          accept=".gz,.tar,application/gzip,application/x-tar"
          problem={problem}
          onChoose={(chosen) => {
            setFile(chosen);
            restoring.reset();
          }}
        />
        <PasswordField
          password={password}
          describedBy={`${id}-password`}
          isInvalid={isPasswordWrong}
          autoComplete="current-password"
          onChange={setPassword}
        />
        <p id={`${id}-password`} className="-mt-2 text-[13px] text-muted">
          {isPasswordWrong ? "The password is wrong" : "Enter your own password to confirm."}
        </p>
        {restoring.isPending && <Sending progress={progress} />}
        <button
          type="submit"
          className="button button-danger"
          disabled={file === undefined || password === "" || restoring.isPending}
        >
          {restoring.isPending ? "Restoring…" : "Replace Everything"}
        </button>
      </form>
    </Dialog>
  );
}

/** The problem with the file; a wrong password shows at its own field. */
function problemOf(error: Error | null) {
  const isPasswordWrong = error instanceof ApiCallError && error.apiError?.field === "password";
  if (error === null || isPasswordWrong) return { problem: undefined, isPasswordWrong };
  const problem = refusalText(error) ?? "The connection broke before the backup was restored";
  return { problem, isPasswordWrong };
}

function Sending({ progress }: { readonly progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div>
      <progress aria-label="Upload of the backup" className="progress" max={100} value={percent} />
      <p className="mt-1 text-[13px] text-muted">
        {progress < 1 ? `Sending, ${percent} %` : "Sent; the station checks and restores it…"}
      </p>
    </div>
  );
}

/** Restoring starts after the upload, and takes time for a large database. */
const STALL_LIMIT_MS = 10 * 60_000;

/** @param onProgress from 0 to 1, the part of the file that has left this browser */
function useRestoreBackup(onProgress: (part: number) => void) {
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
