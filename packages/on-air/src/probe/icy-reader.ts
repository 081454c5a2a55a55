const TITLE = /^StreamTitle='(.*?)';/s;

/**
 * Takes the metadata out of what a mount has sent.
 * @param metaint audio bytes between two metadata blocks; null: there are none
 * @returns the audio, and the newest title; null when none came
 */
export function splitTitles(
  body: Buffer,
  metaint: number | null,
): { readonly audio: Buffer; readonly title: string | null } {
  if (metaint === null) return { audio: body, title: null };
  const pieces: Buffer[] = [];
  let title: string | null = null;
  let at = 0;
  while (at < body.length) {
    pieces.push(body.subarray(at, at + metaint));
    const length = (body[at + metaint] ?? 0) * 16;
    const from = at + metaint + 1;
    // Only a whole block: the connection may have ended inside of one.
    if (length > 0 && from + length <= body.length)
      title = titleIn(body.subarray(from, from + length)) ?? title;
    at = from + length;
  }
  return { audio: Buffer.concat(pieces), title };
}

/** @param payload a metadata block without its length */
export function titleIn(payload: Buffer): string | null {
  return TITLE.exec(payload.toString("utf8"))?.[1] ?? null;
}
