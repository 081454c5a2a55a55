import { queueItemSchema, requestPresets, type RequestRules } from "@neonrelay/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addTestTracks } from "../database/test-database.ts";
import { startTestServer, type TestBrowser, type TestServer } from "../api/test-server.ts";
import type { StationEvent } from "../events/station-events.ts";

let server: TestServer;
let trackIds: readonly string[];
beforeAll(async () => {
  server = await startTestServer();
  trackIds = await addTestTracks(
    server.database,
    Array.from({ length: 12 }, (_, n) => `track ${n}`),
  );
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ["queue_items", "queue_snapshots", "requests", "plays", "security_events"])
    await server.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  await server.database.connection.execute(
    sql`update tracks set missing_since = null, kind = 'file'`,
  );
  await server.settings.change(() => ({
    requestRules: requestPresets.generous,
    guestQueueActions: "full",
  }));
});

const add = (browser: TestBrowser, n: number) =>
  browser.call("POST", "/api/queue", { body: { trackId: trackIds[n] } });
const added = async (browser: TestBrowser, n: number) =>
  queueItemSchema.parse((await add(browser, n)).body);
const keep = (rules: Partial<RequestRules>) =>
  server.settings.change(({ requestRules }) => ({ requestRules: { ...requestRules, ...rules } }));

test("a visitor may add ten different tracks within a minute", async () => {
  const guest = server.guest();

  const answers = [];
  for (let n = 0; n < 10; n += 1) answers.push(await add(guest, n));

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(answers.at(-1)?.body).toMatchObject({
    position: 10,
    requestedBy: "Web User",
    track: { title: "track 9" },
  });
});

test("a request by an account carries its name", async () => {
  const listener = await server.signIn("listener");

  expect(await added(listener, 0)).toMatchObject({
    requestedBy: listener.account?.username,
    addedBy: null,
  });
});

test("what an operator adds is no request; a request stays one when an operator plays it next, and after an undo", async () => {
  const admin = await server.signIn("admin");
  const own = await added(admin, 0);
  const request = await added(server.guest(), 1);

  await admin.call("POST", `/api/queue/${request.id}/play-next`);
  await admin.call("DELETE", "/api/queue/clear");
  await admin.call("POST", "/api/queue/undo");

  const { body } = await server.call("GET", "/api/queue");
  expect(body).toMatchObject([
    { id: request.id, requestedBy: "Web User", addedBy: null },
    { id: own.id, requestedBy: null, addedBy: admin.account?.username },
  ]);
  expect(own).toMatchObject({ requestedBy: null, addedBy: admin.account?.username });
});

