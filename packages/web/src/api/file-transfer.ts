import type { Call, RequestOf, ResponseOf } from "@neonrelay/contract/callers";
import { ApiCallError, parseResponse, urlOf } from "./call-api.ts";

/**
 * Sends a form with a file. Only XMLHttpRequest reports upload progress.
 * @param stallLimitMs timeout without progress: the connection hangs, or the station does not finish with the file
 * @param onProgress from 0 to 1, the part that has left this browser
 * @throws ApiCallError when the station refuses it; another error when the connection breaks or hangs
 */
export function sendForm<C extends Call>(
  call: C,
  {
    form,
    stallLimitMs,
    onProgress,
  }: {
    readonly form: FormData;
    readonly stallLimitMs: number;
    readonly onProgress: (part: number) => void;
  },
): Promise<ResponseOf<C>> {
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<ResponseOf<C>>();
  let stall: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(stall);
    stall = setTimeout(() => request.abort(), stallLimitMs);
  };
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    moved();
    onProgress(total === 0 ? 0 : loaded / total);
  });
  request.addEventListener("error", () => reject(new Error("the connection broke")));
  request.addEventListener("abort", () => reject(new Error("no progress any more")));
  request.addEventListener("load", () => {
    try {
      resolve(parseResponse(call, answerOf(request)));
    } catch (error) {
      reject(error);
    }
  });
  request.addEventListener("loadend", () => clearTimeout(stall));
  request.open(call.method, call.path);
  request.send(form);
  moved();
  return promise;
}

function answerOf({ status, statusText, responseText }: XMLHttpRequest): unknown {
  if (status < 200 || status > 299)
    throw new ApiCallError({ status, statusText, text: responseText });
  return JSON.parse(responseText);
}

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
