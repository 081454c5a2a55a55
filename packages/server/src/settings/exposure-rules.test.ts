import { expect, test } from "vitest";
import { warnOfGuests } from "./exposure-rules.ts";

const open = { host: "0.0.0.0", publicUrl: null, guestQueueActions: "full" } as const;

test("a station open to other machines warns when guests control the whole queue", () => {
  expect(warnOfGuests(open)).toContain("we recommend 'requests only'");
  expect(
    warnOfGuests({ ...open, host: "127.0.0.1", publicUrl: "https://radio.example/" }),
  ).toContain("recommend");
  for (const host of ["localhost", "127.0.0.1", "::1"])
    expect(warnOfGuests({ ...open, host })).toBeNull();
  expect(warnOfGuests({ ...open, guestQueueActions: "requests only" })).toBeNull();
});
