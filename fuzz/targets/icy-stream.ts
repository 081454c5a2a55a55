import {
  IcyReader,
  readStreamTitle,
  splitTitles,
  type StreamPiece,
  titleIn,
} from "../../packages/on-air/src/fetch/icy-reader.ts";
import {
  createStreamTitle,
  ICY_START,
  interleaveTitle,
} from "../../packages/on-air/src/stream/icy.ts";
import { cleanText } from "../../packages/on-air/src/text/clean-text.ts";
import { decodeText } from "../../packages/on-air/src/text/decode-text.ts";
import { expectOneLine, expectSame, expectThat } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const MAX_TITLE_BYTES = 480;
const MAX_BLOCK_BYTES = 1 + 255 * 16;

function block(text: string): string {
  const units = Math.ceil(text.length / 16);
  return `${String.fromCharCode(units)}${text.padEnd(units * 16, "\0")}`;
}

/** An external stream with ICY metadata (the first byte sets the interval), and the handling of its titles. */
export const icyStream: FuzzTarget = {
  ...targetDefaults,
  seeds: [
    `\u0004soun${block("StreamTitle='Ada - Night';StreamUrl='http://x';")}soun\u0000soun`,
    `\u0001s${block("StreamTitle='It's on';")}s${block("StreamTitle='")}`,
    `\u0002so${block("StreamTitle='\xcf\xe5\xf1\xed\xff - \xd0\xf3\xf1\xf1\xea\xe0\xff';")}`,
    "\u0000\xff",
  ],
  words: ["StreamTitle='", "';", "StreamUrl='", " - ", "'", "\0", "\xff", "\x1e"],
  run: (input) => {
    const metaint = 1 + (input[0] ?? 0);
    const body = input.subarray(1);
    const whole = joined(new IcyReader(metaint).take(body));
    const bytewise = new IcyReader(metaint);
    const cut = joined(Array.from(body, (byte) => bytewise.take(Buffer.from([byte]))).flat());
    expectSame(cut, whole, "a stream depends on how it is cut");
    expectThat(whole.sound.length <= body.length, "sound is made");
    expectSame(splitTitles(body, metaint).title, whole.titles.at(-1) ?? null, "the newest title");
    for (const title of [...whole.titles.slice(0, 20), titleIn(body) ?? "", decodeText(body, null)])
      checkTitle(title);
  },
};

function joined(pieces: readonly StreamPiece[]): {
  readonly sound: string;
  readonly titles: readonly string[];
} {
  const sound = pieces.flatMap((piece) => (piece.kind === "sound" ? [piece.bytes] : []));
  const titles = pieces.flatMap((piece) => (piece.kind === "title" ? [piece.text] : []));
  return { sound: Buffer.concat(sound).toString("latin1"), titles };
}

/** Follows an external title to our own mounts, and to what a player reads there. */
function checkTitle(text: string): void {
  const read = readStreamTitle(text, "Station");
  if (read !== null) expectOneLine(`${read.artist}${read.title}`, "a foreign title");
  expectThat(Array.from(cleanText(text)).length <= 300, "a clean text is too long");
  const title = createStreamTitle(text);
  expectThat(title.icyBlock.length <= MAX_BLOCK_BYTES, "a block is too long");
  expectThat(
    title.icyBlock.length === 1 + (title.icyBlock[0] ?? 0) * 16,
    "a block's length is wrong",
  );
  expectThat(Buffer.byteLength(title.text) <= MAX_TITLE_BYTES, "a title is too long");
  for (const part of [title.text, title.artist, title.title]) expectOneLine(part, "our own title");
  const sound = Buffer.alloc(16_001, 1);
  const { pieces } = interleaveTitle({ bytes: sound, title, state: ICY_START });
  const heard = splitTitles(Buffer.concat(pieces), 16_000);
  expectThat(heard.audio.equals(sound), "our sound changed");
  const shown = title.text.replaceAll(/'(?=;)/g, "\u2019").replace(/'$/, "\u2019");
  // The replacement quotation mark takes more bytes, so the end may be cut off.
  const isCut = Buffer.byteLength(shown) > MAX_TITLE_BYTES - 2;
  const same = isCut ? shown.slice(0, MAX_TITLE_BYTES / 4) : shown;
  expectSame(
    isCut ? heard.title?.slice(0, same.length) : heard.title,
    same,
    "a player reads another title",
  );
}
