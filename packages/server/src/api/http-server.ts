import fastifyCookie from "@fastify/cookie";
import {
  accountsApi,
  botCommandsApi,
  chatApi,
  chatSanctionsApi,
  commentsApi,
  djsApi,
  favouritesApi,
  healthApi,
  ircApi,
  libraryApi,
  logsApi,
  outputsApi,
  playbackApi,
  queueApi,
  queueUndoApi,
  radioApi,
  settingsApi,
  streamApi,
  externalStreamsApi,
  systemApi,
  configApi,
  consoleApi,
  demoMusicApi,
  tracksApi,
  usersApi,
} from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { hostname } from "node:os";
import * as z from "zod/mini";
import { accountHandlers } from "../accounts/account-handlers.ts";
import { createPasswordSlots } from "../accounts/secret-check.ts";
import { userHandlers } from "../accounts/user-handlers.ts";
import { createVisitorLimit } from "../limits/visitor-limit.ts";
import { chatHandlers } from "../chat/chat-handlers.ts";
import type { ChatNames } from "../chat/chat-names.ts";
import { sanctionHandlers } from "../chat/sanction-handlers.ts";
import type { Sanctions } from "../chat/sanctions.ts";
import { commentHandlers } from "../comments/comment-handlers.ts";
import type { LoginThrottle } from "../limits/login-throttle.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { Irc } from "../irc/irc.ts";
import { ircHandlers } from "../irc/irc-handlers.ts";
import { logHandlers } from "../logs/log-handlers.ts";
import { addDescription } from "./description/description-page.ts";
import type { ServerConfig } from "../config/config.ts";
import type { StationLock } from "../database/station-lock.ts";
import { createDatabaseProbe } from "../health/database-probe.ts";
import { djHandlers } from "../djs/dj-handlers.ts";
import { createStorageProbe } from "../health/storage-probe.ts";
import { healthHandlers } from "../health/health-handlers.ts";
import { favouriteHandlers } from "../favourites/favourite-handlers.ts";
import type { DemoMusic } from "../library/demo-music.ts";
import { demoMusicHandlers, libraryHandlers } from "../library/library-handlers.ts";
import { lookUpAddresses } from "@neonrelay/process/look-up-addresses";
import { streamHandlers } from "../external-streams/external-stream-handlers.ts";
import { trackHandlers } from "../library/track-handlers.ts";
import { addUpload } from "../uploads/upload-handlers.ts";
import { Uploads } from "../uploads/uploads.ts";
import { mediaDefaults } from "../media/media-runner.ts";
import { createQueueLimit } from "../queue/queue-limit.ts";
import { queueHandlers, queueUndoHandlers } from "../queue/queue-handlers.ts";
import { botHandlers } from "../irc/bot/bot-handlers.ts";
import { isSocketRequest } from "../socket/upgrade-rules.ts";
import type { LoadMeter } from "../system/load-meter.ts";
import { addMetrics } from "../system/metrics.ts";
import { addBackupRoute } from "../backup/backup-route.ts";
import { consoleHandlers } from "../system/console-handlers.ts";
import { configHandlers } from "../system/config-handlers.ts";
import { MINIMUM_FREE_BYTES } from "../database/database-room.ts";
import { addRestoreRoute } from "../backup/restore-route.ts";
import { systemHandlers } from "../system/system-handlers.ts";
import type { ControlParts } from "../radio/radio-change-actions.ts";
import { outputHandlers } from "../outputs/output-handlers.ts";
import { playbackHandlers, radioHandlers } from "../radio/radio-handlers.ts";
import { requestHandlers } from "../requests/request-handlers.ts";
import { streamControlHandlers } from "../radio/stream-control-handlers.ts";
import { addAppManifest } from "../settings/app-manifest.ts";
import { settingsHandlers } from "../settings/settings-handlers.ts";
import { addArtRoute } from "../library/art.ts";
import { addConnectionPlaces } from "./connection-places.ts";
import { addCompressedAnswers } from "./compressed-answers.ts";
import { addErrorAnswers } from "./errors.ts";
import { addGate, addHostCheck } from "./gate.ts";
import { addHeaders } from "./headers.ts";
import { addJsonBodies } from "../http-kit/json-body.ts";
import type { Peer, PeerFinder } from "../http-kit/peer.ts";
import type { KnownNames } from "../http-kit/origin-rules.ts";
import { rawAnswers } from "../http-kit/raw-answers.ts";
import {
  addBodyLimit,
  addBoundedDrain,
  addOrderlyEnd,
  type RequestLimits,
} from "../http-kit/request-limits.ts";
import { addRoutes } from "../http-kit/route.ts";
import { addStreamMounts, type HandOver } from "./stream-mounts.ts";
import { addWebApp } from "./web-app.ts";

export interface HttpOptions extends ControlParts {
  readonly config: ServerConfig;
  readonly throttle: LoginThrottle;
  readonly sessions: Sessions;
  readonly chatNames: ChatNames;
  readonly sanctions: Sanctions;
  readonly irc: Irc;
  readonly demo: DemoMusic;
  readonly meter: LoadMeter;
  /** Ends the server in order, to be started anew. */
  readonly restart: () => void;
  /** Browsers on /ws. */
  readonly countSockets: () => number;
  readonly findPeer: PeerFinder;
  /** What does not fit together about a proxy before the station. */
  readonly proxyProblems: () => readonly string[];
  /** null without a launcher. */
  readonly handOver: HandOver | null;
  /** null: the database is embedded. */
  readonly lock: StationLock | null;
  readonly limits: RequestLimits;
  readonly log: Logger;
}

