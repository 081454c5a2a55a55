import { callGroups, type Endpoint } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { describeInput } from "./description/schema-description.ts";
import { hashPassword } from "../accounts/secrets.ts";
import { saveAccessCodeHash } from "../settings/settings-store.ts";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

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
/** Longer ones never get as far as a call. */
const LONGEST_ADDRESS = 15_000;
const calls = callGroups.flatMap(({ apis }) =>
  apis.flatMap((api) =>
    Object.entries(api).map(([operation, endpoint]) => ({ operation, endpoint })),
  ),
);
const propertiesSchema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await addTestTracks(server.database, ["first", "second"]);
  await saveAccessCodeHash(server.database.connection, await hashPassword("open-sesame"));
});
afterAll(() => server[Symbol.asyncDispose]());

function fieldsOf(schema: Endpoint["query"]): readonly string[] {
  if (schema === undefined) return [];
  return Object.keys(propertiesSchema.parse(describeInput(schema)).properties);
}

/**
 * Whether something is to be sent. What a schema refuses gets to no statement, so it is sent on the embedded database
 * only: on PostgreSQL it would be refused by the same lines once more.
 */
function isWorthSending(schema: Endpoint["query"], input: unknown): boolean {
  if (server.database.engine === "embedded") return true;
  return schema === undefined || schema.safeParse(input).success;
}

function bodiesOf({ body, example }: Endpoint): readonly unknown[] {
  if (body === undefined) return [];
  const valid = z.record(z.string(), z.unknown()).parse(example?.body ?? {});
  const spoilt = fieldsOf(body).flatMap((field) =>
    hostile.map((value) => ({ ...valid, [field]: value })),
  );
  return [
    ...hostile.filter((value) => isWorthSending(body, value)).map((value) => JSON.stringify(value)),
    ...spoilt.filter((value) => isWorthSending(body, value)),
  ];
}

function targetsOf({ path, query, params }: Endpoint): readonly string[] {
  const texts = hostile.map((value) => String(value).toWellFormed());
  const named = path.replaceAll(/:\w+/g, () => randomUUID());
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
  const inParams = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
  const inPath = texts
    .filter((text) => params !== undefined && isWorthSending(params, inParams(text)))
    .map((text) => path.replaceAll(/:\w+/g, () => encodeURIComponent(text)));
  const inQuery = fieldsOf(query).flatMap((field) =>
    texts
      .filter((text) => isWorthSending(query, { [field]: text }))
      .map((text) => `${named}?${field}=${encodeURIComponent(text)}`),
  );
  return [named, ...inPath, ...inQuery, `${named}?x[]=1&x[]=2&__proto__=1`].filter(
    (target) => target.length <= LONGEST_ADDRESS && !target.includes("//"),
  );
}

test.each(calls)(
  "$operation takes or refuses whatever it is given, and never fails of it",
  async ({ operation, endpoint }) => {
    if (endpoint.fileField !== undefined) return; // its body is no list of fields
    const { method } = endpoint;
    const admin = await server.signIn("super_admin"); // one that may end its own session
    const failures: unknown[] = [];
    const note = (asked: unknown, { status, body }: { status: number; body: unknown }) => {
      if (status === 500) failures.push({ asked, body });
    };

    for (const target of targetsOf(endpoint))
      note(target, await admin.call(method, target, { body: endpoint.example?.body }));
    const target = endpoint.path.replaceAll(/:\w+/g, () => randomUUID());
    for (const body of bodiesOf(endpoint)) note(body, await admin.call(method, target, { body }));

    expect(failures, operation).toEqual([]);
  },
);
