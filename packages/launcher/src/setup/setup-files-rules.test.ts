import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import type { SetupAnswers } from "./setup-answers.ts";
import {
  caddyfileFor,
  changeEnvironment,
  commandsForRoot,
  environmentOf,
  publicUrlOf,
  unitFor,
} from "./setup-files-rules.ts";

const deployed = (name: string): string =>
  readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), "utf8");
const template = deployed("systemd/neonrelay.service");
const lowPorts = deployed("systemd/low-ports.conf");
const answers: SetupAnswers = {
  name: null,
  dataDir: "/var/lib/neonrelay",
  domain: null,
  tls: "none",
  certificate: null,
  key: null,
  webPort: 5000,
  streamPort: 8000,
  ircPort: null,
  localIrcPort: null,
  music: [],
  databaseUrl: null,
  admin: "ann",
  service: "systemd",
};

test("without a domain and HTTPS the ports are open to others", () => {
  expect(environmentOf(answers)).toEqual({ HOST: "0.0.0.0", PORT: "5000", STREAM_PORT: "8000" });
  expect(publicUrlOf(answers)).toBe("http://127.0.0.1:5000");
});

test("behind Caddy the web port is local, and the stream port is open to everyone", () => {
  const behind = { ...answers, tls: "caddy", domain: "radio.example", webPort: 5001 } as const;

  expect(environmentOf(behind)).toEqual({
    HOST: "127.0.0.1",
    STREAM_HOST: "0.0.0.0",
    TRUST_PROXY: "127.0.0.1",
    PORT: "5001",
    STREAM_PORT: "8000",
    PUBLIC_URL: "https://radio.example",
  });
  expect(environmentOf({ ...behind, tls: "proxy" })).toEqual(environmentOf(behind));
  const caddyfile = caddyfileFor(behind, { template: deployed("caddy/Caddyfile"), installed: "" });
  expect(caddyfile).toContain("\nradio.example {\n\treverse_proxy 127.0.0.1:5001 {\n");
  expect(caddyfile).not.toContain("{$");
});

test("with your own certificate the address is https", () => {
  const own = {
    ...answers,
    tls: "own",
    domain: "radio.example",
    certificate: "/etc/tls/cert.pem",
    key: "/etc/tls/my key.pem",
    music: ["/srv/music", "/srv/more"],
  } as const;

  expect(environmentOf(own)).toEqual({
    HOST: "0.0.0.0",
    PORT: "5000",
    STREAM_PORT: "8000",
    PUBLIC_URL: "https://radio.example:5000",
    TLS_CERT: "/etc/tls/cert.pem",
    TLS_KEY: "/etc/tls/my key.pem",
    MUSIC_DIRS: "/srv/music:/srv/more",
  });
  expect(publicUrlOf({ ...own, webPort: 443 })).toBe("https://radio.example");
});

test("IRC is open to others only with TLS if there is a certificate", () => {
  const open = { ...answers, ircPort: 6667 };
  const files = { certificate: "/c.pem", key: "/k.pem" };

  expect(environmentOf(open)).toMatchObject({
    IRC_LISTEN_HOST: "0.0.0.0",
    IRC_LISTEN_PORT: "6667",
  });
  expect(environmentOf({ ...open, ...files, tls: "own", ircPort: 6697 })).toMatchObject({
    IRC_LISTEN_HOST: "0.0.0.0",
    IRC_LISTEN_PORT: "off",
    IRC_LISTEN_TLS_PORT: "6697",
    IRC_LISTEN_TLS_CERT: "/c.pem",
    IRC_LISTEN_TLS_KEY: "/k.pem",
  });
});

const unitOf = (changes: Partial<SetupAnswers>, projectRoot = "/opt/neonrelay"): string =>
  unitFor({ ...answers, ...changes }, { template, lowPorts, projectRoot });

test("deploy's unit is unchanged if everything is in its usual place", () => {
  expect(unitOf({})).toBe(template);
});

test("the unit names another project and data folder, which it may write to", () => {
  const unit = unitOf({ dataDir: "/srv/radio" }, "/usr/local/relay");

  expect(unit).toContain("\nReadWritePaths=/srv/radio\n");
  expect(unit).toContain("DATA_DIR=/srv/radio ");
  expect(unit).toContain("\nExecStart=/usr/local/relay/node_modules/.bin/node ");
  expect(unit).not.toMatch(/StateDirectory|\/opt\/|\/var\/lib/);
});

test("paths with spaces and percent signs are escaped for systemd", () => {
  const unit = unitOf({ dataDir: "/srv/my 100% radio" }, "/opt/my relay");

  expect(unit).toContain('\nReadWritePaths="/srv/my 100%% radio"\n');
  expect(unit).toContain('\nEnvironment="DATA_DIR=/srv/my 100%% radio" NODE_COMPILE_CACHE=/var/');
  expect(unit).toContain("\nWorkingDirectory=/opt/my relay\n");
  expect(unit).toContain(
    '\nExecStart="/opt/my relay/node_modules/.bin/node" "/opt/my relay/scripts/bootstrap.mjs" start\n',
  );
});

test("music below /home is read-only", () => {
  expect(unitOf({ music: ["/home/ann/music"] })).toContain("\nProtectHome=read-only\n");
  expect(unitOf({ music: ["/srv/music"] })).toContain("\nProtectHome=yes\n");
});

