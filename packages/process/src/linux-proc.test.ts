import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { findOwnerOfTakenPort, listeningInodes, processorWaitMs } from "./linux-proc.ts";

test("the owner of a taken port is found from the error, and from an error that wraps it", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const refused = createServer().listen(port, "127.0.0.1");
  const [error] = await once(refused, "error");

  const owner = await findOwnerOfTakenPort(error);
  const told = await findOwnerOfTakenPort(new Error("can't listen", { cause: error }));
  holder.close();

  expect(owner).toMatch(new RegExp(String.raw`^.+ \(${process.pid}\)$`));
  expect(told).toBe(owner);
  expect(await findOwnerOfTakenPort(new Error("no port"))).toBeNull();
});

test("only sockets listening on the port count", () => {
  const table = [
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
    "   0: 0100007F:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0",
    "   1: 0100007F:1388 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0",
    "   2: 0100007F:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1 0",
  ].join("\n");

  expect(listeningInodes(table, 5000)).toEqual(["4711"]);
});

test("a running process has waited for a CPU, a missing one has not", () => {
  const { pid } = process;

  expect(processorWaitMs(String(pid))).toBeGreaterThan(0);
  expect(processorWaitMs(`${pid}/task/${pid}`)).toBeGreaterThan(0);
  expect(processorWaitMs("")).toBe(0);
});
