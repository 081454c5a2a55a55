/** One start of the stream. Every start has a new `cid`, so no cache answers it and the server knows it. */
export interface Connection {
  readonly cid: string;
  /** Callbacks from older generations are ignored. */
  readonly generation: number;
}

/** What the player of this browser does. Times are milliseconds of one monotonic clock. */
export type Playback =
  | { readonly status: "idle" }
  /** The browser requires a tap before it plays sound. */
  | { readonly status: "blocked" }
  /** The device paused the sound, for a call or another app. Kept for the device's own Play, which resumes live. */
  | { readonly status: "paused-by-device"; readonly connection: Connection }
  /** An operator stopped the stream: no connection until it is started. */
  | { readonly status: "off-air" }
  | {
      readonly status: "connecting";
      readonly connection: Connection;
      readonly sinceMs: number;
    }
  | {
      readonly status: "playing";
      readonly connection: Connection;
      readonly startedAtMs: number;
      /** Reconnects so far in this outage; a short success does not reset them. */
      readonly attempt: number;
      readonly clockSeconds: number;
      readonly clockMovedAtMs: number;
    }
  | {
      readonly status: "reconnecting";
      readonly attempt: number;
      readonly outageSinceMs: number;
      readonly step:
        | { readonly kind: "waiting"; readonly retryAtMs: number }
        | { readonly kind: "trying"; readonly connection: Connection; readonly sinceMs: number };
    };

export type PlaybackEvent =
  | {
      readonly type: "listen.requested";
      readonly connection: Connection;
      readonly nowMs: number;
      readonly isOffAir: boolean;
    }
  | { readonly type: "stop.requested" }
  | {
      readonly type: "sound.started";
      readonly generation: number;
      readonly clockSeconds: number;
      readonly nowMs: number;
    }
  | {
      readonly type: "connection.lost";
      readonly generation: number;
      readonly nowMs: number;
      readonly random: number;
      readonly isOffAir: boolean;
    }
  | { readonly type: "autoplay.refused"; readonly generation: number }
  | { readonly type: "device.paused"; readonly generation: number }
  | {
      readonly type: "clock.read";
      readonly clockSeconds: number;
      readonly nowMs: number;
      readonly random: number;
      readonly isOffAir: boolean;
    }
  | { readonly type: "station.stopped" }
  | { readonly type: "station.started"; readonly connection: Connection; readonly nowMs: number }
  | { readonly type: "retry.due"; readonly connection: Connection; readonly nowMs: number }
  | { readonly type: "network.returned"; readonly nowMs: number };

/** The player's state, for components. */
export interface PlayerState {
  readonly playback: Playback;
  /** undefined until the station has sent the stream's address. */
  readonly streamUrl: string | undefined;
  readonly volume: number;
  readonly isMuted: boolean;
  /** Muted by an emergency stop, at any volume. */
  readonly isSilenced: boolean;
  readonly gainDb: number;
}

export const initialState: Omit<PlayerState, "volume"> = {
  playback: { status: "idle" },
  streamUrl: undefined,
  isMuted: false,
  isSilenced: false,
  gainDb: 0,
};

/** If the media clock stands still this long, the sound has stopped, whatever the element's events say. */
export const STALL_LIMIT_MS = 3000;
export const CONNECT_LIMIT_MS = 8000;
/** This much sound ends an outage: the next loss starts again at the shortest delay. */
const STABLE_AFTER_MS = 10_000;
const UNREACHABLE_AFTER_MS = 60_000;

/** The next state. Pure: the store acts on changes of `connectionOf`. */
export function stepPlayback(playback: Playback, event: PlaybackEvent): Playback {
  switch (event.type) {
    case "listen.requested":
      if (event.isOffAir) return { status: "off-air" };
      return { status: "connecting", connection: event.connection, sinceMs: event.nowMs };
    case "stop.requested":
      return { status: "idle" };
    case "sound.started":
      return whenOpen(playback, event.generation, (connection) => ({
        status: "playing",
        connection,
        startedAtMs: event.nowMs,
        attempt: playback.status === "reconnecting" ? playback.attempt : 0,
        clockSeconds: event.clockSeconds,
        clockMovedAtMs: event.nowMs,
      }));
    case "connection.lost":
      return whenOpen(playback, event.generation, () => reconnect(playback, event));
    case "autoplay.refused":
      return whenCurrent(playback, event.generation, () => ({ status: "blocked" }));
    case "device.paused":
      return whenOpen(playback, event.generation, (connection) => ({
        status: "paused-by-device",
        connection,
      }));
    case "clock.read":
      return readClock(playback, event);
    case "station.stopped":
      // Plays on to the end of the buffer.
      return playback.status === "connecting" || playback.status === "reconnecting"
        ? { status: "off-air" }
        : playback;
    case "station.started":
      return playback.status === "off-air"
        ? { status: "connecting", connection: event.connection, sinceMs: event.nowMs }
        : playback;
    case "retry.due":
      if (playback.status !== "reconnecting" || playback.step.kind !== "waiting") return playback;
      return {
        ...playback,
        step: { kind: "trying", connection: event.connection, sinceMs: event.nowMs },
      };
    case "network.returned":
      if (playback.status !== "reconnecting" || playback.step.kind !== "waiting") return playback;
      return { ...playback, step: { kind: "waiting", retryAtMs: event.nowMs } };
    default:
      return event satisfies never;
  }
}

