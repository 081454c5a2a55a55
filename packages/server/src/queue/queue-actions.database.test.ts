import type { QueueItem } from "@neonrelay/contract";
import { createLog } from "@neonrelay/process/log";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addTestTracks, testEngines, type TestDatabase } from "../database/test-database.ts";
import { requestTrack, type RequestParts } from "../requests/request-actions.ts";
import { Settings } from "../settings/settings.ts";
import { playNext } from "../requests/request-handlers.ts";
import { createStationEvents, type StationEvent } from "../events/station-events.ts";
import {
  clearQueue,
  moveInQueue,
  removeFromQueue,
  shuffleQueue,
  undoQueue,
} from "./queue-actions.ts";
import { listQueue } from "./queue-changes.ts";
import { testOperator } from "./test-requester.ts";
import { openRequests } from "../requests/test-open-requests.ts";

const unknownId = "11111111-1111-4111-8111-111111111111";
const changedBy = "ada";

describe.each(testEngines)("the queue on $name", (engine) => {
  let opened: TestDatabase;
  let trackIds: readonly string[];
  let parts: RequestParts;
  beforeAll(async () => {
    opened = await engine.open();
    trackIds = await addTestTracks(opened.database, ["a", "b", "c", "d", "e"]);
    const events = createStationEvents(createLog({ part: "test", level: "silent" }));
    const settings = await Settings.load(opened.database, events);
    parts = { database: opened.database, events, settings, schedule: openRequests };
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(async () => {
    for (const table of ["queue_items", "queue_snapshots", "requests"])
      await opened.database.connection.execute(sql`delete from ${sql.identifier(table)}`);
  });

  const idOf = (title: string): string => trackIds["abcde".indexOf(title)] ?? "";
  const add = (title: string) =>
    requestTrack(parts, {
      requester: testOperator,
      trackId: idOf(title),
      place: "end",
      query: null,
    });
  const fill = async (titles: string): Promise<readonly string[]> => {
    for (const title of titles) await add(title);
    return (await listQueue(parts.database.connection)).map(({ id }) => id);
  };
  const titlesOf = (queue: readonly QueueItem[]): string => {
    expect(queue.map(({ position }) => position)).toEqual(queue.map((_, index) => index + 1));
    return queue.map(({ track }) => track.title).join("");
  };
  const titles = async () => titlesOf(await listQueue(parts.database.connection));
  const remove = (title: string) => removeFromQueue(parts, { id: idOf(title), changedBy });
  const toFront = (id: string) => playNext(parts, { id, requester: testOperator });
  const undo = async () => {
    const outcome = await undoQueue(parts, { maxOpenRequests: 0 });
    return outcome.kind === "undone" ? `${outcome.change} ${titlesOf(outcome.queue)}` : "nothing";
  };

  test("entries play in the order added and name the operator who added them", async () => {
    await fill("abc");

    expect(await titles()).toBe("abc");
    const [first] = await listQueue(parts.database.connection);
    expect(first).toMatchObject({ requestedBy: null, addedBy: "ada" });
  });

  test("an entry moves to a position counted from 0, and past the end to the end", async () => {
    await fill("abcd");

    await moveInQueue(parts, { id: idOf("c"), position: 1, changedBy });
    expect(await titles()).toBe("acbd");
    await moveInQueue(parts, { id: idOf("a"), position: 99, changedBy });
    expect(await titles()).toBe("cbda");
  });

  test("play next accepts the id of an entry, of its track, or of a track not yet queued", async () => {
    const [, second = ""] = await fill("abc");

    await toFront(second);
    expect(await titles()).toBe("bac");
    await toFront(idOf("c"));
    expect(await titles()).toBe("cba");
    await toFront(idOf("d"));
    expect(await titles()).toBe("dcba");
    expect(await toFront(unknownId)).toEqual({ kind: "not-found" });
  });

  test("removing closes the gap; removing an unknown entry says so", async () => {
    await fill("abc");

    expect(await remove("b")).toMatchObject({ kind: "changed", removed: 1 });
    expect(await titles()).toBe("ac");
    expect(await remove("b")).toEqual({ kind: "not-found" });
  });

  test("a shuffle keeps every entry, and within twenty tries changes the order", async () => {
    const ids = await fill("abcde");
    const orders = new Set<string>();

    for (let n = 0; n < 20; n += 1) {
      await shuffleQueue(parts, { changedBy });
      orders.add(await titles());
    }

    const after = (await listQueue(parts.database.connection)).map(({ id }) => id);
    expect(after.toSorted()).toEqual(ids.toSorted());
    expect(orders.size).toBeGreaterThan(1);
  });

  test("each kind of change can be undone, newest first, until nothing is left", async () => {
    const [, second = ""] = await fill("abcd");
    await moveInQueue(parts, { id: idOf("d"), position: 0, changedBy });
    await remove("c");
    await toFront(second);
    await shuffleQueue(parts, { changedBy });
    await clearQueue(parts, { changedBy });
    expect(await titles()).toBe("");

    expect(await undo()).toMatch(/^clear [abd]{3}$/);
    expect(await undo()).toBe("shuffle bda");
    expect(await undo()).toBe("play-next dab");
    expect(await undo()).toBe("remove dabc");
    expect(await undo()).toBe("move abcd");
    expect(await undo()).toBe("nothing");
  });

  test("entries added since stay after restored ones, which are complete", async () => {
    await fill("abc");
    const before = await listQueue(parts.database.connection);
    await clearQueue(parts, { changedBy });
    await fill("de");

    expect(await undo()).toBe("clear abcde");
    expect((await listQueue(parts.database.connection)).slice(0, 3)).toEqual(before);
  });

  test("undoing play next removes the track it had added", async () => {
    await fill("ab");
    await toFront(idOf("c"));
    await add("d");

    expect(await undo()).toBe("play-next abd");
  });

  test("a change without effect can't be undone and publishes nothing", async () => {
    await clearQueue(parts, { changedBy });
    const [first = ""] = await fill("a");
    const heard: StationEvent[] = [];
    using _subscription = { [Symbol.dispose]: parts.events.subscribe((e) => heard.push(e)) };

    await moveInQueue(parts, { id: first, position: 0, changedBy });
    await toFront(first);
    await shuffleQueue(parts, { changedBy });

    expect(heard).toEqual([]);
    expect(await undo()).toBe("nothing");
  });

  test("an undo skips a track that has left the library and restores the others", async () => {
    const [gone = ""] = await addTestTracks(opened.database, ["gone"]);
    await fill("a");
    await requestTrack(parts, {
      requester: testOperator,
      trackId: gone,
      place: "end",
      query: null,
    });
    await add("b");
    await clearQueue(parts, { changedBy });
    await opened.database.connection.execute(sql`delete from tracks where id = ${gone}`);

    expect(await undo()).toBe("clear ab");
  });

  test("an undo skips a track deleted into the trash and restores one whose file is only missing", async () => {
    await fill("abc");
    await clearQueue(parts, { changedBy });
    const { connection } = opened.database;
    await connection.execute(
      sql`update tracks set missing_since = now() where title in ('b', 'c')`,
    );
    await connection.execute(sql`
      insert into deleted_tracks (track_id, state, path, size_bytes, deleted_by)
      select id, 'trashed', path, 1, 'test' from tracks where title = 'b'`);

    expect(await undo()).toBe("clear ac");
    await connection.execute(sql`delete from deleted_tracks`);
    await connection.execute(sql`update tracks set missing_since = null`);
  });

  test("the newest twenty changes can be undone", async () => {
    await fill("ab");
    for (let n = 0; n < 25; n += 1)
      await moveInQueue(parts, { id: idOf("a"), position: (n + 1) % 2, changedBy });

    for (let n = 0; n < 20; n += 1) expect(await undo()).toMatch(/^move/);
    expect(await undo()).toBe("nothing");
  });

  test("the five hundred and first entry is refused, and no undo exceeds the limit", async () => {
    await add("a");
    await add("b");
    await clearQueue(parts, { changedBy });
    for (let n = 0; n < 499; n += 1) await add("c");

    expect(await undo()).toBe(`clear a${"c".repeat(499)}`);
    expect(await add("d")).toEqual({ kind: "full" });
    expect(await toFront(idOf("d"))).toEqual({ kind: "full" });
    expect((await titles()).length).toBe(500);
  });
});
