import { Socket } from "node:net";
import { frameKinds, type BlockHeader, type EngineEvent } from "./engine-protocol.ts";

/** With more than this unread, in bytes, on-air is gone or stuck, and production stops. */
const BACKLOG_LIMIT_BYTES = 4 * 1024 * 1024;

/** The pipe to on-air: events and blocks in one order. Writes never block. */
export class FramePipe {
  readonly #socket: Socket;

  constructor({ fd, onBroken }: { readonly fd: number; readonly onBroken: () => void }) {
    this.#socket = new Socket({ fd, readable: false, writable: true });
    this.#socket.on("error", onBroken);
  }

  get isCongested(): boolean {
    return this.#socket.writableLength > BACKLOG_LIMIT_BYTES;
  }

  sendEvent(event: EngineEvent): void {
    this.#send(frameKinds.event, [Buffer.from(JSON.stringify(event))]);
  }

  /** @param bytes of whole frames */
  sendBlock(header: BlockHeader, bytes: Buffer): void {
    const json = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(json.length);
    this.#send(frameKinds.block, [length, json, bytes]);
  }

  #send(kind: number, parts: readonly Buffer[]): void {
    const head = Buffer.alloc(5);
    head.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 1));
    head.writeUInt8(kind, 4);
    this.#socket.write(Buffer.concat([head, ...parts]));
  }

  /** Calls back once on-air has read everything, or after `limitMs`. */
  flush(limitMs: number, done: () => void): void {
    setTimeout(done, limitMs);
    this.#socket.end(done);
  }
}
