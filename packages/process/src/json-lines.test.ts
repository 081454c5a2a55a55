import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineTooLongError, readFirstJsonLine, readJsonLines, toJsonLine } from "./json-lines.ts";
import { untilCutOff } from "./test-slow-client.ts";

async function read(chunks: readonly Buffer[], maxLineBytes = 1000): Promise<unknown[]> {
  return await Array.fromAsync(
    readJsonLines(Readable.from(chunks, { objectMode: true }), { maxLineBytes }),
  );
}

test("values survive a round trip however the bytes are split", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      async (values, pieceBytes) => {
        const bytes = Buffer.from(values.map(toJsonLine).join(""));
        const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
          bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
        );

        expect(JSON.stringify(await read(pieces, 100_000))).toBe(JSON.stringify(values));
      },
    ),
  );
});

test("a line over the limit is refused before it is complete", async () => {
  await expect(read([Buffer.from(`"${"x".repeat(2000)}`)])).rejects.toThrow(LineTooLongError);
});

test("a line that is not JSON is refused", async () => {
  await expect(read([Buffer.from("{not json}\n")])).rejects.toThrow(SyntaxError);
});

test("a final line without a newline is not a value", async () => {
  expect(await read([Buffer.from('{"whole":1}\n{"torn":')])).toEqual([{ whole: 1 }]);
});

/** Reads what a client asks; `act` drives the client's connection. */
async function readAsked(act: (socket: Socket) => unknown, limitMs: number): Promise<unknown> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const opened = new Promise<Socket>((resolve) => server.once("connection", resolve));
  const client = connect(address.port, "127.0.0.1");
  try {
    const accepted = await opened;
    const acted = act(client);
    const value = await readFirstJsonLine(accepted, { maxLineBytes: 1000, limitMs });
    await acted;
    accepted.destroy();
    return value;
  } finally {
    client.destroy();
    server.close();
  }
}

test("the first line of a connection is its value, and a connection without one has none", async () => {
  const asked = await readAsked((socket) => socket.write('{"first":1}\n{"second":2}\n'), 60_000);
  const silent = await readAsked((socket) => socket.end('{"first"'), 60_000);

  expect([asked, silent]).toEqual([{ first: 1 }, undefined]);
});

test("a peer that never ends its first line is cut off at the limit, even while it keeps sending", async () => {
  const pieces = Array.from({ length: 900 }, () => Buffer.from("x"));

  const asked = await readAsked(
    (socket) => untilCutOff(socket, { beginning: [0x22], pieces }),
    100,
  );

  expect(asked).toBeUndefined();
});
