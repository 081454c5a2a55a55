import { expect, test } from "vitest";
import { decideSts } from "./sts-rules.ts";

const common = { value: "duration=60,port=6697,preload", port: 6667, nowMs: 1_000 };

test("[C6] over a connection without TLS only the STS port counts", () => {
  const decide = (value: string) => decideSts({ ...common, value, isSecure: false });

  expect(decide(common.value)).toEqual({ kind: "upgrade", port: 6697 });
  expect(["duration=60", "port=0", "port=65536", "port=x"].map(decide)).toEqual(
    Array.from({ length: 4 }, () => ({ kind: "nothing" })),
  );
});

test("[C6] over a TLS connection only the STS duration counts, for the port it was sent on", () => {
  const decide = (value: string) => decideSts({ ...common, value, isSecure: true });

  expect(decide(common.value)).toEqual({
    kind: "remember",
    policy: { port: 6667, untilMs: 61_000 },
  });
  expect(decide("duration=0")).toEqual({ kind: "forget" });
  expect(decide("port=6697")).toEqual({ kind: "nothing" });
});
