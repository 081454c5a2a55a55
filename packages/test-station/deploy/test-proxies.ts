import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { get } from "node:https";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import type { SecurePlace } from "./secure-client.ts";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { nginxConfig } from "../src/test-nginx.ts";

const run = promisify(execFile);
const deployed = (file: string): Promise<string> =>
  readFile(new URL(`../../../deploy/${file}`, import.meta.url), "utf8");

/** A proxy using the file in deploy/, with other ports and names. */
export interface TestProxy extends AsyncDisposable, SecurePlace {
  /** Replaces the certificate it presents. */
  readonly renew: () => Promise<void>;
}

type Pair = Awaited<ReturnType<typeof createTestCertificate>>;

/** @param webPort the station's web port */
export async function startNginx(webPort: number): Promise<TestProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  let pair = await createTestCertificate();
  const peer = await TestPeerProcess.prepare("nginx", () => ({}));
  const { folder } = peer;
  await writePair(folder, pair);
  const site = (await deployed("nginx/neon-relay.conf"))
    .replaceAll(/^ *listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replaceAll(/(ssl_certificate +)\S+;/g, `$1${folder}/cert.pem;`)
    .replaceAll(/(ssl_certificate_key +)\S+;/g, `$1${folder}/key.pem;`)
    .replaceAll("127.0.0.1:5000", `127.0.0.1:${webPort}`);
  const user = process.getuid?.() === 0 ? ["user root;"] : [];
  await writeFile(path.join(folder, "nginx.conf"), nginxConfig(folder, site, user));
  const parameters = ["-p", folder, "-c", `${folder}/nginx.conf`, "-e", `${folder}/error.log`];
  await peer.run("/usr/sbin/nginx", parameters, port);
  return {
    host: "localhost",
    port,
    authority: () => pair.cert,
    client: "127.0.0.2",
    renew: async () => {
      pair = await createTestCertificate();
      await writePair(folder, pair);
      process.kill(peer.pid ?? 0, "SIGHUP");
    },
    [Symbol.asyncDispose]: () => endInOrder(peer),
  };
}

/** @param webPort the station's web port */
export async function startHaproxy(webPort: number): Promise<TestProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  let pair = await createTestCertificate();
  const peer = await TestPeerProcess.prepare("haproxy", () => ({}));
  const { folder } = peer;
  const file = path.join(folder, "both.pem");
  await writeFile(file, pair.cert + pair.key, { mode: 0o600 });
  const configuration = (await deployed("haproxy/haproxy.cfg"))
    .replaceAll(/^ *(?:user|group) haproxy\n/gm, "")
    .replace("maxconn 20000", "maxconn 200")
    .replace("bind :80\n", `bind 127.0.0.1:${plainPort}\n`)
    .replace("bind :443 ", `bind 127.0.0.1:${port} `)
    .replace("/etc/haproxy/radio.example.pem", file)
    .replace("127.0.0.1:5000", `127.0.0.1:${webPort}`);
  await writeFile(path.join(folder, "haproxy.cfg"), configuration);
  await peer.run("/usr/sbin/haproxy", ["-W", "-f", path.join(folder, "haproxy.cfg")], port);
  return {
    host: "localhost",
    port,
    authority: () => pair.cert,
    client: "127.0.0.3",
    renew: async () => {
      pair = await createTestCertificate();
      await writeFile(file, pair.cert + pair.key);
      process.kill(peer.pid ?? 0, "SIGUSR2");
    },
    [Symbol.asyncDispose]: () => endInOrder(peer),
  };
}

/**
 * Caddy, with an ACME certificate from pebble, which it renews a few seconds after it was issued.
 * @param webPort the station's web port
 */
