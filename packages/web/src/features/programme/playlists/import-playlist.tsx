import { type ImportedPlaylist, playlistFileExtensions } from "@neonrelay/contract/callers";
import { FileUp } from "lucide-react";
import { useRef } from "react";
import type { ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileDrop } from "../../../ui/file-fields.tsx";
import { importWords, leftOutWords, useImportPlaylist } from "./playlist-files-data.ts";

/** More rows would slow down the page. */
const MAX_SHOWN = 1000;

/**
 * A drop zone for playlist files, with the result of the last import.
 * @param children gets the button that chooses a file
 */
export function ImportArea({
  onOpen,
  children,
}: {
  /** Opens the new playlist. */
  readonly onOpen: (id: string) => void;
  readonly children: (button: ReactNode) => ReactNode;
}) {
  const { mutate, isPending, data, reset } = useImportPlaylist();
  const send = (file: File | undefined) => {
    if (file !== undefined && !isPending) mutate(file);
  };
  return (
    <FileDrop
      label="Playlists"
      className="panel overflow-hidden outline-primary-edge data-[over=true]:outline-2"
      isBusy={isPending}
      onFiles={(files) => send(files[0])}
    >
      {children(<ImportButton isBusy={isPending} onChoose={send} />)}
      {data !== undefined && (
        <ImportedDialog
          imported={data}
          onClose={reset}
          onOpen={(id) => {
            reset();
            onOpen(id);
          }}
        />
      )}
    </FileDrop>
  );
}

function ImportButton({
  isBusy,
  onChoose,
}: {
  readonly isBusy: boolean;
  readonly onChoose: (file: File | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button button-small"
        title="M3U, M3U8, PLS, XSPF or JSPF; you can also drop the file here"
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        <FileUp size={15} aria-hidden="true" />
        {isBusy ? "Importing…" : "Import"}
      </button>
      <input
        ref={input}
        type="file"
        aria-label="Playlist file"
        accept={playlistFileExtensions.join(",")}
        hidden
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}

/** The result of an import. */
export function ImportedDialog({
  imported,
  onOpen,
  onClose,
}: {
  readonly imported: ImportedPlaylist;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}) {
  const { playlist } = imported;
  return (
    <Dialog title={playlist === null ? "Nothing Imported" : "Playlist Imported"} onClose={onClose}>
      <ImportReport imported={imported} />
      <div className="mt-6 flex justify-end gap-3">
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
        {playlist !== null && (
          <button
            type="button"
            className="button button-primary"
            onClick={() => onOpen(playlist.id)}
          >
            Open Playlist
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** How many tracks of a file were found, and every entry that was left out. */
export function ImportReport({ imported }: { readonly imported: ImportedPlaylist }) {
  const { playlist, leftOut } = imported;
  const more = leftOut.length - MAX_SHOWN;
  return (
    <>
      {playlist !== null && <p className="font-medium break-words">{playlist.name}</p>}
      <p className="mt-1 text-muted">{importWords(imported)}</p>
      {leftOut.length > 0 && (
        <div className="mt-2">
          <ol className="flex flex-col">
            {leftOut.slice(0, MAX_SHOWN).map(({ position, text, reason }) => (
              <li key={position} className="border-b border-line py-2 last:border-b-0">
                <p className="leading-5 break-words">
                  <span className="text-muted tabular-nums">{position}.</span> {text}
                </p>
                <p className="text-[13px] text-muted">{leftOutWords[reason]}</p>
              </li>
            ))}
          </ol>
          {more > 0 && <p className="py-2 text-[13px] text-muted">And {more} more</p>}
        </div>
      )}
    </>
  );
}
