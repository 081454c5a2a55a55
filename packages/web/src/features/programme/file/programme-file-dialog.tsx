import {
  playlistsCalls,
  type ProgrammeChange,
  programmeImportCalls,
  type RequestOf,
} from "@neonrelay/contract/callers";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { callApi, failureText } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FileField } from "../../../ui/file-fields.tsx";

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

type ImportCall = (typeof programmeImportCalls)["importProgramme"];
type ProgrammeFile = RequestOf<ImportCall>["body"]["file"];

/** Where the programme can be downloaded. */
const EXPORT_PATH: ImportCall["path"] = "/api/programme/file";

/** A dry run of an import. */
function usePreviewImport() {
  return useCommand({
    run: (file: ProgrammeFile) =>
      callApi(programmeImportCalls.importProgramme, { body: { file, isDryRun: true } }),
    // The dialog shows the result.
    done: undefined,
    failure: "The file could not be checked",
    changes: [],
  });
}

function useImportProgramme() {
  return useCommand({
    run: (file: ProgrammeFile) =>
      callApi(programmeImportCalls.importProgramme, { body: { file, isDryRun: false } }),
    done: { title: "Programme Imported" },
    failure: "The programme could not be imported",
    // The rest follows from the socket's messages.
    changes: [playlistsCalls.listPlaylists.path],
  });
}

/** The text of a file as JSON, for the station to check; undefined: it is not JSON. */
export function readProgrammeFile(text: string): ProgrammeFile | undefined {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== "object" || file === null) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the station checks it; its schema is too large for a page
    return file as ProgrammeFile;
  } catch {
    return undefined;
  }
}

const nouns = {
  settings: "Settings",
  playlist: "Playlist",
  clock: "Clock",
  show: "Show",
  entry: "In the schedule",
  holiday: "Holiday",
} as const satisfies Readonly<Record<ProgrammeChange["what"], string>>;

/** 'Playlist', for a part of the file. */
function partWords({ what }: Pick<ProgrammeChange, "what">): string {
  return nouns[what];
}

/** '3 new, 1 changed, 12 stay as they are' */
export function importWords(changes: readonly Pick<ProgrammeChange, "change">[]): string {
  const count = (wanted: ProgrammeChange["change"]) =>
    changes.filter(({ change }) => change === wanted).length;
  const unchanged = count("unchanged");
  const parts = [
    [count("made"), "new"],
    [count("changed"), "changed"],
    [unchanged, unchanged === 1 ? "stays as it is" : "stay as they are"],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return said.length === 0 ? "The file is empty" : said.join(", ");
}
