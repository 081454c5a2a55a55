import { callGroups, type Endpoint } from "@neonrelay/contract";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  everyone,
  mayCall,
  operators,
  ownRefusals,
  staysInMaintenance,
  taken,
  type CallerName,
} from "../identity/test-call-rights.ts";
import { listSecurityEvents } from "../logs/log-store.ts";
import { startTestServer, type TestBrowser, type TestServer } from "./test-server.ts";

// Who may make which call is decided in rights-rules.test.ts. Here every call of a whole server goes through the gate.

const signInFirst = { error: "Sign in to do this", code: "not_signed_in" };
const roleMayNot = { error: "Your role may not do this", code: "not_allowed" };
const inMaintenance = {
  error:
    "The station is in maintenance: you can listen and read; everything else will be back soon",
  code: "maintenance",
};
const refusals: ReadonlySet<unknown> = new Set([
  signInFirst.error,
  roleMayNot.error,
  inMaintenance.error,
  ...Object.values(ownRefusals),
]);

interface Call {
  readonly operation: string;
  readonly endpoint: Endpoint;
  /** In the order of `everyone`. */
  readonly may: readonly CallerName[];
}

const calls: readonly Call[] = callGroups.flatMap(({ apis }) =>
  apis.flatMap((api) =>
    Object.entries(api).map(([operation, endpoint]) => ({
      operation,
      endpoint,
      may: mayCall[operation] ?? [],
    })),
  ),
);
/**
 * The successful calls are tested in doctor.embedded.test.ts and backup.database.test.ts: each takes a second or more.
 */
const costly = ["getDoctorReport", "downloadArchive"];
const writes = calls.filter(({ endpoint }) => endpoint.method !== "GET");

let server: TestServer;
const browsers = new Map<CallerName, TestBrowser>();
beforeAll(async () => {
  server = await startTestServer();
  for (const caller of everyone)
    browsers.set(caller, caller === "guest" ? server.guest() : await server.signIn(caller));
});
afterAll(() => server[Symbol.asyncDispose]());

/** Makes a call with an unreadable body, so that it changes nothing: the gate comes before the body. */
async function make({ endpoint: { method, path } }: Call, caller: CallerName) {
  const target = path.replaceAll(/:\w+/g, () => randomUUID());
  const browser = browsers.get(caller);
  if (browser === undefined) throw new Error(`no browser of ${caller}`);
  return await browser.call(method, target, method === "GET" ? {} : { body: "{" });
}

/** What these callers get: `may`, or the refusal. */
async function fates(call: Call, asked: readonly CallerName[]) {
  const result: Record<string, unknown> = {};
  for (const caller of asked) {
    const { status, body } = await make(call, caller);
    result[caller] = refusals.has(errorOf(body)) ? { status, body } : "may";
  }
  return result;
}

function errorOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
}

function refusalOf({ operation }: Call, caller: CallerName) {
  const [status, body] = caller === "guest" ? [401, signInFirst] : [403, roleMayNot];
  return { status, body: { ...body, error: ownRefusals[operation] ?? body.error } };
}

/** Callers who may not, with their refusals, and the first who may. */
function expectedFates(call: Call, may: readonly CallerName[]) {
  const refused = everyone.filter((caller) => !may.includes(caller));
  return Object.fromEntries([
    ...refused.map((caller) => [caller, refusalOf(call, caller)] as const),
    ...may
      .slice(0, costly.includes(call.operation) ? 0 : 1)
      .map((caller) => [caller, "may"] as const),
  ]);
}

const namesOf = (fatesOfCallers: Readonly<Record<string, unknown>>) =>
  everyone.filter((caller) => caller in fatesOfCallers);

test.each(calls)("$operation is refused to callers that its row does not name", async (call) => {
  const expected = expectedFates(call, call.may);

  expect(await fates(call, namesOf(expected))).toEqual(expected);
});

test.each(calls.filter(({ may }) => may !== everyone))(
  "a refused $operation leaves a security event",
  async (call) => {
    const { endpoint, may } = call;
    await settleEvents();
    const before = await readEvents();

    await make(call, everyone.find((caller) => !may.includes(caller)) ?? "guest");

    await settleEvents();
    const { rows, total } = await readEvents();
    expect(total - before.total).toBe(1);
    expect(rows[0]).toMatchObject({
      severity: "other",
      eventType: "call_refused",
      description: `${endpoint.method} ${endpoint.path} without permission, by a guest`,
      ipAddress: "127.0.0.1",
    });
  },
);

/** Stores all pending events, so that new ones are not merely counted. */
async function settleEvents(): Promise<void> {
  server.security.endWindow();
  await server.security.settled();
}

/** The newest event of a refused call, and the number of events. */
async function readEvents() {
  return await listSecurityEvents(server.database.connection, {
    severity: null,
    words: ["without permission"],
    limit: 1,
    afterId: null,
  });
}

test("the security event of a refusal names the account", async () => {
  await settleEvents();

  await browsers.get("listener")?.call("POST", "/api/playback/skip", { body: "{" });

  await settleEvents();
  const { rows } = await readEvents();
  expect(rows[0]?.description).toMatch(
    /^POST \/api\/playback\/skip without permission, by listener-\S+ \(listener\)$/,
  );
});

describe.each(["requests only", "off"] as const)("with guest queue actions '%s'", (setting) => {
  beforeEach(() => server.settings.change(() => ({ guestQueueActions: setting })));
  afterEach(() => server.settings.change(() => ({ guestQueueActions: "full" })));

  test.each(
    calls.filter(({ endpoint: { access } }) => ["request", "queue_control"].includes(access)),
  )("$operation meets the gate", async (call) => {
    const expected = expectedFates(
      call,
      taken[setting].includes(call.operation) ? operators : everyone,
    );

    expect(await fates(call, namesOf(expected))).toEqual(expected);
  });
});

describe("in maintenance", () => {
  beforeAll(() => server.settings.change(() => ({ maintenanceMode: true })));
  afterAll(() => server.settings.change(() => ({ maintenanceMode: false })));

  test.each(writes)("$operation is refused to guests and listeners", async (call) => {
    const { operation, may } = call;
    const visitors = (["guest", "listener"] as const).filter((caller) => may.includes(caller));
    const operator = may.find((caller) => operators.includes(caller)) ?? "super_admin";
    const isStopped = !staysInMaintenance.includes(operation);

    const result = await fates(call, [...visitors, operator]);

    const stopped = isStopped ? { status: 503, body: inMaintenance } : "may";
    expect(result).toEqual({
      ...Object.fromEntries(visitors.map((caller) => [caller, stopped])),
      [operator]: "may",
    });
  });

  test.each(calls.filter(({ endpoint, may }) => endpoint.method === "GET" && may === everyone))(
    "$operation can still be read by guests",
    async (call) => {
      expect(await fates(call, ["guest"])).toEqual({ guest: "may" });
    },
  );
});
