import type { FastifyInstance } from "fastify";
import { accountFeature } from "../accounts/account-handlers.ts";
import { createPasswordSlots } from "../accounts/secret-check.ts";
import { userFeature } from "../accounts/user-handlers.ts";
import { backupPlanFeature } from "../backup/backup-plan-handlers.ts";
import { audienceFeature } from "../audience/audience-handlers.ts";
import { addBackupRoute } from "../backup/backup-route.ts";
import { addRestoreRoute } from "../backup/restore-route.ts";
import { chatFeature } from "../chat/chat-handlers.ts";
import { sanctionFeature } from "../chat/sanction-handlers.ts";
import { commentFeature } from "../comments/comment-handlers.ts";
import { MINIMUM_FREE_BYTES } from "../database/database.ts";
import { deletionFeature } from "../deletions/deletion-handlers.ts";
import { djFeature } from "../djs/dj-handlers.ts";
import { doctorFeature } from "../doctor/doctor-handlers.ts";
import { duplicateFeature } from "../duplicates/duplicate-handlers.ts";
import { edgeFeature } from "../edges/edge-handlers.ts";
import { externalStreamFeature } from "../external-streams/external-stream-handlers.ts";
import { favouriteFeature } from "../favourites/favourite-handlers.ts";
import { createDatabaseProbe } from "../health/database-probe.ts";
import { healthFeature } from "../health/health-handlers.ts";
import { hlsStorageFeature } from "../hls-storage/hls-storage-handlers.ts";
import { botFeature } from "../irc/bot/bot-handlers.ts";
import { ircFeature } from "../irc/irc-handlers.ts";
import { addArtRoute } from "../library/art-route.ts";
import { attentionFeature } from "../library/attention/attention-handlers.ts";
import { cueFeature } from "../library/cues/cue-handlers.ts";
import { addTrackSound } from "../library/cues/sound-route.ts";
import { addTrackCovers } from "../library/edits/cover-route.ts";
import { trackEditFeature } from "../library/edits/track-edit-handlers.ts";
import { groupFeature } from "../library/groups/group-handlers.ts";
import { demoMusicFeature, libraryFeature } from "../library/library-handlers.ts";
import { trackFeature, trackProgrammeFeature } from "../library/track-handlers.ts";
import { logFeature } from "../logs/log-handlers.ts";
import { musicSourceFeature } from "../music-sources/music-source-handlers.ts";
import { outputFeature } from "../outputs/output-handlers.ts";
import { addPlaylistFileRoute } from "../playlists/files/playlist-file-route.ts";
import { playlistFeature } from "../playlists/playlist-handlers.ts";
import { analysisFeature } from "../programme/analysis-handlers.ts";
import { planFeature, queueFeature } from "../programme/plan-handlers.ts";
import { createQueueLimit, queueUndoFeature } from "../queue/queue-handlers.ts";
import { playbackFeature, radioFeature } from "../radio/radio-handlers.ts";
import { streamControlFeature } from "../radio/stream-control-handlers.ts";
import { addCalendars } from "../schedule/calendar-route.ts";
import {
  clockFeature,
  holidayFeature,
  scheduleFeature,
  showFeature,
} from "../schedule/schedule-handlers.ts";
import { addShowPictures } from "../schedule/show-picture-route.ts";
import { setUpFeature } from "../set-up/set-up-handlers.ts";
import { settingsFeature } from "../settings/settings-handlers.ts";
import { addReportFile, reportFeature } from "../reports/report-handlers.ts";
import { addSpotFile, spotFeature } from "../spots/spot-handlers.ts";
import { configFeature } from "../system/config-handlers.ts";
import { consoleFeature } from "../system/console-handlers.ts";
import { addMetrics } from "../system/metrics-route.ts";
import { programmeFileFeature } from "../system/programme-file-handlers.ts";
import { systemFeature } from "../system/system-handlers.ts";
import { uploadFeature } from "../uploads/incoming-handlers.ts";
import type { HttpOptions } from "./http-options.ts";

type FeatureParts = ReturnType<typeof featurePartsOf>;
type Feature = (app: FastifyInstance, parts: FeatureParts) => void | Promise<void>;

const listening: readonly Feature[] = [
  radioFeature,
  playbackFeature,
  streamControlFeature,
  queueFeature,
  queueUndoFeature,
  externalStreamFeature,
  favouriteFeature,
  commentFeature,
];

const community: readonly Feature[] = [
  accountFeature,
  userFeature,
  chatFeature,
  sanctionFeature,
  ircFeature,
  botFeature,
  djFeature,
];

const music: readonly Feature[] = [
  trackFeature,
  trackProgrammeFeature,
  trackEditFeature,
  addTrackCovers,
  addTrackSound,
  addArtRoute,
  cueFeature,
  groupFeature,
  libraryFeature,
  demoMusicFeature,
  duplicateFeature,
  attentionFeature,
  deletionFeature,
  musicSourceFeature,
  uploadFeature,
];

const programme: readonly Feature[] = [
  playlistFeature,
  addPlaylistFileRoute,
  planFeature,
  analysisFeature,
  clockFeature,
  scheduleFeature,
  addCalendars,
  showFeature,
  addShowPictures,
  holidayFeature,
  spotFeature,
  addSpotFile,
  programmeFileFeature,
];

const operation: readonly Feature[] = [
  settingsFeature,
  setUpFeature,
  configFeature,
  systemFeature,
  healthFeature,
  addMetrics,
  doctorFeature,
  logFeature,
  consoleFeature,
  backupPlanFeature,
  addBackupRoute,
  addRestoreRoute,
  audienceFeature,
  reportFeature,
  addReportFile,
  edgeFeature,
  outputFeature,
  hlsStorageFeature,
];

/** Answers every call of the contract, each feature its own. */
export async function mountFeatures(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const parts = featurePartsOf(options);
  for (const features of [listening, community, music, programme, operation])
    for (const mount of features) await mount(app, parts);
}

/** The server's parts, and what several features share. */
function featurePartsOf(options: HttpOptions) {
  const { dataDir, musicDirs } = options.config;
  return {
    ...options,
    dataDir,
    musicDirs,
    minimumFreeBytes: MINIMUM_FREE_BYTES,
    slots: createPasswordSlots(),
    probe: createDatabaseProbe(options.database),
    queueLimit: createQueueLimit(),
  };
}
