import { createChunkReader } from "../../packages/on-air/src/djs/chunked-body.ts";
import { readBasicCredentials } from "../../packages/on-air/src/djs/dj-keys.ts";
import { credentialsOf } from "../../packages/on-air/src/djs/shoutcast-door.ts";
import {
  escapeFirstLine,
  headLength,
  judgeBeginning,
  MAX_HEAD_BYTES,
  parseSourceHead,
  sourceFormat,
} from "../../packages/on-air/src/djs/source-head.ts";
import { readQueryBytes, readTitle } from "../../packages/on-air/src/djs/title-text.ts";
import { decideRange, parseTarget } from "../../packages/on-air/src/stream/request-rules.ts";
import { networkOf, trustedProxies } from "@neonrelay/process/client-address";
import { isPublicAddress } from "../../packages/process/src/public-address.ts";
import { expectOneLine, expectSame, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const proxies = trustedProxies(["127.0.0.1", "10.0.0.0/8"]);

/**
 * The start of a DJ program's connection: Icecast's SOURCE and PUT, SHOUTcast's password, chunks, and title updates.
 */
export const sourceHandshake: FuzzTarget = {
  ...targetDefaults,
  mostBytes: 12 * 1024,
  seeds: [
    "SOURCE /live ICE/1.0\r\nAuthorization: Basic c291cmNlOmtleQ==\r\nContent-Type: audio/mpeg\r\nice-name: x\r\n\r\n\xff\xfb\x90",
    "PUT /live HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YWRhOmtleQ==\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\nX-Forwarded-For: 1.2.3.4, 10.0.0.1\r\n\r\n4;x=1\r\nOggS\r\n0\r\n\r\n",
    "GET /admin/metadata?mode=updinfo&mount=/live&song=J%F3ga+-+Bj\xf6rk&charset=ISO-8859-1 HTTP/1.0\r\n\r\n",
    "GET /admin.cgi?pass=ada:key&mode=updinfo&song=a%20-%20b&artist=x&title=%00%0d%0a HTTP/1.0\r\nRange: bytes=0-1\r\n\r\n",
    "ada:key:#1\r\nicy-name:Station\r\nicy-br:128\r\ncontent-type:audio/aacp\r\n\r\n\xff\xf1",
  ],
  words: [
    "SOURCE ",
    "PUT /live ",
    "GET /admin",
    "HTTP/1.1",
    "ICE/1.0",
    "\r\n\r\n",
    "\n\n",
    "\r\n",
    ": ",
    "Transfer-Encoding: chunked",
    "Authorization: Basic ",
    "song=",
    "artist=",
    "title=",
    "charset=",
    "utf-16le",
    "%0d%0a",
    "%ff",
    "+",
    "&",
    "bytes=0-",
    "ffffffff",
    "[::1]:80",
    "::ffff:10.0.0.1",
    "/live",
  ],
  run: (input) => {
    judgeBeginning(input);
    const length = headLength(input);
    const escaped = escapeFirstLine(input);
    expectThat(escaped.length <= 3 * input.length, "escaping makes too much");
    expectThat(
      !/[\x80-\xff]/.test(escaped.toString("latin1").split("\n", 1)[0] ?? ""),
      "a byte is not escaped",
    );
    if (length !== null) {
      expectThat(length <= MAX_HEAD_BYTES, "a head is too long", length);
      checkHead(input.toString("latin1", 0, length));
    }
    const line = input.toString("latin1").split("\n", 1)[0] ?? "";
    const title = readTitle(readQueryBytes(line));
    if (title !== null) expectOneLine(`${title.artist}${title.title}`, "a DJ's title");
    credentialsOf(line.trim());
    const url = parseTarget(line.split(" ")[1]);
    if (url !== undefined) expectOneLine(url.href, "an address");
    checkChunks(input.subarray(length ?? 0));
  },
};

function checkHead(text: string): void {
  const head = parseSourceHead(text);
  if (head === null) return;
  expectOneLine(head.target, "a target");
  for (const value of head.headers.values()) expectOneLine(value.replaceAll("\0", ""), "a header");
  readBasicCredentials(head.headers.get("authorization"));
  sourceFormat(head.headers.get("content-type"));
  decideRange({ range: head.headers.get("range"), userAgent: "" });
  const forwardedFor = head.headers.get("x-forwarded-for");
  const address = proxies.clientOf({ address: "127.0.0.1", forwardedFor });
  expectThat(/^[\da-f:.%\w]+$/i.test(address), "an address is none", address);
  networkOf(address);
  isPublicAddress(address);
}

/** A body comes out unchanged, or is refused, however it is split. */
function checkChunks(body: Buffer): void {
  const bytes = Array.from(body.subarray(0, 2048), (byte) => Buffer.from([byte]));
  expectSame(
    readChunks(bytes),
    readChunks([body.subarray(0, 2048)]),
    "chunks depend on how they are cut",
  );
}

function readChunks(pieces: readonly Buffer[]): string {
  const read = createChunkReader();
  const plain: Buffer[] = [];
  try {
    for (const piece of pieces) plain.push(read(piece) ?? Buffer.alloc(0));
  } catch (error) {
    if (error instanceof Error && error.name === "BadChunkError") return "refused";
    throw error;
  }
  return Buffer.concat(plain).toString("latin1");
}
