import * as z from "zod";
import {
  CHAT_LIST_LIMIT,
  chatMessageSchema,
  commentsSchema,
  nowPlayingSchema,
  playSchema,
  queueSchema,
  trackSchema,
} from "@neonrelay/contract";
import { scanLimit, until } from "../test-station.ts";
import { ChatReaders } from "./chat-readers.ts";
import { markedWav } from "./marked-track.ts";
import { wrongPlay, wrongPlays } from "./play-rules.ts";
import { beginNotes, keepWriting, WebUser, type CallOutcome, type Notes } from "./web-user.ts";
import { lostOf } from "./written-rules.ts";

const HISTORY_LIMIT = 200;
const MAX_CHAT_PAGES = 50;

/** Outcomes of all users' calls, and what was confirmed and lost. */
export interface UsersOutcome {
  readonly confirmed: number;
  readonly refused: number;
  readonly failed: number;
  readonly lost: readonly string[];
  /** The outcome of the operator's upload; null: none. */
  readonly upload: CallOutcome["kind"] | null;
}

/** Numbers of uploaded files' seconds: far from those of the programme. */
const UPLOAD_NUMBERS = 100_000;
const UPLOAD_SECONDS = 10;

/** Web users who chat, add to the queue, reorder it and comment, until checked. */
export class WebUsers implements AsyncDisposable {
  readonly #users: readonly WebUser[];
  readonly #readers: ChatReaders;
  readonly #everyMs: number;
  #trackIds: readonly string[] = [];
  #notes: Notes = beginNotes();
  #plays: readonly string[] = [];
  /** Plays that were to be cut short. */
  readonly #skipped = new Set<string>();
  #stop = new AbortController();
  #writing: Promise<unknown> = Promise.resolve();
  readonly #hasUploads: boolean;
  #uploads = 0;
  #upload: Promise<CallOutcome["kind"] | null> = Promise.resolve(null);

  /**
   * @param serverUrls of each server, with one chat reader each
   * @param everyMs average interval between a user's writes
   * @param hasUploads the operator also uploads a file each time
   */
  constructor({
    webUrl,
    serverUrls,
    users,
    everyMs,
    hasUploads,
  }: {
    readonly webUrl: string;
    readonly serverUrls: readonly string[];
    readonly users: number;
    readonly everyMs: number;
    readonly hasUploads: boolean;
  }) {
    this.#hasUploads = hasUploads;
    this.#users = Array.from({ length: users }, (_, index) => new WebUser(webUrl, index));
    this.#readers = new ChatReaders(serverUrls);
    this.#everyMs = everyMs;
  }

  /** Signs in the first of them as operator, and lifts the request limits. @throws when the station refuses */
  async enter(tracks: number): Promise<void> {
    await this.#operator.signIn();
    const requestRules = {
      requesterCooldownSeconds: 0,
      maxOpenRequests: 0,
      trackCooldownMinutes: 0,
      playedCooldownMinutes: 0,
      artistCooldownMinutes: 0,
    };
    await this.#ask("PUT", "/api/station-settings", { requestRules });
    this.#trackIds = await until(
      "the library holds the marked tracks",
      async () => {
        const found = z.array(trackSchema).parse(await this.#ask("GET", "/api/tracks"));
        return found.length === tracks && found.map(({ id }) => id);
      },
      scanLimit,
    );
  }

  /** On the monotonic clock. */
  get confirmedAtMs(): number {
    return this.#notes.confirmedAtMs;
  }

