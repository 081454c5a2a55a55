import { expect, test } from "vitest";
import { hasMp3Frames } from "./mp3-frame-rules.ts";

/** 192 kbit/s at 44.1 kHz: 626 bytes without padding, 627 with it. */
function frame({ isPadded }: { readonly isPadded: boolean }): Buffer {
  const bytes = Buffer.alloc(isPadded ? 627 : 626);
  bytes.writeUInt32BE(isPadded ? 0xfffbb264 : 0xfffbb064);
  return bytes;
}

test("consecutive frames are MP3, wherever one starts reading", () => {
  const heard = Buffer.concat([
    Buffer.alloc(100, 7),
    frame({ isPadded: false }),
    frame({ isPadded: true }),
    frame({ isPadded: false }),
  ]);

  expect(hasMp3Frames(heard, 3)).toBe(true);
  expect(hasMp3Frames(heard.subarray(0, -1), 3)).toBe(false);
});

test("a page of text, noise that begins like a frame, and nothing are not MP3", () => {
  const likeOne = Buffer.concat([frame({ isPadded: false }), Buffer.alloc(2000)]);

  expect(hasMp3Frames(Buffer.from("<html>Service Unavailable</html>".repeat(100)), 1)).toBe(false);
  expect(hasMp3Frames(likeOne, 2)).toBe(false);
  expect(hasMp3Frames(Buffer.alloc(0), 1)).toBe(false);
});
