/** IRCv3 capabilities offered to everyone; sasl only where there are accounts. */
const capabilityNames = [
  "account-notify",
  "account-tag",
  "away-notify",
  "batch",
  "cap-notify",
  "draft/chathistory",
  "draft/relaymsg",
  "echo-message",
  "extended-join",
  "invite-notify",
  "labeled-response",
  "message-tags",
  "multi-prefix",
  "sasl",
  "server-time",
  "setname",
  "standard-replies",
  "userhost-in-names",
] as const;

export type Capability = (typeof capabilityNames)[number];

/** Separates a speaker's name from the network it is relayed from. */
export const relaySeparator = "/";

const values: Partial<Readonly<Record<Capability, string>>> = {
  sasl: "PLAIN",
  "draft/relaymsg": relaySeparator,
};

/** The server's capabilities, in listing order. */
export function offeredCapabilities(has: {
  readonly accounts: boolean;
  readonly history: boolean;
}): readonly Capability[] {
  return capabilityNames.filter(
    (name) => (name !== "sasl" || has.accounts) && (name !== "draft/chathistory" || has.history),
  );
}

/** The words of CAP LS; values only for clients of version 302. */
export function listCapabilities(
  offered: readonly Capability[],
  hasValues: boolean,
): readonly string[] {
  return offered.map((name) => {
    const value = values[name];
    return hasValues && value !== undefined ? `${name}=${value}` : name;
  });
}

/** Capabilities enabled after a CAP REQ, or undefined when any word is not offered: all or nothing. */
export function requestCapabilities(
  request: string,
  offered: readonly Capability[],
  current: ReadonlySet<Capability>,
): ReadonlySet<Capability> | undefined {
  const next = new Set(current);
  for (const word of request.split(" ").filter((part) => part !== "")) {
    const isRemoved = word.startsWith("-");
    const name = offered.find((candidate) => candidate === (isRemoved ? word.slice(1) : word));
    if (name === undefined) return undefined;
    if (isRemoved) next.delete(name);
    else next.add(name);
  }
  return next;
}