export async function startCaddy(
  webPort: number,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<TestProxy> {
  await using failed = new AsyncDisposableStack();
  const plainPort = await freePort();
  const pebble = failed.use(await startPebble({ port, plainPort }));
  const peer = await TestPeerProcess.prepare("caddy", () => ({
    "pebble.pem": pebble.ownCertificate,
  }));
  failed.use(peer);
  const { folder } = peer;
  const global = [
    "{",
    "admin off",
    `http_port ${plainPort}`,
    `https_port ${port}`,
    "default_bind 127.0.0.1",
    `storage file_system ${folder}/storage`,
    `acme_ca https://localhost:${pebble.port}/dir`,
    `acme_ca_root ${folder}/pebble.pem`,
    "renew_interval 1s",
    "}",
  ];
  const site = (await deployed("caddy/Caddyfile"))
    .replace("{$DOMAIN:radio.example}", host)
    .replace("{$UPSTREAM:127.0.0.1:5000}", `127.0.0.1:${webPort}`);
  await writeFile(path.join(folder, "Caddyfile"), `${global.join("\n")}\n${site}`);
  const { stdout } = await run("/usr/bin/caddy", [
    "adapt",
    "--config",
    path.join(folder, "Caddyfile"),
  ]);
  const configuration = path.join(folder, "caddy.json");
  // pebble's certificates are valid for five years; the last of them starts within seconds.
  await writeFile(
    configuration,
    stdout.replaceAll('"issuers":', '"renewal_window_ratio":0.9999999,"issuers":'),
  );
  await peer.run("/usr/bin/caddy", ["run", "--config", configuration], port);
  failed.move();
  return {
    host,
    port,
    authority: () => pebble.authority,
    client: "127.0.0.4",
    renew: async () => {}, // automatic
    [Symbol.asyncDispose]: async () => {
      await endInOrder(peer);
      await pebble[Symbol.asyncDispose]();
    },
  };
}

interface Pebble extends AsyncDisposable {
  readonly port: number;
  /** For its own address. */
  readonly ownCertificate: string;
  /** Of the certificates it issues. */
  readonly authority: string;
}

/** Let's Encrypt's test authority; all names resolve to this machine. @param ports where it looks for proofs */
async function startPebble(ports: {
  readonly port: number;
  readonly plainPort: number;
}): Promise<Pebble> {
  const [port, management, dns] = [await freePort(), await freePort(), await freePort()];
  const pair = await createTestCertificate();
  const names = await TestPeerProcess.prepare("names", () => ({}));
  const pebble = await TestPeerProcess.prepare("pebble", () => ({}));
  const { folder } = pebble;
  await writePair(folder, pair);
  const configuration = {
    pebble: {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: `${folder}/cert.pem`,
      privateKey: `${folder}/key.pem`,
      httpPort: ports.plainPort,
      tlsPort: ports.port,
    },
  };
  await writeFile(path.join(folder, "pebble.json"), JSON.stringify(configuration));
  const off = ["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""];
  const namesManagement = await freePort();
  await names.run(
    "/usr/bin/pebble-challtestsrv",
    [...off, "-dns01", `127.0.0.1:${dns}`, "-management", `127.0.0.1:${namesManagement}`],
    namesManagement,
  );
  await pebble.run(
    "/usr/bin/env",
    [
      "PEBBLE_VA_NOSLEEP=1",
      "PEBBLE_WFE_NONCEREJECT=0",
      "pebble",
      "-config",
      path.join(folder, "pebble.json"),
      "-dnsserver",
      `127.0.0.1:${dns}`,
    ],
    port,
  );
  const roots = get(`https://localhost:${management}/roots/0`, { ca: pair.cert, family: 4 });
  const [response] = await once(roots, "response");
  const authority = await text(response);
  return {
    port,
    ownCertificate: pair.cert,
    authority,
    [Symbol.asyncDispose]: async () => {
      await pebble[Symbol.asyncDispose]();
      await names[Symbol.asyncDispose]();
    },
  };
}

async function writePair(folder: string, { cert, key }: Pair): Promise<void> {
  await writeFile(path.join(folder, "cert.pem"), cert);
  await writeFile(path.join(folder, "key.pem"), key, { mode: 0o600 });
}

/** Its workers end with it. */
async function endInOrder(peer: TestPeerProcess): Promise<void> {
  await peer.end();
  await peer[Symbol.asyncDispose]();
}
