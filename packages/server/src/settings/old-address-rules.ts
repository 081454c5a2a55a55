import { isOwnPath } from "@neonrelay/on-air/protocol";
import { MAX_OLD_ADDRESSES, type OldAddress } from "@neonrelay/contract";

const LONGEST_PATH = 250;

/** An address that the station can't serve. */
export interface NoOldAddress {
  readonly kind: "no-old-address";
  readonly path: string;
  readonly why: string;
}

export function noOldAddressWords({ path, why }: NoOldAddress): string {
  return `oldAddresses: ${path} can't be one: ${why}`;
}

/** @returns the path in the form of a request, or why the station can't serve it */
export function readOldPath(
  text: string,
): { readonly path: string } | { readonly path: null; readonly why: string } {
  const isPath = text.startsWith("/") && !text.startsWith("//") && !/[?#\\\p{Cc}]/u.test(text);
  const path = isPath ? URL.parse(`http://localhost${text}`)?.pathname : undefined;
  if (path === undefined)
    return { path: null, why: "write a path alone, such as /live.mp3, without ? and #" };
  if (path.length > LONGEST_PATH)
    return { path: null, why: `use at most ${LONGEST_PATH} characters` };
  if (isOwnPath(path))
    return { path: null, why: "the station serves something else at this address" };
  return { path };
}

/**
 * Adds addresses to the existing ones; an existing path stays unchanged.
 * @returns those that could not be added, with the reason
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
    const read = readOldPath(text);
    if (read.path === null) refused.push({ path: text, why: read.why });
    else if (after.some((address) => address.path === read.path)) continue;
    else if (after.length >= MAX_OLD_ADDRESSES)
      refused.push({
        path: read.path,
        why: `at most ${MAX_OLD_ADDRESSES} old addresses are possible`,
      });
    else after.push({ path: read.path, codec });
  }
  return { after, refused };
}
