// @module-tag openssl
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createSecureContext } from "node:tls";
import { expect, test } from "vitest";
import { CertificateReloader } from "./certificate-reloader.ts";
import type { Certificate } from "./certificate-rules.ts";
import { createTestCertificate } from "./test-certificate.ts";

const old = await createTestCertificate();
const renewed = await createTestCertificate();

test("a renewed certificate loads once key and certificate match, and a mismatch is logged once", async () => {
  await using files = await certificateFiles(old);
  const used: Certificate[] = [];
  const warnings: string[] = [];
  const keeper = new CertificateReloader(old, {
    read: files.read,
    use: (pair) => {
      createSecureContext(pair);
      used.push(pair);
    },
    owner: "the IRC server",
    log: { info: () => {}, warn: (_: object, words?: string) => warnings.push(words ?? "") },
  });

  expect(await keeper.reload()).toBeNull();
  await writeFile(files.certificate, renewed.cert);
  expect(await keeper.reload()).toMatch(/key/);
  expect(await keeper.reload()).toMatch(/key/);
  expect(used).toEqual([]);
  expect(keeper.inUse).toEqual(old);
  await writeFile(files.key, renewed.key);
  expect(await keeper.reload()).toBeNull();
  expect(await keeper.reload()).toBeNull();
  expect(used).toEqual([renewed]);
  await rm(files.key);
  expect(await keeper.reload()).toContain("ENOENT");
  await keeper.close();

  expect(keeper.inUse).toEqual(renewed);
  const words = "the renewed certificate of the IRC server can't be used; the old one stays";
  expect(warnings).toEqual([words, words]);
});

test("certificate files are checked at intervals", async () => {
  await using files = await certificateFiles(renewed);
  const taken = Promise.withResolvers<Certificate>();
  const keeper = new CertificateReloader(old, {
    read: files.read,
    use: taken.resolve,
    owner: "the IRC server",
    log: { info: () => {}, warn: () => {} },
    everyMs: 1,
  });

  expect(await taken.promise).toEqual(renewed);
  await keeper.close();
});

async function certificateFiles(pair: Certificate) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-certificate-"));
  const key = path.join(folder, "key.pem");
  const certificate = path.join(folder, "cert.pem");
  await writeFile(key, pair.key);
  await writeFile(certificate, pair.cert);
  return {
    key,
    certificate,
    read: async () => ({
      key: await readFile(key, "utf8"),
      cert: await readFile(certificate, "utf8"),
    }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