const MAX_BODY_BYTES = 1024 * 1024;
/** Accounts a visitor may try to make. */
const registrationLimit = { burst: 5, perSecond: 1 / 600 };

/** Builds the HTTP side: every call of the contract, its description, and the web app. It does not listen yet. */
export async function buildHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { config, log, findPeer, limits } = options;
  const knownNames = knownNamesOf(config);
  const slots = createPasswordSlots();
  z.config(z.locales.en());
  const app = Fastify({
    ...rawAnswers,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.lookEveryMs,
      shouldUpgradeCallback: isSocketRequest,
    },
    forceCloseConnections: "idle",
    return503OnClosing: false,
  });
  addJsonBodies(app);
  addCompressedAnswers(app);
  addConnectionPlaces(app, { limits, trustProxy: config.trustProxy });
  addBodyLimit(app, limits);
  addBoundedDrain(app, limits);
  addOrderlyEnd(app, limits);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addErrorAnswers(app, log);
  await app.register(fastifyCookie);
  addHostCheck(app, { knownNames, findPeer });
  await addHeaders(app, { config, findPeer });
  addGate(app, {
    sessions: options.sessions,
    knownNames,
    isSecure: (protocol) => isSecure(config, protocol),
    findPeer,
    security: options.security,
    settings: options.settings,
  });
  const probe = createDatabaseProbe(options.database);
  const storage = createStorageProbe({ ...options, nowMs: () => performance.now() });
  addMetrics(app, { ...options, probe });
  addRoutes(app, healthApi, healthHandlers({ ...options, probe, storage }));
  addRoutes(app, accountsApi, accountHandlers({ ...options, slots }));
  addRoutes(
    app,
    usersApi,
    userHandlers({
      ...options,
      slots,
      registrations: createVisitorLimit({ ...registrationLimit, nowMs: Date.now }),
    }),
  );
  addRoutes(app, tracksApi, trackHandlers(options));
  addRoutes(app, libraryApi, libraryHandlers(options));
  addRoutes(app, demoMusicApi, demoMusicHandlers(options.demo));
  addRoutes(app, favouritesApi, favouriteHandlers(options));
  addRoutes(app, externalStreamsApi, streamHandlers({ ...options, lookUp: lookUpAddresses }));
  const uploads = await Uploads.open({
    ...options,
    dataDir: config.dataDir,
    media: mediaDefaults,
    minimumFreeBytes: MINIMUM_FREE_BYTES,
  });
  app.addHook("preClose", async () => uploads.close());
  await addUpload(app, { ...options, uploads });
  const queueLimit = createQueueLimit();
  addRoutes(app, queueApi, {
    ...queueHandlers(options, queueLimit),
    ...requestHandlers(options, queueLimit),
  });
  addRoutes(app, queueUndoApi, queueUndoHandlers(options, queueLimit));
  addRoutes(app, radioApi, radioHandlers(options));
  addRoutes(app, logsApi, logHandlers(options));
  addRoutes(app, chatApi, chatHandlers(options));
  addRoutes(app, botCommandsApi, botHandlers());
  addRoutes(app, chatSanctionsApi, sanctionHandlers(options));
  addRoutes(app, ircApi, ircHandlers(options));
  addRoutes(app, commentsApi, commentHandlers(options));
  addRoutes(app, systemApi, systemHandlers({ ...options, probe }));
  addRoutes(app, consoleApi, consoleHandlers(options));
  addRoutes(app, configApi, configHandlers({ ...options, slots }));
  await addBackupRoute(app, {
    ...options,
    dataDir: config.dataDir,
    minimumFreeBytes: MINIMUM_FREE_BYTES,
    stallMs: limits.downloadStallMs,
  });
  await addRestoreRoute(app, {
    ...options,
    slots,
    dataDir: config.dataDir,
    musicDirs: config.musicDirs,
    minimumFreeBytes: MINIMUM_FREE_BYTES,
  });
  addRoutes(app, playbackApi, playbackHandlers(options));
  addRoutes(app, streamApi, streamControlHandlers(options));
  addRoutes(app, djsApi, djHandlers(options));
  addRoutes(app, outputsApi, outputHandlers(options));
  addRoutes(app, settingsApi, settingsHandlers(options));
  addArtRoute(app, { database: options.database, dataDir: config.dataDir });
  await addDescription(app);
  addStreamMounts(app, options);
  addAppManifest(app, options.settings);
  await addWebApp(app, config.webRoot);
  await app.ready();
  return app;
}

/** Names under which this station answers. */
export function knownNamesOf({
  host,
  publicUrl,
}: Pick<ServerConfig, "host" | "publicUrl">): KnownNames {
  return {
    names: [host.toLowerCase(), hostname().toLowerCase()],
    publicOrigin: publicUrl === null ? null : new URL(publicUrl).origin,
  };
}

/** Whether cookies go over https only: the station is public by https, or this browser came by it. */
export function isSecure(
  { publicUrl }: Pick<ServerConfig, "publicUrl">,
  protocol: Peer["protocol"],
): boolean {
  return protocol === "https" || publicUrl?.startsWith("https:") === true;
}
