/** A real S3-compatible storage, for tests. */
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import { readdir, readFile } from "node:fs/promises";
import {
  createServer,
  request as requestOf,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findRefusal } from "./test-s3-signature.ts";

/** Suffix that s3rver gives to a file with an object's content. */
const CONTENT_ENDING = "._S3rver_object";
/** Limit for content it has confirmed but not yet written. */
const WRITE_LIMIT_MS = 5000;
const WRITE_PAUSE_MS = 5;
export const s3Keys = { accessKeyId: "S3RVER", secretAccessKey: "never-to-be-shown" };
export const REGION = "us-east-1";
export const BUCKET = "radio-backups";

/** What goes wrong during an upload. */
interface Interruption {
  readonly afterBytes: number;
  /** `cut`: the connection of each upload breaks. `kill`, `hang`: the storage dies or hangs at the first one. */
  readonly by: "cut" | "kill" | "hang";
}

/**
 * An S3-compatible storage: s3rver behind a front that adds what it lacks, and faults. It lacks signature checks, and
 * atomic objects during replacements and after aborted uploads: the front passes on only complete requests, and those
 * for one object one by one. s3rver also answers before it has written the content: the front holds such an answer
 * until the file is there.
 */
export class TestS3 implements AsyncDisposable {
  readonly #peer: TestPeerProcess;
  readonly #front: Server;
  /** Open to everyone, without a key. */
  readonly #publicFront: Server;
  readonly #port: number;
  /** When the last request for each object finishes, by the path of its address. */
  readonly #turns = new Map<string, Promise<void>>();
  #isKilled = false;
  interruption: Interruption | null = null;
  /** How far the storage's clock is ahead. */
  clockAheadMs = 0;
  /** How many further requests find it busy. */
  busyRequests = 0;
  /** Delay of each request. */
  delayMs = 0;
  /** Delay of each answer, after the request was carried out. */
  answerDelayMs = 0;

