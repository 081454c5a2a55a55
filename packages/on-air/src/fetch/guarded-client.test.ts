import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fetchGuarded, fetchWhole, type FetchRules } from "./guarded-client.ts";
import { TestPeer, testRules } from "./test-peer.ts";

let peer: TestPeer;
beforeAll(async () => {
  peer = await TestPeer.start();
});
afterAll(() => peer[Symbol.asyncDispose]());
beforeEach(() => {
  peer.answers.clear();
  peer.asked.length = 0;
  peer.headers.length = 0;
});

const { signal } = new AbortController();
/** Only tests of a limit use a short one: the others would hit it on a busy machine. */
const patience = { connectMs: 60_000, answerMs: 60_000, idleMs: 60_000 };
const patientRules: FetchRules = { ...testRules, limits: patience };
const answersSoon: FetchRules = { ...testRules, limits: { ...patience, answerMs: 300 } };
const goesOnSoon: FetchRules = { ...testRules, limits: { ...patience, idleMs: 300 } };
const strict: FetchRules = { ...patientRules, allowedHosts: [] };
const limits = { maxBytes: 1000, limitMs: 60_000 };
const whole = (url: string, rules = patientRules) => fetchWhole({ url, rules, signal }, limits);
const named = (address: string): FetchRules => ({
  ...strict,
  lookUp: () => Promise.resolve([address]),
});

test.each([
  ["file:///etc/passwd", "Only http and https addresses can be played"],
  ["http://me:secret@127.0.0.1/", "The address holds a password, which is not sent anywhere"],
  ["no address", "This is not the address of a stream"],
])("[P60] only http and https without a password are fetched: %s", async (url, sentence) => {
  await expect(whole(url)).rejects.toThrow(sentence);
});

test.each(["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "10.0.0.1", "169.254.169.254"])(
  "[P61] no connection is made to %s",
  async (host) => {
    await expect(whole(`http://${host}:${peer.port}/`, strict)).rejects.toThrow("private network");
    expect(peer.asked).toEqual([]);
  },
);

test.each(["127.0.0.1", "::1", "192.168.1.1", "100.64.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"])(
  "[P61] a name that leads to %s is not connected to",
  async (address) => {
    const url = `http://radio.example:${peer.port}/`;
    await expect(whole(url, named(address))).rejects.toThrow("private network");
    expect(peer.asked).toEqual([]);
  },
);

test("[P61] a name is looked up once, and only the addresses found are connected to", async () => {
  peer.serve("/", "content");
  const answers = [["127.0.0.1"], ["192.168.1.1"]];
  const rules = {
    ...patientRules,
    allowedHosts: ["radio.example"],
    lookUp: () => Promise.resolve(answers.shift() ?? []),
  };

  const { bytes } = await whole(`http://radio.example:${peer.port}/`, rules);

  expect(bytes.toString()).toBe("content");
  expect(answers).toHaveLength(1);
  expect(peer.headers[0]?.host).toBe(`radio.example:${peer.port}`);
});

test("[P61] a redirect is checked like any address", async () => {
  peer.redirect("/away", "http://localhost:1/inside");
  peer.redirect("/file", "file:///etc/passwd");
  const rules = { ...patientRules, lookUp: () => Promise.resolve(["127.0.0.1"]) };

  await expect(whole(peer.url("/away"), rules)).rejects.toThrow("private network");
  await expect(whole(peer.url("/file"))).rejects.toThrow("Only http and https");
});

test("[P61] five redirects are followed, a sixth is not", async () => {
  for (let hop = 0; hop < 7; hop += 1) peer.redirect(`/${hop}`, `/${hop + 1}`);
  peer.serve("/7", "there");

  const { bytes, url } = await whole(peer.url("/2"));

  expect(bytes.toString()).toBe("there");
  expect(url.pathname).toBe("/7");
  await expect(whole(peer.url("/1"))).rejects.toThrow("redirects in circles");
});

test("[P60] none of our secrets is sent along", async () => {
  peer.serve("/", "");

  await whole(peer.url("/"));

  expect(Object.keys(peer.headers[0] ?? {}).sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
});

test("[P62] bytes after the declared length are ignored", async () => {
  const server = await rawPeer((socket) =>
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsome more"),
  );
  try {
    expect(String((await whole(urlOf(server), patientRules)).bytes)).toBe("some");
  } finally {
    server.close();
  }
});

async function rawPeer(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {}); // the client hangs up
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/`;
}

test.each([
  ["that stays silent", () => {}, "does not answer", answersSoon],
  [
    "that sends a header a byte at a time",
    (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx: ");
      const timer = setInterval(() => socket.write("x"), 20);
      socket.once("close", () => clearInterval(timer));
    },
    "does not answer",
    answersSoon,
  ],
  [
    "with endless headers",
    (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      // Piece by piece: the client, in the same process, reads in between.
      const timer = setInterval(() => socket.write("x-more: and more\r\n".repeat(100)), 1);
      socket.once("close", () => clearInterval(timer));
    },
    "endless headers",
    patientRules,
  ],
  [
    "that speaks another protocol",
    (socket: Socket) => socket.end("SSH-2.0-x\r\n"),
    "speak HTTP",
    patientRules,
  ],
  ["that hangs up", (socket: Socket) => socket.destroy(), "without an answer", patientRules],
  [
    "that stops in the middle",
    (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\n\r\nsome"),
    "The server stopped sending",
    goesOnSoon,
  ],
  [
    "whose answer breaks with its head",
    (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"),
    "The connection broke off",
    patientRules,
  ],
  [
    "that sends more than the limit",
    (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(2000)}`),
    "too large a file",
    patientRules,
  ],
] as const)("[P62] a server %s is abandoned", async (_what, behave, sentence, rules) => {
  const server = await rawPeer(behave);
  try {
    await expect(whole(urlOf(server), rules)).rejects.toThrow(sentence);
  } finally {
    server.close();
  }
});

