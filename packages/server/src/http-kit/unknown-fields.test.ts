import * as z from "zod/mini";
import { expect, test } from "vitest";
import { ApiFailure } from "./api-failure.ts";
import { refuseUnknownFields } from "./unknown-fields.ts";

const slot = z.object({ at: z.int(), note: z.optional(z.string()) });
const body = z.object({
  trackIds: z.array(z.string()),
  contentKind: z.optional(z.enum(["music", "jingle"])),
  cue: z.nullish(z.object({ inMs: z.int() })),
  slots: z._default(z.array(slot), []),
  rule: z.optional(
    z.union([
      z.object({ by: z.literal("name"), name: z.string() }),
      z.object({ by: z.literal("year"), from: z.int() }),
      z.strictObject({ entryId: z.string() }),
    ]),
  ),
  names: z.optional(z.record(z.string(), z.object({ name: z.string() }))),
  anything: z.optional(z.looseObject({})),
});

function refusalOf(given: unknown, schema: z.ZodMiniType | null = body): unknown {
  try {
    refuseUnknownFields(schema === null ? {} : { body: schema }, given);
    return null;
  } catch (error) {
    return error instanceof ApiFailure ? error.body.error : error;
  }
}

test.each<[string, unknown, string | null]>([
  [
    "a misspelled field",
    { trackIds: [], kind: "jingle" },
    "kind: there is no such field; did you mean contentKind?",
  ],
  ["one like no other", { trackIds: [], colour: 1 }, "colour: there is no such field"],
  ["one in an object", { cue: { inMs: 1, outMs: 2 } }, "cue.outMs: there is no such field"],
  ["one in a list", { slots: [{ at: 1 }, { at: 1, by: 2 }] }, "slots.1.by: there is no such field"],
  [
    "one of another option",
    { rule: { by: "name", name: "a", from: 1 } },
    "rule.from: there is no such field",
  ],
  [
    "one in a record",
    { names: { a: { name: "b", title: "c" } } },
    "names.a.title: there is no such field",
  ],
  ["a name of every object", JSON.parse('{"__proto__": 1}'), "__proto__: there is no such field"],
  [
    "what fits",
    { trackIds: ["a"], rule: { by: "year", from: 1 }, slots: [{ at: 1, note: "b" }] },
    null,
  ],
  ["what fits no option, which the schema refuses", { rule: { by: "mood", x: 1 } }, null],
  ["what old pages send to everything", { trackIds: [], adminAuth: "true" }, null],
  ["a loose part", { anything: { at: "all" } }, null],
  ["no object", "text", null],
])("unknown fields are named: %s", (_what, given, words) => {
  expect(refusalOf(given)).toBe(words);
});

test("a file of another version may have unknown fields", () => {
  const endpoint = {
    foreignField: "file",
    body: z.object({ file: z.object({ name: z.string() }) }),
  };

  expect(refuseUnknownFields(endpoint, { file: { name: "a", newer: 1 } })).toEqual(["newer"]);
  expect(() => refuseUnknownFields(endpoint, { file: { name: "a" }, force: 1 })).toThrow(/^force:/);
});

test("obsolete fields of earlier pages are ignored if the call lists them", () => {
  const endpoint = { ignoredFields: ["id"], body: z.object({ at: z.optional(z.object({})) }) };

  expect(() => refuseUnknownFields(endpoint, { id: "1" })).not.toThrow();
  expect(() => refuseUnknownFields(endpoint, { at: { id: "1" } })).toThrow(/^at\.id:/);
});

test("a call without a body accepts an empty one or none", () => {
  expect([undefined, null, {}, { force: true }].map((given) => refusalOf(given, null))).toEqual([
    null,
    null,
    null,
    "force: there is no such field",
  ]);
});
