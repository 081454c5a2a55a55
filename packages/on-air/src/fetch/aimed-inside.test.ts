import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSource } from "../icecast/source-connection.ts";
import { FetchError } from "./fetch-error.ts";
import { fetchGuarded, type FetchRules } from "./guarded-client.ts";
import { openStream } from "./open-stream.ts";
import { TestPeer, testRules } from "./test-peer.ts";

/** A server that must not be reached; it counts its visitors. */
let inside: Server;
let port = 0;
let visits = 0;
/** Someone else's server that the station is led to first, here at an allowed address. */
let outside: TestPeer;
beforeAll(async () => {
  inside = createServer((socket) => {
    visits += 1;
    socket.on("error", () => {}).end("HTTP/1.1 200 OK\r\n\r\nsecret");
  });
  // On both address families if the machine has both.
  inside.listen({ port: 0, host: "::" }).on("error", () => inside.listen(0, "127.0.0.1"));
  await once(inside, "listening");
  const address = inside.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  ({ port } = address);
  outside = await TestPeer.start();
});
afterAll(async () => {
  inside.close();
  await outside[Symbol.asyncDispose]();
});
beforeEach(() => {
  visits = 0;
  outside.answers.clear();
});

/** Names as a hostile name server would have them. */
const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ["127.0.0.1"],
  "localhost.": ["127.0.0.1"],
  "app.localhost": ["127.0.0.1"],
  "inside.example": ["127.0.0.1"],
  "inside6.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "translated.example": ["64:ff9b::7f00:1"],
  "tunnelled.example": ["2002:7f00:1::"],
  "local.example": ["fd00::1"],
  "linked.example": ["fe80::1%lo"],
  "cloud.example": ["169.254.169.254"],
  "both.example": ["93.184.216.34", "127.0.0.1"],
  "first.example": ["127.0.0.1", "93.184.216.34"],
  "garbage.example": ["127.1"],
};
const rules: FetchRules = {
  ...testRules,
  // Only the test's own server may be reached, and only by this form of its address.
  allowedHosts: [],
  lookUp: (hostname) => {
    const found = names[hostname];
    if (found !== undefined) return Promise.resolve(found);
    return Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
  },
};
const { signal } = new AbortController();

/** Ways to write this machine, and neighbouring networks. */
const hosts = [
  "127.0.0.1",
  "127.0.0.1.",
  "127.1",
  "127.0.1",
  "0x7f000001",
  "0x7f.0.0.1",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "2130706433",
  "0",
  "0.0.0.0",
  "%31%32%37.0.0.1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "１２７.0.0.1",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:53aa:64c:0:0:80ff:fffe]",
  "[fe80::1]",
  "[fe80::1%25lo]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "10.0.0.1",
  "012.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "0300.0250.0.1",
  "3232235521",
  "100.64.0.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "224.0.0.1",
  "255.255.255.255",
  ...Object.keys(names),
  "LOCALHOST",
  "unknown.example",
];

/** Addresses that a parser could take for another host than the one connected to. */
const addresses = (): readonly string[] => [
  ...hosts.map((host) => `http://${host}:${port}/`),
  `https://127.0.0.1:${port}/`,
  `http://public.example@127.0.0.1:${port}/`,
  `http://public.example:80@127.0.0.1:${port}/`,
  `http://public.example%40127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}#@public.example/`,
  `http://127.0.0.1:${port}?@public.example/`,
  `http://public.example\\@127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http:127.0.0.1:${port}`,
  `http:/127.0.0.1:${port}/`,
  `http:///127.0.0.1:${port}/`,
  `ht\ttp://127.0.0.1:${port}/`,
  `http://127.0.0.1\t:${port}/`,
  `http://127.0.0.1:${port}\r\nhost: public.example`,
  ` http://127.0.0.1:${port}/ `,
  `HTTP://127.0.0.1:${port}/`,
  `http://127.0.0.1:0${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_GET`,
  `ws://127.0.0.1:${port}/`,
  `file:///etc/passwd`,
  `file://127.0.0.1/etc/passwd`,
  `data:audio/mpeg;base64,SUQz`,
  `http+unix://%2Fvar%2Frun%2Fdocker.sock/info`,
  `unix:/var/run/docker.sock`,
];

test("[P61] no spelling of an address leads inside", async () => {
  const reached: unknown[] = [];

  for (const url of addresses()) {
    const outcome = await fetchGuarded({ url, rules, signal }).catch((error: unknown) => error);
    if (!(outcome instanceof FetchError)) reached.push({ url, outcome });
  }

  expect(reached).toEqual([]);
  expect(visits).toBe(0);
});

/** The same for a server that may be reached, so that only what it leads to is refused. */
const led: FetchRules = { ...rules, allowedHosts: ["127.0.0.1"] };
/** The outside server is on this machine too: only that form of its address is allowed. */
const ledTo = (): readonly string[] =>
  addresses().filter((url) => {
    const { hostname = "" } = URL.parse(url) ?? {};
    return hostname !== "127.0.0.1";
  });

/** All spellings for one status; for the others it is enough that they are checked. */
const someLedTo = (): readonly string[] => [
  `http://inside.example:${port}/`,
  `http://[::1]:${port}/`,
  "http://169.254.169.254/",
  "file:///etc/passwd",
];

