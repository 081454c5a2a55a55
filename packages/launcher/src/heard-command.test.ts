import { expect, test } from "vitest";
import { readHeardOrder } from "./heard-command.ts";

test("an address without a path means the station's stream", () => {
  expect(readHeardOrder(["http://192.0.2.7:8000/", "--seconds", "3"])).toEqual({
    kind: "hear",
    url: new URL("http://192.0.2.7:8000/stream.mp3"),
    through: null,
    seconds: 3,
    isThisMachine: false,
  });
});

test.each(["http://127.0.0.1:8000", "http://[::1]:8000", "http://localhost:8000"])(
  "%s is this machine",
  (address) => {
    expect(readHeardOrder([address])).toMatchObject({ isThisMachine: true });
    expect(readHeardOrder([address, "--through", "192.0.2.7"])).toMatchObject({
      through: "192.0.2.7",
      isThisMachine: false,
    });
  },
);

test.each([
  { args: [], reason: /Name one address/ },
  { args: ["radio.example"], reason: /Name one address/ },
  { args: ["http://a", "http://b"], reason: /Name one address/ },
  { args: ["http://a", "--through", "b"], reason: /--through must be an IP address, not b/ },
  { args: ["http://a", "--seconds", "0"], reason: /--seconds must be from 1 to 60/ },
  { args: ["http://a", "--loud"], reason: /--loud/ },
])("$args is refused with a reason", ({ args, reason }) => {
  expect(readHeardOrder(args)).toEqual({ kind: "refused", reason: expect.stringMatching(reason) });
});
