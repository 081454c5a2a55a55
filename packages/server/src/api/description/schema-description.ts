import {
  accountSchema,
  apiErrorSchema,
  brandingSchema,
  chatMessageSchema,
  commentSchema,
  playSchema,
  queueItemSchema,
  radioStateSchema,
  requestRulesSchema,
  retentionSchema,
  stationPolicySchema,
  stationSettingsSchema,
  streamInfoSchema,
  trackSchema,
} from "@neonrelay/contract";
import * as z from "zod/mini";

/** A JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type SchemaDescription = Readonly<Record<string, unknown>>;

/** Answers shared by several calls, described once. */
const namedSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  Account: accountSchema,
  Branding: brandingSchema,
  ChatMessage: chatMessageSchema,
  Comment: commentSchema,
  Error: apiErrorSchema,
  Play: playSchema,
  QueueItem: queueItemSchema,
  RadioState: radioStateSchema,
  RequestRules: requestRulesSchema,
  Retention: retentionSchema,
  StationPolicy: stationPolicySchema,
  StationSettings: stationSettingsSchema,
  StreamInfo: streamInfoSchema,
  Track: trackSchema,
};
const COMPONENTS = "#/components/schemas/";

/** The schema of input to a call. */
export function describeInput(schema: z.ZodMiniType): SchemaDescription {
  return withoutDialect(z.toJSONSchema(schema, { io: "input", override: simplify }));
}

/** The schema of an answer, referring to the schemas of `describeComponents`. */
export function describeOutput(schema: z.ZodMiniType): SchemaDescription {
  const { $defs: _, ...described } = describeWithNames(schema);
  return described;
}

export function describeComponents(): Readonly<Record<string, unknown>> {
  const all = z.object(namedSchemas);
  return z.record(z.string(), z.unknown()).parse(describeWithNames(all)["$defs"]);
}

function describeWithNames(schema: z.ZodMiniType): SchemaDescription {
  const metadata = z.registry<{ id: string }>();
  for (const [id, named] of Object.entries(namedSchemas)) metadata.add(named, { id });
  const described = z.toJSONSchema(schema, { metadata, override: simplify });
  const json = JSON.stringify(withoutDialect(described)).replaceAll('"#/$defs/', `"${COMPONENTS}`);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(json));
}

function withoutDialect(schema: z.core.JSONSchema.BaseSchema): SchemaDescription {
  const { $schema: _, ...described } = schema;
  return described;
}

/** Removes noise, and whatever would forbid new fields. */
function simplify({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
