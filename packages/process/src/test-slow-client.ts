import type { Socket } from "node:net";

const PIECE_EVERY_MS = 10;

/**
 * A slow client: sends a beginning, then a piece every 10 ms. @returns how many pieces went out before it was cut off
 */
export async function untilCutOff(
  socket: Socket,
  {
    beginning,
    pieces,
  }: { readonly beginning: readonly number[]; readonly pieces: readonly Buffer[] },
): Promise<number> {
  socket.resume();
  socket.on("error", () => {}); // it is cut off
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(Buffer.from(beginning));
  let sent = 0;
  const timer = setInterval(() => {
    const piece = pieces[sent];
    if (piece !== undefined) socket.write(piece);
    sent += 1;
  }, PIECE_EVERY_MS);
  await closed;
  clearInterval(timer);
  return sent;
}