test("ports below 1024 need one extra capability", () => {
  const unit = unitOf({ webPort: 443 });

  expect(unit).toContain("\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n");
  expect(unit).toContain("\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\n");
  expect(unit).toContain("\nPrivateUsers=no\n");
  expect(unit).not.toMatch(/^(?:CapabilityBoundingSet=|PrivateUsers=yes)$/m);
});

test("prints root commands ready to paste", () => {
  const commands = commandsForRoot(
    { ...answers, tls: "caddy", dataDir: "/srv/my radio" },
    "/srv/x",
  );

  expect(commands[1]).toBe("chown -R neonrelay: '/srv/my radio'");
  expect(commands.slice(2)).toEqual([
    "install --mode=644 /srv/x/neonrelay.service /etc/systemd/system/neonrelay.service",
    "systemctl daemon-reload",
    "systemctl enable neonrelay",
    "systemctl restart neonrelay",
    "install --backup --mode=644 /srv/x/Caddyfile /etc/caddy/Caddyfile",
    "systemctl reload-or-restart caddy",
  ]);
  expect(commandsForRoot({ ...answers, service: "none" }, "/srv/x")).toEqual([]);
});

const second = { ...answers, name: "second", dataDir: "/var/lib/neonrelay-second" } as const;
const named = deployed("systemd/neonrelay@.service");

test("a named station has its own unit, user, folders and IRC port", () => {
  const unit = unitFor(second, { template: named, lowPorts, projectRoot: "/opt/neonrelay" });

  expect(unit).toBe(named.replaceAll("%i", "second"));
  // What holds for one named station holds for all.
  const own = /-second|^#.*$|^D.*$/gm;
  expect(unit.replaceAll(own, "")).toBe(template.replaceAll(own, ""));
  expect(commandsForRoot(second, "/srv/x")).toEqual([
    expect.stringContaining("useradd --system --home-dir /var/lib/neonrelay-second "),
    "chown -R neonrelay-second: /var/lib/neonrelay-second",
    "install --mode=644 /srv/x/neonrelay@second.service /etc/systemd/system/neonrelay@second.service",
    "systemctl daemon-reload",
    "systemctl enable neonrelay@second",
    "systemctl restart neonrelay@second",
  ]);
  expect(environmentOf({ ...second, localIrcPort: "6668" })).toMatchObject({
    IRC_LISTEN_PORT: "6668",
  });
});

test("a named station writes only to the given folder", () => {
  const unit = unitFor(
    { ...second, dataDir: "/srv/second" },
    { template: named, lowPorts, projectRoot: "/opt/neonrelay" },
  );

  expect(unit).toContain("\nReadWritePaths=/srv/second\n");
  expect(unit).toContain("DATA_DIR=/srv/second NODE_COMPILE_CACHE=/var/cache/neonrelay-second/");
  expect(unit).not.toContain("/var/lib");
});

test("stations side by side keep each other's entry in the Caddyfile", () => {
  const behind = { tls: "caddy", domain: "radio.example", service: "none" } as const;
  const files = {
    template: "{$DOMAIN:radio.example} {}\n",
    installed: "old.example {}\nimport /etc/caddy/neonrelay-second.caddyfile\nimport other\n",
  };
  const line = "import /etc/caddy/neonrelay-second.caddyfile";

  expect(commandsForRoot({ ...second, ...behind }, "/srv/x")).toEqual([
    "install --mode=644 /srv/x/Caddyfile /etc/caddy/neonrelay-second.caddyfile",
    `grep -qxF '${line}' /etc/caddy/Caddyfile || echo '${line}' >> /etc/caddy/Caddyfile`,
    "systemctl reload-or-restart caddy",
  ]);
  expect(caddyfileFor({ ...second, ...behind }, files)).toBe("radio.example {}\n");
  expect(caddyfileFor({ ...answers, ...behind }, files)).toBe(`radio.example {}\n${line}\n`);
});

test("the first setup writes everything", () => {
  const wanted = { HOST: "0.0.0.0", MUSIC_DIRS: "/srv/my music" };

  expect(changeEnvironment("", { former: { HOST: "0.0.0.0" }, wanted })).toBe(
    "HOST=0.0.0.0\nMUSIC_DIRS='/srv/my music'\n",
  );
});

test("a later setup changes only different answers, in place", () => {
  const text = "# mine\nPORT=5000\nLOG_LEVEL=debug\n\nTRUST_PROXY=10.0.0.5\nMUSIC_DIRS=/srv/a\n";
  const former = { PORT: "5000", TRUST_PROXY: "127.0.0.1", MUSIC_DIRS: "/srv/a" };
  const wanted = { PORT: "5001", TRUST_PROXY: "127.0.0.1", STREAM_PORT: "8000" };

  expect(changeEnvironment(text, { former, wanted })).toBe(
    "# mine\nPORT=5001\nLOG_LEVEL=debug\n\nTRUST_PROXY=10.0.0.5\nSTREAM_PORT=8000\n",
  );
});

test("a duplicate variable is written once", () => {
  const change = { former: { PORT: "1" }, wanted: { PORT: "2" } };

  expect(changeEnvironment("A=1\nexport PORT = 1\nB=2\nPORT=1", change)).toBe("A=1\nPORT=2\nB=2\n");
});

test.each(["/srv/a b", "it's", 'a "b" it\'s', "postgres://a:b%23@c/d?e=f#g"])(
  "the value %s is read back as written",
  (value) => {
    const text = changeEnvironment("", { former: {}, wanted: { MUSIC_DIRS: value } });

    expect(parseEnv(text)).toEqual({ MUSIC_DIRS: value });
  },
);
