import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { checkPorts } from "./port-checks.ts";

const irc = { connection: { kind: "off" }, channel: null, channelKey: null, nick: null } as const;

test("the doctor reports whether a port is taken, free, or on another machine's address", async () => {
  const server = createServer();
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const taken = { host: "127.0.0.1", port, streamHost: "192.0.2.1", streamPort: port, irc };

  const [web, stream] = await checkPorts(taken);
  server.close();
  await once(server, "close");
  const [freed] = await checkPorts(taken);

  expect(web?.look.kind).toBe("open");
  expect(stream?.look).toEqual({ kind: "refused", code: "EADDRNOTAVAIL" });
  expect(freed?.look).toEqual({ kind: "free" });
});

test("port 0 is any free port", async () => {
  const config = { host: "127.0.0.1", port: 0, streamHost: "127.0.0.1", streamPort: 0, irc };

  expect((await checkPorts(config)).map(({ look }) => look.kind)).toEqual(["any", "any"]);
});
