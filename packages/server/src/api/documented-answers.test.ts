import { expect, test } from "vitest";
import { requireDocumented } from "./documented-answers.ts";

const cleared = { method: "DELETE", target: "/api/queue/clear?x=1" };

test("an answer that the contract names passes", () => {
  requireDocumented({ ...cleared, status: 200, body: { removed: 2 } });
  requireDocumented({
    ...cleared,
    status: 401,
    body: { error: "Sign in to do this", code: "not_signed_in" },
  });
  requireDocumented({ method: "GET", target: "/no/call", status: 418, body: "a page" });
});

test.each([
  [200, { cleared: 2 }],
  [204, { removed: 2 }],
  [404, { error: "No entry has that id", code: "not_found" }],
  [409, { error: "Sign in to do this", code: "not_signed_in" }],
  [401, { error: "Unauthorized", statusCode: 401 }],
])("clearing the queue answered with %i %j fails the test that called it", (status, body) => {
  expect(() => requireDocumented({ ...cleared, status, body })).toThrow(
    `DELETE /api/queue/clear answered ${status}`,
  );
});
