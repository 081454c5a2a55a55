import type { configApi, StationConfig } from "@neonrelay/contract";
import { confirmPassword } from "../accounts/confirm-password.ts";
import type { SecretCheckParts } from "../accounts/secret-check.ts";
import { operatorOf, type Call, type HandlersFor } from "../http/route.ts";
import type { ControlParts } from "../radio/radio-change-actions.ts";
import { noSuchBitrate } from "../radio/stream-handlers.ts";
import { toBranding } from "../settings/branding.ts";
import {
  changeBranding,
  changeStationSettings,
  loadStationSettings,
} from "../settings/settings-actions.ts";

export type ConfigParts = ControlParts & SecretCheckParts;

export function configHandlers(parts: ConfigParts): HandlersFor<typeof configApi> {
  return {
    exportConfig: async (_request, { reply }) => {
      reply.header("content-disposition", 'attachment; filename="neon-relay-configuration.json"');
      const { volume: _, ...settings } = await loadStationSettings(parts);
      return { version: 1, settings, branding: toBranding(parts.settings.current) };
    },
    importConfig: async ({ body }, call) => {
      await confirmPassword(parts, {
        caller: call.caller,
        peer: call.request.peer,
        password: body.password,
        purpose: "an import of the configuration",
      });
      await takeConfig(parts, { call, config: body.config });
      return { imported: true };
    },
  };
}

/** The settings go first: they alone may be refused. */
async function takeConfig(
  parts: ControlParts,
  { call, config }: { readonly call: Call; readonly config: StationConfig },
): Promise<void> {
  const by = operatorOf(call);
  const outcome = await changeStationSettings(parts, { change: config.settings, by });
  if (outcome.kind === "no-such-bitrate") throw noSuchBitrate(outcome);
  await changeBranding(parts, { branding: config.branding, by });
}
