import os from "node:os";
import path from "node:path";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { NONE } from "./former-answers-rules.ts";
import { checkWebPort, type Known, portFrom } from "./known-answers.ts";

/** Answers for a second station, set up beside a stopped one that has `port` in its settings. */
async function knownBeside(port: number): Promise<Known> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-ports-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await writeFile(path.join(dataDir, "station.env"), `PORT=${port}\n`);
  return {
    name: "second",
    dataDir: "/srv/second",
    domain: NONE,
    tls: NONE,
    certificate: "",
    key: "",
    webPort: "",
    streamPort: "",
    ircPort: NONE,
    localIrcPort: NONE,
    music: NONE,
    databaseUrl: NONE,
    admin: "",
    service: "none",
    installed: [{ name: null, dataDir }],
    former: { variables: {}, answers: {}, hasStation: false, isRunning: false },
    projectRoot: "/",
  };
}

test("a station beside others is offered a port that no program and no other station uses", async () => {
  const holder = createServer().listen(0, "0.0.0.0");
  onTestFinished(() => void holder.close());
  await once(holder, "listening");
  const address = holder.address();
  const taken = typeof address === "object" ? (address?.port ?? 0) : 0;
  const known = await knownBeside(taken + 1);
  const propose = portFrom(taken, checkWebPort);

  const proposed = Number(await propose(known));

  expect(proposed).toBeGreaterThan(taken + 1);
  expect(await checkWebPort(String(taken + 1), known)).toMatchObject({
    state: "bad",
    found: `${taken + 1} is a port of another station on this machine`,
  });
  // The unnamed station is offered the usual ports, and told what occupies them.
  expect(await propose({ ...known, name: NONE })).toBe(String(taken));
});
