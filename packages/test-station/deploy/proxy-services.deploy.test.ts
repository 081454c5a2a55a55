// @module-tag root
// @module-tag systemd
// @module-tag iproute2
// @module-tag curl
// @module-tag openssl
// @module-tag nginx
// @module-tag caddy
// @module-tag haproxy
import { copyFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { documentedBlock } from "./documented-block.ts";
import { ServiceManager } from "./service-manager.ts";

/** proxies.deploy tests these proxies with the files in deploy/; this suite tests how the page installs them. */
const page = "docs/behind-a-proxy.md";
const certificates = "/etc/letsencrypt/live/radio.example";
let manager: ServiceManager;

beforeAll(async () => {
  manager = await ServiceManager.boot({ environment: {}, network: "own" });
  const { cert, key } = await createTestCertificate();
  await writeFile(path.join(manager.folder, "fullchain.pem"), cert);
  await writeFile(path.join(manager.folder, "privkey.pem"), key);
  for (const unit of ["nginx.service", "caddy.service", "haproxy.service"])
    await copyFile(`/lib/systemd/system/${unit}`, path.join(manager.folder, "units", unit));
  await shell(`
    install --directory /var/lib/nginx /var/lib/haproxy /var/log/nginx ${certificates} /srv/units/haproxy.service.d
    install --directory --owner=caddy /var/lib/caddy
    cp /srv/fullchain.pem /srv/privkey.pem ${certificates}
    printf '[Service]\\nBindReadOnlyPaths=\\n' > /srv/units/haproxy.service.d/no-log.conf
    systemctl daemon-reload
  `);
});

afterAll(async () => {
  await manager?.[Symbol.asyncDispose]();
});

/** As root of that machine. */
const shell = async (code: string): Promise<string> => await manager.run("sh", "-euc", code);
/** The proxy's answer without a running station. */
const statusOf = async (address: string) =>
  await shell(`curl --silent --insecure --output /dev/null --write-out '%{http_code}' ${address}`);

test("nginx accepts its file as the page says", async () => {
  await shell(
    "systemctl start nginx && cp /opt/neonrelay/deploy/nginx/neon-relay.conf /etc/nginx/conf.d/",
  );

  await shell(documentedBlock(page, "nginx -t"));

  await expect.poll(() => statusOf("https://localhost/")).toBe("502");
  await shell("systemctl stop nginx");
});

test("HAProxy accepts its file as the page says", async () => {
  // A test machine may not allow that many open files.
  await shell(
    "sed 's/maxconn 20000/maxconn 200/' /opt/neonrelay/deploy/haproxy/haproxy.cfg > /etc/haproxy/haproxy.cfg",
  );
  const block = documentedBlock(page, "haproxy -c");
  const [join = "", check = ""] = block.split("\n");

  await shell(`cd ${certificates} && ${join} && systemctl start haproxy && ${check}`);

  await expect.poll(() => statusOf("https://localhost/")).toBe("503");
  await shell("systemctl stop haproxy");
});

test("Caddy accepts its file as the page says", async () => {
  await shell("systemctl start caddy && cp /opt/neonrelay/deploy/caddy/Caddyfile /etc/caddy/");

  await shell(documentedBlock(page, "systemctl reload caddy"));

  // Without a certificate yet it redirects everything to https.
  const address = "--header 'Host: radio.example' http://localhost/";
  await expect.poll(() => statusOf(address)).toBe("308");
  await shell("systemctl stop caddy");
});
