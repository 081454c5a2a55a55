import { expect, test } from "vitest";
import { ApiCallError } from "../../api/call-api.ts";
import { refusalToast, waitWords } from "./queue-outcome.ts";

const at = new Date(2030, 0, 1, 21, 20);
const startsAt = at.toISOString();

test("a waiting entry shows when it airs, and names the show, else the clock, or the limit", () => {
  const slot = { kind: "slot", clock: "Evening", show: "Night Flight" } as const;
  const limit = { kind: "limit", mostPerHour: 6 } as const;

  expect(waitWords({ startsAt, waitsFor: null })).toBeUndefined();
  expect(waitWords({ startsAt, waitsFor: slot })).toBe(
    "About 21:20 in a request slot of “Night Flight”",
  );
  expect(waitWords({ startsAt: null, waitsFor: { ...slot, show: null } })).toBe(
    "Waits for a request slot of “Evening”",
  );
  expect(waitWords({ startsAt, waitsFor: limit })).toBe("About 21:20: at most 6 requests an hour");
  expect(waitWords({ startsAt: null, waitsFor: { ...limit, mostPerHour: 1 } })).toBe(
    "Waits: at most one request an hour",
  );
  expect(waitWords({ startsAt: null, waitsFor: { ...limit, mostPerHour: 0 } })).toBe(
    "Waits until an operator plays it",
  );
});

test("a rule's refusal is the station's sentence alone; other failures are errors with their reason", () => {
  const toast = (error: string, code: string) =>
    refusalToast(
      "Failed to add track to queue",
      new ApiCallError({
        status: 429,
        statusText: "Too Many Requests",
        text: JSON.stringify({ error, code }),
      }),
    );
  const rule = "“Tide” was requested recently; you can request it again in 56 seconds";

  expect(toast(rule, "request_too_soon")).toEqual({
    tone: "neutral",
    title: "Not Queued",
    text: rule,
  });
  expect(toast("The library has no such track", "not_found")).toEqual({
    tone: "error",
    title: "Error",
    text: "Failed to add track to queue: The library has no such track",
  });
  expect(refusalToast("Failed to move track", new TypeError("no network"))).toEqual({
    tone: "error",
    title: "Error",
    text: "Failed to move track",
  });
});
