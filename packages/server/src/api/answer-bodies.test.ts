import * as z from "zod/mini";
import { isResponseSerializationError } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { serializeAnswers } from "./answer-bodies.ts";

const schema = z.array(z.object({ name: z.string(), note: z.optional(z.string()) }));
const serialize = serializeAnswers({ schema, method: "GET", url: "/api/x" });

test("an answer has only the fields that the contract names", () => {
  const account = { name: "ann", passwordHash: "secret" };

  expect(serialize([account, { name: "bea", note: "hi" }])).toBe(
    '[{"name":"ann"},{"name":"bea","note":"hi"}]',
  );
});

test("an answer that breaks the contract is an error that names the call", () => {
  const serializing = () => serialize([{ name: 7 }]);

  expect(serializing).toThrow(
    expect.toSatisfy((error: unknown) => isResponseSerializationError(error)),
  );
});
