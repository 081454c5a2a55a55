import { expect, test } from "vitest";
import { wordTusRefusal } from "./tus-words.ts";

test.each([
  [
    404,
    "The file for this url was not found\n",
    404,
    "This upload no longer exists here; send the file again",
  ],
  [
    410,
    "The file for this url no longer exists\n",
    404,
    "This upload no longer exists here; send the file again",
  ],
  [409, "Upload-Offset conflict\n", 409, /^This part does not begin where the upload is/],
  [413, "upload's size exceeded\n", 413, /^This part goes beyond the size/],
  [400, "Request aborted due to lock acquired", 423, /^Another request goes on with this upload/],
  [403, "Upload-Offset header required\n", 400, /header Upload-Offset/],
  [403, "Content-Type header required\n", 400, /application\/offset\+octet-stream$/],
  [400, "Invalid upload-offset upload-length\n", 400, /: upload-offset upload-length$/],
  [418, "something else", 400, "The request is not one of the tus protocol 1.0"],
])("tus's %i '%s' becomes %i in the station's words", (status, text, worded, words) => {
  const refusal = wordTusRefusal(status, text);

  expect(refusal.status).toBe(worded);
  expect(refusal.body.error).toMatch(words);
});

test("errors already worded by the station stay unchanged", () => {
  const body = { error: "The station's disk is full", code: "unavailable" } as const;

  expect(wordTusRefusal(503, JSON.stringify(body))).toEqual({ status: 503, body });
});
