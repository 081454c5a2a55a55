import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const packages = path.join(import.meta.dirname, "../packages");

/**
 * Every file that opens connections or looks up names, and who chooses the target. A new such file fails this test.
 * Where a person can name the address, it must go through `fetchGuarded`, `connectSocket` with checked addresses, or
 * `checkStreamAddress` (docs/security.md).
 */
const places: Readonly<Record<string, string>> = {
  // A person names the address: checked before each connection and each redirect.
  "on-air/src/fetch/guarded-client.ts": "external streams and music sources, by fetchGuarded",
  "on-air/src/fetch/guarded-connection.ts": "to addresses that were checked, never to a name",
  "on-air/src/icecast/icecast-sender.ts":
    "outputs: to the addresses that the source is connected to",
  // A super admin names it, and may reach private networks.
  "on-air/src/storage/s3-storage.ts": "the storages of backups and HLS, without redirections",
  "server/src/api/nodes/send-call.ts": "the node that holds the lease, by its row in the database",
  "server/src/api/nodes/upstream-socket.ts":
    "the node that holds the lease, by its row in the database",
  // The owner of the machine names it, by an environment variable or on the command line.
  "irc/src/client/connection.ts": "IRC_SERVER",
  "on-air/src/edge/master-link.ts": "the master of an edge, by --master",
  "on-air/src/probe/probe-stream.ts": "the command `heard`",
  "process/src/stream-address.ts": "names only, for the checks above and the doctor",
  "server/src/bus/nats-line.ts": "NATS_URL",
  "server/src/database/database-pool.ts": "DATABASE_URL",
  "server/src/database/query-copies.ts": "the embedded database",
  "server/src/database/find-primary.ts": "DATABASE_URL and DATABASE_STANDBY_URL",
  "server/src/database/kept-tables.ts": "DATABASE_URL",
  "server/src/database/node-news.ts": "DATABASE_URL",
  "server/src/database/station-lock.ts": "DATABASE_URL",
  "server/src/database/try-connection.ts": "DATABASE_URL, in the set-up",
  "server/src/doctor/address-checks.ts": "PUBLIC_URL and PUBLIC_STREAM_URL",
  "server/src/doctor/irc-check.ts": "IRC_SERVER",
  "server/src/doctor/machine-checks.ts": "PUBLIC_URL, for its clock",
  "server/src/doctor/port-checks.ts": "the station's own ports",
  // The station's own parts.
  "launcher/src/health-main.ts": "the station's own web port",
  "launcher/src/upgrade-socket.ts": "a socket in the data folder",
  "on-air/src/state/listen-on-socket.ts": "a socket in the data folder",
  "server/src/api/live-door.ts": "on-air's socket for DJs, in the data folder",
  "on-air/src/probe/listen.ts": "the station's own mounts",
  "process/src/station-probe.ts": "the station's own ports",
  "server/src/cli/control-client.ts": "a socket in the data folder",
  "server/src/on-air-link/on-air-link.ts": "a socket in the data folder",
};

const opening = new Set([
  "connect",
  "createConnection",
  "request",
  "get",
  "lookup",
  "Client",
  "Pool",
  "WebSocket",
]);

/** The imported values, not types, that can open a connection. */
function openersIn(source: string): readonly string[] {
  const imports = source.matchAll(
    /^import (?!type)([^;]+) from "(?:node:(?:net|tls|http|https|http2|dgram|dns|dns\/promises)|pg|ws|undici|@nats-io\/transport-node)";/gm,
  );
  const named = [...imports].flatMap(([, names = ""]) =>
    names.startsWith("{")
      ? names
          .replaceAll(/[{}]/g, "")
          .split(",")
          .map((name) => name.trim())
          .filter((name) => !name.startsWith("type "))
          .map((name) => name.split(" as ")[0] ?? "")
          .filter((name) => opening.has(name))
      : [names],
  );
  const fetches = /(?:^|[^.#\w])fetch\(/m.test(source) ? ["fetch"] : [];
  return [...named, ...fetches];
}

test("every place that opens a connection is listed, with who chooses its address", () => {
  const found = globSync("{server,on-air,irc,process,launcher}/src/**/*.ts", { cwd: packages })
    .filter((file) => !/\.test\.ts$|\/test-[^/]+$/.test(file))
    .filter((file) => openersIn(readFileSync(path.join(packages, file), "utf8")).length > 0);

  expect(found.toSorted()).toEqual(Object.keys(places).sort());
});
