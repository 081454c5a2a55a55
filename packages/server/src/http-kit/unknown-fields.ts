import type { Endpoint } from "@neonrelay/contract";
import * as z from "zod/v4/core";
import { ApiFailure } from "./api-failure.ts";

/** Meaningless fields sent by the specification's pages and always ignored: rights come from the session. */
const ignoredFields: ReadonlySet<string> = new Set(["adminAuth"]);

/** A field that its object does not have. */
interface UnknownField {
  /** The path to it, including list indexes. */
  readonly path: readonly string[];
  /** Fields that the object has instead. */
  readonly known: readonly string[];
}

/**
 * Refuses a body with unknown fields: a misspelled one would otherwise be silently ignored. Files that another version
 * may have written are exempt.
 * @returns unknown fields in a file of another version
 * @throws ApiFailure that names the first one
 */
export function refuseUnknownFields(
  endpoint: Pick<Endpoint, "body" | "foreignField" | "ignoredFields">,
  body: unknown,
): readonly string[] {
  const found = findUnknown(endpoint.body ?? noFields, body, []).filter(
    ({ path: [name = "", within] }) =>
      within !== undefined || endpoint.ignoredFields?.includes(name) !== true,
  );
  const isForeign = ({ path: [name, within] }: UnknownField): boolean =>
    name === endpoint.foreignField && within !== undefined;
  const unknown = found.find((field) => !isForeign(field));
  if (unknown === undefined) return found.map(({ path }) => path.slice(1).join("."));
  const field = unknown.path.join(".");
  const error = `${field}: ${wordsFor(unknown)}`;
  throw new ApiFailure({ error, code: "invalid_request", field });
}

/** Fields that a file of another version has and a schema lacks: they are left out. */
export function unknownNames(schema: z.$ZodType, value: unknown): readonly string[] {
  return findUnknown(schema, value, []).map(({ path }) => path.join("."));
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

/** Everything in an input that its schema lacks; nothing for a value that fits no option of a union. */
function findUnknown(
  schema: z.$ZodType,
  value: unknown,
  path: readonly string[],
): readonly UnknownField[] {
  if (schema instanceof z.$ZodObject) return findUnknownIn(schema._zod.def, value, path);
  if (schema instanceof z.$ZodArray) {
    const { element } = schema._zod.def;
    return Array.isArray(value)
      ? value.flatMap((entry, index) => findUnknown(element, entry, [...path, `${index}`]))
      : [];
  }
  if (schema instanceof z.$ZodRecord) {
    const { valueType } = schema._zod.def;
    return isObject(value)
      ? Object.entries(value).flatMap(([name, entry]) =>
          findUnknown(valueType, entry, [...path, name]),
        )
      : [];
  }
  if (schema instanceof z.$ZodUnion) {
    const { options } = schema._zod.def;
    const fitting = options.filter((option) => z.safeParse(option, value).success);
    const found = fitting.map((option) => findUnknown(option, value, path));
    return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (schema instanceof z.$ZodPipe) return findUnknown(schema._zod.def.in, value, path);
  if (schema instanceof z.$ZodLazy) return findUnknown(schema._zod.def.getter(), value, path);
  if (
    schema instanceof z.$ZodOptional ||
    schema instanceof z.$ZodNullable ||
    schema instanceof z.$ZodDefault ||
    schema instanceof z.$ZodPrefault ||
    schema instanceof z.$ZodReadonly ||
    schema instanceof z.$ZodCatch
  )
    return findUnknown(schema._zod.def.innerType, value, path);
  return [];
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
    // A strict object refuses it by itself, and a loose one accepts it.
    if (catchall !== undefined || ignoredFields.has(name)) return [];
    return [{ path: [...path, name], known: Object.keys(shape) }];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
