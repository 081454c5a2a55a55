/** A response's text, and whether it is complete. */
interface BoundedText {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Reads an outside service's response up to a byte limit, then drops the connection. */
export async function readBounded(
  { body }: Pick<Response, "body">,
  maxBytes: number,
): Promise<BoundedText> {
  const chunks: Uint8Array[] = [];
  let left = maxBytes;
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) break;
  }
  return { text: Buffer.concat(chunks).toString("utf8"), isWhole: left >= 0 };
}
