import type { NowPlaying, Play, RadioState, StreamInfo } from "@neonrelay/contract";
import type { AiredPlay, OnAirStatus } from "@neonrelay/on-air/protocol";
import { streamAddresses, type Elsewhere } from "../edges/edge-rules.ts";
import { toTrack, type LibraryTrack } from "../library/track-rules.ts";
import { describeAudioSource, type CaptureStatus } from "./audio-source-rules.ts";
import type { MountSettings } from "../settings/stream-format-rules.ts";

/** A past play, with its track as it is now. */
interface KnownPlay {
  readonly id: string;
  readonly kind: Play["kind"];
  readonly sessionId: string | null;
  readonly djName: string | null;
  readonly track: LibraryTrack | null;
  readonly title: string;
  readonly artist: string;
  readonly requestedBy: string | null;
  readonly startMs: number;
  readonly audioStartMs: number;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
}

const HISTORY_LENGTH = 10;

export function toPlay(play: KnownPlay): Play {
  return {
    id: play.id,
    kind: play.kind,
    sessionId: play.sessionId,
    djName: play.djName,
    track: play.track === null ? null : toTrack(play.track),
    title: play.title,
    artist: play.artist,
    requestedBy: play.requestedBy,
    startMs: play.startMs,
    audioStartMs: play.audioStartMs,
    // Rounded down, so that the page before this play does not include it again.
    startedAtMs: Math.floor(play.startedAtMs),
    durationMs: play.durationMs,
  };
}

export function describeRadio({
  stored,
  irc,
  listeners,
  status,
}: {
  readonly stored: Pick<RadioState, "isPlaying" | "volume" | "currentTrackId">;
  readonly irc: Pick<RadioState, "ircConnected" | "ircChannel" | "ircUserCount">;
  readonly listeners: number | null;
  /** null: on-air is down. */
  readonly status: Pick<OnAirStatus, "source"> | null;
}): RadioState {
  return {
    id: "station",
    isPlaying: stored.isPlaying,
    isFadedOut: stored.isPlaying && status?.source === "faded-out",
    currentTrackId: stored.currentTrackId,
    volume: stored.volume,
    listenerCount: listeners,
    ...irc,
  };
}

/**
 * What is on air, as far as known at `nowMs`.
 * @param recent the newest plays, newest first; may include the one on air
 * @param tracks the library's tracks named in `status`
 */
export function describeNowPlaying({
  status,
  recent,
  tracks,
  nowMs,
}: {
  readonly status: OnAirStatus | null;
  readonly recent: readonly KnownPlay[];
  readonly tracks: ReadonlyMap<string, LibraryTrack>;
  readonly nowMs: number;
}): NowPlaying {
  const now = status?.now ? fromAired(status.now, tracks) : null;
  const nextTrack = status?.next ? tracks.get(status.next.trackId) : undefined;
  return {
    now,
    isEmergencyLoop: now === null && status?.source === "emergency",
    track: now?.track ?? null,
    startedAtMs: now?.startedAtMs ?? null,
    durationMs: now?.durationMs ?? null,
    serverNowMs: nowMs,
    positionMs: status === null ? 0 : status.positionMs + (nowMs - status.atMs),
    next:
      nextTrack === undefined
        ? null
        : { track: toTrack(nextTrack), requestedBy: status?.next?.requestedBy ?? null },
    history: recent
      .filter((play) => play.id !== now?.id && !isHeardOver(play))
      .slice(0, HISTORY_LENGTH)
      .map(toPlay),
  };
}

/** @param base scheme, host and port of the stream server, as seen by the requesting browser */
export function describeStream({
  base,
  isStreaming,
  isStopped,
  audioSource,
  settings,
  status,
  elsewhere,
  hlsUrl,
}: {
  readonly base: URL;
  readonly isStreaming: boolean;
  readonly isStopped: boolean;
  /** The chosen source. */
  readonly audioSource: string;
  /** null: on-air is down. */
  readonly status: CaptureStatus;
  readonly elsewhere: Elsewhere;
  /** URL of HLS on object storage; null: the station serves it. */
  readonly hlsUrl: string | null;
  readonly settings: {
    readonly bitrateKbps: number;
    readonly sampleRateHz: number;
    readonly channels: number;
  } & MountSettings;
}): StreamInfo {
  const dj = heardDj(status);
  const folder = base.href.endsWith("/") ? base.href : `${base.href}/`;
  const defaultPort = base.protocol === "https:" ? 443 : 80;
  return {
    isStreaming,
    isStopped,
    streamUrl: `${folder}stream.mp3`,
    addresses: streamAddresses(`${folder}stream.mp3`, elsewhere),
    adminUrl: folder,
    audioSource: describeAudioSource(audioSource, status),
    live: {
      djName: dj?.djName ?? null,
      sinceMs: dj === undefined || dj.begunAtMs === null ? null : Math.floor(dj.begunAtMs),
      waiting: status?.live.filter(({ state }) => state === "waiting").length ?? 0,
    },
    config: {
      icecastServer: base.hostname,
      icecastPort: base.port === "" ? defaultPort : Number(base.port),
      bitrate: settings.bitrateKbps,
      sampleRate: settings.sampleRateHz,
      channels: settings.channels,
      mounts: {
        opus: { isOn: settings.isOpusOn, bitrate: settings.opusBitrateKbps },
        aac: { isOn: settings.isAacOn, bitrate: settings.aacBitrateKbps },
        hls: { isOn: settings.isHlsOn },
      },
    },
    mounts: [
      ...(settings.isOpusOn ? [{ name: "Opus", url: `${folder}stream.opus` }] : []),
      ...(settings.isAacOn ? [{ name: "AAC", url: `${folder}stream.aac` }] : []),
      ...(settings.isHlsOn ? [{ name: "HLS", url: hlsUrl ?? `${folder}hls/live.m3u8` }] : []),
    ],
  };
}

/** Whether it played over a DJ, whose title stayed. */
export function isHeardOver({ kind, sessionId }: Pick<KnownPlay, "kind" | "sessionId">): boolean {
  return kind === "library" && sessionId !== null;
}

function fromAired(play: AiredPlay, tracks: ReadonlyMap<string, LibraryTrack>): Play {
  const { playId, trackId, entryId: _entryId, ...fields } = play;
  return toPlay({
    ...fields,
    id: playId,
    track: trackId === null ? null : (tracks.get(trackId) ?? null),
  });
}

function heardDj(status: CaptureStatus) {
  const isIn = (wanted: string) => status?.live.find(({ state }) => state === wanted);
  return isIn("on-air") ?? isIn("finishing");
}
