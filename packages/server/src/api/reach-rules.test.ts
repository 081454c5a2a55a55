import { expect, test } from "vitest";
import { findReachProblem } from "./reach-rules.ts";

const atHome = { host: "127.0.0.1", publicUrl: null, trustProxy: [], hasOtherProxy: false };

test("a station reachable only from its own machine says how to change that", () => {
  for (const host of ["127.0.0.1", "::1", "localhost"])
    expect(findReachProblem({ ...atHome, host })).toContain(
      `listens on ${host} only, so other machines can't reach it. Set HOST=0.0.0.0`,
    );
  expect(findReachProblem({ ...atHome, publicUrl: "https://radio.example" })).toMatch(
    /^PUBLIC_URL is set, but .* TRUST_PROXY=127\.0\.0\.1/,
  );
});

test.each([
  ["listens to other machines", { host: "0.0.0.0" }],
  ["is behind a proxy that it trusts", { trustProxy: ["127.0.0.1"] }],
  ["is behind a proxy that it does not trust, which is another problem", { hasOtherProxy: true }],
])("a station that %s can be reached", (_what, change) => {
  expect(findReachProblem({ ...atHome, ...change })).toBeNull();
});
