import { configCalls, settingsCalls } from "@neonrelay/contract/callers";
import type { ImportedConfig } from "@neonrelay/contract/callers";
import { callApi } from "../../../api/call-api.ts";
import { useCommand } from "../../../api/use-command.ts";

/** @param password of the caller, which the station asks for again */
export function useImportConfig(password: string) {
  return useCommand({
    run: (config: ImportedConfig) =>
      callApi(configCalls.importConfig, { body: { password, config } }),
    done: ({ leftOut }) => ({
      title: "Configuration Updated",
      text:
        leftOut.length === 0
          ? "Settings and branding now match the file"
          : `Left out, since this version does not know it: ${leftOut.join(", ")}`,
    }),
    failure: "Failed to import the configuration",
    changes: [settingsCalls.getStationSettings.path, settingsCalls.getBranding.path],
  });
}
