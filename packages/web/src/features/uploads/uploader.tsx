import type { ImportedPlaylist } from "@neonrelay/contract/callers";
import { Suspense } from "react";
import { randomUuid } from "../../browser/random-uuid.ts";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadingRows } from "../../ui/panel-state.tsx";
import { useRight } from "../accounts/index.ts";
import { Guidelines } from "./guidelines.tsx";
import { useUploadLimits } from "./incoming/incoming-data.ts";
import { useLeaveGuard } from "./leave-guard.ts";
import { useChooseFiles, useResumeUploads, useUploadQueue } from "./several/upload-queue-data.ts";
import { isUnderWay } from "./several/upload-queue-rules.ts";
import { UploadArea } from "./upload-area.tsx";
import { useUploadFile, useUploads } from "./upload-data.ts";
import { acceptedNames, limitText, type UploadLimits } from "./upload-rules.ts";

/** Loaded after the area, which takes files before. */
const { Part: FileList } = lazyPart(async () => (await import("./file-list.tsx")).FileList);

const guidelinesFor = (limits: UploadLimits, mayImport: boolean) => [
  `Supported formats: ${acceptedNames(limits)}.`,
  `Maximum file size: ${limitText(limits.maxUploadBytes)}.`,
  "Three files are sent at a time. After a lost connection or a closed tab, choose the same files again: they go on where they were.",
  ...(mayImport
    ? [
        "Playlists are M3U, PLS, XSPF or JSPF. They are imported after the music that comes with them.",
      ]
    : []),
  "Title, artist, album and cover are taken from the tags of the file.",
  "The station measures its loudness, so that every track plays equally loud.",
  "A file that is already in the library is not added again.",
  "Upload only music that you may broadcast.",
];

/** Uploads files, folders and playlists: one area for all of them, and one list of what became of them. */
export function Uploader({
  onEdit,
  onReport,
}: {
  readonly onEdit: (trackId: string) => void;
  readonly onReport: (imported: ImportedPlaylist) => void;
}) {
  const records = useUploads();
  const form = useUploadFile();
  const { queue, uploads } = useUploadQueue();
  const limits = useUploadLimits();
  const mayImport = useRight("programme");
  const isSending = records.some(({ status }) => status === "uploading");
  const { choose, drop, notice } = useChooseFiles(queue, {
    isSending,
    onForm: (file) => form.mutate({ id: randomUuid(), file }),
  });
  useResumeUploads(queue, uploads);
  useLeaveGuard(isSending || isUnderWay(uploads));
  return (
    <div className="upload-columns">
      <div className="flex min-w-0 flex-col gap-4">
        <UploadArea
          limits={limits}
          mayImport={mayImport}
          notice={notice}
          onChoose={choose}
          onDrop={drop}
        />
        <ErrorBoundary scope="panel">
          <Suspense
            fallback={
              <div className="panel py-2">
                <LoadingRows label="Loading incoming files" count={5} />
              </div>
            }
          >
            <FileList
              records={records}
              uploads={uploads}
              queue={queue}
              onEdit={onEdit}
              onReport={onReport}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
      <Guidelines title="Upload Guidelines" lines={guidelinesFor(limits, mayImport)} />
    </div>
  );
}
