import type { FeedRestart } from "../engine-host/engine-feeds.ts";
import { readTitleComment, type InBandTitle } from "./vorbis-comment.ts";

/** RFC 3533 §6. */
const PAGE_HEAD_BYTES = 27;
const MAGIC = 0x4f676753;
const FIRST_PAGE_FLAG = 2;
/** Limit for the headers of one chain, cover included. Longer ones can't be resent. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;
/** Limit for all chains kept. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;
/** Granule position of a page on which no packet ends. */
const NO_PACKET_ENDS = -1n;
/** Pages come every second or more often; far more than any client needs. */
const KEPT_PAGES = 2048;
/** Titles that change every few seconds help no listener. */
const KEPT_CHAINS = 8;

/** One of several consecutive logical streams; each has its own headers. */
interface Chain {
  readonly place: number;
  headers: Buffer[];
  headerBytes: number;
  /** Position of the first page with sound; null while headers arrive. */
  soundPlace: number | null;
  isTitleTold: boolean;
}

/** Follows a stream of Ogg pages: where it can be joined, and the titles in it. Positions are bytes from its start. */
export class OggPages {
  readonly #onTitle: (title: InBandTitle & { readonly place: number }) => void;
  #rest = Buffer.alloc(0);
  /** Position of the first unparsed byte. */
  #place = 0;
  #chains: Chain[] = [];
  #pages: number[] = [];

  constructor(onTitle: (title: InBandTitle & { readonly place: number }) => void = () => {}) {
    this.#onTitle = onTitle;
  }

  add(bytes: Buffer): void {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const start = rest.indexOf("OggS");
      // Skip what is not a page; the start of one may be cut.
      const skipped = start === -1 ? Math.max(0, rest.length - 3) : start;
      this.#place += skipped;
      rest = rest.subarray(skipped);
      const length = pageLength(rest);
      if (length === null || rest.length < length) {
        this.#lookAhead(rest);
        break;
      }
      this.#takePage(rest.subarray(0, length));
      this.#place += length;
      rest = rest.subarray(length);
    }
    this.#rest = Buffer.from(rest);
  }

  /** How to start at that position, or shortly before; null when there are no headers to start with. */
  restartAt(place: number): FeedRestart | null {
    const chain = this.#chains.findLast((candidate) => candidate.place <= place);
    if (chain === undefined) return null;
    const { soundPlace } = chain;
    if (soundPlace === null) return { preamble: Buffer.alloc(0), from: chain.place };
    if (chain.headerBytes > MAX_HEADER_BYTES) return null;
    const from = this.#pages.findLast((page) => page <= place) ?? soundPlace;
    return { preamble: Buffer.concat(chain.headers), from: Math.max(from, soundPlace) };
  }

  /** Keeps the newest chains, as far as their headers fit into the memory limit. */
  #dropOld(): void {
    let bytes = MAX_HEADER_BYTES;
    const from = this.#chains.findLastIndex(({ headerBytes }) => {
      bytes += Math.min(headerBytes, MAX_HEADER_BYTES);
      return bytes > MAX_KEPT_BYTES;
    });
    this.#chains = this.#chains.slice(from + 1);
  }

  /** A page of sound takes a second to arrive: its title applies from the first byte on. */
  #lookAhead(beginning: Buffer): void {
    const chain = this.#chains.at(-1);
    const isPage = beginning.length >= PAGE_HEAD_BYTES && beginning.readUInt32BE(0) === MAGIC;
    if (!isPage || chain?.soundPlace !== null) return;
    const { isFirst, isHeader } = kindOf(beginning);
    if (!isFirst && !isHeader) this.#reportTitle(chain);
  }

  #reportTitle(chain: Chain): void {
    if (chain.isTitleTold) return;
    chain.isTitleTold = true;
    const title = readTitleComment(Buffer.concat(chain.headers.map(contentOf)));
    if (title !== null) this.#onTitle({ ...title, place: chain.place });
  }

  #takePage(page: Buffer): void {
    const { isFirst, isHeader } = kindOf(page);
    let chain = this.#chains.at(-1);
    if (isFirst && chain?.soundPlace !== null) {
      chain = {
        place: this.#place,
        headers: [],
        headerBytes: 0,
        soundPlace: null,
        isTitleTold: false,
      };
      this.#chains = [...this.#chains, chain].slice(-KEPT_CHAINS);
      this.#dropOld();
    }
    if (chain === undefined) return;
    if (isHeader && chain.soundPlace === null) {
      chain.headerBytes += page.length;
      if (chain.headerBytes <= MAX_HEADER_BYTES) chain.headers.push(Buffer.from(page));
      return;
    }
    if (chain.soundPlace === null) {
      chain.soundPlace = this.#place;
      this.#reportTitle(chain);
      if (chain.headerBytes > MAX_HEADER_BYTES) chain.headers = [];
    }
    this.#pages.push(this.#place);
    if (this.#pages.length > 2 * KEPT_PAGES) this.#pages = this.#pages.slice(-KEPT_PAGES);
  }
}

/** @param head of a page, at least PAGE_HEAD_BYTES long */
function kindOf(head: Buffer): { readonly isFirst: boolean; readonly isHeader: boolean } {
  const isFirst = ((head[5] ?? 0) & FIRST_PAGE_FLAG) !== 0;
  const granule = head.readBigInt64LE(6);
  // A cover in the comments makes a packet of many pages.
  return { isFirst, isHeader: isFirst || granule === 0n || granule === NO_PACKET_ENDS };
}

/** @returns null if there are too few bytes to tell */
function pageLength(bytes: Buffer): number | null {
  if (bytes.length < PAGE_HEAD_BYTES || bytes.readUInt32BE(0) !== MAGIC) return null;
  const segments = bytes[26] ?? 0;
  if (bytes.length < PAGE_HEAD_BYTES + segments) return null;
  let length = PAGE_HEAD_BYTES + segments;
  for (let index = 0; index < segments; index += 1) length += bytes[PAGE_HEAD_BYTES + index] ?? 0;
  return length;
}

function contentOf(page: Buffer): Buffer {
  return page.subarray(PAGE_HEAD_BYTES + (page[26] ?? 0));
}
