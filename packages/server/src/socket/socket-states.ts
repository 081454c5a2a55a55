import type { SocketData, NowPlaying } from "@neonrelay/contract";
import { listComments } from "../comments/comment-actions.ts";
import type { Irc } from "../irc/irc.ts";
import { listQueue } from "../queue/queue-changes.ts";
import {
  loadNowPlaying,
  loadRadioState,
  loadStreamInfo,
  type RadioParts,
} from "../radio/radio-actions.ts";
import { toBranding } from "../settings/branding.ts";
import { toPolicy } from "../identity/rights-rules.ts";
import type { StationEvent } from "../events/station-events.ts";
import type { SocketStateType } from "./browser-socket.ts";

/** What states are loaded from. */
export type SocketStateParts = RadioParts & { readonly irc: Irc };

/** A state as sent to a browser that reached us under `hostname`; only the stream's address depends on that. */
export type StateFor = (hostname: string) => SocketData<SocketStateType>;

/** Loads the present value of a state, once for all browsers. */
export async function loadState(parts: SocketStateParts, type: SocketStateType): Promise<StateFor> {
  switch (type) {
    case "radio_state": {
      const state = await loadRadioState(parts);
      return () => state;
    }
    case "queue_update": {
      const queue = await listQueue(parts.database.connection);
      return () => queue;
    }
    case "now_playing": {
      const nowPlaying = await loadNowPlaying(parts);
      return () => nowPlaying;
    }
    case "stream_info":
      return await loadStreamInfo(parts);
    case "comments": {
      const comments = await listComments(parts.database.connection);
      return () => comments;
    }
    case "branding_update": {
      const branding = toBranding(parts.settings.current);
      return () => ({ branding });
    }
    case "station_policy": {
      const policy = toPolicy(parts.settings.current);
      return () => policy;
    }
    case "irc_status": {
      const { status } = parts.irc;
      return () => status;
    }
    case "irc_users": {
      const { users } = parts.irc;
      return () => users;
    }
    default:
      return type satisfies never;
  }
}

/** Which states an event may have changed. */
export function statesChangedBy(event: StationEvent): readonly SocketStateType[] {
  switch (event.type) {
    case "queue.changed":
      return ["queue_update"];
    case "radio.changed":
      return ["radio_state", "stream_info"];
    case "settings.changed":
      return ["radio_state", "stream_info", "branding_update", "station_policy"];
    case "play.started":
    case "play.hurried":
    case "play.ended":
      return ["radio_state", "now_playing"];
    case "on-air.changed":
      return ["radio_state", "now_playing", "stream_info"];
    case "library.changed":
      // A queued track may have new tags, or be gone.
      return ["queue_update", "now_playing"];
    case "track.requested":
    case "track.failed":
    case "plan-item.missed":
    case "track.dropped":
    case "files.retried":
    case "demo.created":
    case "playlists.changed":
    case "schedule.changed":
    case "show.changed":
    case "plan.changed":
    case "outputs.changed":
    case "hls-storage.changed":
    case "djs.changed":
    case "on-air.ready":
    case "live.began":
    case "live.left":
    case "live.absent":
    case "live.refused":
    case "listener.attached":
    case "chat.said":
    case "chat.cleared":
    case "chat.changed":
    case "chat.delivered":
    case "chat.status":
    case "chat.replied":
    case "chat.sanctioned":
    case "chat.sanction-lifted":
    case "irc.trouble":
    case "security.noted":
    case "sessions.ended":
    case "tracks.merged":
    case "tracks.parted":
    case "account.changed":
    case "password.changed":
      return [];
    case "comments.changed":
      return ["comments"];
    case "irc.changed":
      return ["radio_state", "irc_status", "irc_users"];
    default:
      return event satisfies never;
  }
}

/** How far the programme clock may drift from what browsers know, in ms, before they get an update. */
const CLOCK_DRIFT_MS = 250;

/**
 * Whether browsers need an update. Browsers advance the clock of now-playing themselves, so only a change of what plays or
 * a jump of the clock counts.
 */
export function isNews({
  before,
  after,
}: {
  readonly before: SocketData<SocketStateType> | undefined;
  readonly after: SocketData<SocketStateType>;
}): boolean {
  if (before === undefined) return true;
  if (isNowPlaying(before) && isNowPlaying(after)) {
    const driftMs = clockOffsetMs(after) - clockOffsetMs(before);
    // While on-air is away there is no clock, and its position stays at 0.
    const hasClock = before.positionMs !== 0 || after.positionMs !== 0;
    if (hasClock && Math.abs(driftMs) > CLOCK_DRIFT_MS) return true;
    return JSON.stringify(withoutClock(before)) !== JSON.stringify(withoutClock(after));
  }
  return JSON.stringify(before) !== JSON.stringify(after);
}

function isNowPlaying(value: SocketData<SocketStateType>): value is NowPlaying {
  return "serverNowMs" in value;
}

function clockOffsetMs({ positionMs, serverNowMs }: NowPlaying): number {
  return positionMs - serverNowMs;
}

function withoutClock({ positionMs: _positionMs, serverNowMs: _serverNowMs, ...rest }: NowPlaying) {
  return rest;
}
