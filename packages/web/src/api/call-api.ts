import {
  type ApiError,
  apiErrorSchema,
  type Call,
  type RequestOf,
  type ResponseOf,
} from "@neonrelay/contract/callers";

/** Timeout of every call; a hung server must not block a button forever. */
const ANSWER_LIMIT_MS = 15_000;

/** The station answered with a refusal. `message` is status code, colon, body, as the specification says. */
export class ApiCallError extends Error {
  readonly status: number;
  /** The reason phrase, such as 'Not Found'. */
  readonly statusText: string;
  /** undefined when the body does not come from the station but, for example, from a proxy. */
  readonly apiError: ApiError | undefined;

  /** @param answer with the raw body */
  constructor(answer: { status: number; statusText: string; text: string }) {
    super(`${answer.status}: ${answer.text === "" ? answer.statusText : answer.text}`);
    this.name = "ApiCallError";
    this.status = answer.status;
    this.statusText = answer.statusText;
    this.apiError = apiErrorSchema.safeParse(jsonOf(answer.text)).data;
  }
}

interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Makes one HTTP call of the contract and parses the answer.
 * @throws ApiCallError for an answer outside 2xx; the browser's own error when nothing answers in 15 s
 */
export async function callApi<C extends Call>(
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<ResponseOf<C>> {
  const response = await answerOf(call, request, signal);
  return parseResponse(call, await response.json());
}

/** @throws ZodError when an answer is not what the call promises */
export function parseResponse<C extends Call>(call: C, answer: unknown): ResponseOf<C> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema that ResponseOf is derived from
  return call.response.parse(answer) as ResponseOf<C>;
}

/**
 * One page of a listing, and the total number of items from the header `X-Total-Count`.
 * @throws like callApi, and without that header
 */
export async function callApiForPage<C extends Call>(
  call: C,
  request: RequestOf<C>,
  signal?: AbortSignal,
): Promise<{ readonly items: ResponseOf<C>; readonly total: number }> {
  const response = await answerOf(call, request, signal);
  const total = Number(response.headers.get("x-total-count") ?? Number.NaN);
  if (!Number.isSafeInteger(total)) throw new Error(`${call.path} did not send its total`);
  return { items: parseResponse(call, await response.json()), total };
}

/**
 * Retries a rate-limited read once the station allows it, within the call's timeout.
 * @throws ApiCallError for an answer outside 2xx
 */
async function answerOf(
  call: Call,
  parts: RequestParts,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const ended = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const endsAtMs = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    const response = await send(call, parts, ended);
    if (response.ok) return response;
    const { status, statusText } = response;
    const refusal = new ApiCallError({ status, statusText, text: await response.text() });
    const waitMs = call.method === "GET" ? waitOf(response, refusal) : undefined;
    if (waitMs === undefined || performance.now() + waitMs >= endsAtMs) throw refusal;
    await rest(waitMs, ended);
  }
}

/** The time until `retryAt`, from the Retry-After header: the browser's clock may be wrong. */
function waitOf({ headers }: Response, { apiError }: ApiCallError): number | undefined {
  if (apiError?.retryAt === undefined) return undefined;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(seconds, 1) * 1000 : undefined;
}

/** @throws the signal's reason */
async function rest(waitMs: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

async function send(call: Call, parts: RequestParts, signal: AbortSignal): Promise<Response> {
  return await fetch(urlOf(call.path, parts), {
    method: call.method,
    credentials: "include",
    signal,
    headers: {
      ...call.sentHeaders,
      ...(parts.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  });
}

/** Whether there was no response, or only one from a proxy in front of the station. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof ApiCallError) return error.status >= 502 && error.apiError === undefined;
  return error instanceof TypeError || error instanceof DOMException;
}

/** The human-readable sentence of a refusal, or undefined. */
export function refusalText(error: unknown, labels?: FieldLabels): string | undefined {
  const refusal = refusalIn(error);
  return refusal === undefined ? undefined : refusalWords(refusal, labels);
}

/** The station's message about a field, or undefined. */
export function fieldProblem(error: unknown, path: string): string | undefined {
  const refusal = refusalIn(error);
  return refusal === undefined ? undefined : fieldWords(refusal, path);
}

function refusalIn(error: unknown): ApiError | undefined {
  return error instanceof ApiCallError ? error.apiError : undefined;
}

/**
 * The station's reason, or that it can't be reached.
 * @param otherwise for a response without a reason
 */
export function failureText(error: unknown, otherwise: string, labels?: FieldLabels): string {
  const unanswered = isOutOfReach(error) ? "Unable to connect to server" : otherwise;
  return refusalText(error, labels) ?? unanswered;
}

export function urlOf(path: string, { params, query }: RequestParts): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(textOf(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, textOf(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Labels of fields, by the path that the station uses for them. */
export type FieldLabels = Readonly<Record<string, string>>;

interface Refusal {
  readonly error: string;
  readonly field?: string | undefined;
}

/** The station's sentence, with the field's label in place of its path; without a label the path is left out. */
export function refusalWords(refusal: Refusal, labels: FieldLabels = {}): string {
  const said = saidOfField(refusal);
  if (said === undefined) return refusal.error;
  const label = Object.entries(labels).find(([path]) => isAbout(refusal, path))?.[1];
  return label === undefined ? sentence(said) : `${label}: ${said}`;
}

/** The message for a field; undefined if the refusal is about something else. */
export function fieldWords(refusal: Refusal, path: string): string | undefined {
  if (!isAbout(refusal, path)) return undefined;
  return sentence(saidOfField(refusal) ?? refusal.error);
}

/** The text after the field's path; undefined for a sentence without one. */
function saidOfField({ error, field }: Refusal): string | undefined {
  const path = `${field}: `;
  return field !== undefined && error.startsWith(path) ? error.slice(path.length) : undefined;
}

/** Entries of a list have paths below its own. */
function isAbout({ field }: Refusal, path: string): boolean {
  return field === path || field?.startsWith(`${path}.`) === true;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
