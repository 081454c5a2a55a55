import * as contract from "@neonrelay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type TestServer } from "../test-server.ts";

const calls = contract.callGroups.flatMap(({ apis }) =>
  apis.flatMap((api) =>
    Object.entries(api).map(([operationId, endpoint]) => ({ operationId, endpoint })),
  ),
);

const mediaSchema = z.object({
  schema: z.record(z.string(), z.unknown()),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
});
const contentSchema = z.record(z.string(), mediaSchema);
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(["path", "query", "header"]),
      required: z.boolean(),
      description: z.string().optional(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.object({ description: z.string().min(1), content: contentSchema }),
  ),
});
type Operation = z.infer<typeof operationSchema>;
const documentSchema = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({ title: z.string(), version: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string().regex(/^\/api\/|^\/metrics$/), z.record(z.string(), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

let server: TestServer;
let document: z.infer<typeof documentSchema>;
let operations: readonly { readonly path: string; readonly operation: Operation }[];
beforeAll(async () => {
  server = await startTestServer();
  const { body } = await server.call("GET", "/api/openapi.json");
  document = documentSchema.parse(body);
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
});
afterAll(() => server[Symbol.asyncDispose]());

test("every API that the contract exports belongs to a group", () => {
  const exported = Object.entries(contract).filter(([name]) => name.endsWith("Api"));

  const grouped = new Set<unknown>(contract.callGroups.flatMap(({ apis }) => apis));

  expect(exported.filter(([name, api]) => name !== "defineApi" && !grouped.has(api))).toEqual([]);
});

test("no two calls share a name, or a method and path", () => {
  const names = calls.map(({ operationId }) => operationId);
  const addresses = calls.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);

  expect(new Set(names).size).toBe(names.length);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("every call of the contract is served and described", () => {
  const described = operations.map(({ operation }) => operation.operationId);

  expect(described.toSorted()).toEqual(calls.map(({ operationId }) => operationId).toSorted());
});

test.each(calls)("the examples of $operationId parse by its own schemas", ({ endpoint }) => {
  const { example, body, response, mediaType } = endpoint;

  if (mediaType !== undefined) return; // no JSON example
  expect(example).toBeDefined();
  expect(body?.safeParse(example?.body).error).toBeUndefined();
  expect(response.safeParse(example?.response)).toMatchObject({ data: example?.response });
});

test("every reference in the document leads to a schema in it", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, target = ""]) => target,
  );

  const names = Object.keys(document.components.schemas);
  const known = names.map((name) => `#/components/schemas/${name}`);
  expect(new Set(references).difference(new Set(known))).toEqual(new Set());
  expect(references.length).toBeGreaterThan(100);
});

test("every call has a described group and an existing way to sign in", () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  const schemes = new Set(Object.keys(document.components.securitySchemes));

  for (const { operation } of operations) {
    expect(tags).toContain(operation.tags[0]);
    expect(schemes.isSupersetOf(new Set(operation.security.flatMap(Object.keys)))).toBe(true);
  }
});

test("a path has exactly the parameters the call declares, each with a description", () => {
  for (const { path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation.parameters.filter((parameter) => parameter.in === "path");

    expect(described.map(({ name }) => name)).toEqual(inPath);
    expect(described.every(({ required }) => required)).toBe(true);
    const wordless = operation.parameters.filter(({ description }) => description === undefined);
    expect(wordless, operation.operationId).toEqual([]);
  }
});

test("a header that the web app sends and the station ignores is described as optional", () => {
  const { parameters } = document.paths["/api/stream-external"]?.["post"] ?? {};

  expect(parameters).toEqual([
    {
      name: "X-Admin-Auth",
      in: "header",
      required: false,
      description: "The web app sends it; the station does not read it",
      schema: { type: "string", examples: ["true"] },
    },
  ]);
});

test("every example in the document matches its schema", () => {
  const { schemas } = document.components;
  let checked = 0;
  for (const { operation } of operations) {
    const contents = Object.values(operation.responses).map(({ content }) => content);
    if (operation.requestBody !== undefined) contents.push(operation.requestBody.content);
    for (const { schema, example, examples } of contents.flatMap((one) => Object.values(one))) {
      const given = Object.values(examples ?? {}).map(({ value }) => value);
      if (example !== undefined) given.push(example);
      if (given.length === 0) continue;
      const validator = toValidator(schema, schemas);
      for (const value of given)
        expect(validator.safeParse(value).error, operation.operationId).toBeUndefined();
      checked += given.length;
    }
  }

  expect(checked).toBeGreaterThan(operations.length * 4);
});

test("the metrics are described as text, with the answer for a missing token", () => {
  const responses = document.paths["/metrics"]?.["get"]?.responses;

  expect(responses?.["200"]?.content).toEqual({ "text/plain": { schema: { type: "string" } } });
  expect(responses?.["401"]?.content["application/json"]?.examples).toEqual({
    not_signed_in: { value: { error: "Send the station's METRICS_TOKEN", code: "not_signed_in" } },
  });
});

test("each error of a call has its codes and an example", () => {
  const responses = document.paths["/api/queue"]?.["post"]?.responses;

  expect(Object.keys(responses ?? {})).toEqual([
    "200",
    "400",
    "401",
    "403",
    "404",
    "409",
    "413",
    "415",
    "429",
    "500",
    "503",
  ]);
  expect(responses?.["409"]?.description).toContain("`queue_full`");
  expect(responses?.["503"]?.content["application/json"]?.examples).toMatchObject({
    maintenance: { value: { code: "maintenance" } },
    unavailable: { value: { code: "unavailable" } },
  });
});

test("the page that shows the document has no inline script and loads nothing from other hosts", async () => {
  const page = await server.call("GET", "/api/docs/");

  expect(page.status).toBe(200);
  expect(String(page.body)).not.toMatch(/https?:\/\/|<script>/);
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'self';.* frame-ancestors 'none'/,
  );
});

/** Validates values by a schema of the document. */
function toValidator(schema: Operation["parameters"][number]["schema"], components: unknown) {
  const whole = { ...schema, $defs: components };
  // Patterns are checked by the contract: JSON Schema implies the flag u, zod here does not.
  const json = JSON.stringify(whole, (key, value: unknown) =>
    key === "pattern" ? undefined : value,
  ).replaceAll("#/components/schemas/", "#/$defs/");
  return z.fromJSONSchema(z.record(z.string(), z.json()).parse(JSON.parse(json)));
}
