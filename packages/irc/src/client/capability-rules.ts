const WANTED = new Set([
  "account-notify",
  "account-tag",
  "away-notify",
  "batch",
  "cap-notify",
  "chghost",
  "draft/chathistory",
  "draft/relaymsg",
  "echo-message",
  "extended-join",
  "labeled-response",
  "message-tags",
  "multi-prefix",
  "server-time",
  "setname",
  "userhost-in-names",
]);
const LINE_CHARACTERS = 400;

/** Reads the words of CAP LS: names, optionally with a value. */
export function offeredCapabilities(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map((word) => {
      const equals = word.indexOf("=");
      return equals === -1 ? [word, ""] : [word.slice(0, equals), word.slice(equals + 1)];
    }),
  );
}

/** Capabilities to request from those offered, split into lines that fit. */
export function requestLines(
  offered: ReadonlyMap<string, string>,
  wantsSasl: boolean,
): readonly string[] {
  const lines: string[] = [];
  for (const name of offered.keys()) {
    if (!WANTED.has(name) && !(wantsSasl && name === "sasl")) continue;
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length > LINE_CHARACTERS) lines.push(name);
    else lines[lines.length - 1] = `${last} ${name}`;
  }
  return lines;
}
