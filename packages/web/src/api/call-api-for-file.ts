import type { Call, RequestOf } from "@neonrelay/contract/callers";
import { ApiCallError, urlOf } from "./call-api.ts";

/**
 * Makes one HTTP call of the contract whose answer is a file.
 * @param limitMs how long the station may take
 * @throws like callApi
 */
export async function callApiForFile<C extends Call>(
  call: C,
  request: RequestOf<C>,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<{ readonly bytes: ArrayBuffer; readonly headers: Headers }> {
  const parts: { readonly params?: Readonly<Record<string, unknown>>; readonly body?: unknown } =
    request;
  const { body } = parts;
  const response = await fetch(urlOf(call.path, parts), {
    method: call.method,
    credentials: "include",
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const { status, statusText } = response;
  if (!response.ok) throw new ApiCallError({ status, statusText, text: await response.text() });
  return { bytes: await response.arrayBuffer(), headers: response.headers };
}
