// @module-tag openssl
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:tls";
import { expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { TestClient } from "./test-client.ts";

test("[C6] the client asks for its certificate at each connect, so a renewed one is used", async () => {
  const own = await createTestCertificate();
  const pairs = [await createTestCertificate(), await createTestCertificate()];
  const asked = pairs.values();
  const shown: (string | undefined)[] = [];
  const server = createServer(
    { ...own, requestCert: true, rejectUnauthorized: false },
    (socket) => {
      shown.push(socket.getPeerX509Certificate()?.fingerprint256);
      socket.on("error", () => socket.destroy());
      socket.end("ERROR :Closing link: (bot@127.0.0.1) [Restarting]\r\n");
    },
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const certificate = () => asked.next().value ?? own;
  using bot = new TestClient({
    host: "localhost",
    port: address.port,
    tls: { kind: "on", ca: own.cert, certificate },
  });

  await bot.untilTrouble();
  bot.clock.advance(5_000);
  await expect.poll(() => shown.length).toBe(2);
  server.close();

  expect(shown).toEqual(pairs.map(({ cert }) => new X509Certificate(cert).fingerprint256));
});
