import { expect, test } from "vitest";
import { toCommandConfig, withWholePaths } from "./command-input.ts";
import { readConfig } from "./config.ts";

test("a command knows the certificate's path, even if the file doesn't exist", () => {
  const environment = { TLS_CERT: "cert.pem", TLS_KEY: "/etc/key.pem" };
  const config = readConfig({ environment, workingFolder: "/srv/radio" });

  expect(toCommandConfig(config).tls).toEqual({
    files: { certificate: "/srv/radio/cert.pem", key: "/etc/key.pem" },
  });
});

test.each([
  ["import album", "import /here/album"],
  ["backup copies/ --music", "backup /here/copies/ --music"],
  ["restore /safe/station.tar", "restore /safe/station.tar"],
  ["config export settings.json", "config export /here/settings.json"],
  ["programme export week.json", "programme export /here/week.json"],
  ["programme import ../week.json --dry-run", "programme import /week.json --dry-run"],
  ["migrate m3u lists --map /old=/new", "migrate m3u /here/lists --map /old=/new"],
])("%s is resolved against the caller's folder", (typed, meant) => {
  expect(withWholePaths(typed.split(" "), "/here").join(" ")).toBe(meant);
});

test.each(["programme why 0191", "programme plan --hours 3", "user add luna dj", "doctor --json"])(
  "%s names no file",
  (typed) => {
    expect(withWholePaths(typed.split(" "), "/here").join(" ")).toBe(typed);
  },
);
