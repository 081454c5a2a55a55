import type { Access, Endpoint } from "@neonrelay/contract";
import * as z from "zod/mini";
import { documentedErrors, type DocumentedError } from "../documented-answers.ts";
import { SESSION_COOKIE } from "../../http-kit/cookies.ts";
import { exampleOf } from "./error-examples.ts";
import { describeInput, describeOutput, type SchemaDescription } from "./schema-description.ts";

/** A call in terms of OpenAPI 3.1. */
export interface CallDescription {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** Any one of these is enough; an empty one means no sign-in. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly ParameterDescription[];
  readonly requestBody?: BodyDescription;
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

interface ParameterDescription {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

interface MediaDescription {
  readonly schema: SchemaDescription;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface BodyDescription {
  readonly required: true;
  readonly content: Readonly<Record<string, MediaDescription>>;
}

interface ResponseDescription {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, MediaDescription>>;
}

/** Name of the security scheme in the document. */
export const SESSION_SCHEME = "session";
export const sessionScheme = { type: "apiKey", in: "cookie", name: SESSION_COOKIE } as const;

const JSON_TYPE = "application/json";
const MULTIPART_TYPE = "multipart/form-data";
/** Retry delay, for answers that carry one. */
const retryAfter = {
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } },
};
const reasons: Readonly<Record<number, string>> = {
  400: "The request is not valid; `field` names what is wrong",
  401: "Sign-in required",
  403: "The caller lacks the right, or the call came from another site's page",
  404: "Not found",
  409: "Conflicts with the current state",
  413: "The request is too large",
  415: "The body is of the wrong type",
  422: "The file was refused, with the reason",
  429: "Too soon or too often; `retryAt` says when, if it is known",
  500: "An error in the station; details are in its log",
  503: "Part of the station is not responding, or the station is in maintenance",
};

export function describeCall({
  operationId,
  tag,
  endpoint,
}: {
  readonly operationId: string;
  readonly tag: string;
  readonly endpoint: Endpoint;
}): CallDescription {
  const requestBody = describeBody(endpoint);
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    security: describeSecurity(endpoint.access),
    parameters: [
      ...describeParameters(endpoint.params, "path"),
      ...describeParameters(endpoint.query, "query"),
      ...describeSentHeaders(endpoint),
    ],
    ...(requestBody !== null && { requestBody }),
    responses: { 200: describeAnswer(endpoint), ...describeErrors(endpoint) },
  };
}

function describeAccess({ access, staysInMaintenance, method }: Endpoint): string {
  const stays = method !== "GET" && staysInMaintenance === true;
  const maintenance = stays ? " Works during maintenance." : "";
  if (access === "public") return `Open to everyone.${maintenance}`;
  if (access === "signed-in") return `For signed-in callers.${maintenance}`;
  const guests = isOpen(access)
    ? ". Guests have it unless 'Guest queue actions' says otherwise"
    : "";
  return `Needs the right \`${access}\`${guests}.`;
}

function describeSecurity(access: Access): CallDescription["security"] {
  const session = { [SESSION_SCHEME]: [] };
  return isOpen(access) ? [{}, session] : [session];
}

/** Whether a guest may call it under the default settings. */
function isOpen(access: Access): boolean {
  return access === "public" || access === "request" || access === "queue_control";
}

const parametersSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.optional(z.string()) })),
  required: z.optional(z.array(z.string())),
});

function describeSentHeaders({ sentHeaders = {} }: Endpoint): readonly ParameterDescription[] {
  return Object.entries(sentHeaders).map(([name, value]) => ({
    name,
    in: "header",
    required: false,
    description: "The web app sends it; the station does not read it",
    schema: { type: "string", examples: [value] },
  }));
}

function describeParameters(
  schema: Endpoint["params"],
  place: "path" | "query",
): readonly ParameterDescription[] {
  if (schema === undefined) return [];
  const { properties, required = [] } = parametersSchema.parse(describeInput(schema));
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}

function describeBody({
  body,
  fileField,
  formFields = {},
  example,
}: Endpoint): BodyDescription | null {
  if (fileField !== undefined) {
    const fields = Object.entries(formFields).map(([name, description]) => [
      name,
      { type: "string", description },
    ]);
    const properties = {
      ...Object.fromEntries(fields),
      [fileField]: { type: "string", format: "binary" },
    };
    const schema = { type: "object", properties, required: Object.keys(properties) };
    return { required: true, content: { [MULTIPART_TYPE]: { schema } } };
  }
  if (body === undefined) return null;
  const media = { schema: describeInput(body), ...(example && { example: example.body }) };
  return { required: true, content: { [JSON_TYPE]: media } };
}

function describeAnswer({ mediaType, response, example }: Endpoint): ResponseDescription {
  const media = {
    schema: describeOutput(response),
    ...(example && { example: example.response }),
  };
  return { description: "Done", content: { [mediaType ?? JSON_TYPE]: media } };
}

function describeErrors(endpoint: Endpoint): CallDescription["responses"] {
  const byStatus = Map.groupBy(documentedErrors(endpoint), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => [status, describeError({ status, errors, endpoint })]),
  );
}

function describeError({
  status,
  errors,
  endpoint,
}: {
  readonly status: number;
  readonly errors: readonly DocumentedError[];
  readonly endpoint: Endpoint;
}): ResponseDescription {
  const codes = errors.map(({ code }) => `\`${code}\``).join(", ");
  const isOwnAnswer = status === 503 && endpoint.answersWhenDown === true;
  const error: MediaDescription = {
    schema: { $ref: "#/components/schemas/Error" },
    examples: Object.fromEntries(
      errors.map((each) => [each.code, { value: exampleOf(each, endpoint) }]),
    ),
  };
  return {
    description: `${reasons[status] ?? "It failed"}: ${codes}`,
    ...(status === 429 && { headers: retryAfter }),
    content: { [JSON_TYPE]: isOwnAnswer ? withOwnAnswer(error, endpoint) : error },
  };
}

/** The endpoint may return its own answer instead of an error. */
function withOwnAnswer(error: MediaDescription, { response }: Endpoint): MediaDescription {
  return { ...error, schema: { anyOf: [describeOutput(response), error.schema] } };
}
