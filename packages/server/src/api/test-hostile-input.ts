import { callGroups, type Endpoint } from "@neonrelay/contract";
import * as z from "zod";
import { describeInput } from "./description/schema-description.ts";

/** What people and programs send by mistake or on purpose. */
const hostile: readonly unknown[] = [
  null,
  true,
  "",
  -1,
  1.5,
  2 ** 53,
  1e308,
  "a\u0000b",
  "\ud800",
  "%' or '1'='1_\\",
  "../../etc/passwd",
  "x".repeat(10_000),
  [[]],
  { $ne: null },
  "__proto__",
];
const hostileTexts = hostile.map((value) => String(value).toWellFormed());
const propertiesSchema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });

/** Calls that read input other than a file. */
export const readingCalls = callGroups
  .flatMap(({ apis }) => apis.flatMap((api) => Object.entries(api)))
  .map(([operation, endpoint]) => ({ operation, endpoint }))
  .filter(
    ({ endpoint: { params, query, body, fileField } }) =>
      fileField === undefined && [params, query, body].some((schema) => schema !== undefined),
  );

/** Hostile values for each part of a call, one field at a time. */
export function hostileInputs({ path, params, query, body, example }: Endpoint) {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
  const valid = z.record(z.string(), z.unknown()).parse(example?.body ?? {});
  return {
    params:
      params === undefined
        ? []
        : hostileTexts.map((text) => Object.fromEntries(names.map((name) => [name, text]))),
    query: fieldsOf(query).flatMap((field) => hostileTexts.map((text) => ({ [field]: text }))),
    body:
      body === undefined
        ? []
        : [
            ...hostile,
            ...fieldsOf(body).flatMap((field) =>
              hostile.map((value) => ({ ...valid, [field]: value })),
            ),
          ],
  };
}

function fieldsOf(schema: Endpoint["query"]): readonly string[] {
  if (schema === undefined) return [];
  return Object.keys(propertiesSchema.parse(describeInput(schema)).properties);
}
