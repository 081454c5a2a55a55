import { CircleCheck, CircleX, FileMusic } from "lucide-react";
import { formatMegabytes } from "./upload-rules.ts";
import type { UploadRecord } from "./upload-data.ts";

/** An upload with its progress and result. */
export function UploadRow({ record }: { readonly record: UploadRecord }) {
  const { name, sizeBytes, status, progress } = record;
  return (
    <li className="flex min-w-0 items-start gap-3">
      <StatusIcon status={status} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <p className="min-w-0 flex-1 truncate font-medium" title={name}>
            {name}
          </p>
          <span className="shrink-0 font-mono text-[13px] text-muted tabular-nums">
            {status === "uploading"
              ? `${formatMegabytes(progress * sizeBytes)} of ${formatMegabytes(sizeBytes)}`
              : formatMegabytes(sizeBytes)}
          </span>
        </div>
        {status === "uploading" && (
          <progress
            aria-label={`Upload of ${name}`}
            className="progress mt-2"
            max={100}
            value={Math.round(progress * 100)}
          />
        )}
        <p
          className={`mt-1 text-[13px] break-words ${status === "failed" ? "text-danger" : "text-muted"}`}
        >
          {wordsOf(record)}
        </p>
      </div>
    </li>
  );
}

function StatusIcon({ status }: Pick<UploadRecord, "status">) {
  if (status === "completed")
    return <CircleCheck size={20} aria-hidden="true" className="mt-px shrink-0 text-accent-text" />;
  if (status === "failed")
    return <CircleX size={20} aria-hidden="true" className="mt-px shrink-0 text-danger" />;
  return <FileMusic size={20} aria-hidden="true" className="mt-px shrink-0 text-primary-text" />;
}

function wordsOf({ status, progress, outcome }: UploadRecord): string {
  switch (status) {
    case "uploading":
      return progress < 1
        ? `Uploading, ${Math.round(progress * 100)} %`
        : "Uploaded; the station is analysing it…";
    case "completed":
      return `Completed. ${outcome ?? ""}`;
    case "failed":
      return `Failed. ${outcome ?? ""}`;
    default:
      return status satisfies never;
  }
}
