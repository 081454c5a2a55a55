import { djsApi, type DjSession, type SourceAccess } from "@neonrelay/contract";
import type { LiveSessionStatus } from "@neonrelay/on-air/protocol";
import type { AccountParts } from "../accounts/account-parts.ts";
import type { ServerConfig } from "../config/config.ts";
import { rightsOf } from "../identity/rights-rules.ts";
import { toAsker } from "../accounts/user-handlers.ts";
import { findStreamKeyDate } from "../accounts/stream-key-store.ts";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, operatorOf, type Call, type HandlersFor } from "../http-kit/route.ts";
import { actorName } from "../logs/system-log-rules.ts";
import { orApiFailure } from "../on-air-link/link-failures.ts";
import type { ControlParts } from "../radio/radio-change-actions.ts";
import { hostnameOf } from "../http-kit/origin-rules.ts";
import { djServerOf, findDjTrouble } from "./dj-address-rules.ts";
import { readHostDesk, type HostDeskParts } from "./host-desk.ts";
import { makeStreamKey, revokeOwnStreamKey, revokeStreamKey } from "./stream-key-actions.ts";

type DjParts = ControlParts &
  HostDeskParts &
  Pick<AccountParts, "database" | "events" | "security"> & {
    readonly config: Pick<ServerConfig, "streamHost">;
  };

export const djFeature = feature(djsApi, djHandlers);

function djHandlers(parts: DjParts): HandlersFor<typeof djsApi> {
  return {
    getStreamKey: (_request, call) => sourceAccess(parts, call),
    makeStreamKey: async (_request, call) => {
      const accountId = ownAccountId(call);
      const key = await makeStreamKey(parts, { accountId, asker: toAsker(call) });
      return { ...(await sourceAccess(parts, call)), key };
    },
    revokeStreamKey: async (_request, call) => {
      await revokeOwnStreamKey(parts, { accountId: ownAccountId(call), asker: toAsker(call) });
      return { revoked: true };
    },
    revokeUserStreamKey: async ({ params }, call) => {
      const asker = toAsker(call);
      const outcome = await revokeStreamKey(parts, { accountId: params.id, asker });
      switch (outcome) {
        case "no-account":
          throw new ApiFailure({
            error: "No account has that id",
            code: "not_found",
            field: "id",
          });
        case "refused":
          throw new ApiFailure({
            error: "Your role may not manage this account",
            code: "not_allowed",
          });
        case "revoked":
          return { revoked: true };
        default:
          return outcome satisfies never;
      }
    },
    getHostDesk: async (_request, call) =>
      await readHostDesk(parts, { accountId: ownAccountId(call), nowMs: Date.now() }),
    listLiveSessions: async (_request, { caller }) => {
      const maySeeAddresses = rightsOf(caller, parts.settings.current).includes("system_config");
      return (parts.link.status?.live ?? []).map((session) => toView({ session, maySeeAddresses }));
    },
    kickLiveSession: async ({ params }, call) => {
      const session = parts.link.status?.live.find(({ sessionId }) => sessionId === params.id);
      const { kicked } = await orApiFailure(parts.link.run("kickLive", { sessionId: params.id }));
      if (!kicked)
        throw new ApiFailure({ error: "No connected DJ has that id", code: "not_found" });
      const by = operatorOf(call);
      const action = `disconnected the DJ '${session?.djName ?? params.id}'`;
      parts.security.record({
        severity: "medium",
        eventType: "dj_kicked",
        description: `${actorName(by.caller)} ${action}`,
        ipAddress: by.address,
      });
      parts.systemLog.recordOperatorAction({ who: by.caller, action, details: {} });
      return { kicked: true };
    },
  };
}

async function sourceAccess(parts: DjParts, call: Call): Promise<SourceAccess> {
  const createdAt = await findStreamKeyDate(parts.database.connection, ownAccountId(call));
  const { caller } = call;
  const { streamHost, streamPort, publicUrl, tls } = parts.config;
  const { djAddress } = parts.settings.current;
  const doors = { djAddress, streamHost, streamPort, publicUrl, hasTls: tls !== null };
  return {
    keyCreatedAt: createdAt?.toISOString() ?? null,
    username: caller.kind === "user" ? caller.username : "",
    ...djServerOf(doors, hostnameOf(call.request.peer.host) ?? "localhost"),
    mount: "/live",
    djAddress,
    warning: findDjTrouble(doors, {
      mayConfigure: rightsOf(caller, parts.settings.current).includes("system_config"),
    }),
  };
}

function ownAccountId({ caller }: Call): string {
  if (caller.kind === "user") return caller.accountId;
  throw new ApiFailure({
    error: "A stream key belongs to an account; sign in with your own account",
    code: "not_allowed",
  });
}

function toView({
  session: { sessionId, djName, state, connectedAtMs, address, userAgent, contentType, title },
  maySeeAddresses,
}: {
  readonly session: LiveSessionStatus;
  readonly maySeeAddresses: boolean;
}): DjSession {
  return {
    id: sessionId,
    djName,
    state,
    connectedAt: new Date(connectedAtMs).toISOString(),
    address: maySeeAddresses ? address : null,
    userAgent,
    contentType,
    title,
  };
}
