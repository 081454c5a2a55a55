import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TestPeer } from "../fetch/test-peer.ts";
import { mediaPlaylist, masterPlaylist } from "../stream/hls/hls-playlist.ts";
import { HlsProbe } from "./hls-probe.ts";
import type { Heard } from "./probe-protocol.ts";

const format = { codec: "aac", bitrateKbps: 128, sampleRateHz: 44_100, channels: 2 } as const;
let peer: TestPeer;
let ear: HlsProbe;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  peer = await TestPeer.start();
  peer.serve("/live.m3u8", masterPlaylist(format, "1"));
  ear = new HlsProbe(peer.url("/live.m3u8"), (segment) => heardOf(segment.toString()));
});
afterEach(async () => {
  vi.useRealTimers();
  await peer[Symbol.asyncDispose]();
});

/** The test's segments state their own loudness. */
function heardOf(text: string): Heard {
  return { kind: "sound", levelDb: Number(text), title: null, titleAgeMs: null };
}

/** Makes this the newest segment, with that loudness. */
function publish(sequence: number, levelDb: number): void {
  const name = `${sequence}.aac`;
  const segment = { name, sequence, discontinuitySequence: 0, durationSeconds: 6, startsAtMs: 0 };
  peer.serve("/audio.m3u8?cid=1", mediaPlaylist([{ ...segment, bytes: Buffer.alloc(0) }]));
  peer.serve(`/${name}`, String(levelDb));
}

test("[S80] the probe decodes the newest HLS segment, once, following the playlists as a player does", async () => {
  publish(1, -12);
  const heard = [await ear.listen(5000), await ear.listen(5000)];
  publish(2, -40);
  heard.push(await ear.listen(5000));

  expect(heard).toEqual([heardOf("-12"), heardOf("-12"), heardOf("-40")]);
  const playlists = ["/live.m3u8", "/audio.m3u8?cid=1"];
  expect(peer.asked).toEqual([...playlists, "/1.aac", ...playlists, ...playlists, "/2.aac"]);
});

test("[S80] a playlist that does not change for two target durations means a stalled stream", async () => {
  publish(1, -12);
  await ear.listen(5000);

  vi.advanceTimersByTime(12_000);
  const before = await ear.listen(5000);
  vi.advanceTimersByTime(1000);
  const after = await ear.listen(5000);

  expect([before?.kind, after?.kind]).toEqual(["sound", "stalled"]);
});

test("[S80] HLS has 20 s for its first segment; a listed segment that is missing is a fault", async () => {
  peer.answers.set("/live.m3u8", (response) => response.writeHead(503).end());
  const begun = await ear.listen(5000);
  vi.advanceTimersByTime(21_000);
  const late = await ear.listen(5000);
  peer.serve("/live.m3u8", masterPlaylist(format, "1"));
  publish(1, -12);
  peer.answers.delete("/1.aac");
  const lost = await ear.listen(5000);

  expect(begun).toBeNull();
  expect(late).toEqual({ kind: "refused", detail: "The stream server answers 503" });
  expect(lost).toEqual({ kind: "refused", detail: "The stream server answers 404" });
});
