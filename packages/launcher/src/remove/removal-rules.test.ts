import { expect, test } from "vitest";
import { removalCommands, sortDataFolder, wordElsewhere } from "./removal-rules.ts";

const names = [
  "station-data.json",
  "station.env",
  "station.env.bak",
  "node-b.lock",
  "music",
  "notes.txt",
  "backups",
  "database",
];

test("music, trash and backups stay unless everything goes, and foreign files always stay", () => {
  const some = sortDataFolder(names, { isAll: false });
  const all = sortDataFolder(names, { isAll: true });

  expect(some.stays).toEqual(["music", "notes.txt", "backups"]);
  expect(all.stays).toEqual(["notes.txt"]);
  expect(all.goes).toEqual(expect.arrayContaining(["backups", "music", "node-b.lock"]));
  // This goes last, so that an interrupted removal can be repeated.
  expect(some.goes.at(-1)).toBe("station-data.json");
});

test("the service goes, and its user if that user owns nothing else; of Caddy's files only the station's own goes", () => {
  const plain = { name: null, isUserKept: false, hasCaddyfile: true };
  const second = { name: "second", isUserKept: true, hasCaddyfile: true };
  const file = "/etc/systemd/system/neonrelay.service";

  expect(removalCommands(plain)).toEqual([
    "systemctl disable --now neonrelay",
    "if id neonrelay >/dev/null 2>&1; then userdel neonrelay; fi",
    `rm -rf ${file} ${file}.d /var/cache/neonrelay`,
    "systemctl daemon-reload",
  ]);
  // What identifies the service or Caddy's file goes last: a failed removal can be repeated.
  expect(removalCommands(second).slice(1)).toEqual([
    String.raw`sed -i '\|^import /etc/caddy/neonrelay-second.caddyfile$|d' /etc/caddy/Caddyfile`,
    "systemctl reload-or-restart caddy",
    "rm -f /etc/caddy/neonrelay-second.caddyfile",
    expect.stringMatching(/^rm -rf .*neonrelay-second/),
    "systemctl daemon-reload",
  ]);
});

test("what lies elsewhere is listed, without a password", () => {
  const lines = wordElsewhere({
    dataDir: "/var/lib/neonrelay",
    musicDirs: ["/srv/music", "/var/lib/neonrelay/music/more"],
    databaseUrl: "postgres://ann:secret@db/my%20radio",
    projectRoot: "/opt/neonrelay",
  });

  expect(lines).toEqual([
    "/srv/music: your music, and deleted tracks in its .neonrelay-trash",
    "music and backups in any other folder",
    "the database my radio at db: remove it there with dropdb 'my radio'",
    "/opt/neonrelay: the program",
  ]);
});
