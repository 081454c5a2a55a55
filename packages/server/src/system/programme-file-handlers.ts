import { programmeFilesApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { roleHas } from "../identity/rights-rules.ts";
import { exportProgramme, type ProgrammeFileParts } from "./programme-file-actions.ts";
import { importProgramme } from "./programme-import.ts";

export const programmeFileFeature = feature(programmeFilesApi, programmeFileHandlers);

function programmeFileHandlers(parts: ProgrammeFileParts): HandlersFor<typeof programmeFilesApi> {
  return {
    exportProgramme: async (_request, { reply }) => {
      reply.header("content-disposition", 'attachment; filename="neon-relay-programme.json"');
      return await exportProgramme(parts);
    },
    importProgramme: async ({ body: { file, isDryRun } }, { caller, request }) => {
      const mayChangeSettings =
        caller.kind === "access-code" ||
        (caller.kind === "user" && roleHas(caller.role, "system_config"));
      const call = { file, isDryRun, by: caller, mayChangeSettings };
      const outcome = await importProgramme(parts, call);
      switch (outcome.kind) {
        case "imported":
          return {
            isDryRun,
            changes: [...outcome.changes],
            leftOut: [...(request.leftOut ?? [])],
          };
        case "refused":
          throw new ApiFailure({
            error: `Nothing was imported: ${outcome.problem}`,
            code: "conflict",
            field: "file",
          });
        case "settings-not-allowed":
          throw new ApiFailure({
            error: `Nothing was imported: your role can't change the settings in the file (${outcome.names.join(", ")}); remove them from the file, or ask an admin`,
            code: "not_allowed",
            field: "file",
          });
        default:
          return outcome satisfies never;
      }
    },
  };
}
