import { expect, test } from "vitest";
import { captureInputOf, findOssDevices, parseAlsaDevices } from "./capture-rules.ts";

test("ALSA devices that can record are offered", () => {
  const text = [
    "00-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1",
    "00-03: HDMI 0 : HDMI 0 : playback 1",
    "02-00: USB Audio : USB Audio : capture 1",
    "",
  ].join("\n");

  expect(parseAlsaDevices(text)).toEqual([
    { id: "hw:0,0", name: "ALC257 Analog" },
    { id: "hw:2,0", name: "USB Audio" },
  ]);
});

test("OSS devices in /dev are offered", () => {
  expect(findOssDevices(["audio0", "null", "dsp", "dsp1", "sda", "audioctl"])).toEqual([
    { id: "/dev/audio0", name: "OSS audio0" },
    { id: "/dev/dsp", name: "OSS dsp" },
    { id: "/dev/dsp1", name: "OSS dsp1" },
  ]);
});

test("a device is opened through the input it belongs to", () => {
  expect(captureInputOf("hw:0,0")).toEqual({ format: "alsa", device: "hw:0,0" });
  expect(captureInputOf("/dev/audio0")).toEqual({ format: "oss", device: "/dev/audio0" });
});