test("[P62] a slow reader may take its time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const taken = Promise.withResolvers<void>();
  const server = await rawPeer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\none");
    void taken.promise.then(() => socket.end("two"));
  });
  try {
    const { body } = await fetchGuarded({ url: urlOf(server), rules: goesOnSoon, signal });
    vi.advanceTimersByTime(10_000);
    const first = await body.next();
    taken.resolve();
    vi.advanceTimersByTime(10_000);
    const second = await body.next();

    expect([first, second].map(({ value }) => value?.toString())).toEqual(["one", "two"]);
  } finally {
    vi.useRealTimers();
    server.close();
  }
});

test("[P62] a slow reader gets everything that was sent before the server hung up", async () => {
  const content = Buffer.alloc(1_000_000, "sound");
  const server = await rawPeer((socket) => {
    socket.resume();
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${content.length}\r\n\r\n`);
    socket.end(content);
  });
  const { body } = await fetchGuarded({ url: urlOf(server), rules: patientRules, signal });
  const pieces: Buffer[] = [];

  for await (const piece of body) {
    pieces.push(piece);
    // The connection ends while the reader has not consumed what came before.
    for (let turns = 0; turns < 50; turns += 1) await nextTurn();
  }

  expect(Buffer.concat(pieces).equals(content)).toBe(true);
  server.close();
});

test("[P63] a SHOUTcast 1 server is understood", async () => {
  const server = await rawPeer((socket) => {
    socket.write("IC");
    setImmediate(() =>
      socket.end("Y 200 OK\r\nicy-metaint:16000\r\ncontent-type:audio/mpeg\r\n\r\nsound"),
    );
  });

  const answer = await fetchGuarded({ url: urlOf(server), rules: patientRules, signal });

  expect(answer.header("icy-metaint")).toBe("16000");
  expect((await answer.body.next()).value?.toString()).toBe("sound");
  answer.close();
  server.close();
});

test.each([
  [404, "nothing at that address"],
  [403, "requires a password"],
  [503, "answers with an error (503)"],
])("[P63] an answer of %i is explained in words", async (status, sentence) => {
  peer.answers.set("/", (response) => response.writeHead(status).end());

  await expect(whole(peer.url("/"))).rejects.toThrow(sentence);
});
