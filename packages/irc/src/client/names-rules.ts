import { parseSource, type PrefixMode } from "../protocol/index.ts";

/**
 * Reads a word of 353: the status signs (all with multi-prefix, else the highest), the nick, and the rest of the
 * source.
 */
export function readNamesWord(
  word: string,
  prefix: readonly PrefixMode[],
):
  | {
      readonly nick: string;
      readonly modes: string;
      readonly user?: string;
      readonly host?: string;
    }
  | undefined {
  let start = 0;
  let modes = "";
  for (; start < word.length; start += 1) {
    const status = prefix.find(({ sign }) => sign === word[start]);
    if (status === undefined) break;
    modes += status.mode;
  }
  const { name, ...rest } = parseSource(word.slice(start));
  return name === "" ? undefined : { nick: name, modes, ...rest };
}
