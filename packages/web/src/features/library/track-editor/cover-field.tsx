import { FolderOpen, ImagePlus, Trash2, Undo2 } from "lucide-react";
import { useRef } from "react";
import type { ClipboardEvent } from "react";
import { Cover } from "../../../ui/cover.tsx";
import { FileDrop } from "../../../ui/file-fields.tsx";
import { type EditorParts, sharedValue, type TrackDraft } from "./track-draft.ts";
import { useUploadCover } from "./track-editor-data.ts";

const accept = "image/jpeg,image/png,image/webp,image/gif,image/tiff";

/** The cover: a picture that was chosen, dropped or pasted, the one in the file's folder, or none. */
export function CoverField({ tracks, draft, onEdit }: EditorParts) {
  const upload = useUploadCover();
  const input = useRef<HTMLInputElement>(null);
  const art = tracks.length === 1 ? (sharedValue(tracks, "albumArt") ?? null) : null;
  const take = (files: FileList) => {
    const [file] = files;
    if (file === undefined || upload.isPending) return;
    upload.mutate(file, {
      onSuccess: ({ name }) => onEdit({ cover: { do: "set", name, file: file.name } }),
    });
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length > 0) take(event.clipboardData.files);
  };
  return (
    <div onPaste={paste}>
      <FileDrop
        label="Cover"
        className="flex flex-wrap items-center gap-3 rounded-m border border-line p-3 data-[over=true]:border-primary-edge"
        isBusy={upload.isPending}
        onFiles={take}
      >
        <Cover src={art} sizePx={96} className="size-16 rounded-s" />
        <p className="min-w-0 flex-1 text-[13px] leading-5 text-muted">
          {upload.isPending ? "Looking at the picture…" : coverWords(draft, tracks.length > 1)}
        </p>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label="Picture for the cover"
          className="sr-only"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            if (currentTarget.files !== null) take(currentTarget.files);
            currentTarget.value = "";
          }}
        />
        <CoverButtons
          isChanged={draft.cover !== undefined}
          onChoose={() => input.current?.click()}
          onCover={(cover) => onEdit({ cover })}
          onReset={() => onEdit({ cover: undefined })}
        />
      </FileDrop>
    </div>
  );
}

function CoverButtons({
  isChanged,
  onChoose,
  onCover,
  onReset,
}: {
  readonly isChanged: boolean;
  readonly onChoose: () => void;
  readonly onCover: (cover: { readonly do: "folder" | "remove" }) => void;
  readonly onReset: () => void;
}) {
  return (
    <div className="flex w-full flex-wrap gap-2">
      <button type="button" className="button button-small" onClick={onChoose}>
        <ImagePlus size={15} aria-hidden="true" />
        Choose
      </button>
      <button
        type="button"
        className="button button-small"
        onClick={() => onCover({ do: "folder" })}
      >
        <FolderOpen size={15} aria-hidden="true" />
        From the Folder
      </button>
      <button
        type="button"
        className="button button-small"
        onClick={() => onCover({ do: "remove" })}
      >
        <Trash2 size={15} aria-hidden="true" />
        Remove
      </button>
      {isChanged && (
        <button type="button" className="button button-small" onClick={onReset}>
          <Undo2 size={15} aria-hidden="true" />
          Leave
        </button>
      )}
    </div>
  );
}

function coverWords({ cover }: TrackDraft, areMany: boolean): string {
  if (cover === undefined)
    return areMany
      ? "Choose, drop or paste a picture for all of them, up to 10 MB."
      : "Choose, drop or paste a picture, up to 10 MB.";
  switch (cover.do) {
    case "set":
      return `New cover: ${cover.file}`;
    case "folder":
      return "New cover: the picture in the folder of the file, such as cover.jpg";
    case "remove":
      return "The cover will be removed.";
    default:
      return cover satisfies never;
  }
}
