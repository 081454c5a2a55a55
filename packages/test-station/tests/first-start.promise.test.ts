import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nextSecond } from "../src/heard-sound.ts";
import { descendantsOf, isAlive } from "../src/station-processes.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { startFirstStage, startLimit, until } from "../src/test-station.ts";
import { levelDb } from "../src/tone-levels.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-first-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test("npm start in a bare folder prints credentials and addresses, streams sound, and stops on its signal", async () => {
  // The station makes the folder itself.
  const { firstStage, lines } = await startFirstStage(path.join(folder, "data"));
  const ended = once(firstStage, "exit");
  try {
    await until(
      "it is on air",
      () => lines.some((line) => line.startsWith("Neon Relay is on air: ")),
      startLimit,
    );
    const said = (pattern: RegExp) =>
      lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ?? "";
    const webUrl = said(/^Neon Relay is on air: (\S+)/);
    const page = await (await fetch(webUrl)).text();
    await using listener = new StreamListener(said(/^Stream: +(\S+)/));

    const heard = await nextSecond(listener);

    expect(levelDb(heard, { atMs: 0, lengthMs: 1000 })).toBeGreaterThan(-50);
    expect(page).toContain("<title>");
    expect(said(/^IRC: +(\S+)/)).toMatch(/^irc:\/\/127\.0\.0\.1:\d+\/#neonrelay$/);
    const login = await fetch(new URL("/api/users/login", webUrl), {
      method: "POST",
      headers: { origin: webUrl.replace(/\/$/, ""), "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: "a-password-for-tests" }),
    });
    expect(login.status).toBe(200);
  } finally {
    const everything = descendantsOf(firstStage.pid ?? 0);
    firstStage.kill("SIGTERM");
    await ended;
    await until("every process has ended", () => !everything.some(isAlive));
  }
});
