import type { Socket } from "node:net";

/** Headers that never end. */
export const slowHead = {
  head: "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
  piece: "x",
  everyMs: 10,
};

/** Sends a beginning, then a piece over and over until disconnected. @returns the answer */
export async function sendWithoutEnd(
  socket: Socket,
  {
    head,
    piece,
    everyMs,
  }: { readonly head: string; readonly piece: string; readonly everyMs: number },
): Promise<{ readonly answer: string; readonly bytes: number }> {
  socket.on("error", () => {}); // disconnected
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  socket.write(head);
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(piece);
  }, everyMs);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  return { answer, bytes: socket.bytesWritten };
}
