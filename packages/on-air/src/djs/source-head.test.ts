import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createChunkReader } from "./chunked-body.ts";
import { credentialsOf } from "./shoutcast-door.ts";
import {
  escapeFirstLine,
  headLength,
  judgeBeginning,
  parseSourceHead,
  sourceFormat,
} from "./source-head.ts";
import { SourceThrottle } from "./source-gate.ts";

test.each([
  ["SOURCE /live ICE/1.0\r\n", "source"],
  ["SOURCE /other HTTP/1.0\r\n", "source"],
  ["PUT /live HTTP/1.1\r\n", "source"],
  ["PUT /live?x=1 HTTP/1.1\r\n", "source"],
  ["PUT /lively HTTP/1.1\r\n", "other"],
  ["GET /stream.mp3 HTTP/1.1\r\n", "other"],
  ["\x16\x03\x01", "other"],
  ["SOUR", "unclear"],
  ["PUT /li", "unclear"],
  ["P", "unclear"],
  ["GET /admin/metadata?song=Bj", "unclear"],
  ["GET /admin/metadata?song=Bj\xf6rk HTTP/1.0\r\n", "other"],
  [`GET /admin/metadata?song=${"x".repeat(9000)}`, "other"],
])("[S1] a connection that begins with %j is taken for %s", (text, beginning) => {
  expect(judgeBeginning(Buffer.from(text, "latin1"))).toBe(beginning);
});

test("[S6] unescaped bytes of a title get escaped, and the rest of the request stays as it is", () => {
  const rest = " HTTP/1.0\r\nUser-Agent: b\xfctt\r\n\r\n";
  const request = Buffer.from(`GET /admin.cgi?song=J\xc3\xb3ga%20%23${rest}`, "latin1");

  expect(escapeFirstLine(request).toString("latin1")).toBe(
    `GET /admin.cgi?song=J%c3%b3ga%20%23${rest}`,
  );
});

test("[S1] a source's head may use either kind of line ending", () => {
  const text = "SOURCE /live ICE/1.0\ncontent-type: audio/mpeg\nICE-Name: A: B\n\n\xff\xfb";
  const length = headLength(Buffer.from(text, "latin1"));

  expect(length).toBe(text.length - 2);
  expect(parseSourceHead(text.slice(0, length ?? 0))).toMatchObject({
    method: "SOURCE",
    target: "/live",
    protocol: "ICE/1.0",
    headers: new Map([
      ["content-type", "audio/mpeg"],
      ["ice-name", "A: B"],
    ]),
  });
  expect(parseSourceHead("PUT live HTTP/1.1\r\n\r\n")).toBeNull();
  expect(parseSourceHead("PUT /live HTTP/2\r\n\r\n")).toBeNull();
  const hosts = "Host: a.example\r\nHOST : b.example\r\n";
  expect(parseSourceHead(`PUT /live HTTP/1.1\r\n${hosts}\r\n`)).toBeNull();
});

test("[S1] a lone CR does not end a line of a head, and no header keeps it", () => {
  const head = parseSourceHead(
    "PUT /live HTTP/1.1\r\nUser-Agent: a\rX-Forwarded-For: b\0c\r\n\r\n",
  );

  expect(head?.headers).toEqual(new Map([["user-agent", "a X-Forwarded-For: b c"]]));
  expect(parseSourceHead("PUT /live\0 HTTP/1.1\r\n\r\n")).toBeNull();
});

test("[S2] MP3, AAC and Ogg are accepted, and old programs without a type send MP3", () => {
  const types = [
    "audio/mpeg",
    "audio/aacp",
    "Application/OGG; codecs=opus",
    undefined,
    "video/mp4",
  ];
  expect(types.map(sourceFormat)).toEqual(["mp3", "aac", "ogg", "mp3", undefined]);
});

test("[S1] a chunked body is decoded whole however it is cut", () => {
  const property = fc.property(
    fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 8 }),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
    (chunks, cuts) => {
      const parts = chunks.map((chunk) =>
        Buffer.concat([
          Buffer.from(`${chunk.length.toString(16)};x\r\n`),
          chunk,
          Buffer.from("\r\n"),
        ]),
      );
      const body = Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
      const read = createChunkReader();
      const plain: Buffer[] = [];
      for (let at = 0, turn = 0; at < body.length; turn += 1) {
        const size = cuts[turn % cuts.length] ?? 1;
        plain.push(read(body.subarray(at, at + size)) ?? Buffer.alloc(0));
        at += size;
      }
      expect(Buffer.concat(plain)).toEqual(Buffer.concat(chunks));
      expect(read(Buffer.from("more"))).toBeNull();
    },
  );
  fc.assert(property);
  expect(() => createChunkReader()(Buffer.from("what?\r\n"))).toThrow("a chunk has no size");
  expect(() => createChunkReader()(Buffer.from("ffffffff\r\n"))).toThrow("a chunk has no size");
});

test("[S4] wrong keys cost their network a wait that doubles, and a right one ends it", () => {
  const throttle = new SourceThrottle();
  const waits: number[] = [];
  for (let failures = 0; failures < 12; failures += 1) {
    waits.push(throttle.waitMs("2001:db8:1:2::7", 0) / 1000);
    throttle.failed("2001:db8:1:2:3::9", 0);
  }

  expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  expect(throttle.waitMs("2001:db8:1:3::7", 0)).toBe(0);
  expect(throttle.waitMs("2001:db8:1:2::7", 59_000)).toBe(1000);
  throttle.succeeded("2001:db8:1:2::1");
  expect(throttle.waitMs("2001:db8:1:2::7", 0)).toBe(0);
});

test("[S5] a SHOUTcast password is the stream key, alone or after a user name", () => {
  expect(credentialsOf("abc")).toEqual({ username: "", key: "abc" });
  expect(credentialsOf("ada:abc")).toEqual({ username: "ada", key: "abc" });
  expect(credentialsOf("ada:abc:#1".replace(":#", "#"))).toEqual({ username: "ada", key: "abc" });
});
