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

interface SocketState {
  /** Loads its present value, once for all browsers. */
  readonly load: (parts: SocketStateParts) => Promise<StateFor>;
  /** Events after which it may be another. */
  readonly changedBy: readonly StationEvent["type"][];
}

const whatPlays = ["play.started", "play.hurried", "play.ended", "on-air.changed"] as const;

/** What every browser is sent when it connects, and again whenever it changes. */
export const socketStates: { readonly [Type in SocketStateType]: SocketState } = {
  radio_state: {
    load: async (parts) => always(await loadRadioState(parts)),
    changedBy: ["radio.changed", "settings.changed", "irc.changed", ...whatPlays],
  },
  queue_update: {
    load: async ({ database }) => always(await listQueue(database.connection)),
    // A queued track may have new tags, or be gone.
    changedBy: ["queue.changed", "library.changed"],
  },
  now_playing: {
    load: async (parts) => always(await loadNowPlaying(parts)),
    changedBy: ["library.changed", ...whatPlays],
  },
  stream_info: {
    load: loadStreamInfo,
    changedBy: ["radio.changed", "settings.changed", "on-air.changed"],
  },
  comments: {
    load: async ({ database }) => always(await listComments(database.connection)),
    changedBy: ["comments.changed"],
  },
  branding_update: {
    load: async ({ settings }) => always({ branding: toBranding(settings.current) }),
    changedBy: ["settings.changed"],
  },
  station_policy: {
    load: async ({ settings }) => always(toPolicy(settings.current)),
    changedBy: ["settings.changed"],
  },
  irc_status: { load: async ({ irc }) => always(irc.status), changedBy: ["irc.changed"] },
  irc_users: { load: async ({ irc }) => always(irc.users), changedBy: ["irc.changed"] },
};

function always(data: SocketData<SocketStateType>): StateFor {
  return () => data;
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
