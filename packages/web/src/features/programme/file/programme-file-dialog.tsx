import type { ProgrammeChange } from "@neonrelay/contract/callers";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../../api/call-api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { importWords, partWords, readProgrammeFile } from "./import-words.ts";
import {
  EXPORT_PATH,
  useImportProgramme,
  usePreviewImport,
  type ProgrammeFile,
} from "./programme-file-data.ts";

/** More rows would slow down the page. */
const MAX_SHOWN = 500;

/** Exports the programme, or imports one after showing its changes. */
export function ProgrammeFileDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<ProgrammeFile | undefined>(undefined);
  const [isForeign, setIsForeign] = useState(false);
  const preview = usePreviewImport();
  const load = useImportProgramme();
  const choose = async (chosen: File | undefined): Promise<void> => {
    preview.reset();
    load.reset();
    const read = chosen === undefined ? undefined : readProgrammeFile(await chosen.text());
    setFile(read);
    setIsForeign(chosen !== undefined && read === undefined);
    if (read !== undefined) preview.mutate(read);
  };
  const failure = load.error ?? preview.error;
  const problem = isForeign
    ? "This is not a programme file"
    : failure === null
      ? undefined
      : failureText(failure, "The station gave no reason");
  const changes = preview.data?.changes;
  return (
    <Dialog title="Programme File" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          Playlists, clocks, shows, schedule and holidays in one JSON file. Pictures of shows and
          music are not in it: a backup can hold both.
        </p>
        <a className="button self-start" href={EXPORT_PATH} download>
          <FileDown size={16} aria-hidden="true" />
          Export
        </a>
        <FileField
          label="Import a file"
          accept=".json,application/json"
          problem={problem}
          onChoose={(chosen) => void choose(chosen)}
        />
        {preview.isPending && <output>Checking the file…</output>}
        {changes !== undefined && (
          <Preview changes={changes} unknown={preview.data?.leftOut ?? []} />
        )}
        <div className="flex justify-end gap-3">
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
          <button
            type="button"
            className="button button-primary"
            disabled={
              file === undefined ||
              load.isPending ||
              changes?.some(({ change }) => change !== "unchanged") !== true
            }
            onClick={() => {
              if (file !== undefined) load.mutate(file, { onSuccess: onClose });
            }}
          >
            Import
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The changes of an import. Whatever else the station has stays. */
function Preview({
  changes,
  unknown,
}: {
  readonly changes: readonly ProgrammeChange[];
  /** Parts of the file that the station does not know. */
  readonly unknown: readonly string[];
}) {
  const shown = changes.filter(
    ({ change, leftOut }) => change !== "unchanged" || leftOut.length > 0,
  );
  const more = shown.length - MAX_SHOWN;
  return (
    <section aria-label="What the import changes">
      <output className="font-medium">{importWords(changes)}.</output>
      <ul className="mt-2 flex flex-col">
        {shown.slice(0, MAX_SHOWN).map((part) => (
          <li
            key={`${part.what} ${part.name}`}
            className="border-b border-line py-2 leading-5 last:border-b-0"
          >
            <p className="break-words">
              <span className="text-muted">{partWords(part)}</span> {part.name}
              {part.change !== "unchanged" && (
                <span className="badge ml-2 text-muted">
                  {part.change === "made" ? "New" : "Changed"}
                </span>
              )}
            </p>
            {part.leftOut.map((words) => (
              <p key={words} className="text-[13px] break-words text-muted">
                Left out: {words}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="py-2 text-[13px] text-muted">And {more} more</p>}
      {unknown.length > 0 && (
        <p className="py-2 text-[13px] break-words text-muted">
          Left out, since this version does not know it: {unknown.slice(0, MAX_SHOWN).join(", ")}
        </p>
      )}
    </section>
  );
}
