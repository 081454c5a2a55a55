import { CAPTURE_USER_ID, type OnAirStatus } from "@neonrelay/on-air/protocol";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  type CaptureStatus,
  captureDeviceOf,
  describeAudioSource,
  isAudioSource,
} from "./audio-source-rules.ts";

const automation = { id: "automation", name: "Automation: queue, then rotation" };
const mixer = { id: "hw:1", name: "Mixer" };

function statusOf(state: OnAirStatus["live"][number]["state"] | null): CaptureStatus {
  const session = {
    sessionId: randomUUID(),
    userId: CAPTURE_USER_ID,
    djName: "Mixer",
    connectedAtMs: 0,
    begunAtMs: null,
    address: "hw:1",
    userAgent: "",
    contentType: "",
    title: null,
  };
  const dj = { ...session, userId: randomUUID(), address: "192.0.2.1", state: "on-air" } as const;
  return { captureDevices: [mixer], live: state === null ? [dj] : [dj, { ...session, state }] };
}

test("listed sources can be chosen, and so can the form's default", () => {
  const choices = ["automation", "hw:1", "/dev/audio0", "hw:2"];
  const chosen = (status: CaptureStatus) => choices.filter((id) => isAudioSource(id, status));

  expect(chosen(statusOf(null))).toEqual(["automation", "hw:1", "/dev/audio0"]);
  expect(chosen(null)).toEqual(["automation", "/dev/audio0"]);
});

test("on-air captures sound from a device, and for automation from none", () => {
  expect(["automation", "hw:1"].map(captureDeviceOf)).toEqual([null, "hw:1"]);
});

test.each([
  ["hw:1", "on-air", "hw:1", null],
  ["hw:1", "waiting", "automation", null],
  ["hw:1", "silent", "automation", "hw:1 sends no audio; automation is on air instead"],
  ["hw:1", null, "automation", "hw:1 sends no audio; automation is on air instead"],
  ["hw:2", null, "automation", "hw:2 is missing; automation is on air instead"],
  ["automation", null, "automation", null],
] as const)(
  "with %s in state %s, %s is on air, with the notice %j",
  (chosen, state, onAir, notice) => {
    expect(describeAudioSource(chosen, statusOf(state))).toEqual({
      chosen,
      onAir,
      notice,
      choices: [automation, mixer],
    });
  },
);

test("while on-air is down automation can be chosen", () => {
  expect(describeAudioSource("automation", null)).toEqual({
    chosen: "automation",
    onAir: "automation",
    notice: null,
    choices: [automation],
  });
});
