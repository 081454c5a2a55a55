import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { wordInvalidInput } from "./invalid-input-words.ts";

beforeAll(() => {
  z.config({ customError: wordInvalidInput });
});

const command = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ping") }),
  z.object({ type: z.literal("listen") }),
]);

test.each([
  ["a command there is not", command, { type: "sing" }, "must be ping or listen"],
  ["a field left out", z.string(), undefined, "is required"],
  ["a number for a text", z.string(), 7, "must be text"],
  ["a text for a number", z.number(), "loud", "must be a number"],
  ["a half for a whole number", z.int(), 1.5, "must be a whole number"],
  ["a text for a switch", z.boolean(), "yes", "must be true or false"],
  ["a text for a list", z.array(z.string()), "a", "must be a list"],
  ["a text for an object", z.object({}), "a", "must be an object"],
  ["nothing for a text", z.string().min(1), "", "must have at least 1 character"],
  ["a text that is too long", z.string().max(3), "four", "must have at most 3 characters"],
  ["a number below its range", z.number().min(0), -1, "must be at least 0"],
  ["a number above its range", z.number().max(100), 120, "must be at most 100"],
  ["a list that is too long", z.array(z.int()).max(1), [1, 2], "must have at most 1 entry"],
  ["a name that is none of a few", z.enum(["dj", "admin", "x"]), "king", "must be dj, admin, or x"],
  ["a text that is no id", z.uuid(), "nope", "must be an id"],
  ["words of the schema's own", z.string().min(2, "say more"), "a", "say more"],
])("the error for %s is in plain words", (...row) => {
  const [, schema, value, words] = row;

  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(words);
});
