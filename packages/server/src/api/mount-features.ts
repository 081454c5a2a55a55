import {
  accountsApi,
  botCommandsApi,
  doctorApi,
  healthApi,
  incomingApi,
  queueApi,
  queueUndoApi,
  externalStreamsApi,
  systemApi,
  configApi,
  demoMusicApi,
  trackEditsApi,
  usersApi,
} from "@neonrelay/contract";
import { type FastifyInstance } from "fastify";
import { accountHandlers } from "../accounts/account-handlers.ts";
import { createPasswordSlots, type PasswordSlots } from "../accounts/secret-check.ts";
import { userHandlers } from "../accounts/user-handlers.ts";
import { createVisitorLimit } from "../limits/rate-limit.ts";
import { chatFeature } from "../chat/chat-handlers.ts";
import { sanctionFeature } from "../chat/sanction-handlers.ts";
import { commentFeature } from "../comments/comment-handlers.ts";
import { ircFeature } from "../irc/irc-handlers.ts";
import { logFeature } from "../logs/log-handlers.ts";
import { createDatabaseProbe, type DatabaseProbe } from "../health/database-probe.ts";
import { deletionFeature } from "../deletions/deletion-handlers.ts";
import { doctorHandlers } from "../doctor/doctor-handlers.ts";
import { duplicateFeature } from "../duplicates/duplicate-handlers.ts";
import { findPublicStationId } from "../database/data-file.ts";
import { djFeature } from "../djs/dj-handlers.ts";
import { createStorageProbe } from "../health/storage-probe.ts";
import { healthHandlers } from "../health/health-handlers.ts";
import { favouriteFeature } from "../favourites/favourite-handlers.ts";
import { playlistFeature } from "../playlists/playlist-handlers.ts";
import { addPlaylistFileRoute } from "../playlists/files/playlist-file-route.ts";
import {
  clockFeature,
  holidayFeature,
  scheduleFeature,
  showFeature,
} from "../schedule/schedule-handlers.ts";
import { addSpotFile, spotFeature } from "../spots/spot-handlers.ts";
import { addCalendars } from "../schedule/calendar-route.ts";
import { addShowPictures } from "../schedule/show-picture-route.ts";
import { analysisFeature } from "../programme/analysis-handlers.ts";
import { planFeature, queueOutlookHandlers } from "../programme/plan-handlers.ts";
import { groupFeature } from "../library/groups/group-handlers.ts";
import { demoMusicHandlers, libraryFeature } from "../library/library-handlers.ts";
import { lookUpAddresses } from "@neonrelay/process/stream-address";
import { streamHandlers } from "../external-streams/external-stream-handlers.ts";
import { trackFeature, trackProgrammeFeature } from "../library/track-handlers.ts";
import { attentionFeature } from "../library/attention/attention-handlers.ts";
import { addTrackCovers } from "../library/edits/cover-route.ts";
import { cueFeature } from "../library/cues/cue-handlers.ts";
import { addTrackSound } from "../library/cues/sound-route.ts";
import { TrackSound } from "../library/cues/track-sound.ts";
import { trackEditHandlers } from "../library/edits/track-edit-handlers.ts";
import { addUpload } from "../uploads/upload-handlers.ts";
import { incomingHandlers } from "../uploads/incoming-handlers.ts";
import { addResumableUploads } from "../uploads/resumable-route.ts";
import { ResumableUploads } from "../uploads/resumable-uploads.ts";
import { Uploads } from "../uploads/uploads.ts";
import {
  createQueueLimit,
  queueHandlers,
  type QueueLimit,
  queueUndoHandlers,
} from "../queue/queue-handlers.ts";
import { botHandlers } from "../irc/bot/bot-handlers.ts";
import { addMetrics } from "../system/metrics-route.ts";
import { backupPlanFeature } from "../backup/backup-plan-handlers.ts";
import { addBackupRoute } from "../backup/backup-route.ts";
import { consoleFeature } from "../system/console-handlers.ts";
import { programmeFileFeature } from "../system/programme-file-handlers.ts";
import { configHandlers } from "../system/config-handlers.ts";
import { MINIMUM_FREE_BYTES } from "../database/database.ts";
import { addRestoreRoute } from "../backup/restore-route.ts";
import { systemHandlers } from "../system/system-handlers.ts";
import { musicSourceFeature } from "../music-sources/music-source-handlers.ts";
import { edgeFeature } from "../edges/edge-handlers.ts";
import { hlsStorageFeature } from "../hls-storage/hls-storage-handlers.ts";
import { outputFeature } from "../outputs/output-handlers.ts";
import { playbackFeature, radioFeature } from "../radio/radio-handlers.ts";
import { requestHandlers } from "../requests/request-handlers.ts";
import { streamControlFeature } from "../radio/stream-control-handlers.ts";
import { settingsFeature } from "../settings/settings-handlers.ts";
import { addArtRoute } from "../library/art-route.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import type { HttpOptions } from "./http-options.ts";
import { addRoutes } from "../http-kit/route.ts";

