import { accountsApi, usersApi } from "./accounts-api.ts";
import { backupApi, configApi, restoreApi } from "./backup-api.ts";
import { botCommandsApi } from "./bot-commands-api.ts";
import { chatApi } from "./chat-api.ts";
import { chatSanctionsApi } from "./chat-sanctions-api.ts";
import { commentsApi } from "./comments-api.ts";
import { djsApi } from "./djs-api.ts";
import type { Endpoint } from "./endpoint.ts";
import { favouritesApi } from "./favourites-api.ts";
import { healthApi, metricsApi } from "./health-api.ts";
import { ircApi } from "./irc-api.ts";
import { logsApi } from "./logs-api.ts";
import { outputsApi } from "./outputs-api.ts";
import { queueApi, queueUndoApi } from "./queue-api.ts";
import { playbackApi, radioApi, streamApi } from "./radio-api.ts";
import { settingsApi } from "./settings-api.ts";
import { consoleApi, systemApi } from "./system-api.ts";
import {
  artApi,
  demoMusicApi,
  libraryApi,
  externalStreamsApi,
  tracksApi,
  uploadApi,
} from "./tracks-api.ts";

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
    apis: [tracksApi, libraryApi, artApi, favouritesApi],
  },
  {
    name: "New music",
    description: "Files, demo tracks and external streams that join the library",
    apis: [uploadApi, demoMusicApi, externalStreamsApi],
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
