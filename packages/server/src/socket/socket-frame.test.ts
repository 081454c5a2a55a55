import { expect, test } from "vitest";
import { binaryFrame, textFrame } from "./socket-frame.ts";

/** RFC 6455 §5.2: the size stands in 7, 16 or 64 bits, the shortest that holds it. */
test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])("a message of %i bytes is one frame that says so", (sizeBytes, header) => {
  const text = "x".repeat(sizeBytes);

  expect(textFrame(text)).toEqual(Buffer.concat([Buffer.from(header), Buffer.from(text)]));
});

test("the size counts bytes, not characters", () => {
  expect(textFrame("é")).toEqual(Buffer.from([0x81, 2, 0xc3, 0xa9]));
});

test("a binary message says that it is one", () => {
  const bytes = Uint8Array.from({ length: 207 }, (_, at) => at);

  expect(binaryFrame(bytes)).toEqual(Buffer.from([0x82, 126, 0, 207, ...bytes]));
});
