import { accountsApi, usersApi } from "./accounts.ts";
import { backupApi, configApi, restoreApi } from "./backup.ts";
import { botCommandsApi } from "./bot-commands.ts";
import { chatApi } from "./chat.ts";
import { chatSanctionsApi } from "./chat-sanctions.ts";
import { commentsApi } from "./comments.ts";
import { djsApi } from "./djs.ts";
import type { Endpoint } from "./endpoint.ts";
import { favouritesApi } from "./favourites.ts";
import { healthApi, metricsApi } from "./health.ts";
import { ircApi } from "./irc.ts";
import { logsApi } from "./logs.ts";
import { outputsApi } from "./outputs.ts";
import { planApi } from "./plan.ts";
import { playlistsApi } from "./playlists.ts";
import { queueApi, queueUndoApi } from "./queue.ts";
import { playbackApi, radioApi, streamApi } from "./radio.ts";
import { settingsApi } from "./settings.ts";
import { consoleApi, systemApi } from "./system.ts";
import {
  artApi,
  demoMusicApi,
  libraryApi,
  externalStreamsApi,
  trackProgrammeApi,
  tracksApi,
  uploadApi,
} from "./tracks.ts";

/** Calls about one thing, as a reader of the description finds them. */
export interface CallGroup {
  readonly name: string;
  readonly description: string;
  readonly apis: readonly Readonly<Record<string, Endpoint>>[];
}

/** Every call of the contract. */
export const callGroups: readonly CallGroup[] = [
  {
    name: "On air",
    description: "What plays, since when, and who steers it",
    apis: [radioApi, playbackApi],
  },
  {
    name: "Queue",
    description: "What plays next, and requests for it",
    apis: [queueApi, queueUndoApi],
  },
  {
    name: "Library",
    description: "The music of the station, and what of it you like best",
    apis: [tracksApi, trackProgrammeApi, libraryApi, artApi, favouritesApi],
  },
  {
    name: "New music",
    description: "Files, demo tracks and external streams that join the library",
    apis: [uploadApi, demoMusicApi, externalStreamsApi],
  },
  {
    name: "Programme",
    description: "Playlists, and the plan of the coming hours that is made of them",
    apis: [playlistsApi, planApi],
  },
  {
    name: "Stream",
    description:
      "The mounts: on and off the air, how they are encoded, and the Icecast servers they are sent to",
    apis: [streamApi, outputsApi],
  },
  {
    name: "DJs",
    description: "Stream keys, and who broadcasts with one",
    apis: [djsApi],
  },
  {
    name: "Chat",
    description: "The station's channel, who may speak there, and the IRC it is bridged to",
    apis: [chatApi, chatSanctionsApi, botCommandsApi, ircApi],
  },
  { name: "Comments", description: "What listeners leave to be read", apis: [commentsApi] },
  { name: "Signing in", description: "Sessions and what they may do", apis: [accountsApi] },
  { name: "Accounts", description: "Who may sign in, and with which role", apis: [usersApi] },
  { name: "Settings", description: "How the station looks and behaves", apis: [settingsApi] },
  { name: "Logs", description: "What happened and who did it", apis: [logsApi] },
  {
    name: "System",
    description: "How the machine and the database do, and what takes the station elsewhere",
    apis: [systemApi, consoleApi, configApi, backupApi, restoreApi],
  },
  {
    name: "Health",
    description: "Whether everything works, for a watchdog, and figures for Prometheus",
    apis: [healthApi, metricsApi],
  },
];
