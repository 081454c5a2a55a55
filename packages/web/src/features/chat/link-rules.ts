type TextPart =
  | { readonly kind: "text"; readonly text: string }
  /** http or https; shown as written. */
  | { readonly kind: "link"; readonly text: string; readonly url: string };

const linkPattern = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** Punctuation after an address belongs to the sentence, as does a bracket opened before the address. */
const sentenceEnd = /[.,;:!?…'*_~]+$/;

/** Splits a text at its addresses; only http and https become links. */
export function splitLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(linkPattern)) {
    const written = withoutEnd(match[0]);
    const url = safeUrl(written);
    if (url === undefined) continue;
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push({ kind: "link", text: written, url });
    end = match.index + written.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

function withoutEnd(address: string): string {
  const trimmed = address.replace(sentenceEnd, "");
  const isUnopened = trimmed.endsWith(")") && !trimmed.includes("(");
  return isUnopened ? withoutEnd(trimmed.slice(0, -1)) : trimmed;
}

/** undefined: not an address, or one with credentials, which could imitate another. */
function safeUrl(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.hostname === "" || url.username !== "" || url.password !== "")
    return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
