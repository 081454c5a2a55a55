import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const MAX_SKEW_MS = 15 * 60_000;
const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, *SignedHeaders=([\w;-]+), *Signature=([\da-f]{64})$/;
const momentPattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** What a storage knows about its user. */
interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/**
 * Verifies a request as S3 does, by AWS Signature Version 4, except for the hash of its body.
 * @returns the code of S3's refusal, and its details; null: the request is valid
 */
export function findRefusal(
  request: IncomingMessage,
  { accessKeyId, secretAccessKey, region }: S3Access,
  nowMs: number,
): { readonly status: number; readonly code: string; readonly detail: string } | null {
  const [, keyId, day = "", signedRegion, names = "", signature] =
    authorizationPattern.exec(headerOf(request, "authorization")) ?? [];
  if (keyId === undefined) return { status: 403, code: "AccessDenied", detail: "" };
  if (keyId !== accessKeyId) return { status: 403, code: "InvalidAccessKeyId", detail: "" };
  if (signedRegion !== region) {
    const detail = `<Region>${region}</Region>`;
    return { status: 400, code: "AuthorizationHeaderMalformed", detail };
  }
  const moment = headerOf(request, "x-amz-date");
  const atMs = Date.parse(moment.replace(momentPattern, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(atMs - nowMs) <= MAX_SKEW_MS))
    return { status: 403, code: "RequestTimeTooSkewed", detail: "" };
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", moment, scope, sha256(canonical(request, names))].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce(
    (before: string | Buffer, part) => hmac(before, part),
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, text).toString("hex") === signature
    ? null
    : { status: 403, code: "SignatureDoesNotMatch", detail: "" };
}

/** The request in its canonical form for signing. */
function canonical(request: IncomingMessage, names: string): string {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://storage");
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const headers = names.split(";").map((name) => `${name}:${headerOf(request, name).trim()}\n`);
  const content = headerOf(request, "x-amz-content-sha256");
  return [request.method, pathname, query, headers.join(""), names, content].join("\n");
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? "");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
