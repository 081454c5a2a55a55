import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLogTo } from "@neonrelay/process/log";
import { CountryFile } from "./country-file.ts";
import { writeMmdb } from "./test-mmdb.ts";

let folder = "";
let file = "";
let lines: string[] = [];
let countries: CountryFile;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "countries-"));
  file = path.join(folder, "places.mmdb");
  lines = [];
});
afterEach(async () => {
  countries.close();
  await rm(folder, { recursive: true });
});

async function open(content: Buffer | null): Promise<CountryFile> {
  if (content !== null) await writeFile(file, content);
  const log = createLogTo((line) => lines.push(line), { part: "test", level: "info" });
  countries = new CountryFile({ path: file, log });
  await countries.loaded;
  return countries;
}

const cities = writeMmdb({
  databaseType: "GeoLite2-City",
  firstByte: 192,
  record: { country: { iso_code: "US" }, subdivisions: [{ iso_code: "CA" }] },
});

test("[S149] a listener's country and subdivision are those of their address", async () => {
  const places = await open(cities);

  expect(places.placeOf("192.0.2.1")).toEqual({ country: "US", subdivision: "CA" });
  expect(places.placeOf("::ffff:192.0.2.1")).toEqual({ country: "US", subdivision: "CA" });
  expect(places.placeOf("10.0.0.1")).toEqual({ country: null, subdivision: null });
  expect(places.placeOf("nonsense")).toEqual({ country: null, subdivision: null });
});

test("[S149] DB-IP's free file of cities has no codes of subdivisions", async () => {
  const places = await open(
    writeMmdb({
      databaseType: "DBIP-City-Lite",
      firstByte: 192,
      record: { country: { iso_code: "DE" }, subdivisions: [{ names: { en: "Berlin" } }] },
    }),
  );

  expect(places.placeOf("192.0.2.1")).toEqual({ country: "DE", subdivision: null });
});

test.each([
  ["of another kind", writeMmdb({ databaseType: "GeoLite2-ASN", firstByte: 192, record: {} })],
  ["no database", Buffer.from("not a database")],
  ["cut off", cities.subarray(0, 100)],
])("[S149] a file that is %s costs one warning and the countries", async (_case, content) => {
  const places = await open(content);
  await places.check();
  places.placeOf("192.0.2.1");

  expect(places.placeOf("192.0.2.1")).toEqual({ country: null, subdivision: null });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("GEOIP_FILE");
});

test("[S149] a file that is replaced is read again", async () => {
  const places = await open(null);
  await writeFile(file, cities);
  await places.check();

  expect(places.placeOf("192.0.2.1").country).toBe("US");
});
