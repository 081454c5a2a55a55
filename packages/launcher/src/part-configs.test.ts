import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { toOnAirConfig, toServerConfig } from "./part-configs.ts";

const settled = { isStationStart: false, streamPort: 8123, webPort: 5123, ircPort: 6123 };
const socketFolder = "/run/radio";

function configOf(environment: Record<string, string>) {
  return readConfig({ environment, workingFolder: "/srv/radio" });
}

test("a restarted part keeps the ports of the first start, and both parts use the same socket", () => {
  const source = { config: configOf({}), tls: null, settled, socketFolder };
  const onAir = toOnAirConfig({ ...source, clockSpeed: 1 });
  const server = toServerConfig({
    ...source,
    webRoot: "/web",
    docsRoot: "/docs",
    isPortKept: true,
    retryStartMs: null,
    isTrial: false,
  });

  expect([onAir.streamPort, server.streamPort, server.port]).toEqual([8123, 8123, 5123]);
  expect([onAir.isStationStart, server.isStationStart]).toEqual([false, false]);
  expect(server.irc.connection).toMatchObject({ kind: "embedded", port: 6123 });
  expect(server.onAirSocketPath).toBe(onAir.socketPath);
});

test("with another IRC network the configured port is kept", () => {
  const config = configOf({ IRC_SERVER: "irc.example.org" });
  const server = toServerConfig({
    config,
    tls: null,
    settled: { ...settled, ircPort: null },
    socketFolder,
    webRoot: "/web",
    docsRoot: "/docs",
    isPortKept: false,
    retryStartMs: null,
    isTrial: false,
  });

  expect(server.irc).toEqual(config.irc);
});
