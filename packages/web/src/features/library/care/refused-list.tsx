import { FileCheck } from "lucide-react";
import { useState } from "react";
import { countOf } from "../../../ui/count-of.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/panel-state.tsx";
import { ATTENDED_PER_PAGE, useRefusedFiles, useRetryRefused } from "./attention-data.ts";
import { CarePages } from "./care-pages.tsx";

/** Files of the music folders that could not become tracks, with the reason. */
export function RefusedList() {
  const [page, setPage] = useState(0);
  const query = useRefusedFiles(page);
  const retry = useRetryRefused();
  return (
    <Loaded what="files" query={query}>
      {({ files, total }) =>
        total === 0 ? (
          <EmptyState
            icon={<FileCheck size={32} />}
            title="No file was refused"
            text="Files that can't be played are listed here with the reason."
          />
        ) : (
          <div className="flex flex-col gap-3">
            <div className="flex items-center gap-3">
              <output className="text-[13px] text-muted tabular-nums">
                {countOf(total, "file")}
              </output>
              <button
                type="button"
                className="button button-small ml-auto"
                disabled={retry.isPending}
                onClick={() => retry.mutate(undefined)}
              >
                Try All Again
              </button>
            </div>
            <ul aria-label="Refused files" className="flex flex-col gap-3">
              {files.map(({ id, file, reason, sizeBytes, refusedAt }) => (
                <li
                  key={id}
                  className="flex items-start gap-3 rounded-m border border-line p-3 text-[13px] leading-5"
                >
                  <div className="min-w-0 flex-1">
                    <p className="font-medium break-words">
                      <bdi>{file}</bdi>
                    </p>
                    <p className="break-words text-danger">{reason}</p>
                    <p className="text-muted">
                      {formatBytes(sizeBytes)} · {formatDateAndTime(Date.parse(refusedAt))}
                    </p>
                  </div>
                  <button
                    type="button"
                    className="button button-small"
                    aria-label={`Try Again: ${file}`}
                    disabled={retry.isPending}
                    onClick={() => retry.mutate([id])}
                  >
                    Try Again
                  </button>
                </li>
              ))}
            </ul>
            <CarePages page={page} total={total} perPage={ATTENDED_PER_PAGE} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  );
}
