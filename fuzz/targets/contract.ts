import { callGroups } from "@neonrelay/contract";
import { expectPlain } from "../expectations.ts";
import { targetDefaults, type FuzzTarget } from "../target.ts";

const endpoints = callGroups.flatMap(({ apis }) => apis.flatMap((api) => Object.values(api)));
const examples = endpoints.flatMap(({ example }) =>
  example?.body === undefined ? [] : [JSON.stringify(example.body)],
);

/** Input for every API call: body, query and params, each as JSON. */
export const contract: FuzzTarget = {
  ...targetDefaults,
  seeds: [
    ...examples,
    '{"page":"1","search":"x","limit":"10"}',
    '{"id":"00000000-0000-4000-8000-000000000000"}',
  ],
  words: [
    '"__proto__":',
    '{"__proto__":{"role":"super_admin"}}',
    '"constructor":',
    '"role":"super_admin"',
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
  ],
  run: (input) => {
    let value: unknown;
    try {
      value = JSON.parse(input.toString("utf8"));
    } catch {
      return; // rejected before any schema
    }
    for (const { body, query, params } of endpoints)
      for (const schema of [body, query, params])
        if (schema !== undefined) expectPlain(schema.safeParse(value).data, "what a handler gets");
  },
};
