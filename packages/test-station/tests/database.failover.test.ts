// @module-tag ffmpeg
// @module-tag nginx
// @module-tag openssl
// @module-tag postgresql
import { trackSchema } from "@neonrelay/contract";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { endNode } from "../src/ended-node.ts";
import { connectElsewhere, hearLines, sayLines } from "../src/node-chat.ts";
import { ServingNode } from "../src/serving-node.ts";
import { TestNodes } from "../src/test-nodes.ts";
import { startTestPostgres, startTestStandby, type TestPostgres } from "../src/test-postgres.ts";
import { scanLimit, testAdmin, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";
import { Writers } from "../src/writers.ts";

/** Confirmed before the primary ends. */
const WRITES_BEFORE = 200;
/** Pause between a writer's writes, in ms. */
const PACE_MS = 40;

let music: string;
beforeAll(async () => {
  music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
  await makeTone({
    file: path.join(music, "alpha.mp3"),
    frequencyHz: 500,
    seconds: 60,
    title: "alpha",
  });
});
afterAll(async () => await rm(music, { recursive: true, force: true }));

/** Ways for the primary to fail. */
const ends: Readonly<Record<string, (postgres: TestPostgres) => void>> = {
  // Connections are cut, and nothing more is written.
  dies: (postgres) => postgres.kill(),
  // Connections stay open, and nothing answers.
  "stands still": (postgres) => postgres.freeze(),
};

test.for(Object.keys(ends))(
  "when PostgreSQL %s its standby takes over: writes are refused in words in between, no confirmed write is lost or doubled, and browsers at both nodes receive later ones",
  async (how) => {
    await using postgres = await startTestPostgres();
    await using standby = await startTestStandby(postgres);
    await using nodes = await TestNodes.start({
      databaseUrl: postgres.url,
      standbyUrl: standby.url,
      musicDirs: [music],
    });
    const url = nodes.webUrl;
    const operator = nodes.visitor();
    const { username, password } = testAdmin;
    await operator.call("POST", "/api/users/login", { username, password });
    const trackId = await until(
      "the track is in the library",
      async () => {
        const { body } = await operator.call("GET", "/api/tracks");
        return z.array(trackSchema).parse(body)[0]?.id;
      },
      scanLimit,
    );
    const writers = new Writers({ url, operator, label: "write", trackId, paceMs: PACE_MS });
    await until("many writes are confirmed", () => writers.confirmed >= WRITES_BEFORE);

    ends[how]?.(postgres);
    const before = writers.confirmed;
    const endedAtMs = performance.now();
    await until("a call says that the database is away", async () => {
      const answer = await operator.call("GET", "/api/queue");
      return answer.status === 503 && JSON.stringify(answer.body).includes("database");
    });
    standby.promote();
    const promotedAtMs = performance.now();
    const meanwhile = writers.confirmed;
    await until("a write is confirmed again", () => writers.confirmed > meanwhile);
    const backAtMs = performance.now();
    for (const name of ["a", "b"] as const)
      await until(`node ${name} has found the standby`, async () => {
        const call = operator.at(nodes.urlOf(name)).call("GET", "/api/queue");
        // It may be starting.
        return (await call.catch(() => null))?.status === 200;
      });
    const written = await writers.end();

    const refused = written.reduce((sum, { refusals }) => sum + refusals.length, 0);
    const gaps = written.map(({ longestGapMs }) => Math.round(longestGapMs));
    console.log(
      `failover when PostgreSQL ${how}: ${before} writes confirmed before; promoted ${Math.round(promotedAtMs - endedAtMs)} ms after, writes ${Math.round(backAtMs - promotedAtMs)} ms later; ${writers.confirmed} confirmed, ${refused} refused; longest gaps ${gaps.join(" ")} ms`,
    );
    expect(refused).toBeGreaterThan(0);
    await writers.expectOnce();
    await using look = await ServingNode.open(nodes, standby.url);
    const { serving, waiting } = await look.find();
    using elsewhere = await connectElsewhere(nodes, { waiting, serving });
    await sayLines(nodes, { at: serving, lines: ["over the standby"] });
    expect(await hearLines(elsewhere, "over the standby")).toEqual(["over the standby"]);
    if (how === "dies") return;
    // The old primary returns and accepts writes: the next node must not take it for the station's database.
    postgres.thaw();
    const killed = nodes.serverOf(serving);
    endNode(nodes, { name: serving, how: "killed" });
    await look.untilServing(waiting);
    await until("the node is back", () => (nodes.serverOf(serving) ?? killed) !== killed);
    await look.find();
    endNode(nodes, { name: waiting, how: "killed" });
    await look.untilServing(serving);
    await writers.expectOnce();
  },
);
