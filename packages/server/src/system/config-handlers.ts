import { configApi } from "@neonrelay/contract";
import { confirmPassword } from "../accounts/password-guard.ts";
import type { SecretCheckParts } from "../accounts/secret-check.ts";
import type { Database } from "../database/database.ts";
import { feature, type HandlersFor } from "../http-kit/route.ts";
import { noOldAddress, noSuchBitrate } from "../settings/stream-format-failures.ts";
import { importStationConfig, toStationConfig, type ConfigParts } from "./config-actions.ts";

export const configFeature = feature(configApi, configHandlers);

function configHandlers(
  parts: ConfigParts & SecretCheckParts & { readonly database: Database },
): HandlersFor<typeof configApi> {
  return {
    exportConfig: async (_request, { reply }) => {
      reply.header("content-disposition", 'attachment; filename="neon-relay-configuration.json"');
      return toStationConfig(parts.settings.current);
    },
    importConfig: async ({ body }, { caller, request }) => {
      const { password, config } = body;
      const purpose = "an import of the configuration";
      await confirmPassword(parts, { caller, peer: request.peer, password, purpose });
      const outcome = await importStationConfig(parts, { config, by: caller });
      if (outcome.kind === "no-such-bitrate") throw noSuchBitrate(outcome);
      if (outcome.kind === "no-old-address") throw noOldAddress(outcome);
      return { imported: true, leftOut: [...(request.leftOut ?? [])] };
    },
  };
}
