import type { IncomingMessage, ServerResponse } from "node:http";
import { SERVER_NAME, type HeaderList } from "./mount-headers.ts";

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

/** Something that can only be read: its headers say how long it may be kept. */
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
