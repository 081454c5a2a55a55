import { createLogTo } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { createStationEvents } from "../events/station-events.ts";
import { createLibraryFigure } from "./library-figure.ts";

const events = () => createStationEvents(createLogTo(() => {}, { part: "test", level: "silent" }));

test("a figure of the library is cached until the library changes or a few seconds pass", async () => {
  const station = events();
  let nowMs = 0;
  let tracks = 0;
  const measure = () => Promise.resolve(tracks);
  const figure = createLibraryFigure({ events: station, measure, nowMs: () => nowMs });
  const told: number[] = [await figure(null)];

  tracks = 1;
  told.push(await figure(null));
  station.publish({ type: "library.changed" });
  told.push(await figure(null));
  tracks = 2;
  nowMs = 4999;
  told.push(await figure(null));
  nowMs = 5000;
  told.push(await figure(null));

  expect(told).toEqual([0, 0, 1, 1, 2]);
});

test("a figure that could not be measured is measured again", async () => {
  let isBroken = true;
  const measure = () => (isBroken ? Promise.reject(new Error("away")) : Promise.resolve(3));
  const figure = createLibraryFigure({ events: events(), measure, nowMs: () => 0 });

  await expect(figure(null)).rejects.toThrow("away");
  isBroken = false;

  expect(await figure(null)).toBe(3);
});

test("figures are cached per subject, and the oldest is dropped", async () => {
  const measured: number[] = [];
  const measure = (of: { readonly number: number }) => {
    measured.push(of.number);
    return Promise.resolve(of.number * 2);
  };
  const figure = createLibraryFigure({ events: events(), measure, nowMs: () => 0 });
  for (let number = 0; number <= 500; number += 1) await figure({ number });
  measured.length = 0;

  expect(await figure({ number: 500 })).toBe(1000);
  expect(await figure({ number: 0 })).toBe(0);
  expect(measured).toEqual([0]);
});
