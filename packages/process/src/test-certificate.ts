/** A certificate signed by itself, for tests. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/**
 * @param subjectAltName names or addresses it covers
 * @returns PEM texts; the certificate is its own CA
 */
export async function createTestCertificate(
  subjectAltName = "DNS:localhost",
): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "certificate-"));
  const file = (name: string) => path.join(folder, name);
  try {
    const subject = ["-subj", "/CN=localhost", "-addext", `subjectAltName=${subjectAltName}`];
    const algorithm = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    const files = ["-keyout", file("key.pem"), "-out", file("cert.pem")];
    await promisify(execFile)("openssl", [
      "req",
      "-x509",
      "-nodes",
      "-days",
      "2",
      ...algorithm,
      ...subject,
      ...files,
    ]);
    return {
      key: await readFile(file("key.pem"), "utf8"),
      cert: await readFile(file("cert.pem"), "utf8"),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
