import { expect, test } from "vitest";
import { djServerOf, findDjTrouble } from "./dj-address-rules.ts";

const doors = {
  djAddress: "",
  streamHost: "0.0.0.0",
  streamPort: 8100,
  hasTls: false,
  publicUrl: "https://radio.example/",
};

test.each([
  ["", { host: "asked.example", port: 8100, isSecure: false }],
  ["dj.example", { host: "dj.example", port: 8100, isSecure: false }],
  ["dj.example:80", { host: "dj.example", port: 80, isSecure: false }],
  ["https://dj.example", { host: "dj.example", port: 443, isSecure: true }],
  ["https://dj.example:8443/live", { host: "dj.example", port: 8443, isSecure: true }],
  ["[2001:db8::1]:8000", { host: "2001:db8::1", port: 8000, isSecure: false }],
])("[S13] with the setting %j DJs get %j", (djAddress, server) => {
  expect(djServerOf({ ...doors, djAddress }, "asked.example")).toEqual(server);
});

test.each([
  ["", true],
  ["dj.example", true],
  // Something else listens there.
  ["dj.example:9000", false],
])("[S13] with a certificate of its own and the setting %j TLS is %j", (djAddress, isSecure) => {
  expect(djServerOf({ ...doors, djAddress, hasTls: true }, "asked.example")).toMatchObject({
    isSecure,
  });
});

test.each(["127.0.0.1", "::1", "localhost"])(
  "[S13] a stream port on %s is out of reach for DJs, unless they have another address",
  (streamHost) => {
    const advice = "enter https://radio.example as Address for DJs";

    const operator = { mayConfigure: true };
    const set = { ...doors, streamHost, djAddress: "https://dj.example" };

    expect(findDjTrouble({ ...doors, streamHost }, operator)).toContain(advice);
    expect(findDjTrouble({ ...doors, streamHost }, { mayConfigure: false })).toContain(
      "Ask the station's operator",
    );
    expect(findDjTrouble(set, operator)).toBeNull();
    expect(findDjTrouble(doors, operator)).toBeNull();
  },
);
