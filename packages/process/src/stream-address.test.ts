import { expect, test, vi } from "vitest";
import { checkStreamAddress, type LookUpAddresses } from "./stream-address.ts";

const failing = (code: string): LookUpAddresses => {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
};

test.each([
  ["every address is public", () => Promise.resolve(["1.1.1.1", "2606:4700::1111"]), "public"],
  ["one address is private", () => Promise.resolve(["1.1.1.1", "10.0.0.1"]), "not-public"],
  ["one address is of this machine", () => Promise.resolve(["1.1.1.1", "::1"]), "not-public"],
  ["there is no address", () => Promise.resolve([]), "unknown-host"],
  ["no one knows it", failing("ENOTFOUND"), "unknown-host"],
  ["the name server is away", failing("EAI_AGAIN"), "no-answer"],
] as const)("a name is judged when %s", async (_when, lookUp, kind) => {
  const rules = { lookUp, allowedHosts: [] };
  const address = await checkStreamAddress("https://radio.example/live", rules);

  expect(address.kind).toBe(kind);
});

test("a lookup is abandoned when the name server is silent for five seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const rules = { lookUp: () => new Promise<never>(() => {}), allowedHosts: [] };
    let address: unknown;
    const checked = checkStreamAddress("https://radio.example/live", rules).then(
      (found) => (address = found),
    );

    await vi.advanceTimersByTimeAsync(4999);
    const before = address;
    await vi.advanceTimersByTimeAsync(1);
    await checked;

    expect([before, address]).toEqual([undefined, { kind: "no-answer" }]);
  } finally {
    vi.useRealTimers();
  }
});

test("a caller that connects uses the addresses that were checked", async () => {
  const rules = { lookUp: () => Promise.resolve(["1.1.1.1"]), allowedHosts: [] };
  const address = await checkStreamAddress("https://radio.example/", rules);

  expect(address).toMatchObject({ kind: "public", addresses: ["1.1.1.1"] });
});
