import type { Endpoint } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../accounts/secrets.ts";
import { addTestTracks } from "../database/test-database.ts";
import { saveAccessCodeHash } from "../settings/settings-store.ts";
import { hostileInputs, readingCalls } from "./test-hostile-input.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** Longer addresses never reach a call. */
const LONGEST_ADDRESS = 15_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await addTestTracks(server.database, ["first", "second"]);
  await saveAccessCodeHash(server.database.connection, await hashPassword("open-sesame"));
});
afterAll(() => server[Symbol.asyncDispose]());

/** For every statement, the embedded database's console starts a database of its own; only the first two are sent. */
const FEW_STATEMENTS = 2;

/** Everything that a schema accepts, and the first input it refuses: hostile-input.test.ts covers the schemas. */
function worthSending<Input>(schema: Endpoint["query"], inputs: readonly Input[]) {
  const isTaken = (input: Input) => schema?.safeParse(input).success === true;
  const refused = inputs.find((input) => !isTaken(input));
  return [...inputs.filter(isTaken), ...(refused === undefined ? [] : [refused])];
}

const nameNothing = (path: string) => path.replaceAll(/:\w+/g, () => randomUUID());

function targetsOf(endpoint: Endpoint): readonly string[] {
  const { path, params, query } = endpoint;
  const inputs = hostileInputs(endpoint);
  const inPath = worthSending(params, inputs.params).map((values) =>
    path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? "")),
  );
  const inQuery = [
    ...worthSending(query, inputs.query).map((values) => String(new URLSearchParams(values))),
    ...(query === undefined ? [] : ["x[]=1&x[]=2&__proto__=1"]),
  ].map((asked) => `${nameNothing(path)}?${asked}`);
  return [...inPath, ...inQuery].filter(
    (target) => target.length <= LONGEST_ADDRESS && !target.includes("//"),
  );
}

function bodiesOf(operation: string, endpoint: Endpoint): readonly unknown[] {
  const bodies = worthSending(endpoint.body, hostileInputs(endpoint).body);
  const isEmbedded = server.database.engine === "embedded";
  return operation === "runStatement" && isEmbedded ? bodies.slice(0, FEW_STATEMENTS) : bodies;
}

test.each(readingCalls)(
  "$operation accepts or refuses any input, and never fails because of it",
  async ({ operation, endpoint }) => {
    const { method, path, example } = endpoint;
    const admin = await server.signIn("super_admin"); // its own, as the call may end the session
    const failures: unknown[] = [];
    const note = (asked: unknown, { status, body }: { status: number; body: unknown }) => {
      if (status === 500) failures.push({ asked, body });
    };

    for (const target of targetsOf(endpoint))
      note(target, await admin.call(method, target, { body: example?.body }));
    for (const body of bodiesOf(operation, endpoint).map((input) => JSON.stringify(input)))
      note(body, await admin.call(method, nameNothing(path), { body }));

    expect(failures, operation).toEqual([]);
  },
);