test("a recently requested track is refused with the reason and the time, even by play next", async () => {
  await add(server.guest(), 0);
  await server.call("DELETE", "/api/queue/clear");
  const first = await added(server.guest(), 1);
  await server.database.connection.execute(sql`
    insert into plays (id, track_id, entry_id, title, artist, start_ms, audio_start_ms, started_at_ms)
    values (gen_random_uuid(), ${trackIds[1]}, ${first.id}, 't', 'a', 0, 0, ${Date.now()})`);
  await server.database.connection.execute(sql`delete from queue_items`);

  const refused = await add(server.guest(), 1);
  const next = await server.guest().call("POST", `/api/queue/${trackIds[1]}/play-next`);

  expect(refused).toMatchObject({
    status: 429,
    body: {
      error:
        "“track 1” was requested recently; you can request it again in 5 minutes, or another track now",
      code: "request_too_soon",
      retryAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(200);
  expect(next).toMatchObject({ status: 429, body: { code: "request_too_soon" } });
  expect((await add(server.guest(), 0)).status).toBe(200);
  expect((await add(await server.signIn("moderator"), 1)).status).toBe(200);
});

test("one request too many is refused without a time, until one leaves the queue", async () => {
  await keep({ maxOpenRequests: 2 });
  const guest = server.guest();
  const { id } = await added(guest, 0);
  await add(guest, 1);

  expect(await add(guest, 2)).toMatchObject({
    status: 429,
    body: {
      error: "You have 2 requests waiting; request another when one has played",
      code: "too_many_open_requests",
    },
  });
  await guest.call("DELETE", `/api/queue/${id}`);
  expect((await add(guest, 2)).status).toBe(200);
});

test("the strict preset accepts one request in ten minutes from a visitor", async () => {
  await keep(requestPresets["busy station"]);
  const guest = server.guest();
  await add(guest, 0);

  expect(await add(guest, 1)).toMatchObject({
    status: 429,
    body: {
      error: "You requested a track recently; you can request another in 10 minutes",
      code: "request_too_soon",
      retryAt: expect.any(String),
    },
  });
});

test.each([
  [sql`update tracks set missing_since = now()`, "conflict", "This track's file is missing"],
  [
    sql`insert into queue_items (id, track_id, "position") select gen_random_uuid(), t.id, n
      from generate_series(1, 500) as n, (select id from tracks where title = 'track 11') as t`,
    "queue_full",
    "The queue is full; try again after a few tracks have played",
  ],
])("an unplayable track and a full queue are refused with 409 (%#)", async (...row) => {
  const [change, code, error] = row;
  await server.database.connection.execute(change);

  const answers = [
    await add(server.guest(), 0),
    await server.call("POST", `/api/queue/${trackIds[0]}/play-next`),
  ];

  for (const answer of answers)
    expect(answer).toMatchObject({ status: 409, body: { code, error } });
});

test("play next adds a track, or moves an entry by either id, and returns the queue", async () => {
  const guest = server.guest();
  const { id } = await added(guest, 0);
  await add(guest, 1);

  const brought = await guest.call("POST", `/api/queue/${trackIds[2]}/play-next`);
  const moved = await guest.call("POST", `/api/queue/${id}/play-next`);

  expect(brought).toMatchObject({
    status: 200,
    body: [
      { position: 1, track: { title: "track 2" } },
      { position: 2, id },
      { position: 3, track: { title: "track 1" } },
    ],
  });
  expect(moved.body).toMatchObject([{ id }, { track: { title: "track 2" } }, { position: 3 }]);
});

test("a move takes an entry or a track, counts from 0 and stops at the end", async () => {
  const guest = server.guest();
  const { id } = await added(guest, 0);
  await add(guest, 1);

  const moved = await guest.call("PATCH", `/api/queue/${id}/position`, { body: { position: 77 } });
  const again = await guest.call("PATCH", `/api/queue/${trackIds[0]}/position`, {
    body: { position: 0 },
  });

  expect(moved).toMatchObject({
    status: 200,
    body: [{ track: { title: "track 1" } }, { id, position: 2 }],
  });
  expect(again).toMatchObject({ status: 200, body: [{ id, position: 1 }, { position: 2 }] });
});

test("a shuffle returns the same entries, and its undo names it and restores their order", async () => {
  const guest = server.guest();
  const ids = [];
  for (let n = 0; n < 6; n += 1) ids.push((await added(guest, n)).id);

  const shuffled = await guest.call("POST", "/api/queue/shuffle");
  const undone = await guest.call("POST", "/api/queue/undo");

  expect(shuffled.status).toBe(200);
  for (const id of ids) expect(shuffled.body).toContainEqual(expect.objectContaining({ id }));
  expect(undone).toMatchObject({
    status: 200,
    body: { undone: "shuffle", queue: ids.map((id, index) => ({ id, position: index + 1 })) },
  });
});

test("an undo with nothing left to undo says so", async () => {
  expect(await server.guest().call("POST", "/api/queue/undo")).toMatchObject({
    status: 404,
    body: { error: "There is nothing left to undo in the queue", code: "not_found" },
  });
});

test("clearing the queue is a security event with the address for a guest, and none for an operator", async () => {
  await add(server.guest(), 0);
  const heard: StationEvent[] = [];
  const unsubscribe = server.events.subscribe((event) => heard.push(event));
  const cleared = await server.guest().call("DELETE", "/api/queue/clear");
  unsubscribe();
  await (await server.signIn("moderator")).call("DELETE", "/api/queue/clear");

  expect(cleared).toMatchObject({ status: 200, body: { removed: 1 } });
  expect(heard).toEqual([{ type: "queue.changed" }]);
  await server.security.settled();
  const { rows } = await server.database.connection.execute(
    sql`select severity, description, event_type, ip_address from security_events`,
  );
  expect(rows).toEqual([
    {
      severity: "medium",
      description: "Web User cleared a queue of 1",
      event_type: "guest_queue_clear",
      ip_address: expect.stringMatching(/127\.0\.0\.1$/),
    },
  ]);
});

test("an operator's removals, shuffles and undos are logged, a guest's are not", async () => {
  const { connection } = server.database;
  await server.systemLog.settled();
  await connection.execute(sql`delete from system_logs`);
  const operator = await server.signIn("moderator");
  const name = operator.account?.username;
  const { id } = await added(operator, 0);
  await added(operator, 1);

  await server.guest().call("POST", "/api/queue/shuffle");
  await operator.call("DELETE", `/api/queue/${id}`);
  await operator.call("DELETE", "/api/queue/clear");
  await operator.call("POST", "/api/queue/undo");
  await operator.call("POST", "/api/queue/shuffle");

  await server.systemLog.settled();
  const { rows } = await connection.execute<{ message: string }>(
    sql`select message from system_logs where category = 'operator'`,
  );
  expect(rows.map(({ message }) => message).toSorted()).toEqual([
    `${name} cleared the queue`,
    `${name} removed an entry from the queue`,
    `${name} shuffled the queue`,
    `${name} undid a queue change`,
  ]);
});

const changes = (id: string) =>
  [
    ["DELETE", "/api/queue/clear", undefined],
    ["DELETE", `/api/queue/${id}`, undefined],
    ["PATCH", `/api/queue/${id}/position`, { position: 0 }],
    ["POST", `/api/queue/${id}/play-next`, undefined],
    ["POST", "/api/queue/shuffle", undefined],
    ["POST", "/api/queue/undo", undefined],
  ] as const;

test("with 'requests only' guests can only add, and with 'off' not even that", async () => {
  const guest = server.guest();
  const operator = await server.signIn("dj");
  await server.settings.change(() => ({ guestQueueActions: "requests only" }));
  const { id } = await added(guest, 0);

  for (const [method, path, body] of changes(id))
    expect(await guest.call(method, path, { body })).toMatchObject({
      status: 401,
      body: { code: "not_signed_in" },
    });
  await server.settings.change(() => ({ guestQueueActions: "off" }));
  expect((await add(guest, 1)).status).toBe(401);
  expect((await add(operator, 1)).status).toBe(200);
});

test("a guest's undo never exceeds a requester's limit; an operator's restores everything", async () => {
  const [guest, other] = [server.guest(), server.guest()];
  const operator = await server.signIn("dj");
  await keep({ maxOpenRequests: 2 });
  for (const n of [0, 1]) await add(guest, n);
  await other.call("DELETE", "/api/queue/clear");
  for (const n of [2, 3]) await add(guest, n);

  const refused = await other.call("POST", "/api/queue/undo");
  const undone = await operator.call("POST", "/api/queue/undo");

  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_open_requests" } });
  expect(undone).toMatchObject({
    status: 200,
    body: {
      undone: "clear",
      queue: [0, 1, 2, 3].map((n) => ({ track: { title: `track ${n}` } })),
    },
  });
  // A requester above the limit can request again once enough has played.
  expect(await add(guest, 4)).toMatchObject({ body: { code: "too_many_open_requests" } });
});

test("a guest can undo a clear even when a requester was above the limit before", async () => {
  const [guest, operator] = [server.guest(), await server.signIn("dj")];
  await keep({ maxOpenRequests: 2 });
  for (const n of [0, 1, 2, 3]) await add(operator, n);
  await guest.call("DELETE", "/api/queue/clear");
  await add(guest, 4);

  const undone = await guest.call("POST", "/api/queue/undo");

  expect(undone).toMatchObject({ status: 200, body: { undone: "clear" } });
  expect((await guest.call("GET", "/api/queue")).body).toHaveLength(5);
});

test("a guest who changes the queue too fast learns when to retry; others and operators are not limited", async () => {
  const [guest, other, operator] = [server.guest(), server.guest(), await server.signIn("dj")];
  const shuffles = (browser: TestBrowser) =>
    Promise.all(Array.from({ length: 45 }, () => browser.call("POST", "/api/queue/shuffle")));

  const answers = await shuffles(guest);
  const ofOperator = await shuffles(operator);

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused)
    expect(answer).toMatchObject({
      status: 429,
      body: {
        error: expect.stringMatching(
          /^You are changing the queue too often; try again in 1 second$/,
        ),
        code: "too_many_requests",
        retryAt: expect.any(String),
      },
    });
  expect(ofOperator.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await add(other, 0)).status).toBe(200);
});

test("every change a guest can make counts for that limit", async () => {
  const { id } = await added(await server.signIn("dj"), 0);
  const guest = server.guest();
  const calls = [...changes(id), ["POST", "/api/queue", { trackId: trackIds[1] }] as const];

  const refused = await Promise.all(
    Array.from({ length: 10 }, () => calls)
      .flat()
      .map(async ([method, path, body]) => {
        const { status } = await guest.call(method, path, { body });
        return status === 429 ? `${method} ${path}` : null;
      }),
  );

  for (const [method, path] of calls) expect(refused).toContain(`${method} ${path}`);
});
