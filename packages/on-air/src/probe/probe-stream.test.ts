import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { probeStream } from "./probe-stream.ts";

let closing = new AsyncDisposableStack();
afterEach(async () => {
  await closing[Symbol.asyncDispose]();
  closing = new AsyncDisposableStack();
});

/** @returns the address of a server that answers like this */
async function serve(listener: RequestListener): Promise<URL> {
  const server = closing.use(createServer(listener));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return new URL(`http://127.0.0.1:${portOf(server.address())}/stream.mp3`);
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** One second of 16-bit mono. @param amplitude 0: silence */
function wave(amplitude: number): Buffer {
  const samples = Buffer.alloc(2 * 8000);
  for (let at = 0; at < 8000; at += 1)
    samples.writeInt16LE(Math.round(amplitude * Math.sin(at / 3)), at * 2);
  const head = Buffer.from("RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0", "latin1");
  const format = Buffer.alloc(12);
  format.writeUInt32LE(8000, 0);
  format.writeUInt32LE(16_000, 4);
  format.writeUInt16LE(2, 8);
  format.writeUInt16LE(16, 10);
  const data = Buffer.from("data\0\0\0\0", "latin1");
  data.writeUInt32LE(samples.length, 4);
  head.writeUInt32LE(samples.length + 36, 4);
  return Buffer.concat([head, format, data, samples]);
}

const soon = { through: null, listenMs: 5000 };

test("sound is recognised with its codec, bitrate and level, even behind a redirect", async () => {
  const url = await serve((request, response) => {
    if (request.url === "/stream.mp3") response.writeHead(302, { location: "/elsewhere" }).end();
    else response.writeHead(200, { "icy-br": "192" }).end(wave(20_000));
  });

  const hearing = await probeStream(url, soon);

  expect(hearing).toMatchObject({
    kind: "sound",
    codec: "pcm_s16le",
    bitrateKbps: 192,
    title: null,
  });
  expect(hearing.kind === "sound" ? hearing.levelDb : null).toBeCloseTo(-7.3, 0);
});

test("silence, text, another status and an empty answer are told apart", async () => {
  const url = await serve((request, response) => {
    if (request.url === "/silence") response.end(wave(0));
    else if (request.url === "/text") response.end("<html>not a stream</html>".repeat(99));
    else if (request.url === "/held") response.writeHead(200).flushHeaders();
    else response.writeHead(404).end();
  });
  const probeAt = (place: string) => probeStream(new URL(place, url), soon);

  expect(await probeAt("/silence")).toMatchObject({ kind: "sound", levelDb: -Infinity });
  expect(await probeAt("/text")).toEqual({ kind: "not-audio" });
  const held = await probeStream(new URL("/held", url), { through: null, listenMs: 300 });
  expect(held).toEqual({ kind: "nothing-came" });
  expect(await probeAt("/none")).toEqual({ kind: "status", status: 404 });
});

test("the host name is requested from another address that stands in for it", async () => {
  const names: (string | undefined)[] = [];
  const { port } = await serve((request, response) => {
    names.push(request.headers.host);
    response.writeHead(503).end();
  });

  const url = new URL(`http://radio.example:${port}/stream.mp3`);
  const hearing = await probeStream(url, { through: "127.0.0.1", listenMs: 1000 });

  expect(hearing).toEqual({ kind: "status", status: 503 });
  expect(names).toEqual([`radio.example:${port}`]);
});

test("a closed port is reported by the system's code", async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = new URL(`http://127.0.0.1:${portOf(server.address())}/`);
  server.close();
  await once(server, "close");

  expect(await probeStream(url, soon)).toEqual({ kind: "no-connection", reason: "ECONNREFUSED" });
});

test(
  "a certificate that players reject counts as no connection",
  { tags: ["openssl"] },
  async () => {
    const server = closing.use(createSecureServer(await createTestCertificate()));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = new URL(`https://radio.example:${portOf(server.address())}/`);

    const hearing = await probeStream(url, { through: "127.0.0.1", listenMs: 1000 });

    expect(hearing).toMatchObject({
      kind: "no-connection",
      reason: expect.stringMatching(/SIGNED|CERT|ALTNAME/),
    });
  },
);
