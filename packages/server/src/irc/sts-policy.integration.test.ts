// @module-tag openssl
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { once } from "node:events";
import { createServer as createPlainServer, type Server, type Socket } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, test } from "vitest";
import { startTestServer } from "../api/test-server.ts";

test("[C6] once a network has asked for TLS, the bot uses nothing else, even after a restart of IRC", async () => {
  await using network = await startNetwork();
  await using station = await startTestServer({
    irc: {
      connection: {
        kind: "network",
        host: "localhost",
        port: network.plainPort,
        tls: false,
        pace: "normal",
        password: null,
        sasl: null,
        clientCertificate: null,
      },
      channel: "#chat",
      channelKey: null,
      nick: null,
    },
  });
  await expect.poll(() => network.connected.at(-1)).toBe("tls");

  await (await station.signIn("admin")).call("POST", "/api/system/restart-irc");

  await expect.poll(() => network.connected.filter((how) => how === "tls").length).toBe(2);
  expect(network.connected).toEqual(["plain", "tls", "tls"]);
});

/** A network that asks for TLS by STS and stops there. */
async function startNetwork() {
  const own = await createTestCertificate();
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, own.cert]);
  const connected: ("plain" | "tls")[] = [];
  const talk = (how: "plain" | "tls", sts: () => string) => (socket: Socket) => {
    connected.push(how);
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      if (String(bytes).includes("CAP LS")) socket.write(`:s CAP * LS :sts=${sts()}\r\n`);
    });
  };
  const secure = createServer(
    own,
    talk("tls", () => "duration=3600"),
  );
  const plain = createPlainServer(talk("plain", () => `port=${portOf(secure)}`));
  for (const server of [secure, plain]) await once(server.listen(0, "localhost"), "listening");
  return {
    plainPort: portOf(plain),
    connected,
    [Symbol.asyncDispose]: async () => {
      plain.close();
      secure.close();
      setDefaultCACertificates(trusted);
      await Promise.resolve();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it does not listen");
  return address.port;
}
