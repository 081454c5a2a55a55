import { expect, test } from "vitest";
import { hostileInputs, readingCalls } from "./test-hostile-input.ts";

test.each(readingCalls)("the schemas of $operation accept or refuse any input", ({ endpoint }) => {
  const inputs = hostileInputs(endpoint);

  for (const part of ["params", "query", "body"] as const)
    for (const input of inputs[part]) {
      const parsed = endpoint[part]?.safeParse(input);
      expect([true, false]).toContain(parsed?.success);
    }
});
