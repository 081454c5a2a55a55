import {
  blockHeaderSchema,
  engineEventSchema,
  frameKinds,
  MAX_FRAME_BYTES,
  type BlockHeader,
  type EngineEvent,
} from "../engine/engine-protocol.ts";

/** One frame from the engine's file descriptor 3. */
type EngineFrame =
  | { readonly kind: "event"; readonly event: EngineEvent }
  | { readonly kind: "block"; readonly header: BlockHeader; readonly bytes: Buffer };

/** The engine sent something that is not a frame; the rest is unreadable. */
export class BadEngineFrameError extends Error {
  override readonly name = "BadEngineFrameError";
}

const LENGTH_BYTES = 4;

/**
 * Creates an incremental reader of engine frames.
 * @returns a function that yields the frames completed by a chunk. Exhaust it before passing the next chunk. Frames
 * share no memory with the chunk
 * @throws BadEngineFrameError from that function, after the frames before the bad one; don't use it again
 */
export function createEngineFrameReader(): (chunk: Buffer) => Iterable<EngineFrame> {
  let chunks: Buffer[] = [];
  let pendingBytes = 0;
  let neededBytes = LENGTH_BYTES;
  return function* read(chunk) {
    chunks.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < neededBytes) return;
    const data = Buffer.concat(chunks);
    let at = 0;
    neededBytes = LENGTH_BYTES;
    while (data.length - at >= LENGTH_BYTES) {
      const length = data.readUInt32LE(at);
      if (length < 1 || length > MAX_FRAME_BYTES)
        throw new BadEngineFrameError(`a frame of ${length} bytes`);
      if (data.length - at < LENGTH_BYTES + length) {
        neededBytes = LENGTH_BYTES + length;
        break;
      }
      yield parseFrame(data.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length));
      at += LENGTH_BYTES + length;
    }
    const rest = Buffer.from(data.subarray(at));
    chunks = rest.length === 0 ? [] : [rest];
    pendingBytes = rest.length;
  };
}

function parseFrame(frame: Buffer): EngineFrame {
  const kind = frame.readUInt8(0);
  const payload = frame.subarray(1);
  switch (kind) {
    case frameKinds.event:
      return { kind: "event", event: parseJson(payload, engineEventSchema) };
    case frameKinds.block: {
      if (payload.length < LENGTH_BYTES) throw new BadEngineFrameError("a block without a header");
      const headerLength = payload.readUInt32LE(0);
      if (headerLength > payload.length - LENGTH_BYTES)
        throw new BadEngineFrameError(`a block header of ${headerLength} bytes`);
      const header = parseJson(
        payload.subarray(LENGTH_BYTES, LENGTH_BYTES + headerLength),
        blockHeaderSchema,
      );
      return {
        kind: "block",
        header,
        bytes: Buffer.from(payload.subarray(LENGTH_BYTES + headerLength)),
      };
    }
    default:
      throw new BadEngineFrameError(`a frame of kind ${kind}`);
  }
}

function parseJson<Value>(bytes: Buffer, schema: { parse: (value: unknown) => Value }): Value {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch (cause) {
    throw new BadEngineFrameError("JSON that does not match the protocol", { cause });
  }
}
