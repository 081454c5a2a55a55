import { readFileSync } from "node:fs";
import { monitoringSchema, systemLogSchema } from "@neonrelay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { TestSocket } from "../../server/src/socket/test-socket.ts";
import { descendantsOf } from "../src/station-processes.ts";
import { StreamListener } from "../src/stream-listener.ts";
import { TestStation, until, type Visitor } from "../src/test-station.ts";

const BYTES_PER_SECOND = 24_000;

let station: TestStation;
let operator: Visitor;
beforeAll(async () => {
  station = await TestStation.start({
    environment: {
      METRICS_TOKEN: "a-token-for-metrics",
      DATABASE_CONSOLE_URL: "https://console.example/",
    },
  });
  operator = await station.operator();
});
afterAll(() => station?.[Symbol.asyncDispose]());

test("monitoring has the true figures of a station on air", async () => {
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: BYTES_PER_SECOND });

  const figures = await until("the listener and the encoder are known", async () => {
    const { body } = await operator.call("GET", "/api/monitoring");
    const { onAir, ...rest } = monitoringSchema.parse(body);
    return onAir.listeners === 1 && onAir.encoderSpeed !== null && { onAir, ...rest };
  });

  expect(figures.onAir).toMatchObject({ isLinked: true, engine: "running" });
  expect(figures.onAir.encoderSpeed).toBeGreaterThan(1);
  expect(figures.database.latencyMs).toBeGreaterThan(0);
});

test("the engine restarts without losing a listener, pages keep their levels, and the log names who did it", async () => {
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: BYTES_PER_SECOND });
  using page = await TestSocket.connect(station.webUrl);
  page.send({ type: "subscribe", data: { topic: "levels" } });
  const levels = await page.nextLevels();
  const before = station.parts().engine;

  const answer = await operator.call("POST", "/api/system/restart-engine");

  expect(answer).toMatchObject({ status: 200, body: { restarted: true } });
  await until("another engine runs", () => {
    const { engine } = station.parts();
    return engine !== undefined && engine !== before;
  });
  await listener.receive({ bytes: listener.receivedBytes + BYTES_PER_SECOND * 8 });
  expect(listener.isEnded).toBe(false);
  const afterMs = (levels?.posMs ?? Infinity) + 8000;
  while (((await page.nextLevels())?.posMs ?? 0) < afterMs);
  await until("the log has it", async () => {
    const { body } = await operator.call("GET", "/api/system-logs?category=operator");
    return z
      .array(systemLogSchema)
      .parse(body)
      .some(({ message }) => message === "admin restarted the audio engine");
  });
});

test("the token and the console address from the environment take effect, and the token is never printed", async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(new URL("/metrics", station.webUrl), {
      headers: { "x-forwarded-for": "192.0.2.1", ...headers },
    });

  expect((await ask({})).status).toBe(401);
  const answer = await ask({ authorization: "Bearer a-token-for-metrics" });
  expect(await answer.text()).toMatch(/^neonrelay_on_air_up 1$/m);
  expect((await operator.call("GET", "/api/database/status")).body).toMatchObject({
    consoleUrl: "https://console.example",
  });
  expect(station.lines.join("\n")).not.toContain("a-token-for-metrics");
});

test("no process below the launcher inherits a setting from the environment", async () => {
  const environments = descendantsOf(station.launcherPid).map((pid) =>
    readFileSync(`/proc/${pid}/environ`, "utf8").split("\0"),
  );

  expect(environments.length).toBeGreaterThanOrEqual(3);
  const names = environments.flatMap((variables) => variables.map((line) => line.split("=")[0]));
  for (const secret of ["ADMIN_PASSWORD", "ADMIN_ACCESS_CODE", "METRICS_TOKEN", "DATABASE_URL"])
    expect(names).not.toContain(secret);
  expect(names).toContain("PATH");
});

// A hanging server: `survival.promise`.
test("on-air that hangs is named by health, killed and started again", async () => {
  await untilWell();
  const before = station.parts()["on-air"];

  // The server must report it independently of the launcher.
  process.kill(station.launcherPid, "SIGSTOP");
  process.kill(before ?? Number.NaN, "SIGSTOP");
  await until("the server says so", async () => (await healthStatus()) === 503);
  process.kill(station.launcherPid, "SIGCONT");
  await until("another on-air runs", () => {
    const pid = station.parts()["on-air"];
    return pid !== undefined && pid !== before;
  });
  await untilWell();
  await using listener = new StreamListener(station.streamUrl);
  await listener.receive({ bytes: BYTES_PER_SECOND });
  expect(station.lines.join("\n")).toContain('"description":"did not respond for 5 s"');
});

test("the launcher stopped for longer than a part may be silent: the sound continues, and nothing is killed afterwards", async () => {
  await untilWell();
  const before = station.parts();
  await using listener = new StreamListener(station.streamUrl);
  const looked = station.lines.length;

  process.kill(station.launcherPid, "SIGSTOP");
  await listener.receive({ bytes: BYTES_PER_SECOND * 14 });
  process.kill(station.launcherPid, "SIGCONT");
  await listener.receive({ bytes: listener.receivedBytes + BYTES_PER_SECOND * 2 });

  expect(listener.isEnded).toBe(false);
  expect(station.parts()).toEqual(before);
  expect(station.lines.slice(looked).join("\n")).not.toContain("part ended");
});

async function untilWell(): Promise<void> {
  await until("health is green", async () => (await healthStatus()) === 200);
}

/** undefined without an answer. */
async function healthStatus(): Promise<number | undefined> {
  const answer = await station
    .visitor()
    .call("GET", "/api/health")
    .catch(() => undefined);
  return answer?.status;
}
