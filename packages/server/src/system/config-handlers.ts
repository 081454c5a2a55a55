import type { configApi, StationConfig } from "@neonrelay/contract";
import { checkSecret, type SecretCheckParts } from "../accounts/secret-check.ts";
import { isPasswordRight } from "../accounts/secrets.ts";
import { accountSubject } from "../accounts/sign-in-actions.ts";
import { findAccountById } from "../database/account-store.ts";
import { ApiFailure } from "../http/api-failure.ts";
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
      await requirePassword(parts, { call, password: body.password });
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

/** Whoever finds an open page of an operator can't set the station up anew. */
async function requirePassword(
  parts: ConfigParts,
  { call, password }: { readonly call: Call; readonly password: string },
): Promise<void> {
  const { caller, request } = call;
  if (caller.kind !== "user") throw new Error("only accounts have this right");
  const { accountId, username } = caller;
  const account = await findAccountById(parts.database.connection, accountId);
  const checked = await checkSecret(parts, {
    subject: accountSubject(accountId),
    origin: request.peer,
    description: `Wrong password of '${username}' for an import of the configuration`,
    isRight: () => isPasswordRight({ password, passwordHash: account?.passwordHash ?? null }),
  });
  switch (checked.kind) {
    case "right":
      return;
    case "wrong":
      throw new ApiFailure({
        error: "The password is wrong",
        code: "not_signed_in",
        field: "password",
      });
    case "wait":
      throw new ApiFailure({
        error: "Too many attempts; wait a moment and try again",
        code: "too_many_requests",
        retryAt: new Date(checked.untilMs).toISOString(),
      });
    default:
      checked satisfies never;
  }
}
