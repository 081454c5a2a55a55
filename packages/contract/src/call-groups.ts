import { accountsApi, usersApi } from "./accounts-api.ts";
import { analysisApi } from "./analysis-api.ts";
import { attentionApi } from "./attention-api.ts";
import { backupApi, configApi, restoreApi } from "./backup-api.ts";
import { backupPlanApi } from "./backup-plan-api.ts";
import { botCommandsApi, ircApi } from "./irc-api.ts";
import { chatApi, chatSanctionsApi } from "./chat-api.ts";
import { clocksApi } from "./clocks-api.ts";
import { commentsApi } from "./comments-api.ts";
import { deletionsApi } from "./deletions-api.ts";
import { djsApi } from "./djs-api.ts";
import { doctorApi, healthApi, metricsApi } from "./health-api.ts";
import { duplicatesApi } from "./duplicates-api.ts";
import type { Endpoint } from "./endpoint.ts";
import { favouritesApi } from "./favourites-api.ts";
import { hlsStorageApi } from "./hls-storage-api.ts";
import { holidaysApi } from "./holidays-api.ts";
import { incomingApi } from "./incoming-api.ts";
import { libraryGroupsApi } from "./library-groups-api.ts";
import { listenersApi } from "./listeners-api.ts";
import { logsApi } from "./logs-api.ts";
import { musicSourcesApi } from "./music-sources-api.ts";
import { edgesApi, outputsApi } from "./outputs-api.ts";
import { planApi } from "./plan-api.ts";
import { playlistFilesApi } from "./playlist-files-api.ts";
import { playlistsApi } from "./playlists-api.ts";
import { queueApi, queueUndoApi } from "./queue-api.ts";
import { programmeFilesApi } from "./programme-files-api.ts";
import { playbackApi, radioApi, streamApi } from "./radio-api.ts";
import { reportFilesApi, reportsApi } from "./reports-api.ts";
import { calendarsApi, scheduleApi } from "./schedule-api.ts";
import { setUpApi } from "./set-up-api.ts";
import { settingsApi } from "./settings-api.ts";
import { showPictureApi, showPictureImageApi, showsApi } from "./shows-api.ts";
import { spotFilesApi, spotsApi } from "./spots-api.ts";
import { consoleApi, systemApi } from "./system-api.ts";
import { trackCuesApi, trackSoundApi } from "./track-cues-api.ts";
import { trackCoversApi, trackEditsApi } from "./track-edits-api.ts";
import {
  artApi,
  demoMusicApi,
  libraryApi,
  externalStreamsApi,
  trackProgrammeApi,
  tracksApi,
  uploadApi,
} from "./tracks-api.ts";

/** A group of related calls in the API description. */
interface CallGroup {
  readonly name: string;
  readonly description: string;
  readonly apis: readonly Readonly<Record<string, Endpoint>>[];
}

/** Every call of the contract. */
export const callGroups: readonly CallGroup[] = [
  {
    name: "On air",
    description: "What is playing, and the controls for it",
    apis: [radioApi, playbackApi],
  },
  {
    name: "Queue",
    description: "What plays next, and requests",
    apis: [queueApi, queueUndoApi],
  },
  {
    name: "Library",
    description: "The station's music, and your favourites",
    apis: [tracksApi, libraryApi, libraryGroupsApi, artApi, favouritesApi],
  },
  {
    name: "New music",
    description: "Add files, demo tracks and external streams to the library",
    apis: [uploadApi, incomingApi, demoMusicApi, externalStreamsApi],
  },
  {
    name: "Track edits",
    description:
      "Change tracks one by one or many at once, undo that, and write it into their files",
    apis: [trackEditsApi, trackCoversApi],
  },
  {
    name: "Cue points",
    description: "Where tracks begin and end on air, their waveforms, and how they join",
    apis: [trackCuesApi, trackSoundApi],
  },
  {
    name: "Duplicates",
    description: "Tracks that are in the library more than once, and what to do about them",
    apis: [duplicatesApi],
  },
  {
    name: "Deletions",
    description: "Delete tracks, bring them back, and empty the trash",
    apis: [deletionsApi],
  },
  {
    name: "Attention",
    description: "Tracks whose sound needs attention, and files that were refused",
    apis: [attentionApi],
  },
  {
    name: "Music sources",
    description: "Subsonic-compatible servers whose music is in the library",
    apis: [musicSourcesApi],
  },
  {
    name: "Programme",
    description: "Playlists, the plan for the coming hours, and the log of spots",
    apis: [
      playlistsApi,
      playlistFilesApi,
      planApi,
      trackProgrammeApi,
      programmeFilesApi,
      spotsApi,
      spotFilesApi,
      analysisApi,
    ],
  },
  {
    name: "Schedule",
    description: "Shows, the clocks that shape their hours, and when they are on",
    apis: [
      scheduleApi,
      holidaysApi,
      calendarsApi,
      showsApi,
      showPictureApi,
      showPictureImageApi,
      clocksApi,
    ],
  },
  {
    name: "Stream",
    description:
      "The mounts: start and stop, encoding, the Icecast servers they are relayed to, and the storage that HLS is copied to",
    apis: [streamApi, outputsApi, hlsStorageApi, edgesApi],
  },
  {
    name: "Listeners",
    description:
      "Who listens now, who listened when, where and to what, and reports for collecting societies",
    apis: [listenersApi, reportsApi, reportFilesApi],
  },
  {
    name: "DJs",
    description: "Stream keys and connected DJs",
    apis: [djsApi],
  },
  {
    name: "Chat",
    description: "The station's channel, mutes and bans, and the bridge to IRC",
    apis: [chatApi, chatSanctionsApi, botCommandsApi, ircApi],
  },
  { name: "Comments", description: "Comments from listeners", apis: [commentsApi] },
  { name: "Signing in", description: "Sessions and their rights", apis: [accountsApi] },
  { name: "Accounts", description: "User accounts and their roles", apis: [usersApi] },
  {
    name: "Settings",
    description: "How the station looks and behaves",
    apis: [settingsApi, setUpApi],
  },
  { name: "Logs", description: "What happened and who did it", apis: [logsApi] },
  {
    name: "System",
    description: "Machine and database status, backups, and moving a station",
    apis: [systemApi, doctorApi, consoleApi, configApi, backupApi, backupPlanApi, restoreApi],
  },
  {
    name: "Health",
    description: "Health for a watchdog, and metrics for Prometheus",
    apis: [healthApi, metricsApi],
  },
];
