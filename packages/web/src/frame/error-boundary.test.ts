import { expect, test } from "vitest";
import { PartNotLoadedError } from "../ui/lazy-part.tsx";
import { failureWords } from "./error-boundary.tsx";

test("a missing file is retried, or belongs to an older version; any other error is the app's", () => {
  const lost = new PartNotLoadedError("the file is gone");
  const broken = new Error("this browser knows no dates");
  broken.stack = "where it broke";

  expect([
    failureWords(lost, false),
    failureWords(lost, true),
    failureWords(broken, true),
    failureWords("thrown by hand", false).details,
  ]).toEqual([
    {
      title: "This part could not be loaded",
      text: "One of its files did not arrive.",
      isForReload: false,
      details: undefined,
    },
    {
      title: "A new version of this page is ready",
      text: "This part needs it. Reloading interrupts the sound for a moment.",
      isForReload: true,
      details: undefined,
    },
    {
      title: "Application Error",
      text: "The application encountered an error. This might be due to browser compatibility on OpenBSD.",
      isForReload: false,
      details: "where it broke",
    },
    "thrown by hand",
  ]);
});
