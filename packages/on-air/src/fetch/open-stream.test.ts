import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { HlsPiece } from "./hls-reader.ts";
import { openStream } from "./open-stream.ts";
import { TestPeer, testRules } from "./test-peer.ts";

let peer: TestPeer;
beforeAll(async () => {
  peer = await TestPeer.start();
});
afterAll(() => peer[Symbol.asyncDispose]());
beforeEach(() => {
  peer.answers.clear();
  peer.asked.length = 0;
});

const adts = (text: string): Buffer =>
  Buffer.concat([Buffer.from("fff15080", "hex"), Buffer.from(text)]);
const id3 = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x02"), Buffer.from("xx")]);
const open = (path: string, rules = testRules) =>
  openStream({ url: peer.url(path), rules, signal: AbortSignal.timeout(25_000) });

async function contentOf(path: string): Promise<readonly HlsPiece[]> {
  const { pieces } = await open(path);
  return await Array.fromAsync(pieces);
}

const textOf = (pieces: readonly HlsPiece[]): string =>
  pieces
    .map((piece) => (piece.kind === "title" ? `[${piece.text}]` : piece.bytes.toString("latin1")))
    .join("")
    .replaceAll("\xff\xf1P\x80", "");

test("[P64] of nested playlists the first working entry is played", async () => {
  peer.serve(
    "/list.m3u",
    "#EXTM3U\ngone.mp3\nfile:///etc/passwd\nhttp://10.0.0.1/x\nmore.pls\nlast.aac",
  );
  peer.serve("/more.pls", "[playlist]\nFile1=/page\nFile2=list.xspf");
  peer.serve("/page", "<html></html>", { "content-type": "audio/mpeg" });
  peer.serve("/list.xspf", `<playlist><location>${peer.url("/live")}</location></playlist>`);
  peer.serve("/live", adts("sound"), { "content-type": "audio/aac" });

  const { format, pieces } = await open("/list.m3u");

  expect(format).toBe("aac");
  expect(textOf(await Array.fromAsync(pieces))).toBe("sound");
  expect(peer.asked).toEqual([
    "/list.m3u",
    "/gone.mp3",
    "/more.pls",
    "/page",
    "/list.xspf",
    "/live",
  ]);
});

test("[P64] playlists that include each other, or endless ones, come to an end", async () => {
  peer.serve("/round.m3u", "#EXTM3U\nround.m3u\nround.m3u\nround.m3u");
  peer.serve(
    "/long.m3u",
    `#EXTM3U\n${Array.from({ length: 50 }, (_, n) => `gone-${n}.mp3`).join("\n")}`,
  );

  await expect(open("/round.m3u")).rejects.toThrow("playlist");
  expect(peer.asked.length).toBeLessThanOrEqual(11);
  peer.asked.length = 0;
  await expect(open("/long.m3u")).rejects.toThrow("nothing at that address");
  expect(peer.asked).toHaveLength(11);
});

test("[P64] an overlong playlist plays from its first entries, but overlong HLS is refused", async () => {
  peer.serve("/long.m3u", `#EXTM3U\nlive\n${"http://10.0.0.1/x\n".repeat(100_000)}`);
  peer.serve("/live", adts("sound"), { "content-type": "audio/aac" });
  const segments = "#EXTINF:1,\n/gone.aac\n".repeat(100_000);
  peer.serve("/long.m3u8", `#EXTM3U\n#EXT-X-TARGETDURATION:1\n${segments}`);

  expect(textOf(await contentOf("/long.m3u"))).toBe("sound");
  await expect(open("/long.m3u8")).rejects.toThrow("is too long");
});

test("[P67] a stream with a title every few bytes is refused", async () => {
  peer.serve("/live", adts("ab"), { "content-type": "audio/aac", "icy-metaint": "1" });

  await expect(contentOf("/live")).rejects.toThrow("too small");
});

test("[P63] a web page is not a stream", async () => {
  peer.serve("/", "<!doctype html><title>Radio</title>");

  await expect(open("/")).rejects.toThrow("web page");
});

test("[P67] a stream's titles come at their positions", async () => {
  const block = Buffer.alloc(33);
  block[0] = 2;
  block.write("StreamTitle='Ada - One';", 1);
  peer.answers.set("/live", (response, request) => {
    const metaint = request.headers["icy-metadata"] === "1" ? { "icy-metaint": "300" } : {};
    response.writeHead(200, { "content-type": "audio/aac", ...metaint });
    response.end(Buffer.concat([adts("a".repeat(296)), block, Buffer.from("sounds")]));
  });

  expect(textOf(await contentOf("/live"))).toBe(`${"a".repeat(296)}[Ada - One]sounds`);
});

