/** A place in an S3-compatible storage. */
export interface StoragePlace {
  /** Scheme, host and optionally port and path. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Without slashes at its ends; empty: the whole bucket. */
  readonly folder: string;
}

/** Its name for people. */
export function placeOf({ endpoint, bucket, folder }: StoragePlace): string {
  return `${endpoint}/${bucket}${folder === "" ? "" : `/${folder}`}`;
}

interface Listing {
  readonly objects: readonly { readonly key: string; readonly sizeBytes: number }[];
  /** Token for the next page; null: there is none. */
  readonly next: string | null;
}

/** Parses an answer of ListObjectsV2. Our own names need no unescaping, and other names don't matter. */
export function readListing(xml: string): Listing {
  const objects = xml
    .split("<Contents>")
    .slice(1)
    .flatMap((content) => {
      const key = textIn(content, "Key");
      const sizeBytes = Number(textIn(content, "Size") ?? Number.NaN);
      if (key === null || !Number.isSafeInteger(sizeBytes)) return [];
      return [{ key: copyOf(key), sizeBytes }];
    });
  const isCut = textIn(xml, "IsTruncated") === "true";
  return { objects, next: isCut ? textIn(xml, "NextContinuationToken") : null };
}

/** The storage's reason for refusing a request, for people. */
export function wordRefusal({
  status,
  text,
  bucket,
  name,
}: {
  readonly status: number;
  readonly text: string;
  readonly bucket: string;
  readonly name: string;
}): string {
  const code = textIn(text, "Code");
  if (code === "NoSuchBucket") return `the storage has no bucket '${bucket}'`;
  if (code === "NoSuchKey") return `${name} is missing at the storage`;
  if (code === "InvalidAccessKeyId") return "the storage doesn't know this access key ID";
  if (code === "SignatureDoesNotMatch")
    return "the storage refused the key: check the secret access key and the region";
  if (code === "AuthorizationHeaderMalformed") {
    const region = textIn(text, "Region");
    return `the storage refused the region${region === null ? "" : `: it is '${region}'`}`;
  }
  if (code === "RequestTimeTooSkewed")
    return "the clock of this machine differs from the storage's by too much: set it right, best by NTP";
  if (status >= 300 && status < 400)
    return `the bucket '${bucket}' is at another address: check the storage address and the region`;
  if (status === 403) return `the storage refused access to the bucket '${bucket}'`;
  return `the storage answered ${status}${code === null ? "" : ` ${code}`}`;
}

/** Why a storage could not be used, for people. */
export function wordStorageTrouble(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return "the storage does not answer in time";
  return error instanceof Error ? error.message : String(error);
}

/** Whether that answer says that the requested object does not exist. */
export function isMissingObject(text: string): boolean {
  return textIn(text, "Code") === "NoSuchKey";
}

export function mayHelpAgain(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** A substring keeps its whole text in memory: a page of a list has 8 MiB, and a list a thousand pages. */
function copyOf(piece: string): string {
  return Buffer.from(piece).toString();
}

function textIn(xml: string, name: string): string | null {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? null : xml.slice(start + name.length + 2, end);
}
