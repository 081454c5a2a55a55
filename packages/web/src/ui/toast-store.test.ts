import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GATHER_NEWS_MS, ToastStore } from "./toast-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const toast = (title: string, durationMs: number) =>
  ({ tone: "success", title, durationMs }) as const;

test("one toast is shown at a time, for its own duration", () => {
  const toasts = new ToastStore();

  toasts.show(toast("Fade In", 2000));
  toasts.show(toast("Stream Started", 3000));
  const atOnce = toasts.toast?.title;
  vi.advanceTimersByTime(2999);
  const justBefore = toasts.toast?.title;
  vi.advanceTimersByTime(1);

  expect([atOnce, justBefore, toasts.toast]).toEqual([
    "Stream Started",
    "Stream Started",
    undefined,
  ]);
});

/** The titles shown from now on, each once. */
function titlesSeen(toasts: ToastStore): readonly string[] {
  const seen: string[] = [];
  toasts.subscribe(() => {
    if (toasts.toast !== undefined) seen.push(toasts.toast.title);
  });
  return seen;
}

test("news waits until the visitor's answer is gone, then only the newest is shown", () => {
  const toasts = new ToastStore();
  const seen = titlesSeen(toasts);

  toasts.show(toast("Emergency Stop Activated", 5000));
  toasts.announce(toast("New Song Request", 5000));
  toasts.announce(toast("Security Alert", 5000));
  vi.advanceTimersByTime(4999);
  const untilThen = [...seen];
  vi.advanceTimersByTime(1);
  const afterwards = [...seen];
  vi.advanceTimersByTime(5000);

  expect(untilThen).toEqual(["Emergency Stop Activated"]);
  expect(afterwards).toEqual(["Emergency Stop Activated", "Security Alert"]);
  expect(toasts.toast).toBeUndefined();
});

test("news that arrives just before the visitor's answer does not flash, but follows it at full length", () => {
  const toasts = new ToastStore();
  const seen = titlesSeen(toasts);

  toasts.announce(toast("New Song Request", 5000));
  vi.advanceTimersByTime(18);
  toasts.show(toast("Track Removed", 5000));
  vi.advanceTimersByTime(5000);
  const afterwards = [...seen];
  vi.advanceTimersByTime(4999);
  const last = toasts.toast?.title;

  expect(afterwards).toEqual(["Track Removed", "New Song Request"]);
  expect(last).toBe("New Song Request");
});

test.each(["before", "after"])(
  "news that arrives %s an answer with the same fact is not shown",
  (when) => {
    const toasts = new ToastStore();
    const seen = titlesSeen(toasts);
    const fact = "Midnight by Relay was requested";
    const news = { ...toast("New Song Request", 5000), fact };

    if (when === "before") toasts.announce(news);
    toasts.show({ ...toast("Added to Queue", 5000), fact });
    if (when === "after") toasts.announce(news);
    vi.advanceTimersByTime(20_000);

    expect(seen).toEqual(["Added to Queue"]);
  },
);

test.each([18, GATHER_NEWS_MS + 1])(
  "a chat request that is granted %i ms later leaves one toast",
  (laterMs) => {
    const toasts = new ToastStore();

    toasts.announce({ ...toast("New message from mira on IRC", 5000), kind: "chat request" });
    vi.advanceTimersByTime(laterMs);
    toasts.announce({ ...toast("New Song Request", 5000), completes: "chat request" });
    vi.advanceTimersByTime(GATHER_NEWS_MS);
    const shown = toasts.toast?.title;
    vi.advanceTimersByTime(5000);

    expect([shown, toasts.toast]).toEqual(["New Song Request", undefined]);
  },
);
