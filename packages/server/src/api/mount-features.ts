import {
  accountsApi,
  attentionApi,
  botCommandsApi,
  chatApi,
  chatSanctionsApi,
  clocksApi,
  commentsApi,
  deletionsApi,
  djsApi,
  doctorApi,
  duplicatesApi,
  backupPlanApi,
  favouritesApi,
  holidaysApi,
  healthApi,
  hlsStorageApi,
  incomingApi,
  ircApi,
  libraryApi,
  libraryGroupsApi,
  logsApi,
  musicSourcesApi,
  edgesApi,
  outputsApi,
  analysisApi,
  planApi,
  playlistsApi,
  playbackApi,
  programmeFilesApi,
  queueApi,
  queueUndoApi,
  radioApi,
  scheduleApi,
  settingsApi,
  showsApi,
  spotsApi,
  streamApi,
  externalStreamsApi,
  systemApi,
  trackCuesApi,
  configApi,
  consoleApi,
  demoMusicApi,
  trackEditsApi,
  trackProgrammeApi,
  tracksApi,
  usersApi,
} from "@neonrelay/contract";
import { type FastifyInstance } from "fastify";
import { accountHandlers } from "../accounts/account-handlers.ts";
import { createPasswordSlots, type PasswordSlots } from "../accounts/secret-check.ts";
import { userHandlers } from "../accounts/user-handlers.ts";
import { createVisitorLimit } from "../limits/visitor-limit.ts";
import { chatHandlers } from "../chat/chat-handlers.ts";
import { sanctionHandlers } from "../chat/sanction-handlers.ts";
import { commentHandlers } from "../comments/comment-handlers.ts";
import { ircHandlers } from "../irc/irc-handlers.ts";
import { logHandlers } from "../logs/log-handlers.ts";
import { createDatabaseProbe, type DatabaseProbe } from "../health/database-probe.ts";
import { deletionHandlers } from "../deletions/deletion-handlers.ts";
import { doctorHandlers } from "../doctor/doctor-handlers.ts";
import { duplicateHandlers } from "../duplicates/duplicate-handlers.ts";
import { findPublicStationId } from "../database/public-station-id.ts";
import { djHandlers } from "../djs/dj-handlers.ts";
import { createStorageProbe } from "../health/storage-probe.ts";
import { healthHandlers } from "../health/health-handlers.ts";
import { favouriteHandlers } from "../favourites/favourite-handlers.ts";
import { playlistHandlers } from "../playlists/playlist-handlers.ts";
import { addPlaylistFileRoute } from "../playlists/files/playlist-file-route.ts";
import { holidayHandlers } from "../schedule/holiday-handlers.ts";
import { clockHandlers, scheduleHandlers } from "../schedule/schedule-handlers.ts";
import { addSpotFile, spotHandlers } from "../spots/spot-handlers.ts";
import { addCalendars } from "../schedule/calendar-route.ts";
import { showHandlers } from "../schedule/show-handlers.ts";
import { addShowPictures } from "../schedule/show-picture-route.ts";
import { analysisHandlers } from "../programme/analysis-handlers.ts";
import { planHandlers } from "../programme/plan-handlers.ts";
import { groupHandlers } from "../library/groups/group-handlers.ts";
import { demoMusicHandlers, libraryHandlers } from "../library/library-handlers.ts";
import { lookUpAddresses } from "@neonrelay/process/look-up-addresses";
import { streamHandlers } from "../external-streams/external-stream-handlers.ts";
import { trackHandlers, trackProgrammeHandlers } from "../library/track-handlers.ts";
import { attentionHandlers } from "../library/attention/attention-handlers.ts";
import { addTrackCovers } from "../library/edits/cover-route.ts";
import { cueHandlers } from "../library/cues/cue-handlers.ts";
import { addTrackSound } from "../library/cues/sound-route.ts";
import { TrackSound } from "../library/cues/track-sound.ts";
import { trackEditHandlers } from "../library/edits/track-edit-handlers.ts";
import { addUpload } from "../uploads/upload-handlers.ts";
import { incomingHandlers } from "../uploads/incoming-handlers.ts";
import { addResumableUploads } from "../uploads/resumable-route.ts";
import { ResumableUploads } from "../uploads/resumable-uploads.ts";
import { Uploads } from "../uploads/uploads.ts";
import { createQueueLimit, type QueueLimit } from "../queue/queue-limit-guard.ts";
import { queueOutlookHandlers } from "../programme/queue-outlook-handlers.ts";
import { queueHandlers, queueUndoHandlers } from "../queue/queue-handlers.ts";
import { botHandlers } from "../irc/bot/bot-handlers.ts";
import { addMetrics } from "../system/metrics-route.ts";
import { backupPlanHandlers } from "../backup/backup-plan-handlers.ts";
import { addBackupRoute } from "../backup/backup-route.ts";
import { consoleHandlers } from "../system/console-handlers.ts";
import { programmeFileHandlers } from "../system/programme-file-handlers.ts";
import { configHandlers } from "../system/config-handlers.ts";
import { MINIMUM_FREE_BYTES } from "../database/database-room.ts";
import { addRestoreRoute } from "../backup/restore-route.ts";
import { systemHandlers } from "../system/system-handlers.ts";
import { musicSourceHandlers } from "../music-sources/music-source-handlers.ts";
import { edgeHandlers } from "../edges/edge-handlers.ts";
import { hlsStorageHandlers } from "../hls-storage/hls-storage-handlers.ts";
import { outputHandlers } from "../outputs/output-handlers.ts";
import { playbackHandlers, radioHandlers } from "../radio/radio-handlers.ts";
import { requestHandlers } from "../requests/request-handlers.ts";
import { streamControlHandlers } from "../radio/stream-control-handlers.ts";
import { settingsHandlers } from "../settings/settings-handlers.ts";
import { addArtRoute } from "../library/art-route.ts";
import type { HandlersFor } from "../http-kit/route.ts";
import type { HttpOptions } from "./http-options.ts";
import { addRoutes } from "../http-kit/route.ts";

