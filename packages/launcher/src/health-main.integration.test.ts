import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { afterEach, beforeEach, expect, test } from "vitest";

const main = fileURLToPath(new URL("health-main.ts", import.meta.url));
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-health-"));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

async function look(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main], {
    env: { DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { said: said.trim(), complaint: complaint.trim(), exitCode: child.exitCode };
}

test.each([
  { status: 200, exitCode: 0 },
  { status: 503, exitCode: 1 },
])("status $status of /api/health exits with $exitCode", async ({ status, exitCode }) => {
  const asked: (string | undefined)[] = [];
  const station = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(status).end('{"ok":"as it is"}');
  }).listen(0, "127.0.0.1");
  try {
    await once(station, "listening");
    const address = station.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    await writeFile(path.join(dataDir, "station.env"), `PORT=${address.port}\n`);

    expect(await look({ HOST: "0.0.0.0" })).toEqual({
      said: '{"ok":"as it is"}',
      complaint: "",
      exitCode,
    });
    expect(asked).toEqual(["/api/health"]);
  } finally {
    station.close();
  }
});

test("a station with a certificate is checked over https", { tags: ["openssl"] }, async () => {
  const pair = await createTestCertificate();
  const files = {
    TLS_CERT: path.join(dataDir, "cert.pem"),
    TLS_KEY: path.join(dataDir, "key.pem"),
  };
  await writeFile(files.TLS_CERT, pair.cert);
  await writeFile(files.TLS_KEY, pair.key);
  const station = createSecureServer(pair, (_request, response) => void response.end("well"));
  station.listen(0, "127.0.0.1");
  try {
    await once(station, "listening");
    const address = station.address();
    if (address === null || typeof address === "string") throw new Error("no port");

    const { said, exitCode } = await look({ PORT: String(address.port), ...files });

    expect([said, exitCode]).toEqual(["well", 0]);
  } finally {
    station.close();
  }
});

test("a closed port, or bad settings, exit with 1 and a message", async () => {
  expect(await look({ PORT: "1" })).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining("The station does not answer"),
  });
  expect(await look({ PORT: "eighty" })).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining("PORT must be a port number"),
  });
});
