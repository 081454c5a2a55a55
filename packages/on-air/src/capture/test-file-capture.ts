/** Stands in for the device reader in tests: outputs a 128 kbit/s MP3 in real time, looped. */
import { readFileSync } from "node:fs";

const EVERY_MS = 100;
const BYTES_A_PIECE = 1600;

const bytes = readFileSync(process.argv[2] ?? "");
let at = 0;
process.stdout.on("error", () => process.exit(0)); // the reader has gone
setInterval(() => {
  process.stdout.write(bytes.subarray(at, at + BYTES_A_PIECE));
  at = at + BYTES_A_PIECE < bytes.length ? at + BYTES_A_PIECE : 0;
}, EVERY_MS);
