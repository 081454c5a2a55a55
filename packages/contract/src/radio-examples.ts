import type { NowPlaying, Play, RadioState, StreamInfo } from "./radio.ts";
import type { Track } from "./tracks.ts";

const trackExample: Track = {
  id: "5f0c8b1e-6d0f-4a43-9f0e-2a8c3a1b7d51",
  kind: "file",
  title: "Midnight Uplink",
  artist: "The Relays",
  artists: ["The Relays"],
  albumArtists: [],
  album: "Night Signals",
  genre: "Synthwave",
  duration: "3:42",
  durationMs: 222_300,
  bitrate: 256,
  albumArt: "/api/tracks/5f0c8b1e-6d0f-4a43-9f0e-2a8c3a1b7d51/art",
  loudnessLufs: -11.2,
  gainDb: -4.8,
  shortOfTargetDb: null,
  contentKind: "music",
  weightPercent: 100,
  isInRotation: true,
};

export const playExample: Play = {
  id: "c2a1b8f4-9b1d-4f5e-8f36-0d3f4f0a9e27",
  kind: "library",
  sessionId: null,
  djName: null,
  track: trackExample,
  title: "Midnight Uplink",
  artist: "The Relays",
  requestedBy: "Web User",
  startMs: 7_204_000,
  audioStartMs: 7_202_000,
  startedAtMs: 1_769_890_500_000,
  durationMs: 222_300,
};

export const radioStateExample: RadioState = {
  id: "station",
  isPlaying: true,
  isFadedOut: false,
  currentTrackId: trackExample.id,
  volume: 75,
  listenerCount: 12,
  ircConnected: false,
  ircChannel: "#neonrelay",
  ircUserCount: 0,
};

export const nowPlayingExample: NowPlaying = {
  now: playExample,
  isEmergencyLoop: false,
  track: trackExample,
  startedAtMs: playExample.startedAtMs,
  durationMs: playExample.durationMs,
  serverNowMs: 1_769_890_560_000,
  positionMs: 7_262_000,
  next: { track: trackExample, requestedBy: null },
  history: [],
};

export const streamInfoExample: StreamInfo = {
  isStreaming: true,
  isStopped: false,
  streamUrl: "http://radio.example:8000/stream.mp3",
  addresses: [
    { url: "http://radio.example:8000/stream.mp3", weight: 10 },
    { url: "http://paris.radio.example:8000/stream.mp3", weight: 10 },
  ],
  adminUrl: "http://radio.example:8000/",
  audioSource: {
    chosen: "automation",
    onAir: "automation",
    notice: null,
    choices: [{ id: "automation", name: "Automation: queue, then rotation" }],
  },
  live: { djName: null, sinceMs: null, waiting: 0 },
  config: {
    icecastServer: "radio.example",
    icecastPort: 8000,
    bitrate: 192,
    sampleRate: 44_100,
    channels: 2,
    mounts: {
      opus: { isOn: true, bitrate: 96 },
      aac: { isOn: false, bitrate: 128 },
      hls: { isOn: true },
    },
  },
  mounts: [
    { name: "Opus", url: "http://radio.example:8000/stream.opus" },
    { name: "HLS", url: "http://radio.example:8000/hls/live.m3u8" },
  ],
};
