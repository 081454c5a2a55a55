import type { Requester } from "../identity/visitor.ts";

/** A requester exempt from the request rules, for tests of other things. */
export const testOperator: Requester = {
  key: "user:ada",
  network: "192.0.2.1",
  name: "ada",
  isOperator: true,
};
