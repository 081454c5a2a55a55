// @module-tag openssl
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { expect, test } from "vitest";
import { checkCertificates } from "./address-checks.ts";

test("the station's own certificates are checked in their files", async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), "neonrelay-doctor-"));
  const pair = await createTestCertificate();
  const certificate = path.join(folder.path, "cert.pem");
  const key = path.join(folder.path, "key.pem");
  await writeFile(certificate, pair.cert);
  const connection = {
    kind: "embedded",
    host: "127.0.0.1",
    port: null,
    clients: { perNetwork: 1, fromLoopback: 1 },
    tls: { certificate: path.join(folder.path, "missing.pem"), key, port: 6697 },
  } as const;

  const [web, irc] = await checkCertificates(
    {
      publicUrl: null,
      publicStreamUrl: null,
      tls: { files: { certificate, key } },
      irc: { connection },
    },
    { isStationRunning: true, signal: new AbortController().signal },
  );

  expect(web).toMatchObject({ of: "TLS_CERT", look: { distrust: null } });
  expect(irc).toMatchObject({ of: "IRC_LISTEN_TLS_CERT", look: { reason: expect.any(String) } });
});

test.each([
  { what: "stopped", isStationRunning: false, looked: ["TLS_CERT"] },
  { what: "running", isStationRunning: true, looked: ["localhost:9", "TLS_CERT"] },
])(
  "for a station that is $what and does its own TLS, $looked are checked",
  async ({ isStationRunning, looked }) => {
    const files = { certificate: "/nowhere/cert.pem", key: "/nowhere/key.pem" };

    const states = await checkCertificates(
      {
        publicUrl: "https://localhost:9",
        publicStreamUrl: null,
        tls: { files },
        irc: { connection: { kind: "off" } },
      },
      { isStationRunning, signal: new AbortController().signal },
    );

    expect(states.map(({ of }) => of)).toEqual(looked);
    expect(states.at(-1)?.look).toEqual({ reason: "ENOENT" });
  },
);
