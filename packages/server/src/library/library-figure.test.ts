import { createLogTo } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { createStationEvents } from "../events/station-events.ts";
import { createLibraryFigure } from "./library-figure.ts";

const events = () => createStationEvents(createLogTo(() => {}, { part: "test", level: "silent" }));

test("a figure of the library is kept until the library changes or some seconds have passed", async () => {
  const station = events();
  let nowMs = 0;
  let tracks = 0;
  const measure = () => Promise.resolve(tracks);
  const figure = createLibraryFigure({ events: station, measure, nowMs: () => nowMs });
  const told: number[] = [await figure()];

  tracks = 1;
  told.push(await figure());
  station.publish({ type: "library.changed" });
  told.push(await figure());
  tracks = 2;
  nowMs = 4999;
  told.push(await figure());
  nowMs = 5000;
  told.push(await figure());

  expect(told).toEqual([0, 0, 1, 1, 2]);
});

test("a figure that could not be measured is measured again", async () => {
  let isBroken = true;
  const measure = () => (isBroken ? Promise.reject(new Error("away")) : Promise.resolve(3));
  const figure = createLibraryFigure({ events: events(), measure, nowMs: () => 0 });

  await expect(figure()).rejects.toThrow("away");
  isBroken = false;

  expect(await figure()).toBe(3);
});
