// @module-tag ffmpeg
import { hostDeskSchema, playSchema, showSchema } from "@neonrelay/contract";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { statusOf, TestDjs, withoutServer, type TestDj } from "../src/test-djs.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

const MINUTE_MS = 60_000;
const HOURS = 12;

let folder: string;
let station: TestStation;
let operator: Visitor;
let djs: TestDjs;
let host: TestDj;
let other: TestDj;
/** Why the other DJ is refused. */
let refusal: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-live-shows-"));
  const music = path.join(folder, "music");
  await mkdir(music);
  await makeTone({ file: soundFile(), frequencyHz: 800, seconds: 120, title: "Contrail" });
  const file = path.join(music, "tone.mp3");
  await makeTone({ file, frequencyHz: 400, seconds: 200, title: "tone" });
  station = await TestStation.start({ musicDirs: [music] });
  operator = await station.operator();
  djs = new TestDjs({ station, operator });
  [host, other] = [await djs.make("hana"), await djs.make("oskar")];
  refusal = `Only the hosts of "Night Flight" can connect until ${await scheduleShow()}.`;
  await until("on-air has the show and the keys on its disk", async () => {
    const [slots, keys] = [await onDisk("live-slots.json"), await onDisk("dj-keys.json")];
    return slots.includes(host.id) && keys.includes(host.id) && keys.includes(other.id);
  });
});
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => djs.hangUp());

function soundFile(): string {
  return path.join(folder, "contrail.mp3");
}

const mp3 = () => ({ file: soundFile(), type: "audio/mpeg" });

/** A live show of the host's that began half an hour ago. @returns when it ends, on the station's clock */
async function scheduleShow(): Promise<string> {
  await operator.call("PUT", "/api/station-settings", { timeZone: "UTC" });
  const content = { kind: "live", fallbackPlaylistId: null };
  const made = await operator.call("POST", "/api/programme/shows", {
    name: "Night Flight",
    hostIds: [host.id],
    content,
  });
  const { id: showId } = showSchema.parse(made.body);
  const beganAtMs = Date.now() - 30 * MINUTE_MS;
  const scheduled = await operator.call("POST", "/api/schedule/entries", {
    what: { kind: "show", showId },
    startsAt: new Date(beganAtMs).toISOString().slice(0, "2027-03-01T18:00".length),
    durationMinutes: HOURS * 60,
  });
  expect(scheduled).toMatchObject({ status: 200 });
  const endsAt = new Date(beganAtMs + HOURS * 60 * MINUTE_MS);
  return endsAt.toISOString().slice("2027-03-01T".length, "2027-03-01T18:00".length);
}

/** Of what on-air keeps; empty while it is not there. */
async function onDisk(name: string): Promise<string> {
  return readFile(path.join(station.dataDir, "on-air", name), "utf8").catch(() => "");
}

async function deskOf({ visitor }: TestDj) {
  const { body } = await visitor.call("GET", "/api/live/slot");
  return hostDeskSchema.parse(body);
}

test("[P101][S12] in a live show its host goes on air, and another DJ is refused with its name", async () => {
  const refused = await djs.broadcast(other, { address: "127.9.2.1", sound: mp3() });
  const words = await refused.lastWords;
  const admitted = await djs.broadcast(host, { address: "127.9.2.2", sound: mp3() });
  const answer = await admitted.answer;
  await djs.reached(["hana on-air"]);
  const [own, others] = [await deskOf(host), await deskOf(other)];

  expect(await refused.answer).toBe("HTTP/1.1 403 Forbidden");
  expect(words).toContain(refusal);
  expect(answer).toBe("HTTP/1.1 200 OK");
  expect(own).toMatchObject({
    slot: { show: { name: "Night Flight" }, phase: "on" },
    hasKey: true,
    refusal: null,
    connection: "on-air",
    onAir: "hana",
  });
  expect(others).toMatchObject({
    slot: null,
    hasKey: true,
    refusal,
    connection: null,
    onAir: "hana",
  });
});

test("[S3][S12] while the server hangs, an on-air that was killed follows the live shows on its disk", async () => {
  await withoutServer(station, async () => {
    const refused = await djs.broadcast(other, { address: "127.9.2.3", sound: mp3() });
    expect(await refused.lastWords).toContain(refusal);
    expect(await refused.answer).toBe("HTTP/1.1 403 Forbidden");
    const admitted = await djs.broadcast(host, { address: "127.9.2.4", sound: mp3() });
    expect(await admitted.answer).toBe("HTTP/1.1 200 OK");
    await until("the host is heard", async () => (await statusOf(station)).includes("hana - Live"));
  });
  const [session] = await djs.reached(["hana on-air"]);
  await until("the broadcast is in the history", async () => {
    const { body } = await operator.call("GET", "/api/history");
    const plays = z.array(playSchema).parse(body);
    return plays.some(({ sessionId }) => sessionId === session?.id);
  });
});
