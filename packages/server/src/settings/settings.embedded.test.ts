import { createLog } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { openTestDatabase } from "../database/test-database.ts";
import { withOutages } from "../database/test-outage.ts";
import { createStationEvents } from "../events/station-events.ts";
import { Settings } from "./settings.ts";

test("a change stored without a reply is known as soon as the database responds again", async () => {
  await using opened = await openTestDatabase();
  const outage = withOutages(opened.database);
  const events = createStationEvents(createLog({ part: "test", level: "silent" }));
  const settings = await Settings.load(outage.database, events);
  const known = Promise.withResolvers<string>();
  events.subscribe(({ type }) => {
    if (type === "settings.changed") known.resolve(settings.current.stationName);
  });

  outage.losesAnswers = true;
  await expect(settings.change(() => ({ stationName: "Night Owl" }))).rejects.toThrow();
  outage.losesAnswers = false;

  expect(await known.promise).toBe("Night Owl");
  await settings.close();
});
