import type { IncomingFile } from "@neonrelay/contract/callers";
import { CircleCheck, CircleX, FileMusic } from "lucide-react";
import { wordIncoming } from "./incoming-rules.ts";

/** A page of the list. */
export function IncomingFiles({
  files,
  isBusy,
  onRetry,
  onDismiss,
}: {
  readonly files: readonly IncomingFile[];
  readonly isBusy: boolean;
  readonly onRetry: (id: string) => void;
  readonly onDismiss: (id: string) => void;
}) {
  if (files.length === 0)
    return <p className="text-[13px] text-muted">No files here at the moment.</p>;
  return (
    <ul aria-label="Incoming files" className="flex flex-col gap-3">
      {files.map((file) => (
        <li key={file.id} className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2">
          <StateIcon state={file.state} />
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium" title={file.name}>
              <bdi>{file.name}</bdi>
            </p>
            <p
              className={`text-[13px] break-words ${file.state === "refused" ? "text-danger" : "text-muted"}`}
            >
              {wordIncoming(file)}
            </p>
          </div>
          {file.state === "refused" && (
            <RefusedButtons file={file} isBusy={isBusy} onRetry={onRetry} onDismiss={onDismiss} />
          )}
        </li>
      ))}
    </ul>
  );
}

function RefusedButtons({
  file: { id, name, canRetry },
  isBusy,
  onRetry,
  onDismiss,
}: {
  readonly file: IncomingFile;
  readonly isBusy: boolean;
  readonly onRetry: (id: string) => void;
  readonly onDismiss: (id: string) => void;
}) {
  return (
    <div className="flex gap-2 max-sm:w-full max-sm:pl-8">
      {canRetry && (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          aria-label={`Retry ${name}`}
          onClick={() => onRetry(id)}
        >
          Retry
        </button>
      )}
      <button
        type="button"
        className="button"
        disabled={isBusy}
        aria-label={`Dismiss ${name}`}
        onClick={() => onDismiss(id)}
      >
        Dismiss
      </button>
    </div>
  );
}

function StateIcon({ state }: Pick<IncomingFile, "state">) {
  if (state === "added")
    return <CircleCheck size={20} aria-hidden="true" className="mt-px shrink-0 text-accent-text" />;
  if (state === "refused")
    return <CircleX size={20} aria-hidden="true" className="mt-px shrink-0 text-danger" />;
  return <FileMusic size={20} aria-hidden="true" className="mt-px shrink-0 text-primary-text" />;
}
