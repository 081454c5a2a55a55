import { FetchError } from "@neonrelay/on-air/fetch-error";
import { fetchGuarded, fetchLimits, type Answer } from "@neonrelay/on-air/guarded-client";
import { hostOf, lookUpAddresses } from "@neonrelay/process/stream-address";
import { createHash, randomBytes } from "node:crypto";
import type * as z from "zod/mini";
import { readAnswer, withoutSecrets, wordRefusal, isSignInRefusal } from "./subsonic-rules.ts";

/** Address and credentials of a source. */
export interface SubsonicServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly signIn: "token" | "api-key" | "password";
  readonly username: string;
  readonly password: string;
  readonly isPrivateAllowed: boolean;
}

/** The server did not do what was asked. The message is a sentence for people, without secrets or a final full stop. */
export class SubsonicError extends Error {
  override readonly name = "SubsonicError";
  /** `server`: nothing works there at present; `request`: only this request failed. */
  readonly concerns: "server" | "request";

  constructor(message: string, concerns: "server" | "request", options?: ErrorOptions) {
    super(message, options);
    this.concerns = concerns;
  }
}

interface Request {
  readonly method: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The first version of the API with tokens. */
const API_VERSION = "1.13.0";
const CLIENT = "NeonRelay";
/** An album of thousands of songs takes a few megabytes. */
const MAX_ANSWER_BYTES = 16 * 1024 ** 2;
const MAX_REFUSAL_BYTES = 64 * 1024;
const ANSWER_LIMIT_MS = 30_000;
const SALT_BYTES = 12;

/**
 * Makes a call of the API.
 * @throws SubsonicError
 */
export async function askSubsonic<Schema extends z.ZodMiniType>(
  server: SubsonicServer,
  { method, parameters = {}, signal }: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  const answer = await send(server, { method, parameters, signal: limit });
  const text = await inWords(server, () => readText(answer, MAX_ANSWER_BYTES));
  const parsed = schema.safeParse(contentOf(server, answer.status, text));
  if (parsed.success) return parsed.data;
  throw new SubsonicError("The response is not that of a Subsonic server", "server");
}

/**
 * Opens a remote file, as opposed to an API response. Abandoning the body closes the connection.
 * @throws SubsonicError also when the server refuses, or sends a web page
 */
export async function openSubsonicFile(
  server: SubsonicServer,
  request: Request,
): Promise<{ readonly body: AsyncGenerator<Buffer, void>; readonly sizeBytes: number | null }> {
  const answer = await send(server, request);
  const kind = (answer.header("content-type") ?? "").toLowerCase();
  const isText = /^(?:text\/|application\/(?:json|xml))/.test(kind);
  if (answer.status === 200 && !isText) {
    const length = answer.header("content-length") ?? "";
    return {
      body: wordedBody(server, answer),
      sizeBytes: /^\d{1,15}$/.test(length) ? Number(length) : null,
    };
  }
  const text = await inWords(server, () => readText(answer, MAX_REFUSAL_BYTES));
  contentOf(server, answer.status, text);
  throw new SubsonicError("The server sends an answer instead of a file", "request");
}

async function* wordedBody(server: SubsonicServer, answer: Answer): AsyncGenerator<Buffer, void> {
  try {
    yield* answer.body;
  } catch (error) {
    throw inOurWords(server, error);
  } finally {
    answer.close();
  }
}

async function send(server: SubsonicServer, request: Request): Promise<Answer> {
  const { method, parameters, signal } = request;
  const query = new URLSearchParams({ ...signInOf(server), ...parameters });
  const url = `${server.url}/rest/${method}.view?${query.toString()}`;
  const host = hostOf(new URL(server.url)).toLowerCase();
  const rules = {
    lookUp: lookUpAddresses,
    allowedHosts: server.isPrivateAllowed ? [host] : [],
    limits: fetchLimits,
  };
  return await inWords(server, () => fetchGuarded({ url, rules, signal }));
}

function signInOf({ signIn, username, password }: SubsonicServer): Record<string, string> {
  const common = { v: API_VERSION, c: CLIENT, f: "json" };
  switch (signIn) {
    case "token": {
      const salt = randomBytes(SALT_BYTES).toString("hex");
      return { ...common, u: username, t: md5(password + salt), s: salt };
    }
    case "api-key":
      return { ...common, apiKey: password };
    case "password":
      return { ...common, u: username, p: hexOf(password) };
    default:
      return signIn satisfies never;
  }
}

/** Required by the API; the salt makes every token different. */
function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

function hexOf(password: string): string {
  return `enc:${Buffer.from(password).toString("hex")}`;
}

function contentOf(server: SubsonicServer, status: number, text: string): unknown {
  const read = readAnswer(status, text);
  switch (read.kind) {
    case "answered":
      return read.content;
    case "refused": {
      const message = withoutSecrets(wordRefusal(read), secretsOf(server));
      throw new SubsonicError(message, isSignInRefusal(read.code) ? "server" : "request");
    }
    case "something-else":
      throw new SubsonicError(read.reason, "server");
    default:
      return read satisfies never;
  }
}

async function readText(answer: Answer, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body) {
      size += chunk.length;
      if (size > maxBytes) throw new FetchError("The server's answer is too large");
      chunks.push(chunk);
    }
  } finally {
    answer.close();
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function inWords<Value>(server: SubsonicServer, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw inOurWords(server, error);
  }
}

function inOurWords(server: SubsonicServer, error: unknown): unknown {
  if (!(error instanceof FetchError)) return error;
  const text =
    error.message === "The address leads into a private network"
      ? `${error.message}: allow that for this source, if the server is yours`
      : error.message;
  return new SubsonicError(withoutSecrets(text, secretsOf(server)), "server");
}

function secretsOf({ password }: SubsonicServer): readonly string[] {
  return [password, encodeURIComponent(password), hexOf(password).slice(4)];
}
