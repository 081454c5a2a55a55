import { ChildProcess, execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { childEnvironment, databaseEnvironment, signalChild, spawnPiped } from "./child-process.ts";

const environment = {
  PATH: "/usr/bin",
  LC_ALL: "C.UTF-8",
  TZ: "Europe/Berlin",
  ADMIN_PASSWORD: "secret",
  DATABASE_URL: "postgres://radio:secret@db/radio",
  IRC_SASL_PASSWORD: "secret",
  METRICS_TOKEN: "secret",
  PGPASSWORD: "secret",
  NEONRELAY_LIFELINE_FD: "3",
  npm_config_token: "secret",
  TMPDIR: undefined,
};
const harmless = { PATH: "/usr/bin", LC_ALL: "C.UTF-8", TZ: "Europe/Berlin" };

test("a child inherits no secrets from the environment", () => {
  expect(childEnvironment(environment)).toEqual(harmless);
});

test("the process that holds the database also inherits the PostgreSQL client's variables", () => {
  expect(databaseEnvironment(environment)).toEqual({ ...harmless, PGPASSWORD: "secret" });
});

const starved = fileURLToPath(new URL("./test-spawn-starved.ts", import.meta.url));

test("without spare file descriptors there is no child but a reason, and the process survives", async () => {
  const command = 'ulimit -n 60 && exec "$0" "$1"';
  const { stdout } = await promisify(execFile)("sh", ["-c", command, process.execPath, starved]);

  expect(JSON.parse(stdout)).toMatchObject({
    starved: null,
    half: null,
    reasons: expect.arrayContaining([expect.stringContaining("EMFILE")]),
    heard: "hello",
  });
});

test("a missing program reports a reason, then closes", async () => {
  const reason = Promise.withResolvers<unknown>();
  const spawned = spawnPiped(["/no/such/program"], { stdin: "ignore", onError: reason.resolve });
  const ended = new Promise((resolve) => spawned?.child.once("close", resolve));

  expect(String(await reason.promise)).toContain("ENOENT");
  expect(spawned?.input).toBeNull();
  await ended;
});

test("a child that never started is not signalled: its handle may name any process", () => {
  const child = new ChildProcess();
  const kill = vi.spyOn(child, "kill").mockReturnValue(false);

  expect(signalChild(child, "SIGKILL")).toBe(false);
  expect(kill).not.toHaveBeenCalled();
});

test("a running child is signalled, an ended one is not", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const exited = once(child, "exit");

  expect(signalChild(child, "SIGTERM")).toBe(true);
  expect(await exited).toEqual([null, "SIGTERM"]);
  expect(signalChild(child, "SIGTERM")).toBe(false);
});
