import type { ImportedPlaylist } from "@neonrelay/contract/callers";
import { type RefObject, useRef, useState } from "react";
import { Loaded } from "../../ui/loaded.tsx";
import { useFocusAfter } from "../../ui/move-focus.ts";
import { countOf } from "../../ui/count-of.ts";
import { useRight } from "../accounts/index.ts";
import { FileLine } from "./file-line.tsx";
import { type FileAction, type FileLine as Line, linesOf } from "./file-lines.ts";
import {
  type IncomingFilter,
  useDismissIncoming,
  useFreshLibrary,
  useIncoming,
  useRetryIncoming,
} from "./incoming/incoming-data.ts";
import { wordCounts } from "./incoming/incoming-rules.ts";
import { ListFilters, ListPages, ScanProgress } from "./incoming/list-view.tsx";
import { isUnderWay, type QueuedUpload } from "./several/upload-queue-rules.ts";
import type { UploadQueue } from "./several/upload-queue.ts";
import { SentTotal } from "./several/sent-total.tsx";
import { type UploadRecord, useForgetUploads } from "./upload-data.ts";

const noFilter: IncomingFilter = { state: undefined, batchId: undefined, page: 0 };

interface FileListProps {
  readonly records: readonly UploadRecord[];
  readonly uploads: readonly QueuedUpload[];
  readonly queue: UploadQueue;
  readonly onEdit: (trackId: string) => void;
  readonly onReport: (imported: ImportedPlaylist) => void;
}

/** All files on their way into the library: those this page sends, other uploads, and those of folders and imports. */
export function FileList(props: FileListProps) {
  const { records, uploads, queue } = props;
  const [filter, setFilter] = useState(noFilter);
  const ended =
    records.filter(({ status }) => status !== "uploading").length +
    uploads.filter((upload) => !isUnderWay([upload])).length;
  const query = useIncoming(filter, { isSending: isUnderWay(uploads), ended });
  useFreshLibrary(query.data);
  const mayEdit = useRight("library_edit");
  const incoming = query.data?.files ?? [];
  const { lines, leftOut } = linesOf({ records, uploads, incoming, mayEdit, shown: filter });
  const { act, dismissAll, retryAll, isBusy } = useFileActions(props, filter.batchId);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="incoming-files" className="panel flex flex-col gap-4 p-4 lg:p-5">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="incoming-files" ref={heading} tabIndex={-1} className="text-[15px] font-semibold">
            Incoming Files
          </h2>
          <p className="mt-1 text-[13px] text-muted">
            Uploads, music folders and imports. Finished files stay on this list for 30 days.
          </p>
        </div>
        <ListFilters filter={filter} batchId={queue.batchId} onFilter={setFilter} />
      </div>
      {uploads.length > 0 && <SentTotal uploads={uploads} queue={queue} />}
      {query.data !== undefined && (
        <output className="text-[13px] text-muted tabular-nums">{wordCounts(query.data)}</output>
      )}
      <ScanProgress list={query.data} />
      <Lines lines={lines} isBusy={isBusy} heading={heading} onAction={act} />
      {leftOut > 0 && (
        <p className="text-[13px] text-muted">And {countOf(leftOut, "more file")}.</p>
      )}
      <Loaded what="incoming files" query={query}>
        {(list) => (
          <>
            {lines.length === 0 && (
              <p className="text-[13px] text-muted">No files here at the moment.</p>
            )}
            <div className="flex flex-wrap gap-2">
              <button
                type="button"
                className="button"
                disabled={list.counts.refused === 0 || isBusy}
                onClick={retryAll}
              >
                Retry All Refused
              </button>
              <button
                type="button"
                className="button"
                disabled={(list.counts.added + list.counts.refused === 0 && ended === 0) || isBusy}
                onClick={dismissAll}
              >
                Dismiss All Finished
              </button>
              <ListPages list={list} filter={filter} onFilter={setFilter} />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** @param heading gets the focus when a pressed button goes, as with its line */
function Lines({
  lines,
  isBusy,
  heading,
  onAction,
}: {
  readonly lines: readonly Line[];
  readonly isBusy: boolean;
  readonly heading: RefObject<HTMLElement | null>;
  readonly onAction: (id: string, action: FileAction) => void;
}) {
  const [pressed, setPressed] = useState<{ readonly id: string; readonly kind: string }>();
  const isStillThere = lines.some(
    ({ id, actions }) => id === pressed?.id && actions.some(({ kind }) => kind === pressed.kind),
  );
  useFocusAfter(heading, pressed !== undefined && !isStillThere && pressed);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Incoming files" className="flex flex-col gap-3">
      {lines.map((line) => (
        <FileLine
          key={line.id}
          line={line}
          isBusy={isBusy}
          onAction={(action) => {
            setPressed({ id: line.id, kind: action.kind });
            onAction(line.id, action);
          }}
        />
      ))}
    </ul>
  );
}

/** @param batchId narrows what is done to all files */
function useFileActions(
  { records, queue, onEdit, onReport }: FileListProps,
  batchId: string | undefined,
) {
  const retry = useRetryIncoming();
  const dismiss = useDismissIncoming();
  const forget = useForgetUploads();
  const choice = batchId === undefined ? {} : { batchId };
  const sendAgain = (id: string) => {
    const record = records.find((each) => each.id === id);
    if (record === undefined) return;
    forget(id);
    queue.add([{ file: record.file, what: "music", refusal: undefined }]);
  };
  const act = (id: string, action: FileAction): void => {
    switch (action.kind) {
      case "pause":
        return queue.pause(id);
      case "resume":
        return queue.resume(id);
      case "cancel":
        return queue.cancel(id);
      case "retry":
        return action.where === "page" ? sendAgain(id) : retry.mutate({ ids: [id] });
      case "dismiss":
        return action.where === "page" ? queue.cancel(id) : dismiss.mutate({ ids: [id] });
      case "edit":
        return onEdit(action.trackId);
      case "report":
        return onReport(action.imported);
      default:
        return action satisfies never;
    }
  };
  return {
    act,
    retryAll: () => retry.mutate(choice),
    dismissAll: () => {
      queue.clearFinished();
      forget();
      dismiss.mutate(choice);
    },
    isBusy: retry.isPending || dismiss.isPending,
  };
}
