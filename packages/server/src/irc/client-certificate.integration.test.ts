// @module-tag openssl
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { startTestServer } from "../api/test-server.ts";

test("the bot presents the certificate its files hold when it connects, even after a renewal", async () => {
  await using network = await startNetwork();
  await using files = await certificateFiles();
  const old = await files.renew();
  await using station = await startTestServer({
    irc: {
      connection: {
        kind: "network",
        host: "localhost",
        port: network.port,
        tls: true,
        pace: "normal",
        password: null,
        sasl: null,
        clientCertificate: { key: files.key, certificate: files.certificate },
      },
      channel: "#chat",
      channelKey: null,
      nick: null,
    },
  });

  await expect.poll(() => network.shown.at(-1)).toBe(old);
  const renewed = await files.renew();
  await (await station.signIn("admin")).call("POST", "/api/system/restart-irc");

  await expect.poll(() => network.shown.at(-1)).toBe(renewed);
});

/** A network that asks for certificates, records their fingerprints and stays silent. */
async function startNetwork() {
  const own = await createTestCertificate();
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, own.cert]);
  const shown: (string | undefined)[] = [];
  const server = createServer(
    { ...own, requestCert: true, rejectUnauthorized: false },
    (socket) => {
      socket.on("error", () => socket.destroy());
      shown.push(socket.getPeerX509Certificate()?.fingerprint256);
    },
  );
  await once(server.listen(0, "localhost"), "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = server.address() as AddressInfo;
  return {
    port,
    shown,
    [Symbol.asyncDispose]: async () => {
      server.close();
      setDefaultCACertificates(trusted);
    },
  };
}

async function certificateFiles() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-client-certificate-"));
  const key = path.join(folder, "key.pem");
  const certificate = path.join(folder, "cert.pem");
  return {
    key,
    certificate,
    /** Writes a new pair into the files. @returns its fingerprint */
    renew: async () => {
      const pair = await createTestCertificate();
      await writeFile(key, pair.key);
      await writeFile(certificate, pair.cert);
      return new X509Certificate(pair.cert).fingerprint256;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
