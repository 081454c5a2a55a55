import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { queueSchema } from "@neonrelay/contract";
import { testAdmin } from "../test-station.ts";

const CALL_LIMIT_MS = 10_000;
/** An upload is answered once the file is in the library. */
const UPLOAD_LIMIT_MS = 60_000;
const idSchema = z.object({ id: z.string() });

/**
 * The outcome of a call: `refused` has a reason the user can act on, `failed` got no answer or the station's apology.
 */
export type CallOutcome =
  | { readonly kind: "confirmed"; readonly body: unknown }
  | { readonly kind: "refused" }
  | { readonly kind: "failed" };

/** A browser with its own address, as forwarded by a proxy. */
export class WebUser {
  readonly #webUrl: string;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  /** @param index determines its address */
  constructor(webUrl: string, index: number) {
    this.#webUrl = webUrl;
    this.#address = `10.77.${index >> 8}.${index & 255}`;
  }

  async call(method: string, path: string, body?: unknown): Promise<CallOutcome> {
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), contentType: "application/json" };
    return await this.#send(method, path, { ...json, limitMs: CALL_LIMIT_MS });
  }

  async #send(
    method: string,
    path: string,
    {
      body,
      contentType,
      limitMs,
    }: {
      readonly body?: string | FormData;
      readonly contentType?: string;
      readonly limitMs: number;
    },
  ): Promise<CallOutcome> {
    try {
      const response = await fetch(new URL(path, this.#webUrl), {
        method,
        headers: {
          origin: this.#webUrl,
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "x-forwarded-for": this.#address,
          ...(contentType !== undefined && { "content-type": contentType }),
        },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(limitMs),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name, value] = (cookie.split(";")[0] ?? "").split("=");
        if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
      }
      const text = await response.text();
      if (response.ok) return { kind: "confirmed", body: JSON.parse(text) };
      return { kind: response.status < 500 ? "refused" : "failed" };
    } catch {
      return { kind: "failed" }; // the connection ended, or took too long
    }
  }

  /** Uploads a file like an old browser's upload page. */
  async upload(name: string, content: Buffer): Promise<CallOutcome> {
    const form = new FormData();
    form.set("music", new Blob([Uint8Array.from(content)]), name);
    return await this.#send("POST", "/api/upload", { body: form, limitMs: UPLOAD_LIMIT_MS });
  }

  async signIn(): Promise<void> {
    const { username, password } = testAdmin;
    const { kind } = await this.call("POST", "/api/users/login", { username, password });
    if (kind !== "confirmed") throw new Error(`the operator could not sign in: ${kind}`);
  }
}

/** Everything confirmed to web users since `beginNotes`. */
export interface Notes {
  readonly chat: string[];
  readonly comments: string[];
  readonly entries: string[];
  moved: readonly string[] | null;
  /** Entries with an unanswered move, which may take effect at any time, even after a later one. */
  readonly unsure: Set<string>;
  confirmed: number;
  refused: number;
  failed: number;
  /** On the monotonic clock. */
  confirmedAtMs: number;
}

export function beginNotes(): Notes {
  return {
    chat: [],
    comments: [],
    entries: [],
    moved: null,
    unsure: new Set(),
    confirmed: 0,
    refused: 0,
    failed: 0,
    confirmedAtMs: 0,
  };
}

/** The station lists a hundred comments. */
const MAX_COMMENTS = 80;

/** A user's actions, repeated until `signal` is aborted. The first user keeps the queue in order. */
export async function keepWriting({
  user,
  index,
  notes,
  trackIds,
  everyMs,
  signal,
}: {
  readonly user: WebUser;
  readonly index: number;
  readonly notes: Notes;
  readonly trackIds: readonly string[];
  readonly everyMs: number;
  readonly signal: AbortSignal;
}): Promise<void> {
  for (let turn = index; ; turn += 1) {
    const pauseMs = everyMs * (0.5 + Math.random());
    await delay(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    if (index === 0 && turn % 2 === 0) await move(user, notes);
    else if (turn % 3 === 0)
      await write(user, notes, {
        path: "/api/queue",
        body: { trackId: trackIds[turn % trackIds.length] },
        into: notes.entries,
      });
    else if (turn % 7 === 1 && notes.comments.length < MAX_COMMENTS)
      await write(user, notes, {
        path: "/api/comments",
        body: { content: `Comment ${turn} of listener ${index}` },
        into: notes.comments,
      });
    else
      await write(user, notes, {
        path: "/api/chat/send",
        body: { username: `chaos${index}`, message: `message ${turn}` },
        into: notes.chat,
      });
  }
}

async function write(
  user: WebUser,
  notes: Notes,
  what: { readonly path: string; readonly body: unknown; readonly into: string[] },
): Promise<void> {
  const outcome = await user.call("POST", what.path, what.body);
  count(notes, outcome);
  if (outcome.kind === "confirmed") what.into.push(idSchema.parse(outcome.body).id);
}

/** Moves the last entry to the top. */
async function move(user: WebUser, notes: Notes): Promise<void> {
  const last = notes.entries.at(-1);
  if (last === undefined) return;
  const outcome = await user.call("PATCH", `/api/queue/${last}/position`, { position: 0 });
  count(notes, outcome);
  if (outcome.kind === "confirmed")
    notes.moved = queueSchema.parse(outcome.body).map(({ id }) => id);
  if (outcome.kind === "failed") notes.unsure.add(last);
}

function count(notes: Notes, { kind }: CallOutcome): void {
  notes[kind] += 1;
  if (kind === "confirmed") notes.confirmedAtMs = performance.now();
}
