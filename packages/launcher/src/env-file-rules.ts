import { parseEnv } from "node:util";

/** A line that can't be read, numbered from 1, and what is wrong with it. */
interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

type EnvFile =
  | { readonly kind: "read"; readonly variables: Readonly<Record<string, string | undefined>> }
  | { readonly kind: "refused"; readonly lines: readonly RefusedLine[] };

const NEWLINE = 0x0a;
/** Stop after this many: by then the file is clearly not an env file. */
const REFUSED_LINES_LIMIT = 5;

/** Parses `NAME=value` lines. A value ends with its line; `#` starts a comment. */
export function readEnvFile(bytes: Uint8Array): EnvFile {
  const refused: RefusedLine[] = [];
  let start = 0;
  for (let line = 1; start < bytes.length && refused.length < REFUSED_LINES_LIMIT; line += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const reason = findFault(bytes.subarray(start, end));
    if (reason !== null) refused.push({ line, reason });
    start = end + 1;
  }
  if (refused.length > 0) return { kind: "refused", lines: refused };
  return { kind: "read", variables: parseEnv(new TextDecoder().decode(bytes)) };
}

/** Why the line can't be read; null if it can. */
function findFault(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  if (text === null) return "is not UTF-8 text";
  const line = text.trim();
  if (/[^\P{Cc}\t]/u.test(line)) return "has a control character";
  if (line === "" || line.startsWith("#")) return null;
  const [, value] = /^(?:export\s+)?[A-Za-z_]\w*\s*=(.*)$/.exec(line) ?? [];
  if (value === undefined) return "is not NAME=value";
  const trimmed = value.trim();
  const [quote = ""] = trimmed;
  if (`"'\``.includes(quote) && quote !== "" && !trimmed.includes(quote, 1))
    return `begins with ${quote} and does not end with it`;
  return null;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
