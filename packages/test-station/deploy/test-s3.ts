import { freePort, TestPeerProcess } from "@neonrelay/process/test-peer-process";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";

/** What s3rver puts behind the name of a file with an object's content. */
const CONTENT_ENDING = "._S3rver_object";
export const s3Keys = { accessKeyId: "S3RVER", secretAccessKey: "never-to-be-shown" };
export const BUCKET = "radio-backups";

/** An S3-compatible storage behind a wire that can be cut. It knows its key's ID, and doesn't check signatures. */
export class TestS3 implements AsyncDisposable {
  readonly #peer: TestPeerProcess;
  readonly #wire: Server;
  /** After so many bytes towards the storage a connection breaks; null: none does. */
  cutAfterBytes: number | null = null;

  private constructor(peer: TestPeerProcess, wire: Server) {
    this.#peer = peer;
    this.#wire = wire;
  }

  static async start(): Promise<TestS3> {
    const port = await freePort();
    const peer = await TestPeerProcess.prepare("s3", () => ({}));
    const require = createRequire(import.meta.url);
    const program = require.resolve("s3rver/bin/s3rver.js");
    const options = ["-s", "-a", "127.0.0.1", "-p", String(port), "-d", peer.folder];
    await peer.run(process.execPath, [program, ...options, "--configure-bucket", BUCKET], port);
    const wire = createServer();
    const storage = new TestS3(peer, wire);
    wire.on("connection", (socket) => storage.#join(socket, port));
    await new Promise<void>((resolve) => wire.listen(0, "127.0.0.1", resolve));
    return storage;
  }

  get endpoint(): string {
    const address = this.#wire.address();
    if (address === null || typeof address === "string") throw new Error("no address");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Where the content of an object lies. */
  fileOf(name: string): string {
    return path.join(this.#peer.folder, BUCKET, name + CONTENT_ENDING);
  }

  /** Names of all objects. */
  async objects(): Promise<readonly string[]> {
    const names = await readdir(path.join(this.#peer.folder, BUCKET), { recursive: true });
    return names
      .filter((name) => name.endsWith(CONTENT_ENDING))
      .map((name) => name.slice(0, -CONTENT_ENDING.length))
      .toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#wire.close();
    await this.#peer[Symbol.asyncDispose]();
  }

  #join(client: Socket, port: number): void {
    const storage = connect(port, "127.0.0.1");
    let bytes = 0;
    client.on("data", (chunk) => {
      bytes += chunk.length;
      if (this.cutAfterBytes === null || bytes <= this.cutAfterBytes) return;
      storage.destroy();
      client.destroy();
    });
    client.pipe(storage).pipe(client);
    client.on("error", () => storage.destroy()).on("close", () => storage.destroy());
    storage.on("error", () => client.destroy()).on("close", () => client.destroy());
  }
}
