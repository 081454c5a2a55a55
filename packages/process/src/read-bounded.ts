/** Text of an answer, and whether that is all of it. */
interface BoundedText {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Reads what something outside answers, up to so many bytes; then the connection is given up. */
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
