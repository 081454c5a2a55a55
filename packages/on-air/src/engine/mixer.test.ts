// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
import { Deck } from "./deck.ts";
import type { EngineEvent } from "./engine-protocol.ts";
import { FrameGrid } from "./frame-grid.ts";
import { Mixer } from "./mixer.ts";
import { wholeFile } from "./test-engine.ts";

test.each([
  {
    kind: "file",
    source: wholeFile("never read"),
    detail: "The file could not be read in time",
    isFile: true,
  },
  {
    kind: "feed",
    source: { kind: "feed", feedId: randomUUID(), isLive: true, format: "mp3" } as const,
    detail: "Nothing came for too long",
    isFile: false,
  },
])(
  "a deck that hangs in a $kind is dropped within the same frame, and reported as never coming back",
  async ({ source, detail, isFile }) => {
    const events: EngineEvent[] = [];
    const reader = new URL("test-hanging-reader.ts", import.meta.url);
    const decks = ["A", "B"].map((name) => new Deck({ name, reader, onDeath: () => {} }));
    const current = {
      playId: randomUUID(),
      source,
      gainDb: 0,
      offsetMs: 0,
    };
    const mixer = new Mixer({
      decks,
      start: {
        positionSamples: 0,
        crossfadeMs: 1000,
        isPlaying: true,
        isFadedOut: false,
        volume: 75,
        current,
      },
      grid: new FrameGrid({ codec: "mp3", sampleRateHz: 44_100 }),
      emergencyPcm: new Float32Array(MIX_FRAME_SAMPLES * 2).fill(0.1),
      sourceOf: () => ({ kind: "file", path: "never read", offsetMs: 0 }),
      emit: (event) => events.push(event),
    });
    const frame = new Float32Array(MIX_FRAME_SAMPLES * 2);
    await expect.poll(() => mixer.isStartable).toBe(true);

    while (!mixer.isStarved) mixer.produce(frame);
    const wasFile = mixer.giveUpStarved();
    mixer.produce(frame);
    const isWaiting = decks[0]?.isWaiting;
    const insidePlayId = decks[0]?.insidePlayId;
    // The hung deck is free, too; the next play goes to the other one.
    mixer.cue({ ...current, source: wholeFile("never read"), playId: randomUUID() });
    await expect.poll(() => mixer.isStartable).toBe(true);
    await Promise.all(decks.map((deck) => deck.end({ limitMs: 5000 })));

    expect(insidePlayId).toBe(current.playId);
    expect(mixer.isEmergency).toBe(true);
    // The frame starts with what the deck still had and ends with the emergency loop alone.
    expect(frame.at(0)).toBeCloseTo(0.25, 2);
    expect(frame.at(-1)).toBeCloseTo(0.1, 5);
    expect(events.at(-1)).toMatchObject({
      kind: "play.ended",
      playId: current.playId,
      reason: "failed",
      detail,
    });
    // A file must not run dry; a sender may.
    expect(wasFile).toBe(isFile);
    // The engine counts from here, and has the process replaced if the deck never responds.
    expect(isWaiting).toBe(true);
  },
);
