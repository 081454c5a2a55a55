import type { z } from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

/**
 * Tells a person what to do about a value; follows the field's name and a colon.
 * @returns undefined to use the schema library's own message
 */
export function wordInvalidInput(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${kindOf(issue.expected)}`;
    case "too_small":
      return boundOf({ issue, limit: issue.minimum, word: "at least" });
    case "too_big":
      return boundOf({ issue, limit: issue.maximum, word: "at most" });
    case "invalid_value":
      return `must be ${anyOf.format(issue.values.map(String))}`;
    case "invalid_format":
      return issue.format === "uuid" ? "must be an id" : undefined;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? `must be ${anyOf.format(issue.options.map(String))}`
        : undefined;
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "unrecognized_keys":
      return undefined;
    default:
      return issue satisfies never;
  }
}

function kindOf(expected: string): string {
  switch (expected) {
    case "string":
      return "text";
    case "int":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    default:
      return `an ${expected === "object" ? "object" : `${expected} value`}`;
  }
}

function boundOf(bound: {
  readonly issue: { readonly origin: string };
  readonly limit: number | bigint;
  readonly word: "at least" | "at most";
}): string {
  const amount = `${bound.word} ${bound.limit}`;
  switch (bound.issue.origin) {
    case "string":
      return `must have ${amount} ${bound.limit === 1 ? "character" : "characters"}`;
    case "array":
    case "set":
      return `must have ${amount} ${bound.limit === 1 ? "entry" : "entries"}`;
    default:
      return `must be ${amount}`;
  }
}