/** Accounts a visitor may try to make. */
const registrationLimit = { burst: 5, perSecond: 1 / 600 };
const nameChangeLimit = { burst: 10, perSecond: 1 / 60 };

/** Answers every call of the contract, each feature its own. */
export async function mountFeatures(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const { config } = options;
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
  addRoutes(app, tracksApi, trackHandlers(options));
  addRoutes(app, trackProgrammeApi, trackProgrammeHandlers(options));
  const editing = { ...options, dataDir: config.dataDir };
  addRoutes(app, trackEditsApi, trackEditHandlers(editing));
  await addTrackCovers(app, editing);
  addRoutes(app, trackCuesApi, cueHandlers(options));
  const sound = new TrackSound(editing);
  app.addHook("preClose", async () => sound.close());
  addTrackSound(app, sound);
  addRoutes(app, duplicatesApi, duplicateHandlers(options));
  addRoutes(app, attentionApi, attentionHandlers(options));
  addRoutes(app, deletionsApi, deletionHandlers(options));
  addRoutes(app, libraryApi, libraryHandlers(options));
  addRoutes(app, libraryGroupsApi, groupHandlers(options));
  addRoutes(app, demoMusicApi, demoMusicHandlers(options.library.demo));
  addRoutes(app, favouritesApi, favouriteHandlers(options));
  addRoutes(app, playlistsApi, playlistHandlers(options));
  await addPlaylistFileRoute(app, options);
  addRoutes(app, planApi, planHandlers(options));
  addRoutes(app, programmeFilesApi, programmeFileHandlers(options));
  addRoutes(app, spotsApi, spotHandlers(options));
  addSpotFile(app, options);
  addRoutes(app, analysisApi, analysisHandlers(options));
  addRoutes(app, clocksApi, clockHandlers(options));
  addRoutes(app, showsApi, showHandlers(options));
  addRoutes(app, scheduleApi, scheduleHandlers(options));
  addRoutes(app, holidaysApi, holidayHandlers(options));
  await addShowPictures(app, options);
  addCalendars(app, options);
  addRoutes(app, externalStreamsApi, streamHandlers({ ...options, lookUp: lookUpAddresses }));
  await mountUploads(app, options);
  const queueLimit = createQueueLimit();
  addRoutes(app, queueApi, allQueueHandlers(options, queueLimit));
  addRoutes(app, queueUndoApi, queueUndoHandlers(options, queueLimit));
  addRoutes(app, radioApi, radioHandlers(options));
  addRoutes(app, logsApi, logHandlers(options));
  addRoutes(app, chatApi, chatHandlers(options));
  addRoutes(app, botCommandsApi, botHandlers());
  addRoutes(app, chatSanctionsApi, sanctionHandlers(options));
  addRoutes(app, ircApi, ircHandlers(options));
  addRoutes(app, commentsApi, commentHandlers(options));
  await mountSystem(app, options, { slots, probe });
  addRoutes(app, playbackApi, playbackHandlers(options));
  addRoutes(app, streamApi, streamControlHandlers(options));
  addRoutes(app, djsApi, djHandlers(options));
  addRoutes(app, edgesApi, edgeHandlers(options));
  addRoutes(app, outputsApi, outputHandlers(options));
  addRoutes(app, hlsStorageApi, hlsStorageHandlers(options));
  addRoutes(app, musicSourcesApi, musicSourceHandlers(options));
  addRoutes(app, settingsApi, settingsHandlers(options));
  addArtRoute(app, { database: options.database, dataDir: config.dataDir });
}

/** Both ways of uploading, and the list of what comes. */
async function mountUploads(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const shared = {
    ...options,
    dataDir: options.config.dataDir,
    minimumFreeBytes: MINIMUM_FREE_BYTES,
    contents: new Set<string>(),
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
  addRoutes(app, backupPlanApi, backupPlanHandlers(options));
  addRoutes(app, doctorApi, doctorHandlers(options.doctor));
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
