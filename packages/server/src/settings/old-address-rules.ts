import { MAX_OLD_ADDRESSES, type OldAddress } from "@neonrelay/contract";

const LONGEST_PATH = 250;

/** What the stream server or the web app has of its own there. */
const ownPath =
  /^\/(?:$|stream(?:$|[./])|hls(?:$|\/)|admin(?:$|[./])|api(?:$|\/)|ws(?:$|\/)|status|source\.tar)/;

/** An address that the station can't answer for. */
export interface NoOldAddress {
  readonly kind: "no-old-address";
  readonly path: string;
  readonly why: string;
}

export function noOldAddressWords({ path, why }: NoOldAddress): string {
  return `oldAddresses: ${path} can't be one: ${why}`;
}

/** @returns the path as a request has it; null: the station can't answer for it */
export function oldPathOf(text: string): string | null {
  if (!/^\/[^/?#\\\p{Cc}]/u.test(text) || /[?#\\\p{Cc}]/u.test(text)) return null;
  const path = URL.parse(`http://localhost${text}`)?.pathname ?? "";
  return path.length > LONGEST_PATH || path === "" || ownPath.test(path) ? null : path;
}

/**
 * Adds addresses to those there are; a path that is there stays as it is.
 * @returns the ones that could not be added, with the reason
 */
export function addOldAddresses(
  before: readonly OldAddress[],
  wanted: readonly OldAddress[],
): {
  readonly after: readonly OldAddress[];
  readonly refused: readonly { readonly path: string; readonly why: string }[];
} {
  const after = [...before];
  const refused: { path: string; why: string }[] = [];
  for (const { path: text, codec } of wanted) {
    const path = oldPathOf(text);
    if (path === null)
      refused.push({ path: text, why: "the station's own mount or page is there" });
    else if (after.some((address) => address.path === path)) continue;
    else if (after.length >= MAX_OLD_ADDRESSES)
      refused.push({ path, why: `at most ${MAX_OLD_ADDRESSES} old addresses are possible` });
    else after.push({ path, codec });
  }
  return { after, refused };
}
