import { playlistsCalls, programmeImportCalls } from "@neonrelay/contract/callers";
import type { RequestOf } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";

type ImportCall = (typeof programmeImportCalls)["importProgramme"];
export type ProgrammeFile = RequestOf<ImportCall>["body"]["file"];

/** Where the programme can be downloaded. */
export const EXPORT_PATH: ImportCall["path"] = "/api/programme/file";

/** A dry run of an import. */
export function usePreviewImport() {
  return useCommand({
    run: (file: ProgrammeFile) =>
      callApi(programmeImportCalls.importProgramme, { body: { file, isDryRun: true } }),
    // The dialog shows the result.
    done: undefined,
    failure: "The file could not be checked",
    changes: [],
  });
}

export function useImportProgramme() {
  return useCommand({
    run: (file: ProgrammeFile) =>
      callApi(programmeImportCalls.importProgramme, { body: { file, isDryRun: false } }),
    done: { title: "Programme Imported" },
    failure: "The programme could not be imported",
    // The rest follows from the socket's messages.
    changes: [playlistsCalls.listPlaylists.path],
  });
}
