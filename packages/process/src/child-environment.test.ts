import { expect, test } from "vitest";
import { childEnvironment, databaseEnvironment } from "./child-environment.ts";

const environment = {
  PATH: "/usr/bin",
  LC_ALL: "C.UTF-8",
  TZ: "Europe/Berlin",
  ADMIN_PASSWORD: "secret",
  DATABASE_URL: "postgres://radio:secret@db/radio",
  IRC_SASL_PASSWORD: "secret",
  METRICS_TOKEN: "secret",
  PGPASSWORD: "secret",
  NEONRELAY_LIFELINE_FD: "3",
  npm_config_token: "secret",
  TMPDIR: undefined,
};
const harmless = { PATH: "/usr/bin", LC_ALL: "C.UTF-8", TZ: "Europe/Berlin" };

test("a child inherits no secrets from the environment", () => {
  expect(childEnvironment(environment)).toEqual(harmless);
});

test("the process that holds the database also inherits the PostgreSQL client's variables", () => {
  expect(databaseEnvironment(environment)).toEqual({ ...harmless, PGPASSWORD: "secret" });
});
