import { UploadCloud } from "lucide-react";
import { useRef } from "react";
import { randomUuid } from "../../browser/random-uuid.ts";
import { FileDrop } from "../../ui/file-fields.tsx";
import { Guidelines } from "./guidelines.tsx";
import { useChooseFile, useUploadFile, useUploads } from "./upload-data.ts";
import { useLeaveGuard } from "./leave-guard.ts";
import { useUploadLimits } from "./incoming/incoming-data.ts";
import { UploadRow } from "./upload-row.tsx";
import { acceptedFiles, acceptedNames } from "./upload-rules.ts";
import type { UploadLimits } from "./upload-rules.ts";

const guidelinesFor = (limits: UploadLimits) => [
  `Supported formats: ${acceptedNames(limits)}.`,
  `Maximum file size: ${limitText(limits.maxUploadBytes)}, one file at a time.`,
  "Title, artist, album and cover are taken from the tags of the file.",
  "The station measures its loudness, so that every track plays equally loud.",
  "A file that is already in the library is not added again.",
  "Upload only music that you may broadcast.",
];

/** Uploads one file at a time, dropped or chosen. */
export function FileUpload() {
  const uploads = useUploads();
  const upload = useUploadFile();
  const isBusy = uploads.some(({ status }) => status === "uploading");
  const limits = useUploadLimits();
  const { choose, notice } = useChooseFile({
    limits,
    isBusy,
    onChosen: (file) => upload.mutate({ id: randomUuid(), file }),
  });
  useLeaveGuard(isBusy);
  return (
    <div className="upload-columns">
      <div className="flex min-w-0 flex-col gap-4">
        <DropZone isBusy={isBusy} notice={notice} limits={limits} onFiles={choose} />
        <section aria-labelledby="recent-uploads" className="panel p-4 lg:p-5">
          <h2 id="recent-uploads" className="text-[15px] font-semibold">
            Recent Uploads
          </h2>
          {uploads.length === 0 ? (
            <p className="mt-2 text-[13px] text-muted">
              Nothing uploaded since you opened this page.
            </p>
          ) : (
            <ul aria-label="Recent uploads" className="mt-2 flex flex-col gap-4">
              {uploads.map((record) => (
                <UploadRow key={record.id} record={record} />
              ))}
            </ul>
          )}
        </section>
      </div>
      <Guidelines title="Upload Guidelines" lines={guidelinesFor(limits)} />
    </div>
  );
}

function DropZone({
  isBusy,
  notice,
  limits,
  onFiles,
}: {
  readonly isBusy: boolean;
  readonly notice: string | undefined;
  readonly limits: UploadLimits;
  readonly onFiles: (files: FileList | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FileDrop label="Choose a file" className="drop-zone" isBusy={isBusy} onFiles={onFiles}>
      <UploadCloud size={40} aria-hidden="true" className="text-primary-text" />
      <p className="font-display text-[17px] font-semibold">Drag and drop a music file here</p>
      <p className="text-[13px] text-muted">
        {offered(limits)}, at most {limitText(limits.maxUploadBytes)}
      </p>
      <output className="text-[13px] text-warn empty:hidden">{notice}</output>
      <button
        type="button"
        className="button button-primary mt-2"
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {isBusy ? "Uploading…" : "Choose File"}
      </button>
      <input
        ref={input}
        type="file"
        aria-label="Music file"
        accept={acceptedFiles(limits)}
        hidden
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </FileDrop>
  );
}

/** 'MP3, WAV, FLAC, M4A or OGG'. */
function offered(limits: UploadLimits): string {
  const names = acceptedNames(limits).split(", ");
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** '50 MB'. */
function limitText(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MB`;
}
