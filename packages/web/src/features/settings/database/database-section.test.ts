import { expect, test } from "vitest";
import { parseDatabaseAddress } from "./database-section.tsx";

test("name, host and port are read from a database server's address", () => {
  expect(parseDatabaseAddress("postgres://radio:****@db.example:5433/radio")).toEqual({
    name: "radio",
    host: "db.example",
    port: "5433",
  });
  expect(parseDatabaseAddress("postgres://radio:****@db.example/radio").port).toBe("5432");
});

test("the embedded database is on this machine and has no port", () => {
  expect(parseDatabaseAddress("embedded: /srv/radio/database")).toEqual({
    name: "embedded",
    host: "this machine",
    port: "—",
  });
});
