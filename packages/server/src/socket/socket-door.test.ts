import { expect, test } from "vitest";
import {
  decideUpgrade,
  MAX_SOCKETS,
  MAX_SOCKETS_PER_NETWORK,
  RESERVED_SOCKETS,
} from "./socket-door.ts";

const decide = (crowd: { readonly sockets: number; readonly socketsOfNetwork: number }) =>
  decideUpgrade({
    host: "localhost",
    origin: "http://localhost",
    hasCookie: false,
    protocol: "http",
    knownNames: { names: [], publicOrigin: null },
    takeUpgrade: () => true,
    ...crowd,
  });
const accepted = { kind: "accepted" };
const full = { kind: "refused", status: 503 };

test("[U21] the last places for sockets go to networks that hold none", () => {
  const sockets = MAX_SOCKETS - RESERVED_SOCKETS;

  expect(decide({ sockets: sockets - 1, socketsOfNetwork: 1 })).toEqual(accepted);
  expect(decide({ sockets, socketsOfNetwork: 1 })).toEqual(full);
  expect(decide({ sockets, socketsOfNetwork: 0 })).toEqual(accepted);
  expect(decide({ sockets: MAX_SOCKETS, socketsOfNetwork: 0 })).toEqual(full);
});

test("a network holds so many sockets", () => {
  expect(decide({ sockets: 500, socketsOfNetwork: MAX_SOCKETS_PER_NETWORK - 1 })).toEqual(accepted);
  expect(decide({ sockets: 500, socketsOfNetwork: MAX_SOCKETS_PER_NETWORK })).toEqual(full);
});