  private constructor(peer: TestPeerProcess, port: number) {
    this.#peer = peer;
    this.#port = port;
    this.#front = createServer((request, response) => {
      if (this.delayMs === 0) this.#answer(request, response);
      else setTimeout(() => this.#answer(request, response), this.delayMs);
    });
    this.#publicFront = createServer((request, response) => {
      void this.#passOn(request, response);
    });
    // A player asks every six seconds, and fails if the connection is closed just then.
    this.#publicFront.keepAliveTimeout = 60_000;
  }

  static async start(): Promise<TestS3> {
    const peer = await TestPeerProcess.prepare("s3", () => ({}));
    const storage = new TestS3(peer, await freePort());
    await storage.run();
    for (const front of [storage.#front, storage.#publicFront])
      await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    return storage;
  }

  /** Starts it, including after a kill. */
  async run(): Promise<void> {
    const require = createRequire(import.meta.url);
    const program = require.resolve("s3rver/bin/s3rver.js");
    const place = ["-s", "-a", "127.0.0.1", "-p", String(this.#port), "-d", this.#peer.folder];
    const parameters = [program, ...place, "--configure-bucket", BUCKET];
    await this.#peer.run(process.execPath, parameters, this.#port);
    this.#isKilled = false;
  }

  /** Kills it like a crash, but without half-written objects, which no real storage leaves behind. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    await Promise.race([Promise.all(this.#turns.values()), delay(WRITE_LIMIT_MS)]);
    await this.#peer.kill();
  }

  /** Makes it hang: it accepts connections and answers nothing. */
  stop(): void {
    process.kill(this.#peer.pid ?? 0, "SIGSTOP");
  }

  /** Ends a hang. */
  goOn(): void {
    process.kill(this.#peer.pid ?? 0, "SIGCONT");
  }

  /** Where everyone can read the bucket without a key. */
  get publicUrl(): string {
    return `${originOf(this.#publicFront)}/${BUCKET}`;
  }

  get endpoint(): string {
    return originOf(this.#front);
  }

  /** Path of an object's content. */
  fileOf(name: string): string {
    return path.join(this.#peer.folder, BUCKET, name + CONTENT_ENDING);
  }

  /** Names of all objects. */
  async objects(): Promise<readonly string[]> {
    const names = await readdir(path.join(this.#peer.folder, BUCKET), { recursive: true });
    return names
      .filter((name) => name.endsWith(CONTENT_ENDING))
      .map((name) => name.slice(0, -CONTENT_ENDING.length))
      .toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const front of [this.#front, this.#publicFront]) {
      front.close();
      front.closeAllConnections();
    }
    await this.#peer[Symbol.asyncDispose]();
  }

  /** Resolves once that object has this content, or the time limit has passed. */
  async #untilWritten(objectPath: string, content: Buffer): Promise<void> {
    const name = decodeURIComponent(objectPath.slice(`/${BUCKET}/`.length));
    const limit = AbortSignal.timeout(WRITE_LIMIT_MS);
    while (!limit.aborted) {
      const written = await readFile(this.fileOf(name)).catch(() => null);
      if (written?.equals(content) === true) return;
      await delay(WRITE_PAUSE_MS);
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#findRefusal(request);
    if (refusal !== null) {
      request.resume();
      const { status, code, detail } = refusal;
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(`<Error><Code>${code}</Code>${detail}</Error>`);
      return;
    }
    void this.#passOn(request, response);
  }

  async #passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { objectPath } = addressOf(request);
    const body = await this.#bodyOf(request, response);
    if (body === null) return;
    const before = this.#turns.get(objectPath) ?? Promise.resolve();
    const turn = before.then(() => this.#carryOut(request, body, response));
    this.#turns.set(objectPath, turn);
    await turn;
    if (this.#turns.get(objectPath) === turn) this.#turns.delete(objectPath);
  }

  /** @returns null when the client aborts */
  async #bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > (this.interruption?.afterBytes ?? Infinity)) this.#interrupt(response);
    });
    return await new Promise((resolve) => {
      request.on("end", () => resolve(Buffer.concat(chunks)));
      request.on("error", () => resolve(null)).on("close", () => resolve(null));
    });
  }

  /** Resolves once the storage has read or written everything, or never will. */
  async #carryOut(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    if (response.destroyed || this.#isKilled) {
      response.destroy();
      return;
    }
    const done = Promise.withResolvers<void>();
    const onward = requestOf({
      host: "127.0.0.1",
      port: this.#port,
      agent: false,
      method,
      path: url,
      headers,
    });
    onward.end(body);
    onward.on("response", (answer) => {
      const { objectPath, query } = addressOf(request);
      const isObject = method === "PUT" && answer.statusCode === 200 && query === "";
      const written = isObject ? this.#untilWritten(objectPath, body) : Promise.resolve();
      if (method !== "GET") void written.then(done.resolve);
      const passOn = async () => {
        await written;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("error", () => response.destroy()).pipe(response);
      };
      setTimeout(() => void passOn(), this.answerDelayMs);
    });
    onward.on("error", () => {
      response.destroy();
      done.resolve();
    });
    if (method === "GET") onward.on("close", done.resolve);
    // s3rver would go on writing for a client that has gone.
    if (method === "GET") response.on("close", () => onward.destroy());
    await done.promise;
  }

  #findRefusal(request: IncomingMessage): ReturnType<typeof findRefusal> {
    if (this.busyRequests > 0) {
      this.busyRequests -= 1;
      return { status: 503, code: "SlowDown", detail: "" };
    }
    const access = { ...s3Keys, region: REGION };
    return findRefusal(request, access, Date.now() + this.clockAheadMs);
  }

  #interrupt(response: ServerResponse): void {
    if (this.interruption?.by === "cut") {
      response.destroy();
      return;
    }
    const signal = this.interruption?.by === "kill" ? "SIGKILL" : "SIGSTOP";
    this.interruption = null;
    process.kill(this.#peer.pid ?? 0, signal);
  }
}

/** An address may end in an empty query `?` and still names the object. */
function addressOf({ url = "/" }: IncomingMessage): { objectPath: string; query: string } {
  const [objectPath = "/", query = ""] = url.split("?");
  return { objectPath, query };
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no address");
  return `http://127.0.0.1:${address.port}`;
}
