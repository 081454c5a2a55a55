// @module-tag openssl
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect as connectPlain, createServer, type Server, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { certificateFromFiles, type CertificateFiles } from "./certificate-files.ts";
import { createTestCertificate } from "./test-certificate.ts";
import { untilCutOff } from "./test-slow-client.ts";
import { acceptedSocket, TlsDoor } from "./tls-door.ts";

const old = await createTestCertificate();
const renewed = await createTestCertificate();
let folder: string;
let files: CertificateFiles;
let door: TlsDoor;
let server: Server;
let accepted: Socket[] = [];
let warnings: string[] = [];

/** Reports who connected and how, then echoes. */
beforeEach(async () => {
  accepted = [];
  warnings = [];
  folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-tls-"));
  files = { certificate: path.join(folder, "cert.pem"), key: path.join(folder, "key.pem") };
  await writeFile(files.certificate, old.cert);
  await writeFile(files.key, old.key);
  await openDoor({ limitMs: 10_000 });
});

async function openDoor({ limitMs }: { readonly limitMs: number }): Promise<void> {
  door = new TlsDoor(certificateFromFiles(files)(), {
    owner: "the test",
    log: { info: () => {}, warn: (_: object, words?: string) => warnings.push(words ?? "") },
    everyMs: 20,
    settledMs: 50,
    limitMs,
  });
  server = createServer((socket) => {
    accepted.push(socket);
    door.open(socket, {
      onSecure: (secure) => {
        secure.write(acceptedSocket(secure) === socket ? "secure " : "stranger ");
        secure.pipe(secure);
      },
      onPlain: (plain) => {
        plain.write("plain ");
        plain.pipe(plain);
      },
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

async function closeDoor(): Promise<void> {
  await door.close();
  for (const socket of accepted) socket.destroy();
  server.close();
}

afterEach(async () => {
  await closeDoor();
  await rm(folder, { recursive: true, force: true });
});

function portOf(): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function connectSecure(ca: string): Promise<TLSSocket> {
  const socket = connect({ port: portOf(), host: "127.0.0.1", servername: "localhost", ca });
  await once(socket, "secureConnect");
  return socket;
}

async function untilHeard(socket: Socket, wanted: string): Promise<void> {
  let heard = "";
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    heard += String(chunk);
    if (heard === wanted) return;
  }
  throw new Error(`heard ${heard}`);
}

test("one port serves TLS to clients that begin with it, and plain text to the others", async () => {
  const secure = await connectSecure(old.cert);
  const plain = connectPlain(portOf(), "127.0.0.1");
  secure.write("hello");
  plain.write("hello");

  await untilHeard(secure, "secure hello");
  await untilHeard(plain, "plain hello");
  secure.destroy();
  plain.destroy();
});

test("a renewed pair applies to later connections, earlier ones continue, and half a pair changes nothing", async () => {
  const early = await connectSecure(old.cert);
  await writeFile(files.certificate, renewed.cert);
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  const between = await connectSecure(old.cert);
  await writeFile(files.key, renewed.key);

  await expect.poll(() => connectSecure(renewed.cert).catch(() => null)).not.toBeNull();
  early.write("hello");
  await untilHeard(early, "secure hello");
  expect(new Set(warnings)).toEqual(
    new Set(["the renewed certificate of the test can't be used; the old one stays"]),
  );
  for (const socket of [early, between]) socket.destroy();
});

test("a client that begins but never completes TLS is dropped, and so is a silent one when the door closes", async () => {
  const silent = connectPlain(portOf(), "127.0.0.1");
  const wrong = connectPlain(portOf(), "127.0.0.1");
  for (const socket of [silent, wrong]) socket.on("error", () => {}).resume();
  await once(silent, "connect");
  wrong.write(Buffer.from([22, 0, 0, 0, 0, 0, 0]));
  await once(wrong, "close");
  await expect.poll(() => accepted.length).toBe(2);

  await Promise.all([once(silent, "close"), door.close()]);
});

test("a silent client is cut off at its limit while others continue", async () => {
  await closeDoor();
  await openDoor({ limitMs: 500 });
  const others = [await connectSecure(old.cert), connectPlain(portOf(), "127.0.0.1")];
  // A socket that reads nothing does not notice its end either.
  for (const socket of others) socket.resume().write("hello");
  const silent = connectPlain(portOf(), "127.0.0.1").resume();

  await once(silent, "close");

  expect(others.filter((socket) => socket.closed)).toEqual([]);
  for (const socket of others) socket.destroy();
});

test.each([
  { how: "begins a handshake and says no more", pieces: [] },
  { how: "drips its handshake", pieces: Array.from({ length: 400 }, () => Buffer.alloc(1)) },
])("a client that $how is cut off at its limit", async ({ pieces }) => {
  await closeDoor();
  await openDoor({ limitMs: 100 });
  // The head of a record of 512 bytes (RFC 8446 §5.1).
  const beginning = [22, 3, 1, 2, 0];

  const sent = await untilCutOff(connectPlain(portOf(), "127.0.0.1"), { beginning, pieces });

  expect(sent).toBeLessThan(400);
});

test("a part that restarts while the files are being renewed gets the last valid pair", async () => {
  const read = certificateFromFiles(files);
  const first = read().pair;
  await writeFile(files.certificate, renewed.cert.slice(0, 100));

  expect(read().pair).toEqual(first);
  await rm(files.certificate);
  expect(read().pair).toEqual(first);
  expect(() => certificateFromFiles(files)()).toThrow(
    /TLS_CERT names .*cert\.pem, .*check the path/,
  );
});