test("[P65] a recorded HLS stream is read once from start to end", async () => {
  peer.serve("/master.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=64000\nmedia/list.m3u8");
  peer.serve(
    "/media/list.m3u8",
    "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,One\na.aac\n#EXTINF:1,\nb.aac\n#EXTINF:1,\nc.aac\n#EXTINF:1,\nd.aac\n#EXT-X-ENDLIST",
  );
  for (const name of ["a", "b", "c", "d"])
    peer.serve(`/media/${name}.aac`, Buffer.concat([id3, adts(name)]));

  const { format, pieces } = await open("/master.m3u8");

  expect(format).toBe("aac");
  expect(textOf(await Array.fromAsync(pieces))).toBe("[One]abcd");
  expect(peer.asked.filter((path) => path.endsWith(".aac"))).toHaveLength(4);
});

test("[P65] a live HLS stream is joined three segments from its end and followed, each segment once", async () => {
  let loads = 0;
  peer.answers.set("/live.m3u8", (response) => {
    const first = [0, 0, 1, 1, 3][loads] ?? 3;
    const names = Array.from({ length: 4 }, (_, index) => `#EXTINF:0.1,\n${first + index}.aac`);
    const end = loads >= 5 ? "\n#EXT-X-ENDLIST" : "";
    loads += 1;
    response.end(
      `#EXTM3U\n#EXT-X-TARGETDURATION:0.4\n#EXT-X-MEDIA-SEQUENCE:${first}\n${names.join("\n")}${end}`,
    );
  });
  for (let n = 0; n < 8; n += 1) peer.serve(`/${n}.aac`, adts(`${n}`));
  // One segment never exists: it is skipped.
  peer.answers.delete("/4.aac");

  expect(textOf(await contentOf("/live.m3u8"))).toBe("12356");
});

test("[P65] fMP4 starts with its initialisation, and byte ranges are requested", async () => {
  const file = Buffer.from("....ftyp-init....moof-one....moof-two!");
  peer.answers.set("/all.mp4", (response, request) => {
    const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? "") ?? [];
    response.writeHead(206).end(file.subarray(Number(from), Number(to) + 1));
  });
  peer.serve(
    "/list.m3u8",
    '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI="all.mp4",BYTERANGE="13@0"\n' +
      "#EXTINF:1,\n#EXT-X-BYTERANGE:12@13\nall.mp4\n#EXTINF:1,\n#EXT-X-BYTERANGE:13\nall.mp4\n#EXT-X-ENDLIST",
  );

  const { format, pieces } = await open("/list.m3u8");
  const all = await Array.fromAsync(pieces);

  expect(format).toBe("mov");
  expect(all.map(({ kind }) => kind)).toEqual(["init", "sound", "sound"]);
  expect(textOf(all)).toBe(file.toString());
});

test("[P66] an encrypted stream is refused with a reason", async () => {
  peer.serve(
    "/list.m3u8",
    '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI="key"\n#EXTINF:1,\na.ts',
  );

  await expect(open("/list.m3u8")).rejects.toThrow("The stream is encrypted");
});

test("[P66] a stream that stops, or changes its format midway, ends with a reason", async () => {
  peer.serve("/still.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:0.1\n#EXTINF:0.1,\na.aac");
  peer.serve("/a.aac", adts("a"));
  peer.serve(
    "/other.m3u8",
    '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI="a.aac"\n#EXTINF:1,\na.aac\n' +
      '#EXT-X-MAP:URI="b.mp4"\n#EXTINF:1,\na.aac\n#EXT-X-ENDLIST',
  );

  await expect(contentOf("/still.m3u8")).rejects.toThrow("The stream has stalled");
  await expect(contentOf("/other.m3u8")).rejects.toThrow("changes its format");
});

test("[P66] a stream that is not read for a while has not stalled", async () => {
  let asked = 0;
  peer.answers.set("/live.m3u8", (response) => {
    asked += 1;
    const end = asked === 1 ? "" : "\n#EXT-X-ENDLIST";
    response.end(
      `#EXTM3U\n#EXT-X-TARGETDURATION:0.05\n#EXTINF:0.05,\na.aac\n#EXTINF:0.05,\nb.aac${end}`,
    );
  });
  peer.serve("/a.aac", adts("a"));
  peer.serve("/b.aac", adts("b"));
  const { pieces } = await open("/live.m3u8");
  const heard: HlsPiece[] = [];

  for await (const piece of pieces) {
    heard.push(piece);
    // More than four target durations, as during a pause of the programme.
    await delay(250);
  }

  expect(textOf(heard)).toBe("ab");
});

test("[P61] addresses in a playlist are checked like any other", async () => {
  const rules = { ...testRules, lookUp: () => Promise.resolve(["127.0.0.1"]) };
  const inside = `http://inside.example:${peer.port}/secret`;
  peer.serve("/list.m3u", inside);
  peer.serve(
    "/list.m3u8",
    `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${inside}\n#EXT-X-ENDLIST`,
  );

  await expect(open("/list.m3u", rules)).rejects.toThrow("private network");
  await expect(open("/list.m3u8", rules)).rejects.toThrow("no segment");
  expect(peer.asked).not.toContain("/secret");
});
