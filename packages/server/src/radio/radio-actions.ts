import type { IrcStatus, NowPlaying, Play, RadioState, StreamInfo } from "@neonrelay/contract";
import type { ServerConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { findRadioState, type StoredRadioState } from "./on-air-store.ts";
import { offeredPlaylist } from "../hls-storage/hls-storage-rules.ts";
import { findHlsStorage } from "../hls-storage/hls-storage-store.ts";
import { listPlays } from "../history/play-store.ts";
import { findTracks } from "../library/track-store.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";
import type { RadioControl } from "./radio-control.ts";
import { describeNowPlaying, describeRadio, describeStream, toPlay } from "./radio-rules.ts";

export interface RadioParts {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly link: OnAirLink;
  readonly control: RadioControl;
  readonly irc: RadioChannel;
  readonly config: Pick<ServerConfig, "publicUrl" | "publicStreamUrl" | "streamPort" | "tls">;
}

/** The channel as shown in the radio state; IRC implements it. */
interface RadioChannel {
  readonly status: Pick<IrcStatus, "connected" | "userCount">;
  /** The channel when set by the environment; null: set in the settings. */
  readonly fixedChannel: string | null;
}

/** Plays read for the history of now-playing: ten, and the one on air. */
const RECENT_PLAYS = 11;

export async function loadRadioState(parts: RadioParts): Promise<RadioState> {
  return toRadioState(parts, await parts.control.load());
}

export function toRadioState(
  { settings, link, irc }: RadioParts,
  stored: StoredRadioState,
): RadioState {
  const { connected, userCount } = irc.status;
  return describeRadio({
    stored,
    irc: {
      ircConnected: connected,
      ircChannel: irc.fixedChannel ?? settings.current.ircChannel,
      ircUserCount: userCount,
    },
    listeners: link.listeners,
    status: link.status,
  });
}

export async function loadNowPlaying({ database, link }: RadioParts): Promise<NowPlaying> {
  const { status } = link;
  const named = [status?.now?.trackId, status?.next?.trackId].filter(
    (id) => typeof id === "string",
  );
  const recent = await listPlays(database.connection, { beforeMs: null, limit: RECENT_PLAYS });
  const tracks = await findTracks(database.connection, named);
  return describeNowPlaying({ status, recent, tracks, nowMs: Date.now() });
}

export async function loadHistory(
  { database }: Pick<RadioParts, "database">,
  range: { readonly beforeMs: number | null; readonly limit: number },
): Promise<Play[]> {
  return (await listPlays(database.connection, range)).map(toPlay);
}

/** @returns the stream information for a browser that reached the web server under `hostname` */
export async function loadStreamInfo({
  database,
  settings,
  link,
  config,
}: RadioParts): Promise<(hostname: string) => StreamInfo> {
  const { isStreaming: isWanted, audioSource } = await findRadioState(database.connection);
  // The setting is only a wish: on-air reports whether the mounts respond.
  const isStreaming = isWanted && link.status?.settings.isStreaming === true;
  const copy = link.status?.hlsStorage ?? null;
  const hlsUrl =
    copy === null ? null : offeredPlaylist(await findHlsStorage(database.connection), copy);
  return (hostname) =>
    describeStream({
      base: streamBaseUrl(config, hostname),
      isStreaming,
      isStopped: !isWanted,
      audioSource,
      settings: settings.current,
      status: link.status,
      elsewhere: { edges: link.status?.edges ?? [], relays: settings.current.relays },
      hlsUrl,
    });
}

/**
 * The stream's base URL for a browser that reached us as `hostname`. A page on https may not play a stream from http,
 * so a station with a public https URL offers the stream on the web port. With the station's own certificate, the
 * stream port supports https as well.
 */
export function streamBaseUrl(
  { publicUrl, publicStreamUrl, streamPort, tls }: RadioParts["config"],
  hostname: string,
): URL {
  if (publicStreamUrl !== null) return new URL(publicStreamUrl);
  if (tls !== null) return new URL(`https://${hostname}:${streamPort}/`);
  const isPublicByHttps = publicUrl?.startsWith("https:") === true;
  if (isPublicByHttps && new URL(publicUrl).hostname === hostname) return new URL(publicUrl);
  return new URL(`http://${hostname}:${streamPort}/`);
}
