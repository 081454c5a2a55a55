/** RFC 9112 §7.1: a chunk size is a few digits; we don't expect extensions. */
const MAX_LINE_BYTES = 256;
const LARGEST_CHUNK_BYTES = 16 * 1024 * 1024;

/** The body does not follow the chunked encoding it declares. */
class BadChunkError extends Error {
  override readonly name = "BadChunkError";
}

type State =
  | { readonly kind: "size"; readonly line: string }
  | { readonly kind: "data"; readonly left: number }
  | { readonly kind: "data-end"; readonly left: number }
  | { readonly kind: "over" };

/**
 * Decodes a chunked body.
 * @returns a function that turns each piece into its plain bytes, joined, or null at the end; it throws BadChunkError
 */
export function createChunkReader(): (piece: Buffer) => Buffer | null {
  let state: State = { kind: "size", line: "" };
  return (piece) => {
    const plain: Buffer[] = [];
    let at = 0;
    while (at < piece.length && state.kind !== "over") {
      switch (state.kind) {
        case "size": {
          const end = piece.indexOf(10, at);
          const line: string =
            state.line + piece.toString("latin1", at, end === -1 ? piece.length : end);
          if (line.length > MAX_LINE_BYTES) throw new BadChunkError("a chunk has no size");
          at = end === -1 ? piece.length : end + 1;
          state = end === -1 ? { kind: "size", line } : stateAfterSize(line);
          break;
        }
        case "data": {
          const part = piece.subarray(at, at + state.left);
          plain.push(part);
          at += part.length;
          const left: number = state.left - part.length;
          state = left === 0 ? { kind: "data-end", left: 2 } : { kind: "data", left };
          break;
        }
        case "data-end": {
          const step = Math.min(state.left, piece.length - at);
          at += step;
          const left: number = state.left - step;
          state = left === 0 ? { kind: "size", line: "" } : { kind: "data-end", left };
          break;
        }
        default:
          return state satisfies never;
      }
    }
    return state.kind === "over" && plain.length === 0 ? null : Buffer.concat(plain);
  };
}

function stateAfterSize(line: string): State {
  const digits = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(line.trimEnd())?.[1];
  const size = digits === undefined ? Number.NaN : parseInt(digits, 16);
  if (!(size <= LARGEST_CHUNK_BYTES)) throw new BadChunkError("a chunk has no size");
  return size === 0 ? { kind: "over" } : { kind: "data", left: size };
}
