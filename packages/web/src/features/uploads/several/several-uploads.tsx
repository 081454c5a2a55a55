import { Files } from "lucide-react";
import { Suspense, useRef } from "react";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { FileDrop } from "../../../ui/file-fields.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useLeaveGuard } from "../leave-guard.ts";
import { IncomingPanel } from "../incoming/incoming-panel.tsx";
import { useUploadLimits } from "../incoming/incoming-data.ts";
import { acceptedFiles } from "../upload-rules.ts";
import {
  loadSenderSoon,
  useChooseFiles,
  useResumeUploads,
  useUploadQueue,
} from "./upload-queue-data.ts";
import { isUnderWay } from "./upload-queue-rules.ts";

/** Only loaded once there are files. */
const { Part: QueueList } = lazyPart(async () => (await import("./queue-list.tsx")).QueueList);

/** Uploads of several files and of folders, and the state of all incoming files. */
export function SeveralUploads() {
  const { queue, uploads } = useUploadQueue();
  const { choose, drop, notice } = useChooseFiles(queue);
  const isBusy = isUnderWay(uploads);
  useResumeUploads(queue, uploads);
  useLeaveGuard(isBusy);
  return (
    <>
      <section aria-labelledby="several-files" className="panel flex flex-col gap-4 p-4 lg:p-5">
        <h2 id="several-files" className="text-[15px] font-semibold">
          Several Files and Folders
        </h2>
        <SeveralDrop notice={notice} onChoose={choose} onDrop={drop} />
        {uploads.length > 0 && (
          <ErrorBoundary scope="panel">
            <Suspense>
              <QueueList
                uploads={uploads}
                onPause={(id) => queue.pause(id)}
                onResume={(id) => queue.resume(id)}
                onCancel={(id) => queue.cancel(id)}
                onPauseAll={() => queue.pauseAll()}
                onResumeAll={() => queue.resumeAll()}
                onClear={() => queue.clearFinished()}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </section>
      <IncomingPanel batchId={queue.batchId} isSending={isBusy} />
    </>
  );
}

function SeveralDrop({
  notice,
  onChoose,
  onDrop,
}: {
  readonly notice: string | undefined;
  readonly onChoose: (files: readonly File[]) => void;
  readonly onDrop: (transfer: DataTransfer) => void;
}) {
  return (
    <FileDrop
      label="Choose several files or a folder"
      className="drop-zone"
      isBusy={false}
      onFiles={(_files, transfer) => onDrop(transfer)}
    >
      <Files size={32} aria-hidden="true" className="text-primary-text" />
      <p className="font-display text-[17px] font-semibold">Drag and drop files and folders here</p>
      <p className="text-[13px] text-muted">
        Three are sent at a time. After a lost connection or a closed tab, choose the same files
        again: they go on where they were.
      </p>
      <output className="text-[13px] break-words text-warn empty:hidden">{notice}</output>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Picker name="Choose Files" label="Audio files" isFolder={false} onChoose={onChoose} />
        <Picker name="Choose Folder" label="Folder of audio files" isFolder onChoose={onChoose} />
      </div>
    </FileDrop>
  );
}

function Picker({
  name,
  label,
  isFolder,
  onChoose,
}: {
  readonly name: string;
  readonly label: string;
  readonly isFolder: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const limits = useUploadLimits();
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          loadSenderSoon();
          input.current?.click();
        }}
      >
        {name}
      </button>
      <input
        ref={input}
        type="file"
        aria-label={label}
        multiple
        hidden
        {...(isFolder ? { webkitdirectory: "" } : { accept: acceptedFiles(limits) })}
        onChange={({ currentTarget }) => {
          onChoose(Array.from(currentTarget.files ?? []));
          currentTarget.value = "";
        }}
      />
    </>
  );
}
