import type { Requester } from "../identity/visitor.ts";

/** Somebody the request rules do not bind, for tests of other things. */
export const testOperator: Requester = {
  key: "user:ada",
  network: "192.0.2.1",
  name: "ada",
  isOperator: true,
};
