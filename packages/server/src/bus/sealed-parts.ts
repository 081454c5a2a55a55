import { createHmac, timingSafeEqual } from "node:crypto";

/** Longest text that can be joined again, in parts. */
const MAX_PARTS = 4096;
/** More than the header of a part takes. */
const HEAD_BYTES = 100;
const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;
const partPattern =
  /^(?<seal>[\w-]{43}) (?<sealed>(?<number>\d{1,16}) (?<part>\d{1,4}) (?<parts>\d{1,4}) (?<text>.*))$/su;

/** Topic of the node with this secret: other stations on the same server, and earlier holders, have others. */
export function topicOf(secret: string): string {
  return `neonrelay_${createHmac("sha256", secret).update("topic").digest("hex").slice(0, 32)}`;
}

/**
 * Splits a text into parts that fit the bus, each sealed with the nodes' secret.
 * @param number of this text, unique for this secret
 */
export function sealParts({
  secret,
  number,
  text,
  maxPartBytes,
}: {
  readonly secret: string;
  readonly number: number;
  readonly text: string;
  readonly maxPartBytes: number;
}): readonly string[] {
  const pieces = cut(Buffer.from(text), maxPartBytes - HEAD_BYTES);
  return pieces.map((piece, place) => {
    const sealed = `${number} ${place + 1} ${pieces.length} ${piece}`;
    return `${sealOf(secret, sealed)} ${sealed}`;
  });
}

/** Cuts between characters. */
function cut(bytes: Buffer, mostBytes: number): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length;) {
    let to = Math.min(from + mostBytes, bytes.length);
    while (to < bytes.length && ((bytes[to] ?? 0) & CONTINUATION_MASK) === CONTINUATION) to -= 1;
    pieces.push(bytes.toString("utf8", from, to));
    from = to;
  }
  return pieces;
}

function sealOf(secret: string, sealed: string): string {
  return createHmac("sha256", secret).update(sealed).digest("base64url");
}

/** Joins texts again. Drops parts not sealed with the secret, and texts that lack a part. */
export class PartJoiner {
  readonly #secret: string;
  #number = "";
  #pieces: string[] = [];

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** @returns the text that this part completes; null: none */
  take(part: string): string | null {
    const found = partPattern.exec(part)?.groups;
    if (found === undefined) return null;
    const { seal = "", sealed = "", number = "", text = "" } = found;
    const own = Buffer.from(sealOf(this.#secret, sealed));
    if (!timingSafeEqual(own, Buffer.from(seal))) return null;
    const [place, parts] = [Number(found["part"]), Number(found["parts"])];
    if (place === 1) [this.#number, this.#pieces] = [number, []];
    if (number !== this.#number || place !== this.#pieces.length + 1 || parts > MAX_PARTS)
      return null;
    this.#pieces.push(text);
    if (place < parts) return null;
    const whole = this.#pieces.join("");
    this.#pieces = [];
    return whole;
  }
}
