import { playlistFileFormats } from "@neonrelay/contract/callers";
import type { Playlist, PlaylistFileFormat } from "@neonrelay/contract/callers";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { SwitchField } from "../../../ui/form-fields.tsx";
import { exportUrl } from "./playlist-files-data.ts";

const formats = {
  m3u8: { name: "M3U8", text: "Almost every player" },
  pls: { name: "PLS", text: "Winamp and similar" },
  xspf: { name: "XSPF", text: "Tags and paths, as XML" },
  jspf: { name: "JSPF", text: "XSPF as JSON" },
} as const satisfies Readonly<
  Record<PlaylistFileFormat, { readonly name: string; readonly text: string }>
>;

/** Exports a playlist as a file for other programs. */
export function ExportPlaylist({ playlist }: { readonly playlist: Playlist }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" className="button button-small" onClick={() => setIsOpen(true)}>
        <FileDown size={15} aria-hidden="true" />
        Export
      </button>
      {isOpen && (
        <Dialog title="Export Playlist" onClose={close}>
          <ExportLinks id={playlist.id} onChosen={close} />
        </Dialog>
      )}
    </>
  );
}

function ExportLinks({ id, onChosen }: { readonly id: string; readonly onChosen: () => void }) {
  const [isAbsolute, setIsAbsolute] = useState(false);
  const paths = isAbsolute ? "absolute" : "relative";
  return (
    <>
      <ul className="flex flex-col gap-2">
        {playlistFileFormats.map((format) => (
          <li key={format} className="flex items-center gap-3">
            <a
              className="button w-24 justify-center"
              href={exportUrl(id, { format, paths })}
              download
              onClick={onChosen}
            >
              {formats[format].name}
            </a>
            <span className="text-[13px] text-muted">{formats[format].text}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <SwitchField
          label="Absolute paths"
          text="Paths as on the station. Otherwise relative to the music folder."
          isOn={isAbsolute}
          onChange={setIsAbsolute}
        />
      </div>
    </>
  );
}
