import { createLog } from "@neonrelay/process/log";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addTestTracks, testEngines, type TestDatabase } from "../database/test-database.ts";
import { createStationEvents, type StationEvent } from "../station-events.ts";
import {
  addToQueue,
  clearQueue,
  listQueue,
  moveInQueue,
  playNext,
  removeFromQueue,
  type QueueParts,
} from "./queue-actions.ts";

const unknownId = "11111111-1111-4111-8111-111111111111";

describe.each(testEngines)("the queue on $name", (engine) => {
  let opened: TestDatabase;
  let trackIds: readonly string[];
  let parts: QueueParts;
  beforeAll(async () => {
    opened = await engine.open();
    trackIds = await addTestTracks(opened.database, ["a", "b", "c", "d"]);
    const events = createStationEvents(createLog({ part: "test", level: "silent" }));
    parts = { database: opened.database, events };
  }, 60_000);
  afterAll(() => opened[Symbol.asyncDispose]());
  beforeEach(() => clearQueue(parts));

  const add = (index: number) =>
    addToQueue(parts, { trackId: trackIds[index] ?? "", requestedBy: "Web User" });
  const titles = async () => {
    const queue = await listQueue(parts.database.connection);
    expect(queue.map(({ position }) => position)).toEqual(queue.map((_, index) => index + 1));
    return queue.map(({ track }) => track.title).join("");
  };

  test("entries play in the order they were added and name who asked", async () => {
    for (const index of [0, 1, 2]) await add(index);

    expect(await titles()).toBe("abc");
    const [first] = await listQueue(parts.database.connection);
    expect(first?.requestedBy).toBe("Web User");
  });

  test("a track that does not exist is not queued", async () => {
    const addition = await addToQueue(parts, { trackId: unknownId, requestedBy: "Web User" });

    expect(addition).toEqual({ kind: "unknown-track" });
  });

  test("an entry moves to a place counted from 0, and beyond the end to the end", async () => {
    for (const index of [0, 1, 2, 3]) await add(index);

    await moveInQueue(parts, { id: trackIds[2] ?? "", position: 1 });
    expect(await titles()).toBe("acbd");
    await moveInQueue(parts, { id: trackIds[0] ?? "", position: 99 });
    expect(await titles()).toBe("cbda");
  });

  test("play next takes the id of an entry, of its track, or of a track not yet queued", async () => {
    for (const index of [0, 1, 2]) await add(index);
    const [, second] = await listQueue(parts.database.connection);

    await playNext(parts, { id: second?.id ?? "", requestedBy: "Web User" });
    expect(await titles()).toBe("bac");
    await playNext(parts, { id: trackIds[2] ?? "", requestedBy: "Web User" });
    expect(await titles()).toBe("cba");
    await playNext(parts, { id: trackIds[3] ?? "", requestedBy: "Web User" });
    expect(await titles()).toBe("dcba");
    expect(await playNext(parts, { id: unknownId, requestedBy: "Web User" })).toEqual({
      kind: "not-found",
    });
  });

  test("removing closes the gap; removing what is not there says so", async () => {
    for (const index of [0, 1, 2]) await add(index);

    expect(await removeFromQueue(parts, trackIds[1] ?? "")).toMatchObject({ removed: 1 });
    expect(await titles()).toBe("ac");
    expect(await removeFromQueue(parts, trackIds[1] ?? "")).toEqual({ kind: "not-found" });
  });

  test("fifty changes at once leave no gap and no duplicate, and each is announced", async () => {
    const heard: StationEvent[] = [];
    const unsubscribe = parts.events.subscribe((event) => heard.push(event));

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const id = trackIds[n % 4] ?? "";
        if (n % 5 === 3) return moveInQueue(parts, { id, position: n % 7 });
        if (n % 5 === 4) return removeFromQueue(parts, id);
        return add(n % 4);
      }),
    );
    unsubscribe();

    const added = outcomes.filter(({ kind }) => kind === "added").length;
    const removed = outcomes.filter(
      (outcome) => outcome.kind === "changed" && outcome.removed === 1,
    ).length;
    expect((await titles()).length).toBe(added - removed);
    expect(heard.length).toBe(outcomes.filter(({ kind }) => kind !== "not-found").length);
  });

  test("the five hundred and first entry is refused", async () => {
    for (let n = 0; n < 500; n += 1) await add(0);

    expect(await add(0)).toEqual({ kind: "full" });
    expect((await titles()).length).toBe(500);
  }, 60_000);
});