  async begin(): Promise<void> {
    await this.#readers.arrive();
    this.#readers.begin();
    this.#notes = beginNotes();
    this.#plays = (await this.#history()).map(({ id }) => id);
    this.#stop = new AbortController();
    this.#writing = Promise.all(
      this.#users.map((user, index) =>
        keepWriting({
          user,
          index,
          notes: this.#notes,
          trackIds: this.#trackIds,
          everyMs: this.#everyMs,
          signal: this.#stop.signal,
        }),
      ),
    );
  }

  /** Starts the operator's upload, if enabled; `end` waits for its outcome. */
  beginUpload(): void {
    if (this.#hasUploads) this.#upload = this.#sendFile();
  }

  /** Stops their writing and checks everything confirmed since `begin`. Empties the queue. */
  async end(): Promise<UsersOutcome> {
    this.#stop.abort();
    await this.#writing;
    const notes = this.#notes;
    const unread = await this.#readers.wrongOf(notes.chat);
    const before = new Set(this.#plays);
    const history = await this.#history();
    const entries = queueSchema.parse(await this.#ask("GET", "/api/queue"));
    const comments = commentsSchema.parse(await this.#ask("GET", "/api/comments"));
    const lost = lostOf(
      { ...notes, plays: this.#plays.slice(0, HISTORY_LIMIT / 2) },
      {
        chat: await this.#chat(new Set(notes.chat)),
        comments: new Set(comments.map(({ id }) => id)),
        plays: new Set(history.map(({ id }) => id)),
        entries: entries.map(({ id }) => id),
        aired: history.filter(({ id, requestedBy }) => requestedBy !== null && !before.has(id))
          .length,
      },
    );
    await this.#ask("DELETE", "/api/queue/clear");
    const { confirmed, refused, failed } = notes;
    const upload = await this.#upload;
    const others = await this.#takeFileAway();
    const lostFile =
      upload === "confirmed" && others !== null
        ? [`the uploaded file "${this.#fileName}" is not in the library, but ${others.join()} are`]
        : [];
    return { confirmed, refused, failed, upload, lost: [...lost, ...unread, ...lostFile] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#readers[Symbol.asyncDispose]();
  }

  /**
   * Skips to the next track and checks the history: its play is stored once, and no two plays overlap.
   * @returns what is wrong, as sentences
   */
  async playOn(): Promise<readonly string[]> {
    const before = await this.#onAir();
    this.#skipped.add(before.id);
    await this.#ask("POST", "/api/playback/skip", { playId: before.id });
    const begun = await until("the next track has begun", async () => {
      const now = await this.#onAir();
      return now.id !== before.id && now;
    });
    // A play that is never stored is the history's fault, reported by `wrongPlay`.
    await until("its play is stored", async () =>
      (await this.#history()).some(({ startMs }) => startMs >= begun.startMs),
    ).catch(() => {});
    const plays = await this.#history();
    return [...wrongPlays(plays, this.#skipped), ...wrongPlay(plays, begun)];
  }

  async #onAir() {
    return await until("a track is on air", async () => {
      const { now } = nowPlayingSchema.parse(await this.#ask("GET", "/api/now-playing"));
      return now ?? false;
    });
  }

  get #fileName(): string {
    return `upload ${this.#uploads}`;
  }

  async #sendFile(): Promise<CallOutcome["kind"]> {
    this.#uploads += 1;
    // Each is longer than the one before: files that measure the same count as the same music.
    const seconds = UPLOAD_SECONDS + this.#uploads;
    const file = markedWav({ firstNumber: UPLOAD_NUMBERS + this.#uploads * 100, seconds });
    return (await this.#operator.upload(`${this.#fileName}.wav`, file)).kind;
  }

  /**
   * Removes the uploaded file from the library: it is not part of the programme.
   * @returns null; the library's titles when it is not there
   */
  async #takeFileAway(): Promise<readonly string[] | null> {
    const tracks = z.array(trackSchema).parse(await this.#ask("GET", "/api/tracks"));
    const track = tracks.find(({ title }) => title === this.#fileName);
    if (track === undefined) return tracks.map(({ title }) => title);
    await this.#ask("POST", "/api/tracks/delete", {
      trackIds: [track.id],
      files: "erase",
      includesUsed: true,
    });
    return null;
  }

  get #operator(): WebUser {
    const [operator] = this.#users;
    if (operator === undefined) throw new Error("there are no web users");
    return operator;
  }

  async #history() {
    return z.array(playSchema).parse(await this.#ask("GET", `/api/history?limit=${HISTORY_LIMIT}`));
  }

  /** Message ids, as far back as needed to find those. */
  async #chat(wanted: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    let before = "";
    for (let page = 0; page < MAX_CHAT_PAGES && !wanted.isSubsetOf(found); page += 1) {
      const messages = z
        .array(chatMessageSchema)
        .parse(await this.#ask("GET", `/api/chat?limit=${CHAT_LIST_LIMIT}${before}`));
      for (const { id } of messages) found.add(id);
      const [oldest] = messages;
      if (oldest === undefined) break;
      before = `&before=${oldest.id}`;
    }
    return found;
  }

  /** Calls as operator, repeating until there is an answer. */
  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    return await until(`${path} is answered`, async () => {
      const outcome = await this.#operator.call(method, path, body);
      return outcome.kind === "confirmed" && { body: outcome.body };
    }).then((answer) => answer.body);
  }
}
