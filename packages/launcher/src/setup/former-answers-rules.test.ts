import { expect, test } from "vitest";
import { answersOf, readFormerAnswers } from "./former-answers-rules.ts";
import type { SetupAnswers } from "./setup-answers.ts";
import { environmentOf } from "./setup-files-rules.ts";

const answers: SetupAnswers = {
  name: null,
  dataDir: "/var/lib/neonrelay",
  domain: "radio.example",
  tls: "none",
  certificate: null,
  key: null,
  webPort: 5001,
  streamPort: 8001,
  ircPort: null,
  localIrcPort: null,
  music: ["/srv/a", "/srv/b"],
  databaseUrl: "postgres://ann:secret@db/radio",
  admin: "ann",
  service: "systemd",
};
const texts = {
  name: "none",
  dataDir: answers.dataDir,
  domain: "none",
  tls: "none",
  certificate: "",
  key: "",
  webPort: "5000",
  streamPort: "8000",
  ircPort: "none",
  localIrcPort: "none",
  music: "none",
  databaseUrl: "none",
  admin: answers.admin,
  service: answers.service,
};
const own = { tls: "own", certificate: "/c.pem", key: "/k.pem" } as const;

test.each<{ of: string; changes: Partial<SetupAnswers>; hasCaddyfile: boolean }>([
  { of: "none", changes: {}, hasCaddyfile: false },
  { of: "an own certificate", changes: { ...own, ircPort: 6697 }, hasCaddyfile: false },
  { of: "Caddy", changes: { tls: "caddy", ircPort: 6667 }, hasCaddyfile: true },
  { of: "another proxy", changes: { tls: "proxy", music: [] }, hasCaddyfile: false },
  {
    of: "a station for this network only",
    changes: { domain: null, databaseUrl: null },
    hasCaddyfile: false,
  },
])("setup offers the earlier answers: HTTPS by $of", ({ changes, hasCaddyfile }) => {
  const before = { ...answers, ...changes };

  const proposed = readFormerAnswers(environmentOf(before), { hasCaddyfile });

  expect(answersOf({ ...texts, ...proposed }, (file) => file)).toEqual(before);
});

test("what a station.env written by hand doesn't say stays open", () => {
  const hand = { LOG_LEVEL: "debug", IRC_LISTEN_HOST: "127.0.0.1", PUBLIC_URL: "?" };

  expect(readFormerAnswers(hand, { hasCaddyfile: false })).toEqual({});
});
