import { createLog } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { changeRadioState, findRadioState } from "./on-air-store.ts";
import { openTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { withOutages, type TestOutage } from "../database/test-outage.ts";
import { OnAirLink } from "../on-air-link/on-air-link.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { noSlots } from "../schedule/test-no-slots.ts";
import { OnAirSync } from "./on-air-sync.ts";
import { RadioControl } from "./radio-control.ts";
import { forgetfulJournal, TestOnAir } from "./test-on-air.ts";

const log = createLog({ part: "test", level: "silent" });
const playing = { isPlaying: true, volume: 60, volumeBeforeEmergency: null };
const stopped = { isPlaying: false, volume: 0, volumeBeforeEmergency: 60 };
const emergency = { isPlaying: false, volume: 0 };

let opened: TestDatabase;
let outage: TestOutage;
let events: StationEvents;
let onAir: TestOnAir;
let link: OnAirLink;
let control: RadioControl;
let sync: OnAirSync;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  await changeRadioState(opened.database.connection, playing);
  outage = withOutages(opened.database);
  const { database } = outage;
  events = createStationEvents(log);
  const socketPath = path.join(opened.dataDir, "on-air.sock");
  onAir = new TestOnAir(socketPath);
  link = new OnAirLink({
    socketPath,
    log,
    journal: forgetfulJournal,
    events,
    recordLine: () => {},
  });
  control = await RadioControl.open({ database, link, events, log });
  sync = new OnAirSync({ database, link, control, schedule: noSlots, events, isTrial: false, log });
});
afterEach(async () => {
  await link.close();
  await sync.close();
  await control.close();
  await onAir.close();
});

async function connect(): Promise<void> {
  await onAir.listen();
  link.start();
  await onAir.next("hello");
  const ready = next("on-air.changed");
  const hello = { kind: "hello", protocolVersion: 1, journalId: randomUUID() } as const;
  onAir.send({ ...hello, newestNumber: 0 }, { kind: "replayed" });
  await ready;
}

async function next(type: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const unsubscribe = events.subscribe((event) => {
      if (event.type !== type) return;
      unsubscribe();
      resolve();
    });
  });
}

async function stored(): Promise<unknown> {
  const row = await findRadioState(opened.database.connection);
  const { isPlaying, volume, volumeBeforeEmergency } = row;
  return { isPlaying, volume, volumeBeforeEmergency };
}

test("on-air is silenced while the database is still busy", async () => {
  await connect();
  const locked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const busy = opened.database.transaction(async (transaction) => {
    await findRadioState(transaction, { isLocked: true });
    locked.resolve();
    await held.promise;
  });
  await locked.promise;

  const driving = control.drive(emergency);
  expect(await onAir.answer("drive")).toEqual(emergency);
  expect(await driving).toMatchObject({ kind: "kept", before: playing, after: stopped });
  held.resolve();
  await busy;

  await expect.poll(stored).toEqual(stopped);
});

test("the last command during a database outage is stored afterwards, and nothing older is sent", async () => {
  await connect();
  await onAir.takeEverything();
  outage.isAway = true;
  for (const change of [{ volume: 20 }, emergency, { isPlaying: true }, emergency]) {
    const driving = control.drive(change);
    await onAir.answer("drive");
    expect(await driving).toMatchObject({ kind: "kept" });
  }
  expect(await control.load()).toMatchObject(emergency);

  const isStored = next("radio.changed");
  outage.isAway = false;
  // As after a reconnect: the row still says that it plays.
  events.publish({ type: "on-air.ready" });

  expect(await onAir.answer("setSettings")).toMatchObject(emergency);
  await isStored;
  expect(await stored()).toEqual({ ...stopped, volumeBeforeEmergency: 20 });
});

test("a station command builds on one that still waits to be stored", async () => {
  await connect();
  outage.isAway = true;
  const driving = control.drive(emergency);
  await onAir.answer("drive");
  await driving;
  outage.isAway = false;

  const announce = await opened.database.transaction((transaction) =>
    control.change(transaction, { volume: 7 }),
  );
  announce();

  const wanted = { isPlaying: false, volume: 7, volumeBeforeEmergency: null };
  expect(control.current).toMatchObject(wanted);
  expect(await stored()).toEqual(wanted);
});

test("with on-air and the database both down the caller is told, and the change happens once on-air is back", async () => {
  outage.isAway = true;

  expect(await control.drive(emergency)).toMatchObject({ kind: "out-of-reach" });
  await connect();
  expect(await onAir.answer("drive")).toEqual(emergency);
});
