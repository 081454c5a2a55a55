import { UploadCloud } from "lucide-react";
import { type ChangeEvent, useId, useRef } from "react";
import { FileDrop } from "../../ui/file-fields.tsx";
import { loadSenderSoon } from "./several/upload-queue-data.ts";
import { acceptedFiles, acceptedNames, limitText, type UploadLimits } from "./upload-rules.ts";

/** Takes whatever is dropped or chosen: files, folders and playlists. */
export function UploadArea({
  limits,
  mayImport,
  notice,
  onChoose,
  onDrop,
}: {
  readonly limits: UploadLimits;
  /** Playlists, too. */
  readonly mayImport: boolean;
  readonly notice: string | undefined;
  readonly onChoose: (files: readonly File[]) => void;
  readonly onDrop: (transfer: DataTransfer) => void;
}) {
  const filesId = useId();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const chooser = {
    type: "file",
    multiple: true,
    hidden: true,
    onClick: loadSenderSoon,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      onChoose(Array.from(currentTarget.files ?? []));
      currentTarget.value = "";
    },
  } as const;
  return (
    <FileDrop
      label="Add music"
      className="drop-zone"
      isBusy={false}
      onFiles={(_files, transfer) => onDrop(transfer)}
    >
      <label htmlFor={filesId} className="drop-zone-label">
        <UploadCloud size={40} aria-hidden="true" className="text-primary-text" />
        <span className="font-display text-[17px] font-semibold">
          Drag and drop {mayImport ? "files, folders and playlists" : "files and folders"} here
        </span>
        <span className="text-[13px] text-muted">
          {offered(limits)}, at most {limitText(limits.maxUploadBytes)} each
        </span>
      </label>
      <output className="text-[13px] break-words text-warn empty:hidden">{notice}</output>
      <div className="relative mt-2 flex flex-wrap items-center justify-center gap-2">
        <button
          type="button"
          className="button button-primary"
          onClick={() => files.current?.click()}
        >
          Choose Files
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={() => folder.current?.click()}
        >
          Choose Folder
        </button>
      </div>
      <input
        {...chooser}
        id={filesId}
        ref={files}
        aria-label="Music files"
        accept={acceptedFiles(limits, mayImport)}
      />
      <input
        {...chooser}
        {...{ webkitdirectory: "" }}
        ref={folder}
        aria-label="Folder of audio files"
      />
    </FileDrop>
  );
}

/** 'MP3, WAV, FLAC, M4A or OGG'. */
function offered(limits: UploadLimits): string {
  const names = acceptedNames(limits).split(", ");
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
