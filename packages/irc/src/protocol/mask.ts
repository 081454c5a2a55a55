import { type Casemapping, foldName } from "./casemapping.ts";

/**
 * Whether a mask such as `nick!user@*.example.org` matches a text: "*" is any text, "?" one character. Takes at most
 * mask length times text length, for any mask.
 * @example
 * matchesMask("bob!*@*.example.org", "Bob!b@home.example.org", "ascii"); // true
 */
export function matchesMask(mask: string, text: string, casemapping: Casemapping): boolean {
  const pattern = Array.from(foldName(mask, casemapping));
  const subject = Array.from(foldName(text, casemapping));
  let patternAt = 0;
  let subjectAt = 0;
  let star = -1;
  let starSubjectAt = 0;
  while (subjectAt < subject.length) {
    const wanted = pattern[patternAt];
    if (wanted === "*") {
      star = patternAt;
      starSubjectAt = subjectAt;
      patternAt += 1;
    } else if (wanted === "?" || wanted === subject[subjectAt]) {
      patternAt += 1;
      subjectAt += 1;
    } else if (star !== -1) {
      // Only the latest star needs to take more: everything before it matched as early as possible.
      starSubjectAt += 1;
      subjectAt = starSubjectAt;
      patternAt = star + 1;
    } else return false;
  }
  while (pattern[patternAt] === "*") patternAt += 1;
  return patternAt === pattern.length;
}

/**
 * Completes a partial mask to `nick!user@host`: `bob`, `bob!b`, `b@host`, `*.host.org`.
 * @example
 * completeMask("b@host"); // "*!b@host"
 */
export function completeMask(mask: string): string {
  const bang = mask.indexOf("!");
  const at = mask.indexOf("@", bang + 1);
  const nick = bang === -1 ? "" : mask.slice(0, bang);
  const user = mask.slice(bang + 1, at === -1 ? mask.length : at);
  const host = at === -1 ? "" : mask.slice(at + 1);
  if (bang === -1 && at === -1)
    return /[.:]/.test(mask) ? `*!*@${mask}` : `${mask === "" ? "*" : mask}!*@*`;
  return `${nick || "*"}!${user || "*"}@${host || "*"}`;
}