/** The connection that should be open in this state, if any. */
export function connectionOf(playback: Playback): Connection | undefined {
  switch (playback.status) {
    case "idle":
    case "blocked":
    case "off-air":
      return undefined;
    case "connecting":
    case "playing":
    case "paused-by-device":
      return playback.connection;
    case "reconnecting":
      return playback.step.kind === "trying" ? playback.step.connection : undefined;
    default:
      return playback satisfies never;
  }
}

/** Whether this browser listens, or is going to by itself: the button then stops rather than plays. */
export function listens({ status }: Pick<Playback, "status">): boolean {
  return status !== "idle" && status !== "blocked" && status !== "paused-by-device";
}

/** Whether a connection is open, opening or waiting to retry. */
export function isActive({ status }: Playback): boolean {
  return status === "connecting" || status === "playing" || status === "reconnecting";
}

export function isRetryDue(playback: Playback, nowMs: number): boolean {
  return (
    playback.status === "reconnecting" &&
    playback.step.kind === "waiting" &&
    nowMs >= playback.step.retryAtMs
  );
}

/** True when the outage is long enough to show the station as unreachable. */
export function isUnreachable(playback: Playback, nowMs: number): boolean {
  return (
    playback.status === "reconnecting" && nowMs - playback.outageSinceMs >= UNREACHABLE_AFTER_MS
  );
}

function whenCurrent(
  playback: Playback,
  generation: number,
  next: (connection: Connection) => Playback,
): Playback {
  const connection = connectionOf(playback);
  return connection?.generation === generation ? next(connection) : playback;
}

/** The same, unless the device has paused it: then only Play continues. */
function whenOpen(
  playback: Playback,
  generation: number,
  next: (connection: Connection) => Playback,
): Playback {
  return playback.status === "paused-by-device"
    ? playback
    : whenCurrent(playback, generation, next);
}

function readClock(
  playback: Playback,
  reading: Loss & { readonly clockSeconds: number },
): Playback {
  if (playback.status === "playing") {
    if (reading.clockSeconds !== playback.clockSeconds) {
      return {
        ...playback,
        clockSeconds: reading.clockSeconds,
        clockMovedAtMs: reading.nowMs,
      };
    }
    const isStuck = reading.nowMs - playback.clockMovedAtMs >= STALL_LIMIT_MS;
    return isStuck ? reconnect(playback, reading) : playback;
  }
  const openingSinceMs = openingSince(playback);
  if (openingSinceMs === undefined) return playback;
  const isTooLate = reading.nowMs - openingSinceMs >= CONNECT_LIMIT_MS;
  return isTooLate ? reconnect(playback, reading) : playback;
}

function openingSince(playback: Playback): number | undefined {
  if (playback.status === "connecting") return playback.sinceMs;
  if (playback.status === "reconnecting" && playback.step.kind === "trying") {
    return playback.step.sinceMs;
  }
  return undefined;
}

/** The circumstances of a lost connection. */
interface Loss {
  readonly nowMs: number;
  readonly random: number;
  readonly isOffAir: boolean;
}

function reconnect(playback: Playback, loss: Loss): Playback {
  if (loss.isOffAir) return { status: "off-air" };
  const attempt = nextAttempt(playback, loss.nowMs);
  const delayMs = reconnectDelayMs({ attempt, random: loss.random });
  return {
    status: "reconnecting",
    attempt,
    outageSinceMs: playback.status === "reconnecting" ? playback.outageSinceMs : loss.nowMs,
    step: { kind: "waiting", retryAtMs: loss.nowMs + delayMs },
  };
}

/** Counts from 1. */
function nextAttempt(playback: Playback, nowMs: number): number {
  if (playback.status === "reconnecting") return playback.attempt + 1;
  if (playback.status !== "playing") return 1;
  return nowMs - playback.startedAtMs < STABLE_AFTER_MS ? playback.attempt + 1 : 1;
}

/**
 * A killed on-air is back within 3 s: until then the retries are dense enough for every player to be back within 4 s.
 */
const DELAYS_MS = [250, 500, 750, 750, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;
const LONGEST_MS = 30_000;

/**
 * Delay before the next attempt.
 * @param attempt counts from 1
 * @param random 0 to 1; changes the delay by up to a fifth either way
 */
export function reconnectDelayMs(retry: {
  readonly attempt: number;
  readonly random: number;
}): number {
  const delayMs = DELAYS_MS[retry.attempt - 1] ?? LONGEST_MS;
  return Math.round(delayMs * (0.8 + 0.4 * retry.random));
}