test.each([
  [301, someLedTo],
  [302, ledTo],
  [303, someLedTo],
  [307, someLedTo],
  [308, someLedTo],
] as const)("[P61] no redirect with status %i leads inside", async (status, locations) => {
  const reached: unknown[] = [];

  for (const location of locations()) {
    if (/[\r\n]|[^\x20-\x7e]/.test(location)) continue; // not possible in a header
    outside.answers.set("/go", (response) => response.writeHead(status, { location }).end());
    const outcome = await fetchGuarded({ url: outside.url("/go"), rules: led, signal }).catch(
      (error: unknown) => error,
    );
    if (outcome instanceof FetchError) continue;
    // A relative address leads back to the same server, where there is nothing.
    if (outcome instanceof Error || Object(outcome).url?.host !== new URL(outside.url("/")).host)
      reached.push({ location, outcome });
    else Object(outcome).close();
  }

  expect(reached).toEqual([]);
  expect(visits).toBe(0);
});

test.each([
  ["an M3U", "/list.m3u", (url: string) => `#EXTM3U\n#EXTINF:-1,Radio\n${url}\n`],
  ["a PLS", "/list.pls", (url: string) => `[playlist]\nFile1=${url}\nNumberOfEntries=1\n`],
  [
    "an XSPF",
    "/list.xspf",
    (url: string) =>
      `<playlist><trackList><track><location>${url}</location></track></trackList></playlist>`,
  ],
  [
    "the variants of an HLS",
    "/master.m3u8",
    (url: string) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\n${url}\n`,
  ],
  [
    "the segments of an HLS",
    "/list.m3u8",
    (url: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`,
  ],
  [
    "the initialisation of an HLS",
    "/map.m3u8",
    (url: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI="${url}"\n#EXTINF:1,\n/a.mp4\n#EXT-X-ENDLIST\n`,
  ],
  [
    "the key of an HLS",
    "/key.m3u8",
    (url: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI="${url}"\n#EXTINF:1,\n/a.aac\n#EXT-X-ENDLIST\n`,
  ],
] as const)("[P61] %s playlist leads nowhere inside", async (_what, path, playlist) => {
  outside.serve("/a.mp4", "....moof");
  outside.serve("/a.aac", Buffer.from("fff15080", "hex"));

  for (const url of ledTo()) {
    if (/[\r\n]/.test(url)) continue; // two lines
    outside.serve(path, playlist(url));
    const order = { url: outside.url(path), rules: led, signal: AbortSignal.timeout(20_000) };
    await openStream(order)
      .then(({ pieces }) => Array.fromAsync(pieces))
      .catch((error: unknown) => expect(error).toBeInstanceOf(FetchError));
  }

  expect(visits).toBe(0);
});

test.each([
  ["a redirection", "/go", null],
  ["a playlist", "/list.m3u", (url: string) => `#EXTM3U\n#EXTINF:-1,Radio\n${url}\n`],
  [
    "HLS",
    "/list.m3u8",
    (url: string) =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXTINF:1,\n${url}\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`,
  ],
] as const)("[P61] %s leads to no other port of an allowed host", async (_what, path, list) => {
  const url = `http://127.0.0.1:${port}/`;
  if (list === null) outside.redirect(path, url);
  else outside.serve(path, list(url));

  const opened = openStream({ url: outside.url(path), rules: led, signal });

  await expect(opened).rejects.toThrow(
    `The server leads to http://127.0.0.1:${port}, which is in a private network`,
  );
  expect(visits).toBe(0);
});

test("[P61] a name that would resolve elsewhere the second time is looked up only once", async () => {
  let lookups = 0;
  const rebinding: FetchRules = {
    ...rules,
    lookUp: () => {
      lookups += 1;
      // Public when checked, and this machine when it would be connected to.
      return Promise.resolve(lookups === 1 ? ["192.0.2.1"] : ["127.0.0.1"]);
    },
    allowedHosts: ["rebound.example"],
    limits: { ...testRules.limits, connectMs: 200 },
  };

  const outcome = await fetchGuarded({
    url: `http://rebound.example:${port}/`,
    rules: rebinding,
    signal,
  }).catch((error: unknown) => error);

  expect(outcome).toBeInstanceOf(FetchError);
  expect([lookups, visits]).toEqual([1, 0]);
});

test("[P61] no output is sent inside, however its host is spelt", async () => {
  const reached: unknown[] = [];

  for (const host of hosts.map((each) => each.replace(/^\[(.*)\]$/, "$1"))) {
    const server = {
      host,
      port,
      isTls: false,
      mount: "/live.mp3",
      username: "source",
      password: "hackme",
    };
    const outcome = await openSource({
      server,
      head: Buffer.from("PUT /live.mp3 HTTP/1.1\r\n\r\n"),
      rules,
      signal: AbortSignal.timeout(5000),
    }).catch((error: unknown) => error);
    const isRefused = outcome instanceof Error || Object(outcome).kind === "not-allowed";
    if (!isRefused) reached.push({ host, outcome });
  }

  expect(reached).toEqual([]);
  expect(visits).toBe(0);
});

test("[P61] an allowed host is reached as before, on any port", async () => {
  const allowed: FetchRules = { ...rules, allowedHosts: ["inside.example", "127.0.0.1"] };

  for (const url of [`http://inside.example:${port}/`, `http://127.0.0.1:${port}/`]) {
    const answer = await fetchGuarded({ url, rules: allowed, signal });
    expect((await answer.body.next()).value?.toString()).toBe("secret");
    answer.close();
  }

  expect(visits).toBe(2);
});
