import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freePort } from "./test-peer-process.ts";

/** Of 12,000: random draws alone would repeat some. */
const PORTS = 400;

async function drawPorts(): Promise<readonly number[]> {
  const ports: number[] = [];
  for (let drawn = 0; drawn < PORTS; drawn += 1) ports.push(await freePort());
  return ports;
}

const drawing = `
  const { freePort } = await import(${JSON.stringify(new URL("test-peer-process.ts", import.meta.url).href)});
  const ports = [];
  for (let drawn = 0; drawn < ${PORTS}; drawn += 1) ports.push(await freePort());
  console.log(JSON.stringify(ports));
`;

test("no port is issued twice, not even to another process, before a program has opened it", async () => {
  const own = await drawPorts();
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    drawing,
  ]);

  const others: unknown = JSON.parse(stdout);
  expect(others).toHaveLength(PORTS);
  expect(new Set([...own, ...(Array.isArray(others) ? others : [])]).size).toBe(2 * PORTS);
});
