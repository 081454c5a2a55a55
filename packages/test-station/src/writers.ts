import {
  CHAT_SEND_INTERVAL_MS,
  chatMessageSchema,
  commentsCalls,
  queueItemSchema,
  queueSchema,
} from "@neonrelay/contract";
import { expect } from "vitest";
import * as z from "zod";
import { Visitor } from "./test-station.ts";
import {
  listPlaylists,
  makePlaylist,
  writeAllTheWhile,
  type Writing,
  type Written,
} from "./written-through.ts";

interface WritersOptions {
  readonly url: string;
  readonly operator: Visitor;
  /** Prefix of each name. */
  readonly label: string;
  /** Queued over and over. */
  readonly trackId: string;
  /** Pause between a writer's writes, in ms; chat has its own minimum. */
  readonly paceMs: number;
}

/** Entries that may be played during the writes: a track lasts a minute. */
const MAX_PLAYED = 3;
/** The station's limit for comments from one network. */
const COMMENTS_EVERY_MS = 1000;

/** Concurrent writers of different things: playlists, chat lines, comments, and queue entries. */
export class Writers {
  readonly #options: WritersOptions;
  readonly #end = new AbortController();
  readonly #entries = new Set<string>();
  readonly #writing: Readonly<Record<Kind, Promise<Written>>>;
  #confirmed = 0;

  constructor(options: WritersOptions) {
    this.#options = options;
    const { url, operator, label, trackId, paceMs } = options;
    const chatter = new Visitor(url);
    const username = `Writer${label}`;
    this.#writing = {
      lists: this.#write(paceMs, async (name) => await makePlaylist(operator, name)),
      lines: this.#write(
        Math.max(paceMs, CHAT_SEND_INTERVAL_MS + 100),
        async (message) => await chatter.call("POST", "/api/chat/send", { username, message }),
      ),
      comments: this.#write(
        Math.max(paceMs, COMMENTS_EVERY_MS),
        async (content) => await new Visitor(url).call("POST", "/api/comments", { content }),
      ),
      entries: this.#write(paceMs, async () => {
        const answer = await operator.call("POST", "/api/queue", { trackId });
        if (answer.status === 200) this.#entries.add(queueItemSchema.parse(answer.body).id);
        return answer;
      }),
    };
  }

  /** Confirmed writes so far. */
  get confirmed(): number {
    return this.#confirmed;
  }

  /** Stops writing. @returns everything written */
  async end(): Promise<readonly Written[]> {
    this.#end.abort();
    return await Promise.all(Object.values(this.#writing));
  }

  /** Expects every confirmed write once, and refusals in words for the others. */
  async expectOnce(): Promise<void> {
    const { lists, lines, comments, entries } = this.#writing;
    const { operator, label } = this.#options;
    expectAmong(await listPlaylists(operator, label), await lists);
    expectAmong(await this.#listSaid(), await lines);
    expectAmong(await this.#listComments(), await comments);
    const { body } = await operator.call("GET", "/api/queue");
    const all = [...this.#entries];
    const queued = queueSchema.parse(body).map(({ id }) => id);
    const own = queued.filter((id) => this.#entries.has(id));
    // In order, each once; the first ones have been played.
    const played = all.length - own.length;
    expect(own).toEqual(all.slice(played));
    expect(played).toBeLessThanOrEqual(MAX_PLAYED);
    const { confirmed, refusals } = await entries;
    expectWords(refusals);
    expect(confirmed.length).toBe(this.#entries.size);
  }

  #write(paceMs: number, write: Writing["write"]): Promise<Written> {
    return writeAllTheWhile(this.#end.signal, {
      label: this.#options.label,
      paceMs,
      write: async (name) => {
        const answer = await write(name);
        if (answer.status === 200) this.#confirmed += 1;
        return answer;
      },
    });
  }

  async #listSaid(): Promise<readonly string[]> {
    const { body } = await this.#options.operator.call("GET", "/api/chat");
    return this.#own(z.array(chatMessageSchema).parse(body), ({ message }) => message);
  }

  async #listComments(): Promise<readonly string[]> {
    const { body } = await this.#options.operator.call("GET", "/api/comments");
    return this.#own(commentsCalls.listComments.response.parse(body), ({ content }) => content);
  }

  #own<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly string[] {
    return items.map(textOf).filter((text) => text.startsWith(this.#options.label));
  }
}

type Kind = "lists" | "lines" | "comments" | "entries";

function expectAmong(found: readonly string[], { confirmed, refusals }: Written): void {
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining([...confirmed]));
  expectWords(refusals);
}

function expectWords(refusals: readonly unknown[]): void {
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ error: expect.any(String), code: "unavailable" });
}
