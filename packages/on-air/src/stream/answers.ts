import type { IncomingMessage, ServerResponse } from "node:http";
import { corsHeaders, type HeaderList, neverCachedHeaders, SERVER_NAME } from "./mount-headers.ts";
import type { StreamBlock } from "./ring.ts";
import type { AdminAnswer } from "./source-port.ts";

export const NEVER_KEPT = ["Cache-Control", "no-store"] as const;

export function send(
  response: ServerResponse,
  status: number,
  { headers, body }: { readonly headers: HeaderList; readonly body: Buffer | null },
): void {
  response.statusCode = status;
  response.setHeader("Server", SERVER_NAME);
  for (const [name, value] of headers)
    response.setHeader(name, Buffer.from(value, "utf8").toString("latin1"));
  if (body !== null) response.setHeader("Content-Length", body.length);
  response.end(body ?? undefined);
}

export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: HeaderList = [],
): void {
  const body = Buffer.from(text, "utf8");
  send(response, status, {
    headers: [
      ["Content-Type", "text/plain; charset=utf-8"],
      ["Cache-Control", "no-store"],
      ["X-Content-Type-Options", "nosniff"],
      ...headers,
    ],
    body,
  });
}

/** For a DJ's program. */
export function sendAdmin(
  response: ServerResponse,
  { status, contentType, body, headers }: AdminAnswer,
): void {
  send(response, status, {
    headers: [["Content-Type", contentType], NEVER_KEPT, ...headers],
    body: Buffer.from(body, "utf8"),
  });
}

const FULL_RETRY_SECONDS = 30;

/** Answers that there is no room for another listener, and when to retry. */
export function refuseFull(response: ServerResponse, kind: "full" | "network-full"): void {
  const headers: HeaderList = [["Retry-After", String(FULL_RETRY_SECONDS)], ...corsHeaders];
  if (kind === "full")
    return sendText(response, 503, "The station is full, please try again soon.\n", headers);
  return sendText(response, 429, "Too many listen from your network already.\n", headers);
}

/** A read-only resource with its caching headers. */
export interface Page {
  readonly contentType: string;
  readonly body: Buffer | string;
  readonly headers: HeaderList;
}

export function answerPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  if (request.method === "OPTIONS")
    return send(response, 204, { headers: page.headers, body: null });
  if (request.method !== "GET" && request.method !== "HEAD")
    return sendText(response, 405, "This page can only be read.\n", [["Allow", "GET, HEAD"]]);
  const headers: HeaderList = [
    ["Content-Type", page.contentType],
    ["X-Content-Type-Options", "nosniff"],
    ...page.headers,
  ];
  return send(response, 200, { headers, body: Buffer.from(page.body) });
}

/** A cacheable page: a client that already has it gets no body. @param etag with its quotes */
export function answerKeptPage(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, ...page }: Page & { readonly etag: string },
): void {
  const headers: HeaderList = [["ETag", etag], ...page.headers];
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && namesEtag(request.headers["if-none-match"], etag))
    return send(response, 304, { headers, body: null });
  return answerPage(request, response, { ...page, headers });
}

export function sendNothingHere(response: ServerResponse): void {
  sendText(response, 404, "There is nothing at this address.\n");
}

/** The first bytes of a stream, for a player that asks what kind it is. */
export function sendBeginning(
  response: ServerResponse,
  {
    contentType,
    start,
    bytes,
  }: {
    readonly contentType: string;
    readonly start: Pick<StreamBlock, "prelude" | "bytes">;
    readonly bytes: number;
  },
): void {
  send(response, 206, {
    headers: [
      ["Content-Type", contentType],
      ["Content-Range", `bytes 0-${bytes - 1}/*`],
      ...neverCachedHeaders,
      ...corsHeaders,
    ],
    body: Buffer.concat([start.prelude, start.bytes]).subarray(0, bytes),
  });
}

/**
 * Whether an If-None-Match header contains that tag, by the weak comparison [RFC 9110 §13.1.2]. @param etag with its
 * quotes
 */
export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const named = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return named.includes(etag) || named.includes("*");
}
