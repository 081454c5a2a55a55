import { apiErrorSchema, type ApiError } from "@neonrelay/contract";

interface Refusal {
  readonly status: number;
  readonly body: ApiError;
}

export const noUpload: ApiError = {
  error: "This upload no longer exists here; send the file again",
  code: "not_found",
};
const elsewhere: ApiError = {
  error:
    "This part does not begin where the upload is; ask how much has come, and go on from there",
  code: "conflict",
};
const tooLong: ApiError = {
  error: "This part goes beyond the size that the upload had at its beginning",
  code: "too_large",
};
const taken: ApiError = {
  error: "Another request goes on with this upload; wait until that one has ended",
  code: "conflict",
};
const noOffset: ApiError = {
  error: "Say in the header Upload-Offset where this part begins",
  code: "invalid_request",
};
const noPart: ApiError = {
  error: "Send parts of a file with the content type application/offset+octet-stream",
  code: "invalid_request",
};

/** Rewords refusals of tus in the form of the station's other calls. */
export function wordTusRefusal(status: number, text: string): Refusal {
  const known = readApiError(text);
  if (known !== undefined) return { status, body: known };
  switch (status) {
    case 404:
    case 410:
      return { status: 404, body: noUpload };
    case 409:
      return { status, body: elsewhere };
    case 413:
      return { status, body: tooLong };
    default:
  }
  if (text.includes("lock")) return { status: 423, body: taken };
  if (/^Upload-Offset\b/.test(text)) return { status: 400, body: noOffset };
  if (/^Content-Type\b/.test(text)) return { status: 400, body: noPart };
  const headers = /^Invalid ([\w -]+)/.exec(text)?.[1]?.trim();
  const error =
    headers === undefined
      ? "The request is not one of the tus protocol 1.0"
      : `The request has headers whose values the tus protocol does not know: ${headers}`;
  return { status: 400, body: { error, code: "invalid_request" } };
}

function readApiError(text: string): ApiError | undefined {
  try {
    return apiErrorSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // plain text from tus
  }
}
