/** For the test of `spawnPiped`: uses up this process's file descriptors, starts a child and prints the outcome. */
import { closeSync, openSync } from "node:fs";
import { spawnPiped } from "./child-process.ts";

const reasons: string[] = [];
const start = () =>
  spawnPiped(["cat"], { stdin: "pipe", onError: (error) => void reasons.push(String(error)) });

const opened: number[] = [];
try {
  for (;;) opened.push(openSync("/dev/null", "r"));
} catch {
  // None left.
}
const starved = start();
// One for the pipe to the child, none for the pipe back.
for (const descriptor of opened.splice(-2)) closeSync(descriptor);
const half = start();
for (const descriptor of opened) closeSync(descriptor);
const fed = start();
fed?.output.on("data", (bytes: Buffer) => {
  console.log(JSON.stringify({ starved, half, reasons, heard: String(bytes) }));
});
fed?.input?.end("hello");
