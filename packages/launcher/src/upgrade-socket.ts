import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { readFirstJsonLine, readJsonLines, toJsonLine } from "@neonrelay/process/json-lines";
import { StartUpError } from "@neonrelay/process/part";
import * as z from "zod";
import type { ReleaseChange } from "./release-change.ts";
import type { Release } from "./release-folder.ts";

const MAX_LINE_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 4;
const OWNER_ONLY = 0o600;
const CONNECT_LIMIT_MS = 2000;
const REQUEST_LIMIT_MS = 10_000;

const requestSchema = z.discriminatedUnion("kind", [
  /** Which version is running? */
  z.object({ kind: z.literal("release") }),
  z.object({ kind: z.literal("change"), root: z.string().max(4096), isBack: z.boolean() }),
]);
type UpgradeRequest = z.infer<typeof requestSchema>;

const answerSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("release"),
    version: z.string(),
    root: z.string(),
    schema: z.number(),
  }),
  z.object({ kind: z.literal("line"), text: z.string() }),
  /** `failure` in words; null on success. */
  z.object({ kind: z.literal("done"), failure: z.nullable(z.string()) }),
]);
type UpgradeAnswer = z.infer<typeof answerSchema>;
/** The part of ReleaseChange that requests use. */
type Versions = Pick<ReleaseChange, "release" | "change">;

/** Unix socket through which the data folder's owner changes the running station's version. */
export class UpgradeSocket {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(versions: Versions) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => {}); // Ctrl-C in the client; the change continues
      void answer(socket, versions);
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  static async open(file: string, versions: Versions): Promise<UpgradeSocket> {
    const opened = new UpgradeSocket(versions);
    await rm(file, { force: true });
    opened.#server.listen(file);
    await once(opened.#server, "listening");
    await chmod(file, OWNER_ONLY);
    return opened;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

async function answer(socket: Socket, versions: Versions): Promise<void> {
  const send = (value: UpgradeAnswer) => {
    if (socket.writable) socket.write(toJsonLine(value));
  };
  try {
    const first = await readFirstJsonLine(socket, {
      maxLineBytes: MAX_LINE_BYTES,
      limitMs: REQUEST_LIMIT_MS,
    });
    if (first === undefined) return;
    const request = requestSchema.parse(first);
    if (request.kind === "release") send({ kind: "release", ...versions.release });
    else await versions.change({ ...request, print: (text) => send({ kind: "line", text }) });
    send({ kind: "done", failure: null });
  } catch (error) {
    if (!(error instanceof StartUpError)) console.error(error);
    send({ kind: "done", failure: error instanceof Error ? error.message : String(error) });
  }
  socket.end();
}

/**
 * Asks the running station for its version.
 * @returns null if none is running
 */
export async function askRelease(file: string): Promise<Release | null> {
  for await (const answer of ask(file, { kind: "release" }))
    if (answer.kind === "release") return answer;
  return null;
}

/** @throws StartUpError in words if the change failed and the former version is running, or no station is running */
export async function askForChange(
  file: string,
  {
    root,
    isBack,
    print,
  }: {
    readonly root: string;
    readonly isBack: boolean;
    readonly print: (line: string) => void;
  },
): Promise<void> {
  for await (const answer of ask(file, { kind: "change", root, isBack })) {
    if (answer.kind === "line") print(answer.text);
    if (answer.kind !== "done") continue;
    if (answer.failure !== null) throw new StartUpError(answer.failure);
    return;
  }
  throw new StartUpError("The station ended before the change of version was done.");
}

/** Yields nothing if no station is listening. */
async function* ask(file: string, request: UpgradeRequest): AsyncGenerator<UpgradeAnswer> {
  const socket = connect(file);
  try {
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_LIMIT_MS) });
    } catch {
      return; // no station runs
    }
    socket.write(toJsonLine(request));
    for await (const line of readJsonLines(socket, { maxLineBytes: MAX_LINE_BYTES }))
      yield answerSchema.parse(line);
  } finally {
    socket.destroy();
  }
}
