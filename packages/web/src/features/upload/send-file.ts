import { uploadApi } from "@neonrelay/contract";
import type { Track } from "@neonrelay/contract";
import { ApiCallError } from "../../api/call-api.ts";

/** Nothing moved for this long: the connection hangs, or the station does not finish with the file. */
const STALL_LIMIT_MS = 120_000;

/**
 * Sends a file to the library. Only XMLHttpRequest tells how much of a body has been sent.
 * @param onProgress from 0 to 1, the part that has left this browser
 * @throws ApiCallError when the station refuses it; another error when the connection breaks or hangs
 */
export function sendFile(file: File, onProgress: (part: number) => void): Promise<Track> {
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<Track>();
  let stall: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(stall);
    stall = setTimeout(() => request.abort(), STALL_LIMIT_MS);
  };
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    moved();
    onProgress(total === 0 ? 0 : loaded / total);
  });
  request.addEventListener("error", () => reject(new Error("the connection broke")));
  request.addEventListener("abort", () => reject(new Error("nothing moved any more")));
  request.addEventListener("load", () => {
    try {
      resolve(trackOf(request));
    } catch (error) {
      reject(error);
    }
  });
  request.addEventListener("loadend", () => clearTimeout(stall));
  const form = new FormData();
  form.set(uploadApi.upload.fileField, file);
  request.open(uploadApi.upload.method, uploadApi.upload.path);
  request.send(form);
  moved();
  return promise;
}

function trackOf({ status, statusText, responseText }: XMLHttpRequest): Track {
  if (status < 200 || status > 299)
    throw new ApiCallError({ status, statusText, text: responseText });
  return uploadApi.upload.response.parse(JSON.parse(responseText)).track;
}
