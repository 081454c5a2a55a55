import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastStore } from "./toast-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const toast = (title: string, durationMs: number) =>
  ({ tone: "success", title, durationMs }) as const;

test("one toast is shown at a time, for as long as it was asked for", () => {
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

test("news wait until the answer to the visitor is gone, and the newest of them is shown", () => {
  const toasts = new ToastStore();

  toasts.show(toast("Emergency Stop Activated", 5000));
  toasts.announce(toast("New Song Request", 5000));
  toasts.announce(toast("Security Alert", 5000));
  const atOnce = toasts.toast?.title;
  vi.advanceTimersByTime(5000);
  const afterwards = toasts.toast?.title;
  vi.advanceTimersByTime(5000);

  expect([atOnce, afterwards, toasts.toast]).toEqual([
    "Emergency Stop Activated",
    "Security Alert",
    undefined,
  ]);
});
