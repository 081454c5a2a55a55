import { apiErrorSchema } from "@neonrelay/contract";
import type { ApiError, Endpoint, RequestOf, ResponseOf } from "@neonrelay/contract";

/** Longest wait for any answer; a hung server must not leave a button pressed for ever. */
const ANSWER_LIMIT_MS = 15_000;

/** The station answered with a refusal. `message` is status code, colon, body, as the specification says. */
export class ApiCallError extends Error {
  readonly status: number;
  /** undefined when the body was not one of ours, for example from a proxy. */
  readonly apiError: ApiError | undefined;

  constructor(answer: { status: number; text: string; apiError: ApiError | undefined }) {
    super(`${answer.status}: ${answer.text}`);
    this.name = "ApiCallError";
    this.status = answer.status;
    this.apiError = answer.apiError;
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
export async function callApi<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const response = await answerOf(endpoint, request, signal);
  // The schema that parsed it is the one ResponseOf is derived from.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return endpoint.response.parse(await response.json()) as ResponseOf<E>;
}

/**
 * How many items a paged listing has altogether, by its header `X-Total-Count`.
 * @throws like callApi, and when the answer does not say
 */
export async function callApiForTotal<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
): Promise<number> {
  const response = await answerOf(endpoint, request, signal);
  await response.body?.cancel();
  const total = Number(response.headers.get("x-total-count") ?? Number.NaN);
  if (!Number.isSafeInteger(total)) throw new Error(`${endpoint.path} did not tell its total`);
  return total;
}

/** @throws ApiCallError for an answer outside 2xx */
async function answerOf(
  endpoint: Endpoint,
  parts: RequestParts,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const response = await fetch(urlOf(endpoint.path, parts), {
    method: endpoint.method,
    credentials: "include",
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    ...(parts.body === undefined
      ? {}
      : { body: JSON.stringify(parts.body), headers: { "content-type": "application/json" } }),
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** The sentence for people inside a refusal, or undefined when there is none. */
export function refusalText(error: unknown): string | undefined {
  return error instanceof ApiCallError ? error.apiError?.error : undefined;
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

async function refusalOf(response: Response): Promise<ApiCallError> {
  const text = await response.text();
  const parsed = apiErrorSchema.safeParse(jsonOf(text));
  return new ApiCallError({
    status: response.status,
    text: text === "" ? response.statusText : text,
    apiError: parsed.success ? parsed.data : undefined,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
