import { setTimeout as delay } from "node:timers/promises";
import type { OtherMachine } from "../other-machine.ts";
import { over, type Fault } from "./fault.ts";
import type { FaultyProxy, NetworkTrouble } from "./faulty-proxy.ts";
import { afterBlackout, afterOutage, promises, type FaultPromise } from "./promise-rules.ts";

const SLOW: NetworkTrouble = { kind: "slow", delayMs: 300 };
const LOSSY: NetworkTrouble = { kind: "lossy", share: 0.1, resendMs: 400 };
const BAD_MS = 10_000;
const CUT_MS = 3000;
const PULLED_MS = 30_000;

/** Faults of the network between the station and its listeners. */
export function listenerNetworkFaults(network: FaultyProxy): readonly Fault[] {
  const fault = (
    name: string,
    trouble: NetworkTrouble,
    { forMs, promise }: { readonly forMs: number; readonly promise: FaultPromise },
  ): Fault =>
    networkFault({ network, name: `listeners' network ${name}`, trouble, forMs, promise });
  return [
    fault("slow", SLOW, { forMs: BAD_MS, promise: promises.unheard }),
    fault("lossy", LOSSY, { forMs: BAD_MS, promise: promises.unheard }),
    fault("silent", { kind: "silent" }, { forMs: CUT_MS, promise: promises.unheard }),
    fault("cut", { kind: "cut" }, { forMs: CUT_MS, promise: afterOutage(CUT_MS) }),
  ];
}

/** Faults of the network between the station and its database; none is audible. */
export function databaseNetworkFaults(network: FaultyProxy): readonly Fault[] {
  return inwardNetworkFaults("database's", network);
}

/** Faults of the network between two servers and their nats-server; none is audible. */
export function natsNetworkFaults(network: FaultyProxy): readonly Fault[] {
  return inwardNetworkFaults("NATS's", network);
}

/** Unplugs the station's machine, and plugs it in again. */
export function cableFaults(machine: OtherMachine): readonly Fault[] {
  const fault = (forMs: number, promise: FaultPromise): Fault => ({
    name: `cable pulled for ${forMs / 1000} s`,
    promise,
    inflict: async () => {
      await machine.unplug();
      await delay(forMs);
      await machine.plugIn();
      return over;
    },
  });
  return [fault(1000, promises.unheard), fault(PULLED_MS, afterBlackout(PULLED_MS))];
}

function inwardNetworkFaults(whose: string, network: FaultyProxy): readonly Fault[] {
  const fault = (name: string, trouble: NetworkTrouble): Fault =>
    networkFault({
      network,
      name: `${whose} network ${name}`,
      trouble,
      forMs: BAD_MS,
      promise: promises.unheard,
    });
  return [
    fault("slow", SLOW),
    fault("lossy", LOSSY),
    fault("silent", { kind: "silent" }),
    fault("cut", { kind: "cut" }),
  ];
}

function networkFault({
  network,
  name,
  trouble,
  forMs,
  promise,
}: {
  readonly network: FaultyProxy;
  readonly name: string;
  readonly trouble: NetworkTrouble;
  readonly forMs: number;
  readonly promise: FaultPromise;
}): Fault {
  return {
    name,
    promise,
    inflict: async () => {
      network.trouble = trouble;
      await delay(forMs);
      network.trouble = { kind: "none" };
      return over;
    },
  };
}
