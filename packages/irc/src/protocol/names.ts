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
