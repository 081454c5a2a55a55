import { afterEach, expect, test, vi } from "vitest";
import { openHelp } from "./help.ts";

afterEach(() => vi.unstubAllGlobals());

test("[W240] Help opens the documentation in a tab of its own", () => {
  const opened: unknown[] = [];
  vi.stubGlobal("window", { open: (...given: unknown[]) => opened.push(given) });

  openHelp();

  expect(opened).toEqual([["/docs/", "_blank", "noopener"]]);
});
