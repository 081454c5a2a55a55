// @module-tag ffmpeg
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { makeTone } from "../audio/test-sound.ts";
import type { EnginePlay } from "./engine-protocol.ts";
import { TestEngine, wholeFile } from "./test-engine.ts";

const CHANGES = 100;
/** Changes before memory is first measured: by then every path has run. */
const WARM_UP_CHANGES = 30;
const GROWTH_LIMIT_BYTES = 40 * 1024 * 1024;

test("over a hundred track changes in every format memory stays flat and nothing is missed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "engine-soak-"));
  const names = ["a.mp3", "b.flac", "c.wav", "d.opus", "e.ogg", "f.m4a"];
  const files = await Promise.all(
    names.map((name, index) =>
      makeTone({
        file: path.join(folder, name),
        hz: 300 + 100 * index,
        seconds: 4,
        options: name === "e.ogg" ? ["-c:a", "libvorbis"] : [],
      }),
    ),
  );
  const plays = Array.from({ length: CHANGES + 1 }, (_, index): EnginePlay => ({
    playId: randomUUID(),
    source: wholeFile(files[index % files.length] ?? ""),
    gainDb: 0,
    offsetMs: 0,
  }));
  const engine = new TestEngine();
  const rss: number[] = [];
  await engine.event("ready");

  const dueNs = String(process.hrtime.bigint() + 1_000_000_000n);
  engine.start({ current: plays[0] ?? null, clockSpeed: 30, crossfadeMs: 500, dueNs });
  for (const [index, play] of plays.entries()) {
    if (index > 0) await engine.event("play.started", (event) => event.playId === play.playId);
    engine.cue(plays[index + 1] ?? null);
    if (index === WARM_UP_CHANGES || index === CHANGES) {
      const seen = engine.events.length;
      const beat = await engine.event("heartbeat", (event) => engine.events.indexOf(event) >= seen);
      rss.push(beat.rssBytes);
    }
  }
  await engine.end();
  await rm(folder, { recursive: true, force: true });

  const [warm = 0, last = Infinity] = rss;
  expect(last - warm).toBeLessThan(GROWTH_LIMIT_BYTES);
  const ended = engine.events.filter((event) => event.kind === "play.ended");
  expect(ended.map((event) => event.playId)).toEqual(
    plays.slice(0, ended.length).map((play) => play.playId),
  );
  expect(new Set(ended.map((event) => event.reason))).toEqual(new Set(["finished"]));
}, 60_000);
