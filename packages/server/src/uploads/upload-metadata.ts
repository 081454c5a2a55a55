const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The Upload-Metadata header of tus: names with Base64 values. */
interface UploadMetadata {
  readonly name: string;
  /** null: not part of a batch. */
  readonly batchId: string | null;
}

export function readUploadMetadata(header: string | undefined): UploadMetadata {
  const values = new Map<string, string>();
  for (const pair of (header ?? "").split(",")) {
    const [key, value = ""] = pair.trim().split(" ");
    if (key !== undefined) values.set(key, Buffer.from(value, "base64").toString("utf8"));
  }
  const batchId = values.get("batchId") ?? "";
  return {
    name: values.get("filename") ?? values.get("name") ?? "",
    batchId: isUuid(batchId) ? batchId : null,
  };
}

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
