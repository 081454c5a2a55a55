import type { Endpoint } from "@neonrelay/contract";
import * as z from "zod/v4/core";
import { ApiFailure } from "./api-failure.ts";

/** Fields of the specification's pages that mean nothing and were always ignored: rights come from the session. */
const ignoredFields: ReadonlySet<string> = new Set(["adminAuth"]);

/** A field that its object does not have. */
interface UnknownField {
  /** The names that lead to it, with the numbers of list entries. */
  readonly path: readonly string[];
  /** What the object has instead. */
  readonly known: readonly string[];
}

/**
 * Refuses a body with fields that the call does not have: one that is misspelled would otherwise change nothing without a
 * word. Only bodies of calls are held to it; what other versions of the station write may have more than is known.
 * @throws ApiFailure that names the first one
 */
export function refuseUnknownFields(
  endpoint: Pick<Endpoint, "body" | "foreignField">,
  body: unknown,
): void {
  const found = findUnknown(endpoint.body ?? noFields, body, []);
  const unknown = found.find(
    ({ path: [name, within] }) => name !== endpoint.foreignField || within === undefined,
  );
  if (unknown === undefined) return;
  const field = unknown.path.join(".");
  const error = `${field}: ${wordsFor(unknown)}`;
  throw new ApiFailure({ error, code: "invalid_request", field });
}

const noFields = new z.$ZodObject({ type: "object", shape: {} });

function wordsFor({ path, known }: UnknownField): string {
  const name = path.at(-1)?.toLowerCase() ?? "";
  const near = known.find((one) => {
    const other = one.toLowerCase();
    return other.includes(name) || name.includes(other);
  });
  return near === undefined
    ? "there is no such field"
    : `there is no such field; did you mean ${near}?`;
}

/** All that an input has beyond its schema; of a value that fits no option of a union, nothing. */
function findUnknown(
  schema: z.$ZodType,
  value: unknown,
  path: readonly string[],
): readonly UnknownField[] {
  const { def } = (schema as z.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return findUnknownIn(def, value, path);
    case "array":
      return Array.isArray(value)
        ? value.flatMap((entry, index) => findUnknown(def.element, entry, [...path, `${index}`]))
        : [];
    case "record":
      return isObject(value)
        ? Object.entries(value).flatMap(([name, entry]) =>
            findUnknown(def.valueType, entry, [...path, name]),
          )
        : [];
    case "union": {
      const fitting = def.options.filter((option) => z.safeParse(option, value).success);
      const found = fitting.map((option) => findUnknown(option, value, path));
      return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
    }
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return findUnknown(def.innerType, value, path);
    case "pipe":
      return findUnknown(def.in, value, path);
    case "lazy":
      return findUnknown(def.getter(), value, path);
    default:
      return [];
  }
}

function findUnknownIn(
  { shape, catchall }: Pick<z.$ZodObjectDef, "shape" | "catchall">,
  value: unknown,
  path: readonly string[],
): readonly UnknownField[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field !== undefined) return findUnknown(field, entry, [...path, name]);
    // A strict object refuses it by itself, and a loose one takes it.
    if (catchall !== undefined || ignoredFields.has(name)) return [];
    return [{ path: [...path, name], known: Object.keys(shape) }];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
