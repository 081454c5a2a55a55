import { readBounded } from "@neonrelay/process/read-bounded";
import { AwsClient } from "aws4fetch";
import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import {
  isMissingObject,
  mayHelpAgain,
  readListing,
  wordRefusal,
  type StoragePlace,
} from "./s3-rules.ts";

/** A folder of a bucket, and the key to it. */
interface StorageAccess extends StoragePlace {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** How often a request is retried, and how long it may take. */
interface S3Patience {
  /** For a request that breaks or finds the storage busy. */
  readonly tries: number;
  /** For one without an answer in time: each of these takes long. */
  readonly lateTries: number;
  /** Not counting the transfer of its content. */
  readonly requestLimitMs: number;
}

const usualPatience: S3Patience = { tries: 4, lateTries: 2, requestLimitMs: 30_000 };
const FIRST_WAIT_MS = 500;
/** Limit for a small answer, of which people see a sentence at most. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Limit for a page of a list: a thousand keys of 1024 escaped characters, plus the other fields. */
const MAX_PAGE_BYTES = 8 * 1024 ** 2;
/** A library with all its music, twice over. */
const MAX_LISTED = 1_000_000;
/** Pages of a thousand keys each. */
const MAX_PAGES = 1000;
/** Names the station writes are shorter; longer ones are not its own. */
const MAX_NAME_LENGTH = 200;
const BYTES_PER_MS = 32;

/** A request to the storage was refused or got no answer; the message is for people. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** The storage answered, and will keep giving that answer until something is changed. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal }: { readonly isRefusal: boolean }) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/** A refusal because the object does not exist. */
class MissingObject extends StorageError {}

/** A file to send, with the properties to verify on arrival. */
export interface SentFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly md5: string;
}

interface Request {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Relative to the backups' folder; empty: the bucket. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Blob | string | Uint8Array<ArrayBuffer>;
  readonly sha256?: string;
  /** Stored with the content. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Size of the answer or the body. */
  readonly sizeBytes?: number;
}

/** A folder in a bucket of an S3-compatible storage. Objects there are complete or absent. */
export class S3Storage {
  readonly #access: StorageAccess;
  readonly #client: AwsClient;
  readonly #signal: AbortSignal;
  readonly #patience: S3Patience;

  /** @param signal aborts requests under way */
  constructor(access: StorageAccess, signal: AbortSignal, patience: S3Patience = usualPatience) {
    const { accessKeyId, secretAccessKey, region } = access;
    this.#access = access;
    this.#patience = patience;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
    this.#signal = signal;
  }

