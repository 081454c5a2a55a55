/** The network that counts as one visitor: the IPv4 address, or the first 64 bits of the IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").length;
  const whole = [...groups, ...Array.from({ length: Math.max(missing, 0) }, () => "0")];
  const first = [...whole, ...(tail ?? "").split(":")].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group || "0", 16).toString(16)).join(":")}::/64`;
}

/** Whether an address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./i.test(address);
}
