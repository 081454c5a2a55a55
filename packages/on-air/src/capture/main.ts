import { DecodeError } from "../audio/decode-error.ts";
import { runCapture } from "./run-capture.ts";

try {
  await runCapture(process.argv[2] ?? "");
} catch (error) {
  if (!(error instanceof DecodeError)) throw error;
  // on-air reports the outcome.
  process.exitCode = 1;
}