  /** Sizes by name, of everything with that prefix. @throws StorageError also for an endless list */
  async list(prefix: string): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    const folder = this.#pathOf("");
    let token: string | null = null;
    for (let pages = 0; pages < MAX_PAGES && found.size <= MAX_LISTED; pages += 1) {
      const query: Record<string, string> = { "list-type": "2", prefix: folder + prefix };
      if (token !== null) query["continuation-token"] = token;
      const answer = await this.#send({ method: "GET", name: "", query }, (response) =>
        readWhole(response, { maxBytes: MAX_PAGE_BYTES, what: "a list" }),
      );
      const { objects, next } = readListing(answer);
      for (const { key, sizeBytes } of objects) {
        const name = key.slice(folder.length);
        const isAsked = key.startsWith(folder + prefix) && name.length <= MAX_NAME_LENGTH;
        if (isAsked) found.set(name, sizeBytes);
      }
      if (next === null) return found;
      if (next === token) break;
      token = next;
    }
    throw new StorageError("the storage's list of this folder has no end", { isRefusal: true });
  }

  /** Sends a file and verifies that it arrived unchanged. @throws StorageError */
  async putFile(name: string, { path, sizeBytes, sha256, md5 }: SentFile): Promise<void> {
    const body = await openAsBlob(path);
    const request = { method: "PUT", name, body, sha256, sizeBytes } as const;
    const etag = await this.#send(request, (response) =>
      Promise.resolve(response.headers.get("etag")),
    );
    if (etag === `"${md5}"`) return;
    // An encrypted object has a different tag: only its content can tell.
    const hash = createHash("sha256");
    for await (const chunk of await this.open(name, sizeBytes)) hash.update(chunk);
    if (hash.digest("hex") === sha256) return;
    await this.remove(name);
    throw new StorageError(`${name} did not arrive at the storage as it was sent`, {
      isRefusal: false,
    });
  }

  async putText(name: string, text: string): Promise<void> {
    await this.put(name, { body: text, headers: {} });
  }

  /**
   * Sends content that is stored with headers such as `Cache-Control`; the storage checks its hash.
   * @throws StorageError
   */
  async put(
    name: string,
    {
      body,
      headers,
    }: {
      readonly body: string | Uint8Array<ArrayBuffer>;
      readonly headers: Readonly<Record<string, string>>;
    },
  ): Promise<void> {
    const sha256 = createHash("sha256").update(body).digest("hex");
    const sizeBytes = body.length;
    await this.#send({ method: "PUT", name, body, sha256, sizeBytes, headers }, (response) =>
      readBounded(response, MAX_ANSWER_BYTES),
    );
  }

  /** @throws StorageError also when it is longer */
  async getText(name: string, maxBytes: number): Promise<string> {
    return await this.#send({ method: "GET", name }, (response) =>
      readWhole(response, { maxBytes, what: name }),
    );
  }

  /** @returns null when the object does not exist @throws StorageError */
  async findText(name: string, maxBytes: number): Promise<string | null> {
    try {
      return await this.getText(name, maxBytes);
    } catch (error) {
      if (error instanceof MissingObject) return null;
      throw error;
    }
  }

  /** Streams an object's bytes; reading throws when they stop coming, or exceed its size. */
  async open(name: string, sizeBytes: number): Promise<Readable> {
    return await this.#send({ method: "GET", name, sizeBytes }, ({ body }) => {
      if (body === null)
        throw new StorageError(`${name} is empty at the storage`, { isRefusal: false });
      return Promise.resolve(
        Readable.from(chunksOf(body, { name, sizeBytes }), { objectMode: false }),
      );
    });
  }

  async remove(name: string): Promise<void> {
    await this.#send({ method: "DELETE", name }, (response) =>
      readBounded(response, MAX_ANSWER_BYTES),
    );
  }

  #pathOf(name: string): string {
    const { folder } = this.#access;
    return folder === "" ? name : `${folder}/${name}`;
  }

  /** Retries a few times if that may help. */
  async #send<Answer>(
    request: Request,
    take: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#try(request, take);
      this.#signal.throwIfAborted();
      if (outcome.kind === "done") return outcome.answer;
      if (outcome.isMissing) throw new MissingObject(outcome.reason, outcome);
      if (attempt >= outcome.tries) throw new StorageError(outcome.reason, outcome);
      await delay(FIRST_WAIT_MS * 2 ** attempt, undefined, { signal: this.#signal });
    }
  }

  async #try<Answer>(
    { method, name, query = {}, body, sha256, headers = {}, sizeBytes = 0 }: Request,
    take: (response: Response) => Promise<Answer>,
  ): Promise<Outcome<Answer>> {
    const { endpoint, bucket } = this.#access;
    const place = name === "" ? bucket : `${bucket}/${this.#pathOf(name)}`;
    const url = `${endpoint}/${place}?${new URLSearchParams(query).toString()}`;
    const hash: Record<string, string> =
      sha256 === undefined ? {} : { "x-amz-content-sha256": sha256 };
    const { tries, requestLimitMs } = this.#patience;
    const limit = AbortSignal.timeout(requestLimitMs + Math.ceil(sizeBytes / BYTES_PER_MS));
    const signal = AbortSignal.any([this.#signal, limit]);
    try {
      const signed = await this.#client.sign(url, { method, headers: { ...headers, ...hash } });
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal,
        redirect: "manual",
        ...(body !== undefined && { body }),
      });
      if (response.ok) return { kind: "done", answer: await take(response) };
      const { text } = await readBounded(response, MAX_ANSWER_BYTES);
      const isRefusal = !mayHelpAgain(response.status);
      return {
        kind: "failed",
        reason: wordRefusal({ status: response.status, text, bucket, name }),
        isRefusal,
        isMissing: isMissingObject(text),
        tries: isRefusal ? 1 : tries,
      };
    } catch (error) {
      if (error instanceof StorageError) throw error;
      return { kind: "failed", isRefusal: false, isMissing: false, ...this.#wordFailure(error) };
    }
  }

  #wordFailure(error: unknown): { readonly reason: string; readonly tries: number } {
    const { host } = new URL(this.#access.endpoint);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof Error && cause.name === "TimeoutError")
      return { reason: `${host} does not answer in time`, tries: this.#patience.lateTries };
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    return {
      reason: `${host} can't be reached, or the connection broke (${code})`,
      tries: this.#patience.tries,
    };
  }
}

async function readWhole(
  response: Response,
  { maxBytes, what }: { readonly maxBytes: number; readonly what: string },
): Promise<string> {
  const { text, isWhole } = await readBounded(response, maxBytes);
  if (isWhole) return text;
  throw new StorageError(`the storage sends more than ${maxBytes / 1024} KiB for ${what}`, {
    isRefusal: true,
  });
}

async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { name, sizeBytes }: { readonly name: string; readonly sizeBytes: number },
): AsyncGenerator<Buffer> {
  const reader = body.getReader();
  let left = sizeBytes;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.length;
      if (left < 0)
        throw new StorageError(`the storage sends more than ${name} has`, { isRefusal: true });
      yield Buffer.from(value);
    }
  } finally {
    await reader.cancel().catch(() => {}); // it, or the connection, has ended
  }
}

type Outcome<Answer> =
  | { readonly kind: "done"; readonly answer: Answer }
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly isRefusal: boolean;
      readonly isMissing: boolean;
      readonly tries: number;
    };
