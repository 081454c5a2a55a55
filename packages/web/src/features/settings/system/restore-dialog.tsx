import { useId, useState } from "react";
import type { SyntheticEvent } from "react";
import { ApiCallError, refusalText } from "../../../api/call-api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { PasswordField } from "../../accounts/index.ts";
import { useRestoreBackup } from "./backup-data.ts";

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
