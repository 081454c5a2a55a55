import { type Casemapping, foldName } from "./casemapping.ts";

const nickPattern = /^[A-Za-z[\]\\`_^{|}][A-Za-z0-9[\]\\`_^{|}-]*$/;
// Everything but BEL, space, comma, control characters and the masks of hosts.
// oxlint-disable-next-line no-control-regex -- names must not have any
const channelRestPattern = /^[^\u0000-\u0020,:\u007F]+$/;

/**
 * Whether a nick is valid by RFC 2812 §2.3.1. @param maxLength in characters, ISUPPORT NICKLEN
 * @example
 * isValidNick("1up", 30); // false
 */
export function isValidNick(nick: string, maxLength: number): boolean {
  return nick.length <= maxLength && nickPattern.test(nick);
}

/**
 * Whether a channel name is valid. @param limits from ISUPPORT: CHANTYPES, CHANNELLEN in bytes
 * @example
 * isValidChannel("#radio", { chanTypes: "#", channelLen: 64 }); // true
 */
export function isValidChannel(
  name: string,
  limits: { readonly chanTypes: string; readonly channelLen: number },
): boolean {
  return (
    name !== "" &&
    limits.chanTypes.includes(name.charAt(0)) &&
    Buffer.byteLength(name) <= limits.channelLen &&
    channelRestPattern.test(name.slice(1))
  );
}

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
