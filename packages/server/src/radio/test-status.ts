import { defaultSettings, type AiredPlay, type OnAirStatus } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";

/** A track of three minutes that began at programme position 0, for tests. */
export function testPlay(play: Partial<AiredPlay>): AiredPlay {
  return {
    playId: randomUUID(),
    kind: "library",
    trackId: null,
    sessionId: null,
    djName: null,
    entryId: null,
    itemId: null,
    requestedBy: null,
    title: "Test",
    artist: "Test Tones",
    startMs: 0,
    audioStartMs: 0,
    startedAtMs: 0,
    durationMs: 180_000,
    ...play,
  };
}

/** on-air's status one minute into the programme, playing this. @param atMs wall clock */
export function testStatus(now: AiredPlay | null, atMs = 0): OnAirStatus {
  return {
    now,
    next: null,
    source: "programme",
    engine: "running",
    encoderSpeed: null,
    positionMs: 60_000,
    atMs,
    listeners: 0,
    live: [],
    captureDevices: [],
    outputs: [],
    hlsStorage: null,
    ledger: null,
    edges: [],
    probes: [],
    requestStartsMs: [],
    quarantined: [],
    settings: defaultSettings,
  };
}
