import { writeFile } from "node:fs/promises";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { expect, test } from "vitest";
import { defaultBackupPlan, type DoctorReport } from "@neonrelay/contract";
import { startTestServer } from "../api/test-server.ts";
import { scheduledName } from "../backup/backup-plan-rules.ts";
import { MANIFEST_ENDING } from "../backup/remote-manifest.ts";

test("a PUBLIC_URL that leads to another station is recognised, and clocks are compared", async () => {
  let stationId = "0000000000000000";
  const proxy = createServer((_request, response) => {
    response.setHeader("date", new Date(Date.now() - 3_600_000).toUTCString());
    response.end(JSON.stringify({ stationId }));
  });
  proxy.listen({ host: "127.0.0.1", port: 0 });
  await once(proxy, "listening");
  const address = proxy.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const publicUrl = `http://127.0.0.1:${port}`;
  await using server = await startTestServer({ publicUrl });
  const data = { stationId: randomUUID(), program: "1.0.0", schema: 1 };
  await writeFile(path.join(server.dataDir, "station-data.json"), JSON.stringify(data));
  const { body: health } = await server.call("GET", "/api/health");

  const another = await server.doctor();
  stationId = String(Object(health).stationId);
  const own = await server.doctor();
  proxy.close();
  proxy.closeAllConnections();
  const away = await server.doctor();

  expect(stationId).toMatch(/^[\da-f]{16}$/);
  expect(foundBy(another, "reachability")).toBe(
    `bad: ${publicUrl} answers, but is not this station`,
  );
  expect(foundBy(own, "reachability")).toBe(`ok: ${publicUrl} is this station`);
  expect(foundBy(away, "reachability")).toContain("doesn't answer from this machine");
  expect(foundBy(own, "clock")).toMatch(/^bad: .*3[56]\d\d\.\d s ahead of 127\.0\.0\.1/);
});

test("only super admins get the report, which has every check", async () => {
  await using server = await startTestServer();
  const owner = await server.signIn("super_admin");
  const admin = await server.signIn("admin");

  const refused = await admin.call("GET", "/api/system/doctor");
  const { body } = await owner.call("GET", "/api/system/doctor");

  const { checks }: DoctorReport = Object(body);
  expect(refused.status).toBe(403);
  const ids = [
    ["version", "station", "database", "writing"],
    ["ports", "reachability", "dns", "tls", "proxy", "irc"],
    ["clock", "disk-room", "disk-speed", "open-files"],
    ["codecs", "music-folders", "music", "backups", "hls-storage"],
  ];
  expect(checks.map(({ id }) => id)).toEqual(ids.flat());
  expect(checks.every(({ state, advice }) => (state === "ok") === (advice === null))).toBe(true);
});

test("backups in a storage are checked there: fresh, too old, refused and unreachable", async () => {
  const DAY_MS = 86_400_000;
  let answer = { status: 200, text: "" };
  const storage = createServer((_request, response) => {
    response.writeHead(answer.status).end(answer.text);
  });
  storage.listen({ host: "127.0.0.1", port: 0 });
  await once(storage, "listening");
  const address = storage.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  await using server = await startTestServer();
  const store = {
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: "radio",
    folder: "",
    accessKeyId: "key",
    secretAccessKey: "secret",
  };
  await server.backups.change({ ...defaultBackupPlan, isOn: true, store });
  const listed = (ageDays: number): string => {
    const name = scheduledName(Date.now() - ageDays * DAY_MS, { withMusic: false });
    return [name, name + MANIFEST_ENDING]
      .map((key) => `<Contents><Key>${key}</Key><Size>9</Size></Contents>`)
      .join("");
  };
  const look = async (): Promise<string> => foundBy(await server.doctor(), "backups");

  answer = { status: 200, text: listed(0.5) };
  expect(await look()).toBe("ok: the newest is less than a day old");
  answer = { status: 200, text: listed(3.5) };
  expect(await look()).toBe("bad: the newest is 3 days old");
  answer = { status: 404, text: "<Code>NoSuchBucket</Code>" };
  expect(await look()).toBe("bad: the storage has no bucket 'radio'");
  storage.close();
  storage.closeAllConnections();
  expect(await look()).toMatch(/^bad: 127\.0\.0\.1:\d+ can't be reached/);
});

test("a copy of HLS that on-air does not report is not healthy", async () => {
  await using server = await startTestServer();
  const owner = await server.signIn("super_admin");
  const off = foundBy(await server.doctor(), "hls-storage");
  const store = {
    endpoint: "http://127.0.0.1:9",
    region: "us-east-1",
    bucket: "radio",
    folder: "",
    accessKeyId: "key",
    secretAccessKey: "secret",
  };
  const stored = await owner.call("PUT", "/api/stream/hls-storage", {
    body: { isOn: true, store, publicUrl: "" },
  });

  expect(stored.status).toBe(200);
  expect(off).toBe("ok: HLS is copied to no storage");
  expect(foundBy(await server.doctor(), "hls-storage")).toBe(
    "warning: on-air does not report the state of the copy",
  );
});

function foundBy({ checks }: DoctorReport, wanted: string): string {
  const check = checks.find(({ id }) => id === wanted);
  return `${check?.state}: ${check?.found}`;
}