/** Accounts a visitor may try to make. */
const registrationLimit = { burst: 5, perSecond: 1 / 600 };
const nameChangeLimit = { burst: 10, perSecond: 1 / 60 };

/** Calls that need nothing but the server's parts. */
const features: readonly ((app: FastifyInstance, options: HttpOptions) => void)[] = [
  trackFeature,
  trackProgrammeFeature,
  cueFeature,
  duplicateFeature,
  attentionFeature,
  deletionFeature,
  libraryFeature,
  groupFeature,
  favouriteFeature,
  playlistFeature,
  planFeature,
  programmeFileFeature,
  spotFeature,
  analysisFeature,
  clockFeature,
  showFeature,
  scheduleFeature,
  holidayFeature,
  radioFeature,
  logFeature,
  chatFeature,
  sanctionFeature,
  ircFeature,
  commentFeature,
  playbackFeature,
  streamControlFeature,
  djFeature,
  edgeFeature,
  outputFeature,
  hlsStorageFeature,
  musicSourceFeature,
  settingsFeature,
  backupPlanFeature,
  consoleFeature,
];

/** Answers every call of the contract, each feature its own. */
export async function mountFeatures(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const { config } = options;
  for (const mount of features) mount(app, options);
  const slots = createPasswordSlots();
  const probe = createDatabaseProbe(options.database);
  const storage = createStorageProbe({ ...options, nowMs: () => performance.now() });
  addMetrics(app, { ...options, probe });
  addRoutes(
    app,
    healthApi,
    healthHandlers({ ...options, probe, storage, stationId: findStationId(config.dataDir) }),
  );
  addRoutes(app, accountsApi, accountHandlers({ ...options, slots }));
  addRoutes(
    app,
    usersApi,
    userHandlers({
      ...options,
      slots,
      registrations: createVisitorLimit({ ...registrationLimit, nowMs: Date.now }),
      nameChanges: createVisitorLimit({ ...nameChangeLimit, nowMs: Date.now }),
    }),
  );
  const editing = { ...options, dataDir: config.dataDir };
  addRoutes(app, trackEditsApi, trackEditHandlers(editing));
  await addTrackCovers(app, editing);
  const sound = new TrackSound(editing);
  app.addHook("preClose", async () => sound.close());
  addTrackSound(app, sound);
  addRoutes(app, demoMusicApi, demoMusicHandlers(options.library.demo));
  await addPlaylistFileRoute(app, options);
  addSpotFile(app, options);
  await addShowPictures(app, options);
  addCalendars(app, options);
  addRoutes(app, externalStreamsApi, streamHandlers({ ...options, lookUp: lookUpAddresses }));
  await mountUploads(app, options);
  const queueLimit = createQueueLimit();
  addRoutes(app, queueApi, allQueueHandlers(options, queueLimit));
  addRoutes(app, queueUndoApi, queueUndoHandlers(options, queueLimit));
  addRoutes(app, botCommandsApi, botHandlers());
  await mountSystem(app, options, { slots, probe });
  addArtRoute(app, { database: options.database, dataDir: config.dataDir });
}

/** Both ways of uploading, and the list of what comes. */
async function mountUploads(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const shared = {
    ...options,
    dataDir: options.config.dataDir,
    minimumFreeBytes: MINIMUM_FREE_BYTES,
    intake: options.library.intake,
  };
  const uploads = await Uploads.open(shared);
  app.addHook("preClose", async () => uploads.close());
  await addUpload(app, { ...options, uploads });
  const resumable = await ResumableUploads.open(shared);
  app.addHook("onClose", async () => await resumable.close());
  await addResumableUploads(app, { ...shared, resumable });
  addRoutes(
    app,
    incomingApi,
    incomingHandlers({ ...options, found: options.library.found, resumable }),
  );
}

async function mountSystem(
  app: FastifyInstance,
  options: HttpOptions,
  { slots, probe }: { readonly slots: PasswordSlots; readonly probe: DatabaseProbe },
): Promise<void> {
  const { config, limits } = options;
  addRoutes(app, systemApi, systemHandlers({ ...options, probe }));
  addRoutes(app, doctorApi, doctorHandlers(options.doctor));
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
}

/** It never changes, and health is asked for often. */
function findStationId(dataDir: string): () => string | null {
  let stationId: string | null = null;
  return () => (stationId ??= findPublicStationId(dataDir));
}

function allQueueHandlers(options: HttpOptions, limit: QueueLimit): HandlersFor<typeof queueApi> {
  return {
    ...queueHandlers(options, limit),
    ...queueOutlookHandlers(options),
    ...requestHandlers(options, limit),
  };
}
